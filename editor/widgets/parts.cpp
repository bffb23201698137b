// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/widgets/parts.h"

#include "editor/looks/theme.h"

namespace editor {
namespace {

template <class Layout>
Layout* filled(Layout* layout, std::initializer_list<Part> parts, const std::optional<QMargins>& margins, int spacing)
{
    if (margins) {
        layout->setContentsMargins(*margins);
    }
    layout->setSpacing(spacing);
    for (const Part& part : parts) {
        if (part.widget) {
            layout->addWidget(part.widget, part.stretch, part.alignment);
        } else if (part.layout) {
            layout->addLayout(part.layout, part.stretch);
        } else if (part.spacing > 0) {
            layout->addSpacing(part.spacing);
        } else {
            layout->addStretch(part.stretch);
        }
    }
    return layout;
}

} // namespace

QVBoxLayout* inColumn(QWidget* of, std::initializer_list<Part> parts, std::optional<QMargins> margins, int spacing)
{
    return filled(new QVBoxLayout(of), parts, margins, spacing);
}

QHBoxLayout* inRow(QWidget* of, std::initializer_list<Part> parts, std::optional<QMargins> margins, int spacing)
{
    return filled(new QHBoxLayout(of), parts, margins, spacing);
}

QLabel* label(const QString& text, QWidget* parent, Looked look, const char* name)
{
    auto* made = new QLabel(text, parent);
    made->setWordWrap(look.testFlag(Look::Wraps));
    if (look & Look::Muted) {
        made->setForegroundRole(QPalette::PlaceholderText);
    }
    if (look & Look::Selectable) {
        made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    if (look & Look::Plain) {
        made->setTextFormat(Qt::PlainText);
    }
    made->setObjectName(QLatin1String(name));
    return made;
}

void describe(QWidget& made, const Description& as)
{
    if (*as.name != '\0') {
        made.setObjectName(QLatin1String(as.name));
    }
    if (!as.tip.isEmpty()) {
        made.setToolTip(as.tip);
    }
    if (!as.title.isEmpty()) {
        made.setAccessibleName(as.title);
    }
    if (auto* const button = qobject_cast<QAbstractButton*>(&made); button && *as.icon != '\0') {
        button->setIcon(icon(QLatin1String(as.icon)));
    }
}

void describe(QAction& made, const Description& as)
{
    if (*as.name != '\0') {
        made.setObjectName(QLatin1String(as.name));
    }
    if (*as.icon != '\0') {
        made.setIcon(icon(QLatin1String(as.icon)));
    }
    if (!as.keys.all.isEmpty()) {
        made.setShortcuts(as.keys.all);
    }
    if (!as.tip.isEmpty()) {
        const QString key = made.shortcut().toString(QKeySequence::NativeText);
        made.setToolTip(key.isEmpty() ? as.tip : QStringLiteral("%1 (%2)").arg(as.tip, key));
    }
    if (!as.status.isEmpty()) {
        made.setStatusTip(as.status);
    }
}

QToolButton* iconButton(QWidget* parent, const char* icon, const QString& words)
{
    auto* made = described(new QToolButton(parent), {.title = words, .tip = words, .icon = icon});
    made->setAutoRaise(true);
    return made;
}

QLineEdit* searchField(QWidget* parent, const QString& title, const QString& placeholder)
{
    auto* made = described(new QLineEdit(parent), {.title = title});
    made->setPlaceholderText(placeholder);
    made->setClearButtonEnabled(true);
    made->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    return made;
}

QLabel* labelOf(QWidget* field, const QString& text, QWidget* parent)
{
    auto* made = new QLabel(text, parent);
    made->setBuddy(field);
    return made;
}

QScrollArea* scrolled(QWidget* form, QWidget* parent)
{
    auto* made = described(new QScrollArea(parent), {.name = "form"});
    made->setWidget(form);
    made->setWidgetResizable(true);
    made->setFrameShape(QFrame::NoFrame);
    return made;
}

void keepRoom(QWidget& widget)
{
    QSizePolicy policy = widget.sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    widget.setSizePolicy(policy);
}

} // namespace editor

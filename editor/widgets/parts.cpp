// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/widgets/parts.h"

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

} // namespace editor

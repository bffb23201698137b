// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/tinted_label.h"

#include "editor/looks/theme.h"

namespace editor {

TintedLabel::TintedLabel(QWidget* parent) : QLabel(parent)
{
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(&Looks::instance(), &Looks::changed, this, &TintedLabel::tint);
}

void TintedLabel::showMuted(const QString& text)
{
    m_error.clear();
    setForegroundRole(QPalette::PlaceholderText);
    setTextFormat(Qt::PlainText);
    setText(text);
    setVisible(!text.isEmpty());
}

void TintedLabel::showError(const QString& sentence)
{
    m_error = sentence;
    setForegroundRole(QPalette::WindowText);
    setTextFormat(Qt::RichText);
    setAccessibleName(sentence);
    tint();
    setVisible(!sentence.isEmpty());
}

void TintedLabel::tint()
{
    if (!m_error.isEmpty()) {
        setText(QStringLiteral("<span style='color:%1'>%2</span>").arg(theme().error.name(), m_error.toHtmlEscaped()));
    } else if (textFormat() == Qt::RichText) {
        setText(QString());
    }
}

QString titleHtml(const QString& title)
{
    return QStringLiteral("<b style='font-size:large'>%1</b>").arg(title.toHtmlEscaped());
}

} // namespace editor

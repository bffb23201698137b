// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/widgets/tinted_label.h"

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
    m_tinted.clear();
    setForegroundRole(QPalette::PlaceholderText);
    setTextFormat(Qt::PlainText);
    setText(text);
    setVisible(!text.isEmpty());
}

void TintedLabel::showError(const QString& sentence)
{
    show(sentence, Tint::Error);
}

void TintedLabel::showWarning(const QString& sentence)
{
    show(sentence, Tint::Warning);
}

void TintedLabel::show(const QString& sentence, Tint tint)
{
    m_tinted = sentence;
    m_tint = tint;
    setForegroundRole(QPalette::WindowText);
    setTextFormat(Qt::RichText);
    setAccessibleName(sentence);
    this->tint();
    setVisible(!sentence.isEmpty());
}

void TintedLabel::tint()
{
    if (!m_tinted.isEmpty()) {
        const QColor& colour = m_tint == Tint::Error ? theme().error : theme().warning;
        setText(QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), m_tinted.toHtmlEscaped()));
    } else if (textFormat() == Qt::RichText) {
        setText(QString());
    }
}

QString titleHtml(const QString& title)
{
    return QStringLiteral("<b style='font-size:large'>%1</b>").arg(title.toHtmlEscaped());
}

} // namespace editor

#include "moc_tinted_label.cpp"

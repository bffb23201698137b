// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/inline_editor.h"

#include <QKeyEvent>

namespace editor {

InlineEditor::InlineEditor(const QString& text, Lines lines, QWidget* canvas)
    : QPlainTextEdit(text, canvas), m_lines(lines)
{
    setObjectName(QStringLiteral("inlineEditor"));
    setTabChangesFocus(true);
    document()->setDocumentMargin(lines == Lines::One ? 2 : 6);
    if (lines == Lines::One) {
        setLineWrapMode(QPlainTextEdit::NoWrap);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    selectAll();
}

void InlineEditor::open(const QRect& window)
{
    const int minHeight = fontMetrics().height() + 12;
    setGeometry(window.x(), window.y(), std::max(window.width(), 120), std::max(window.height(), minHeight));
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
}

void InlineEditor::finish()
{
    if (m_closing) {
        return;
    }
    m_closing = true;
    hide();
    emit kept(toPlainText());
    emit closed();
    deleteLater();
}

void InlineEditor::giveUp()
{
    if (m_closing) {
        return;
    }
    m_closing = true;
    hide();
    emit closed();
    deleteLater();
}

bool InlineEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) { // no key is the window's while words are being edited
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void InlineEditor::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape) {
        m_lines == Lines::One ? giveUp() : finish();
    } else if (enter && (m_lines == Lines::One || event->modifiers().testFlag(Qt::ControlModifier))) {
        finish();
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

void InlineEditor::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        finish();
    }
}

} // namespace editor

#include "moc_inline_editor.cpp"

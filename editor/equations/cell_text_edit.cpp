// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_text_edit.h"

#include "editor/equations/cell_highlighter.h"
#include "editor/equations/cell_tokens.h"

#include <algorithm>
#include <array>
#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>

namespace editor {

CellTextEdit::CellTextEdit(QWidget* parent)
    : CodeEdit(parent),
      m_highlighter(new CellHighlighter(document())),
      m_words(new QStringListModel(this)),
      m_completer(new QCompleter(m_words, this))
{
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &CellTextEdit::complete);
    connect(this, &QPlainTextEdit::textChanged, this, &CellTextEdit::takeNames);
}

void CellTextEdit::takeNames()
{
    if (toPlainText() != m_text) {
        m_text = toPlainText();
        m_highlighter->setGiven(givenNames(m_text));
    }
}

void CellTextEdit::keyPressEvent(QKeyEvent* event)
{
    constexpr std::array ofPopup = {Qt::Key_Enter, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Tab, Qt::Key_Backtab};
    if (m_completer->popup()->isVisible() && std::ranges::count(ofPopup, event->key()) > 0) {
        event->ignore(); // the completer takes it
        return;
    }
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        offer(Ask::AtOnce);
        return;
    }
    CodeEdit::keyPressEvent(event);
    if (!event->text().isEmpty()) {
        offer(Ask::WhileTyping);
    }
}

QString CellTextEdit::wordBefore() const
{
    static const QRegularExpression word(QStringLiteral("[A-Za-z][A-Za-z0-9_]*$"));
    return word.match(textCursor().block().text().left(textCursor().positionInBlock())).captured();
}

/// While one types, from two letters on: most names of cells are shorter than a choice among them.
void CellTextEdit::offer(Ask ask)
{
    const QString begun = wordBefore();
    if (ask == Ask::WhileTyping && begun.size() < 2) {
        m_completer->popup()->hide();
        return;
    }
    QStringList words = cellWords(toPlainText());
    words.removeAll(begun);
    m_words->setStringList(words);
    m_completer->setCompletionPrefix(begun);
    if (m_completer->completionCount() == 0) {
        m_completer->popup()->hide();
        return;
    }
    QAbstractItemView* popup = m_completer->popup();
    popup->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect place = cursorRect().translated(gutterWidth(), 0);
    place.setWidth(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width() + 8);
    m_completer->complete(place);
}

void CellTextEdit::complete(const QString& word)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(wordBefore().size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

} // namespace editor

#include "moc_cell_text_edit.cpp"

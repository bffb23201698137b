// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/widgets/code_edit.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>
#include <QUndoStack>

namespace editor {
namespace {

/// The strip beside the text. It paints and tells what the text knows.
class Gutter : public QWidget {
public:
    explicit Gutter(CodeEdit& edit) : QWidget(&edit), m_edit(edit) {}
    QSize sizeHint() const override { return {m_edit.gutterWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent* event) override { m_edit.paintGutter(event); }
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip) {
            const auto* help = static_cast<QHelpEvent*>(event);
            QToolTip::showText(help->globalPos(), m_edit.gutterTip(help->pos()), this);
            return true;
        }
        return QWidget::event(event);
    }

private:
    CodeEdit& m_edit;
};

constexpr int markRoom = 14;
constexpr int maxHighlights = 2000; ///< more highlighted places are of no help

} // namespace

CodeEdit::CodeEdit(QWidget* parent) : QPlainTextEdit(parent), m_gutter(new Gutter(*this))
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    setFont(fixed);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true); // the keyboard must get out again; two spaces are typed
    setCursorWidth(2);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEdit::layOut);
    connect(this, &QPlainTextEdit::updateRequest, this, &CodeEdit::scrollGutter);
    onNewLooks(this, &CodeEdit::light);
    layOut();
}

// The gutter
// ------------------------------------------------------------------------------------------------------------------

int CodeEdit::gutterWidth() const
{
    int digits = 2;
    for (int count = blockCount(); count >= 100; count /= 10) {
        ++digits;
    }
    return markRoom + digits * fontMetrics().horizontalAdvance(QLatin1Char('9')) + 10;
}

void CodeEdit::layOut()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect area = contentsRect();
    m_gutter->setGeometry(QRect(area.left(), area.top(), gutterWidth(), viewport()->height())); // not the scroll bar's
}

void CodeEdit::scrollGutter(const QRect& area, int vertical)
{
    if (vertical != 0) {
        m_gutter->scroll(0, vertical);
    } else {
        m_gutter->update(0, area.y(), m_gutter->width(), area.height());
    }
}

void CodeEdit::paintGutter(QPaintEvent* event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), palette().color(QPalette::Window));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    const int current = textCursor().blockNumber();
    const int height = fontMetrics().height();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() > event->rect().bottom()) {
            break;
        }
        const int line = block.blockNumber();
        const bool wrong = m_error && m_error->line == line;
        painter.setPen(wrong ? theme().error : line == current ? theme().text : theme().mutedText);
        painter.drawText(QRectF(0, box.top(), m_gutter->width() - 6, height), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(line + 1));
        if (wrong || m_marks.contains(line)) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme().error);
            painter.drawEllipse(QPointF(markRoom / 2.0 + 1, box.top() + height / 2.0), 4, 4);
        }
    }
}

int CodeEdit::lineAt(int y) const
{
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (y < box.bottom()) {
            return y >= box.top() ? block.blockNumber() : -1;
        }
    }
    return -1;
}

QString CodeEdit::gutterTip(QPoint point) const
{
    const auto mark = m_marks.find(lineAt(point.y()));
    return mark == m_marks.end() ? QString() : mark->second;
}

void CodeEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    layOut();
}

void CodeEdit::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_gutter) {
        layOut();
    }
}

/// A mark's sentence also over its line.
bool CodeEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint inView = viewport()->mapFromGlobal(help->globalPos());
        const auto mark = m_marks.find(lineAt(inView.y()));
        QToolTip::showText(help->globalPos(), mark == m_marks.end() ? QString() : mark->second, this);
        return true;
    }
    return QPlainTextEdit::event(event);
}

// Keys
// ----------------------------------------------------------------------------------------------------------------------

void CodeEdit::keyPressEvent(QKeyEvent* event)
{
    if (m_history && event->matches(QKeySequence::Undo) && !document()->isUndoAvailable()) {
        m_history->undo();
    } else if (m_history && event->matches(QKeySequence::Redo) && !document()->isRedoAvailable()) {
        m_history->redo();
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

void CodeEdit::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        emit left();
    }
}

// The text
// ------------------------------------------------------------------------------------------------------------------

void CodeEdit::replaceText(const QString& text)
{
    const QString before = toPlainText();
    if (before == text) {
        return;
    }
    const qsizetype least = std::min(before.size(), text.size());
    qsizetype start = 0, end = 0;
    while (start < least && before[start] == text[start]) {
        ++start;
    }
    while (end < least - start && before[before.size() - 1 - end] == text[text.size() - 1 - end]) {
        ++end;
    }
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(start));
    cursor.setPosition(static_cast<int>(before.size() - end), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(start, text.size() - end - start));
    document()->clearUndoRedoStacks();
}

// Light
// ---------------------------------------------------------------------------------------------------------------------

void CodeEdit::showError(std::optional<Error> error)
{
    m_error = error;
    light();
}

void CodeEdit::setMarks(std::map<int, QString> marks)
{
    if (marks != m_marks) {
        m_marks = std::move(marks);
        m_gutter->update();
    }
}

void CodeEdit::setNotes(std::map<int, QString> notes)
{
    m_notes = std::move(notes);
    viewport()->update();
}

void CodeEdit::paintEvent(QPaintEvent* event)
{
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    painter.setPen(theme().mutedText);
    painter.setFont(font());
    for (const auto& [line, note] : m_notes) {
        const QTextBlock block = document()->findBlockByNumber(line);
        const QPointF place = blockBoundingGeometry(block).translated(contentOffset()).topLeft();
        const int behind = fontMetrics().horizontalAdvance(block.text() + QStringLiteral("   "));
        painter.drawText(place + QPointF(behind, fontMetrics().ascent()), QStringLiteral("← ") + note);
    }
}

void CodeEdit::setLit(int first, int last)
{
    if (first != m_litFirst || last != m_litLast) {
        m_litFirst = first;
        m_litLast = last;
        light();
    }
}

void CodeEdit::setFound(const QString& text)
{
    m_foundText = text;
    m_found.clear();
    if (!text.isEmpty()) {
        for (QTextCursor at = document()->find(text); !at.isNull() && m_found.size() < maxHighlights;
             at = document()->find(text, at)) {
            m_found.append({.cursor = at, .format = {}});
        }
    }
    light();
}

QList<QTextEdit::ExtraSelection> CodeEdit::errorSelections() const
{
    const QTextBlock block = document()->findBlockByNumber(m_error->line);
    QTextEdit::ExtraSelection line, place;
    line.format.setBackground(faint(theme().error, 0.16));
    line.format.setProperty(QTextFormat::FullWidthSelection, true);
    line.cursor = QTextCursor(block);
    place.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    place.format.setUnderlineColor(theme().error);
    place.cursor = QTextCursor(block);
    place.cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor,
                              std::clamp(m_error->column, 0, std::max(0, block.length() - 2)));
    place.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    return {line, place};
}

void CodeEdit::goToError()
{
    if (m_error) {
        const QTextBlock block = document()->findBlockByNumber(m_error->line);
        QTextCursor cursor(block);
        cursor.setPosition(block.position() + std::clamp(m_error->column, 0, block.length() - 1));
        setTextCursor(cursor);
    }
    setFocus();
}

void CodeEdit::light()
{
    QList<QTextEdit::ExtraSelection> all;
    for (int line = m_litFirst; line <= m_litLast; ++line) {
        QTextEdit::ExtraSelection ground;
        ground.format.setBackground(faint(theme().accent, 0.12));
        ground.format.setProperty(QTextFormat::FullWidthSelection, true);
        ground.cursor = QTextCursor(document()->findBlockByNumber(line));
        all.append(ground);
    }
    for (QTextEdit::ExtraSelection& place : m_found) {
        place.format.setBackground(faint(theme().warning, 0.4));
        all.append(place);
    }
    if (m_error && m_error->line < blockCount()) {
        all += errorSelections();
    }
    setExtraSelections(all);
    m_gutter->update();
}

} // namespace editor

#include "moc_code_edit.cpp"

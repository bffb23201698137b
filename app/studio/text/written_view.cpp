// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/written_view.h"

#include "app/studio/text/candidates.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QList>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>

namespace studio {

namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

char32_t shown(char32_t character)
{
    if (character == U'\n' || character == U'\t') {
        return character;
    }
    if (character < 0x20) {
        return 0x2400 + character; // ␀ .. ␟
    }
    if (character == 0x7f) {
        return 0x2421; // ␡
    }
    // Separators and the marks of frames, which end a paragraph in Qt's documents.
    const bool breaks = character == 0x2028 || character == 0x2029 || character == 0xfdd0 || character == 0xfdd1;
    return breaks ? 0xfffd : character;
}

} // namespace

TintedText tinted(std::string_view utf8, std::span<const float> bits)
{
    const QList<uint> characters = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())).toUcs4();
    const bool areKnown = std::ssize(bits) == characters.size();
    TintedText result;
    for (std::size_t index = 0; const uint character : characters) {
        const char32_t visible = shown(character);
        const QString units = QString::fromUcs4(&visible, 1);
        result.text += units;
        result.bits.insert(result.bits.end(), static_cast<std::size_t>(units.size()), areKnown ? bits[index] : unknown);
        ++index;
    }
    return result;
}

int surpriseLevel(float bits)
{
    return std::isnan(bits) ? -1 : static_cast<int>(std::clamp(bits, 0.0f, surpriseLevels - 1.0f));
}

QColor surpriseColour(int level)
{
    return editor::theme().heat(level / (surpriseLevels - 1.0));
}

namespace {

constexpr int frame = 33; ///< milliseconds

/// The surprise of each unit of a line; goes with its line.
struct LineBits : QTextBlockUserData {
    std::vector<float> bits;
    qint64 firstPlace = 0; ///< of its first character
};

qint64 codePointsOf(QStringView text)
{
    return text.size() - std::count_if(text.begin(), text.end(), [](QChar unit) { return unit.isLowSurrogate(); });
}

LineBits& bitsOf(QTextBlock block)
{
    if (block.userData() == nullptr) {
        block.setUserData(new LineBits);
    }
    return static_cast<LineBits&>(*block.userData());
}

} // namespace

/// Tints a line by its bits. As formats of the layout, not of the document, they come and go with the switch.
class SurpriseHighlighter : public QSyntaxHighlighter {
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

    bool on = true;

    void setTheme()
    {
        for (int level = 0; level < surpriseLevels; ++level) {
            m_formats[static_cast<std::size_t>(level)].setBackground(surpriseColour(level));
            m_formats[static_cast<std::size_t>(level)].setForeground(editor::theme().text);
        }
        rehighlight();
    }

protected:
    void highlightBlock(const QString& text) override
    {
        const auto* line = static_cast<const LineBits*>(currentBlockUserData());
        if (!on || line == nullptr) {
            return;
        }
        const int size = std::min(static_cast<int>(text.size()), static_cast<int>(line->bits.size()));
        int first = 0;
        while (first < size) {
            const int level = surpriseLevel(line->bits[static_cast<std::size_t>(first)]);
            int last = first + 1;
            while (last < size && surpriseLevel(line->bits[static_cast<std::size_t>(last)]) == level) {
                ++last;
            }
            if (level >= 0) {
                setFormat(first, last - first, m_formats[static_cast<std::size_t>(level)]);
            }
            first = last;
        }
    }

private:
    std::array<QTextCharFormat, surpriseLevels> m_formats;
};

WrittenView::WrittenView(QWidget* parent) : QPlainTextEdit(parent), m_highlighter(new SurpriseHighlighter(document()))
{
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setUndoRedoEnabled(false);
    setMaximumBlockCount(maxBlocks);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    document()->setDocumentMargin(8);
    m_highlighter->setTheme();
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, &WrittenView::flush);
    editor::onNewLooks(this, [this] {
        m_highlighter->setTheme();
        tintMark();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (m_heldAt && value != *m_heldAt) {
            letGo();
        }
        m_follows = !m_heldAt && value >= verticalScrollBar()->maximum();
    });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int last) {
        if (m_follows) { // the view may have become lower
            verticalScrollBar()->setValue(last);
        }
    });
}

void WrittenView::showText(const WrittenText& text)
{
    m_waiting.clear();
    m_waitingBits.clear();
    letGo();
    setExtraSelections({});
    clear();
    m_places = 0;
    const TintedText prompt = tinted(text.prompt, {});
    insert(prompt.text, prompt.bits, true);
    const TintedText written = tinted(text.text, text.bits);
    insert(written.text, written.bits, false);
    verticalScrollBar()->setValue(0);
    m_follows = verticalScrollBar()->maximum() == 0;
}

void WrittenView::append(std::string_view utf8, std::span<const float> bits)
{
    const TintedText more = tinted(utf8, bits);
    m_waiting += more.text;
    m_waitingBits.insert(m_waitingBits.end(), more.bits.begin(), more.bits.end());
    if (!m_timer.isActive()) {
        m_timer.start(frame);
    }
}

void WrittenView::flush()
{
    m_timer.stop();
    if (m_waiting.isEmpty()) {
        return;
    }
    const bool follows = m_follows;
    insert(std::exchange(m_waiting, {}), std::exchange(m_waitingBits, {}), false);
    const bool outgrows = m_heldAt && rectOf(document()->characterCount() - 1).bottom() > viewport()->height();
    if (follows || outgrows) {
        followEnd();
    }
}

void WrittenView::branch(qint64 place, std::string_view character)
{
    flush();
    m_heldAt.reset();
    const int line = verticalScrollBar()->value();
    setCenterOnScroll(true); // lets the view stay although the text ends within it now
    cutAt(place);
    const int position = document()->characterCount() - 1;
    const TintedText chosen = tinted(character, {});
    insert(chosen.text, chosen.bits, true);
    mark(position);
    QTextCursor cursor(document());
    cursor.setPosition(position);
    setTextCursor(cursor);
    verticalScrollBar()->setValue(line);
    if (!viewport()->rect().intersects(rectOf(position))) {
        centerCursor();
    }
    m_heldAt = verticalScrollBar()->value();
    m_follows = false;
}

/// A line that is cut at its beginning goes with its data, and the next one takes its place: so they are kept.
void WrittenView::cutAt(qint64 place)
{
    const int position = positionOf(place);
    const QTextBlock block = document()->findBlock(position);
    LineBits kept = bitsOf(block);
    kept.bits.resize(static_cast<std::size_t>(position - block.position()));
    QTextCursor rest(document());
    rest.setPosition(position);
    rest.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    rest.removeSelectedText();
    bitsOf(document()->lastBlock()) = std::move(kept);
    m_places = place;
}

/// From a position to the end of the text as it is now.
void WrittenView::mark(int position)
{
    QTextEdit::ExtraSelection letter;
    letter.cursor = QTextCursor(document());
    letter.cursor.setPosition(position);
    letter.cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    letter.cursor.setKeepPositionOnInsert(true);
    letter.format.setProperty(QTextFormat::FullWidthSelection, letter.cursor.block().position() > position); // new line
    setExtraSelections({letter});
    tintMark();
}

void WrittenView::tintMark()
{
    QList<QTextEdit::ExtraSelection> marks = extraSelections();
    for (QTextEdit::ExtraSelection& one : marks) {
        one.format.setBackground(palette().highlight());
        one.format.setForeground(palette().highlightedText());
    }
    setExtraSelections(marks);
}

void WrittenView::letGo()
{
    m_heldAt.reset();
    setCenterOnScroll(false);
}

void WrittenView::followEnd()
{
    letGo();
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    m_follows = true;
}

/// At the end. Lines get their bits from the last one up, since the first ones may be gone as soon as they came.
void WrittenView::insert(const QString& text, const std::vector<float>& bits, bool prompt)
{
    if (text.isEmpty()) {
        return;
    }
    QTextCharFormat format;
    format.setFontWeight(prompt ? QFont::Bold : QFont::Normal);
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    end.insertText(text, format);

    m_places += codePointsOf(text);
    qint64 behind = m_places;
    QTextBlock block = document()->lastBlock();
    qsizetype last = text.size();
    while (block.isValid()) {
        const qsizetype before = last > 0 ? text.lastIndexOf(QLatin1Char('\n'), last - 1) : -1;
        LineBits& line = bitsOf(block);
        line.bits.insert(line.bits.end(), bits.begin() + before + 1, bits.begin() + last);
        behind -= codePointsOf(QStringView(text).sliced(before + 1, last - before - 1));
        m_highlighter->rehighlightBlock(block);
        if (before < 0) {
            return;
        }
        line.firstPlace = behind;
        --behind; // the new line, which ends the line above
        last = before;
        block = block.previous();
    }
}

void WrittenView::setTinted(bool tinted)
{
    if (m_highlighter->on != tinted) {
        m_highlighter->on = tinted;
        m_highlighter->rehighlight();
    }
}

std::optional<float> WrittenView::bitsAt(int position) const
{
    const QTextBlock block = document()->findBlock(position);
    if (!block.isValid() || block.userData() == nullptr) {
        return std::nullopt;
    }
    const auto& bits = static_cast<const LineBits*>(block.userData())->bits;
    const auto index = static_cast<std::size_t>(position - block.position());
    if (index >= bits.size() || std::isnan(bits[index])) {
        return std::nullopt;
    }
    return bits[index];
}

qint64 WrittenView::placeAt(int position) const
{
    const QTextBlock block = document()->findBlock(position);
    if (position < 0 || !block.isValid()) {
        return -1;
    }
    const auto* line = static_cast<const LineBits*>(block.userData());
    return (line == nullptr ? 0 : line->firstPlace) +
           codePointsOf(QStringView(block.text()).first(position - block.position()));
}

int WrittenView::positionOf(qint64 place) const
{
    const auto firstOf = [](const QTextBlock& block) {
        const auto* line = static_cast<const LineBits*>(block.userData());
        return line == nullptr ? 0 : line->firstPlace;
    };
    QTextBlock block = document()->lastBlock();
    while (firstOf(block) > place && block.previous().isValid()) {
        block = block.previous();
    }
    const QString text = block.text();
    qsizetype unit = 0;
    for (qint64 left = place - firstOf(block); left > 0 && unit < text.size(); --left) {
        unit += text.at(unit).isHighSurrogate() ? 2 : 1;
    }
    return block.position() + static_cast<int>(unit);
}

int WrittenView::positionUnder(const QPoint& point) const
{
    // A cursor lies between two characters; the mouse is on the one before it or on the one behind.
    QTextCursor cursor = cursorForPosition(point);
    if (cursorRect(cursor).left() > point.x() && !cursor.atBlockStart()) {
        cursor.movePosition(QTextCursor::Left);
    }
    const QRect character = rectOf(cursor.position());
    const bool onIt = character.adjusted(0, 0, 1, 1).contains(point);
    return onIt && cursor.position() < document()->characterCount() - 1 ? cursor.position() : -1;
}

QRect WrittenView::rectOf(int position) const
{
    QTextCursor cursor(document());
    cursor.setPosition(position);
    QRect rect = cursorRect(cursor);
    const int left = rect.left();
    int right = left + fontMetrics().horizontalAdvance(QLatin1Char('x'));
    if (!cursor.atBlockEnd()) {
        cursor.movePosition(QTextCursor::Right);
        const QRect next = cursorRect(cursor);
        right = next.top() == rect.top() && next.left() > left ? next.left() : right; // else it is wrapped
    }
    rect.setLeft(left);
    rect.setRight(right - 1);
    return rect;
}

QString WrittenView::characterAt(int position) const
{
    QTextCursor cursor(document());
    cursor.setPosition(position);
    if (cursor.atBlockEnd()) {
        return QStringLiteral("\n");
    }
    cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor);
    return cursor.selectedText();
}

QString WrittenView::describe(int position) const
{
    const QString character = characterAt(position);
    const QString name =
        character.isEmpty() ? QString() : characterName(character.toUcs4().constFirst(), engine::Encoding::Utf8);
    const std::optional<float> bits = bitsAt(position);
    if (!bits) {
        return name;
    }
    return tr("%1: %2 bits, a probability of 1 in %3")
        .arg(name, QLocale().toString(*bits, 'f', 2), QLocale().toString(std::exp2(double{*bits}), 'g', 3));
}

QString WrittenView::hintAt(const QPoint& point) const
{
    const int position = positionUnder(point);
    return position >= 0 && bitsAt(position) ? describe(position) : QString();
}

bool WrittenView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QPlainTextEdit::viewportEvent(event);
    }
    const auto* help = static_cast<const QHelpEvent*>(event);
    const QString hint = hintAt(help->pos());
    if (hint.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(), hint, viewport());
    }
    return true;
}

void WrittenView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setTabStopDistance(fontMetrics().horizontalAdvance(QLatin1Char(' ')) * 4);
    }
}

} // namespace studio

#include "moc_written_view.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/written_view.h"

#include "app/studio/text/candidates.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <array>
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
#include <utility>

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

qint64 codePointsOf(QStringView text)
{
    return text.size() - std::count_if(text.begin(), text.end(), [](QChar unit) { return unit.isLowSurrogate(); });
}

} // namespace

/// Tints each unit by its bits. As formats of the layout, not of the document, they come and go with the switch.
class SurpriseHighlighter : public QSyntaxHighlighter {
public:
    SurpriseHighlighter(QTextDocument* document, const std::vector<float>& bits)
        : QSyntaxHighlighter(document), m_bits(bits)
    {}

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
        const auto line = static_cast<std::size_t>(currentBlock().position());
        for (int unit = 0; on && unit < text.size() && line + static_cast<std::size_t>(unit) < m_bits.size(); ++unit) {
            if (const int level = surpriseLevel(m_bits[line + static_cast<std::size_t>(unit)]); level >= 0) {
                setFormat(unit, 1, m_formats[static_cast<std::size_t>(level)]);
            }
        }
    }

private:
    const std::vector<float>& m_bits;
    std::array<QTextCharFormat, surpriseLevels> m_formats;
};

WrittenView::WrittenView(QWidget* parent)
    : QPlainTextEdit(parent), m_highlighter(new SurpriseHighlighter(document(), m_bits))
{
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setUndoRedoEnabled(false);
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
    m_waiting = {};
    letGo();
    setExtraSelections({});
    m_bits.clear();
    clear();
    insert(tinted(text.prompt, {}), true);
    insert(tinted(text.text, text.bits), false);
    verticalScrollBar()->setValue(0);
    m_follows = verticalScrollBar()->maximum() == 0;
}

void WrittenView::append(std::string_view utf8, std::span<const float> bits)
{
    const TintedText more = tinted(utf8, bits);
    m_waiting.text += more.text;
    m_waiting.bits.insert(m_waiting.bits.end(), more.bits.begin(), more.bits.end());
    if (!m_timer.isActive()) {
        m_timer.start(frame);
    }
}

void WrittenView::flush()
{
    m_timer.stop();
    if (m_waiting.text.isEmpty()) {
        return;
    }
    const bool follows = m_follows;
    insert(std::exchange(m_waiting, {}), false);
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
    int position = 0;
    for (const QString text = toPlainText(); place > 0 && position < text.size(); --place) {
        position += text.at(position).isHighSurrogate() ? 2 : 1;
    }
    QTextCursor cursor(document());
    cursor.setPosition(position);
    cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    m_bits.resize(static_cast<std::size_t>(position));
    insert(tinted(character, {}), true);
    mark(position);
    cursor.setPosition(position);
    setTextCursor(cursor);
    verticalScrollBar()->setValue(line);
    if (!viewport()->rect().intersects(rectOf(position))) {
        centerCursor();
    }
    m_heldAt = verticalScrollBar()->value();
    m_follows = false;
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

/// At the end.
void WrittenView::insert(const TintedText& text, bool prompt)
{
    m_bits.insert(m_bits.end(), text.bits.begin(), text.bits.end()); // first: they tint what comes
    QTextCharFormat format;
    format.setFontWeight(prompt ? QFont::Bold : QFont::Normal);
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    end.insertText(text.text, format);
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
    const auto unit = static_cast<std::size_t>(position);
    return unit < m_bits.size() && !std::isnan(m_bits[unit]) ? std::optional(m_bits[unit]) : std::nullopt;
}

qint64 WrittenView::placeAt(int position) const
{
    const QString text = toPlainText();
    return position < 0 || position > text.size() ? -1 : codePointsOf(QStringView(text).first(position));
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

bool WrittenView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QPlainTextEdit::viewportEvent(event);
    }
    const auto* help = static_cast<const QHelpEvent*>(event);
    const int position = positionUnder(help->pos());
    QToolTip::showText(help->globalPos(), bitsAt(position) ? describe(position) : QString(),
                       viewport()); // empty: hides
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

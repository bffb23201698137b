// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_text_edit.h"

#include "editor/looks/theme.h"
#include "engine/cells/names.h"
#include "engine/cells/tokens.h"

#include <algorithm>
#include <array>
#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QStringListModel>
#include <QSyntaxHighlighter>
#include <QTextBlock>

namespace editor {

using engine::cells::Token;

namespace {

/// The tokens of a line as far as it reads: up to what the notation does not have.
std::vector<Token> readableTokens(std::string_view line)
{
    std::vector<Token> all;
    try {
        engine::cells::Tokens tokens(line.substr(0, engine::cells::longestText));
        while (!tokens.atEnd()) {
            all.push_back(tokens.take());
        }
        return all;
    } catch (const engine::cells::CellError& error) {
        return readableTokens(line.substr(0, static_cast<std::size_t>(error.place().column - 1)));
    }
}

QString shownName(std::string_view name)
{
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

template <typename Visit>
void forEachLine(const QString& text, const Visit& visit)
{
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const std::string bytes = line.toStdString();
        visit(readableTokens(bytes));
    }
}

/// The names that equations of the text give, whether or not the rest of it reads.
QSet<QString> givenNames(const QString& text)
{
    QSet<QString> names;
    forEachLine(text, [&](const std::vector<Token>& tokens) {
        if (tokens.size() > 1 && tokens[0].kind == Token::Kind::Name && tokens[1].text == "=") {
            names.insert(shownName(tokens[0].text));
        }
    });
    return names;
}

/// All that can be typed into the text as a word: functions, and the names that are there.
QStringList cellWords(const QString& text)
{
    QSet<QString> words;
    for (const engine::cells::Function& function : engine::cells::functions()) {
        words.insert(shownName(function.name) + QLatin1Char('('));
    }
    words.insert(shownName(engine::cells::layerNormWord) + QLatin1Char('('));
    words.insert(shownName(engine::cells::initWord));
    for (const QString& name : givenNames(text)) {
        words.insert(name + QStringLiteral("[t-1]"));
    }
    forEachLine(text, [&](const std::vector<Token>& tokens) {
        for (const Token& token : tokens) {
            if (token.kind == Token::Kind::Name && engine::cells::functionNamed(token.text) == nullptr &&
                token.text != engine::cells::layerNormWord) {
                words.insert(shownName(token.text));
            }
        }
    });
    words.remove(QStringLiteral("t")); // of [t-1]
    QStringList sorted(words.begin(), words.end());
    sorted.sort(Qt::CaseInsensitive);
    return sorted;
}

bool isBefore(const std::vector<Token>& tokens, std::size_t index, std::string_view next)
{
    return index + 1 < tokens.size() && tokens[index + 1].text == next;
}

/// Whether it is the t of [t-1].
bool isTime(const std::vector<Token>& tokens, std::size_t index)
{
    return tokens[index].text == "t" && index > 0 && tokens[index - 1].text == "[";
}

} // namespace

/// Colours the equations of a cell by what their names are: learned, a state, a function, the input.
class CellHighlighter : public QSyntaxHighlighter {
public:
    explicit CellHighlighter(QTextDocument* document);

    /// The names that equations give: all others are learned.
    void setGiven(const QSet<QString>& names);

protected:
    void highlightBlock(const QString& line) override;

private:
    void takeColours();
    const QTextCharFormat* formatOf(const std::vector<Token>& tokens, std::size_t index) const;

    QSet<QString> m_given;
    QTextCharFormat m_title, m_learned, m_state, m_function, m_input, m_number, m_comment;
};

CellHighlighter::CellHighlighter(QTextDocument* document) : QSyntaxHighlighter(document)
{
    takeColours();
    connect(&Looks::instance(), &Looks::changed, this, [this] {
        takeColours();
        rehighlight();
    });
}

void CellHighlighter::setGiven(const QSet<QString>& names)
{
    if (names != m_given) {
        m_given = names;
        rehighlight();
    }
}

void CellHighlighter::takeColours()
{
    const Theme& colours = theme();
    m_title.setFontWeight(QFont::DemiBold);
    m_learned.setForeground(colours.group(engine::LayerGroup::Common));
    m_state.setForeground(colours.group(engine::LayerGroup::Recurrent));
    m_function.setForeground(colours.group(engine::LayerGroup::Activation));
    m_input.setForeground(colours.group(engine::LayerGroup::Source));
    m_number.setForeground(colours.group(engine::LayerGroup::Loss));
    m_comment.setForeground(colours.mutedText);
    m_comment.setFontItalic(true);
}

void CellHighlighter::highlightBlock(const QString& line)
{
    const std::string bytes = line.toStdString(); // tokens are ASCII, so that their columns count letters, too
    const std::vector<Token> tokens = readableTokens(bytes);
    for (std::size_t index = 0; index < tokens.size(); ++index) {
        if (const QTextCharFormat* format = formatOf(tokens, index)) {
            setFormat(tokens[index].place.column - 1, static_cast<int>(tokens[index].text.size()), *format);
        }
    }
    if (const qsizetype comment = line.indexOf(QLatin1Char('#')); comment >= 0) {
        setFormat(static_cast<int>(comment), static_cast<int>(line.size() - comment), m_comment);
    }
}

/// Null for what has the text's own colour.
const QTextCharFormat* CellHighlighter::formatOf(const std::vector<Token>& tokens, std::size_t index) const
{
    const Token& token = tokens[index];
    if (token.kind == Token::Kind::Number) {
        return &m_number;
    }
    if (token.kind != Token::Kind::Name) {
        return nullptr;
    }
    const QString name = QString::fromLatin1(token.text.data(), static_cast<qsizetype>(token.text.size()));
    if (token.text == engine::cells::inputName) {
        return &m_input;
    }
    if (engine::cells::isReserved(token.text)) {
        return &m_function;
    }
    if (index == 0 && isBefore(tokens, index, "=")) {
        return &m_title;
    }
    if (isTime(tokens, index) || (isBefore(tokens, index, "[") && !engine::cells::isMatrixName(token.text))) {
        return &m_state;
    }
    return m_given.contains(name) ? nullptr : &m_learned;
}

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

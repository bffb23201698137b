// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/equation_edit.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
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
#include <QSignalBlocker>
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
            names.insert(QString::fromUtf8(tokens[0].text));
        }
    });
    return names;
}

/// All that can be typed into the text as a word: functions, and the names that are there.
QStringList cellWords(const QString& text)
{
    QSet<QString> words;
    for (const engine::cells::Function& function : engine::cells::functions()) {
        words.insert(QString::fromUtf8(function.name) + QLatin1Char('('));
    }
    words.insert(QString::fromUtf8(engine::cells::layerNormWord) + QLatin1Char('('));
    words.insert(QString::fromUtf8(engine::cells::initWord));
    for (const QString& name : givenNames(text)) {
        words.insert(name + QStringLiteral("[t-1]"));
    }
    forEachLine(text, [&](const std::vector<Token>& tokens) {
        for (const Token& token : tokens) {
            if (token.kind == Token::Kind::Name && engine::cells::functionNamed(token.text) == nullptr &&
                token.text != engine::cells::layerNormWord) {
                words.insert(QString::fromUtf8(token.text));
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
    explicit CellHighlighter(QTextDocument* document) : QSyntaxHighlighter(document)
    {
        takeColours();
        onNewLooks(this, [this] {
            takeColours();
            rehighlight();
        });
    }

    /// The names that equations give: all others are learned.
    void setGiven(const QSet<QString>& names)
    {
        if (names != m_given) {
            m_given = names;
            rehighlight();
        }
    }

protected:
    void highlightBlock(const QString& line) override
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

private:
    void takeColours()
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

    /// Null for what has the text's own colour.
    const QTextCharFormat* formatOf(const std::vector<Token>& tokens, std::size_t index) const
    {
        const Token& token = tokens[index];
        if (token.kind == Token::Kind::Number) {
            return &m_number;
        }
        if (token.kind != Token::Kind::Name) {
            return nullptr;
        }
        const QString name = QString::fromUtf8(token.text);
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

    QSet<QString> m_given;
    QTextCharFormat m_title, m_learned, m_state, m_function, m_input, m_number, m_comment;
};

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
}

void CellTextEdit::takeNames()
{
    m_highlighter->setGiven(givenNames(toPlainText()));
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

EquationEdit::EquationEdit(QWidget* parent)
    : QWidget(parent),
      m_edit(described(new CellTextEdit(this), {.title = tr("Equations of the cell")})),
      m_sentence(new TintedLabel(this))
{
    m_edit->setUndoRedoEnabled(false); // there is one history, that of the owner
    m_rest.setSingleShot(true);
    m_rest.setInterval(restTime);
    keepRoom(*m_sentence);
    m_sentence->setMinimumHeight(2 * m_sentence->fontMetrics().lineSpacing());
    m_sentence->setAlignment(Qt::AlignTop);
    inColumn(this, {{m_edit, 1}, m_sentence}, QMargins(), 4);
    setFocusProxy(m_edit);
    m_rest.callOnTimeout(this, &EquationEdit::rest);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &EquationEdit::typed);
    connect(m_edit, &CodeEdit::left, this, &EquationEdit::rest);
    read();
}

/// The text loses the focus when it is destroyed; that must not be signalled any more.
EquationEdit::~EquationEdit()
{
    m_edit->disconnect(this);
}

void EquationEdit::setText(const QString& text)
{
    if (text != m_text) {
        QSignalBlocker quiet(this);
        m_edit->replaceText(text);
        quiet.unblock();
        rest();
        emit cellChanged();
    }
}

void EquationEdit::setSizes(std::optional<engine::cells::CellSizes> sizes)
{
    if (sizes != m_sizes) {
        m_sizes = sizes;
        read();
    }
}

void EquationEdit::typed()
{
    const QString text = m_edit->toPlainText();
    if (text != m_text) { // else its colours changed
        m_text = text;
        m_edit->takeNames();
        read();
        m_rest.start();
        emit edited(m_text);
    }
}

void EquationEdit::rest()
{
    m_rest.stop();
    ++m_step;
}

void EquationEdit::read()
{
    try {
        m_cell = engine::cells::define(m_text.toStdString());
        if (m_sizes) {
            checkSizes(*m_cell, *m_sizes);
        }
        m_problem.clear();
        m_edit->showError(std::nullopt);
    } catch (const engine::cells::CellError& error) {
        m_cell.reset();
        showError(error);
    }
    m_sentence->showError(m_problem);
    emit cellChanged();
}

/// Columns count bytes, which are letters: a text reads no further than to what is not ASCII.
void EquationEdit::showError(const engine::cells::CellError& error)
{
    const auto [line, column] = error.place();
    m_edit->showError(CodeEdit::Error{line - 1, column - 1});
    const bool tellsColumn = sentenceOf(error).pattern().find("column") != std::string::npos;
    m_problem = tellsColumn ? inWords(error)
                            : tr("%1 (line %2, column %3)").arg(inWords(error), countText(line), countText(column));
    m_problem[0] = m_problem[0].toUpper();
}

} // namespace editor

#include "moc_equation_edit.cpp"

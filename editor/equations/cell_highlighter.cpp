// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_highlighter.h"

#include "editor/equations/cell_tokens.h"
#include "editor/looks/theme.h"
#include "engine/cells/names.h"

namespace editor {

using engine::cells::Token;

namespace {

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

} // namespace editor

#include "moc_cell_highlighter.cpp"

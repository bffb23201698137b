// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_tokens.h"

#include "engine/cells/names.h"

namespace editor {

using engine::cells::Token;

namespace {

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

} // namespace

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

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/tokens.h"

#include "engine/graph/characters.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace engine::cells {
namespace {

constexpr std::string_view signs = "=+-*/()[],";

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

bool isLetter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/// The length of "12.5e-3" at the start of the text, as far as it goes.
std::size_t numberLength(std::string_view text)
{
    std::size_t length = 0;
    const auto takeDigits = [&] {
        while (length < text.size() && isDigit(text[length])) {
            ++length;
        }
    };
    takeDigits();
    if (length < text.size() && text[length] == '.') {
        ++length;
        takeDigits();
    }
    if (length < text.size() && text[length] == 'e') {
        ++length;
        if (length < text.size() && (text[length] == '+' || text[length] == '-')) {
            ++length;
        }
        takeDigits();
    }
    return length;
}

Token number(std::string_view text, Place place)
{
    Token token{.kind = Token::Kind::Number, .place = place, .text = text.substr(0, numberLength(text))};
    const char* const end = token.text.data() + token.text.size();
    const auto [last, error] = std::from_chars(token.text.data(), end, token.number);
    if (last != end || error != std::errc()) {
        throw CellError(place, say(ENGINE_TEXT("Sentences", "line %1, column %2: found \"%3\", but a number is written "
                                                            "like 1, 0.5 or 1e-5, and neither too large nor too small"),
                                   place.line, place.column, printable(token.text)));
    }
    return token;
}

Token name(std::string_view text, Place place)
{
    std::size_t length = 0;
    while (length < text.size() && (isLetter(text[length]) || isDigit(text[length]) || text[length] == '_')) {
        ++length;
    }
    return {.kind = Token::Kind::Name, .place = place, .text = text.substr(0, length)};
}

Token tokenAt(std::string_view text, Place place)
{
    if (isLetter(text.front())) {
        return name(text, place);
    }
    if (isDigit(text.front())) {
        return number(text, place);
    }
    if (signs.find(text.front()) != std::string_view::npos) {
        return {.kind = Token::Kind::Sign, .place = place, .text = text.substr(0, 1)};
    }
    const std::string_view found = text.substr(0, std::max<std::size_t>(characterBytes(text), 1));
    throw CellError(place,
                    say(ENGINE_TEXT("Sentences", "line %1, column %2: found \"%3\", but an equation has names of "
                                                 "letters, digits and _, numbers and + - * / ( ) [ ] , ="),
                        place.line, place.column, printable(found)));
}

void addLine(std::string_view line, int number, std::vector<Token>& tokens)
{
    line = line.substr(0, line.find('#'));
    for (std::size_t at = number == 1 && line.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;
         at < line.size();) {
        if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
            ++at;
            continue;
        }
        tokens.push_back(tokenAt(line.substr(at), {number, static_cast<int>(at) + 1}));
        at += tokens.back().text.size();
    }
    tokens.push_back({.kind = Token::Kind::LineEnd, .place = {number, static_cast<int>(line.size()) + 1}, .text = {}});
}

} // namespace

Tokens::Tokens(std::string_view text)
{
    if (text.size() > longestText) {
        throw CellError({}, say(ENGINE_TEXT("Sentences", "the text of the cell has %1 bytes, but at most %2 are read"),
                                text.size(), longestText));
    }
    for (int line = 1;; ++line) {
        const std::size_t end = text.find('\n');
        addLine(text.substr(0, end), line, m_tokens);
        if (end == std::string_view::npos) {
            return;
        }
        text.remove_prefix(end + 1);
    }
}

const Token& Tokens::take(Token::Kind kind, const Sentence& wanted)
{
    if (!isNext(kind)) {
        fail(wanted);
    }
    return take();
}

void Tokens::take(std::string_view sign)
{
    if (takeIf(sign)) {
        return;
    }
    std::optional<Mend> mend;
    if (sign == ")" && isNext(Token::Kind::LineEnd)) {
        const auto& [kind, place, text, number] = m_tokens[m_at - 1];
        mend = {.place = {place.line, place.column + static_cast<int>(text.size())}, .text = std::string(sign)};
    }
    fail(say("\"%1\"", sign), mend);
}

bool Tokens::takeIf(std::string_view sign)
{
    const bool isThere = isNext(sign);
    m_at += isThere ? 1 : 0;
    return isThere;
}

void Tokens::fail(const Sentence& wanted, const std::optional<Mend>& mend) const
{
    const auto& [line, column] = next().place;
    if (isNext(Token::Kind::LineEnd)) {
        throw CellError(next().place,
                        say(ENGINE_TEXT("Sentences", "line %1, column %2: the line ends, but there must be %3"), line,
                            column, wanted),
                        mend);
    }
    throw CellError(next().place,
                    say(ENGINE_TEXT("Sentences", "line %1, column %2: found \"%3\", but there must be %4"), line,
                        column, printable(next().text), wanted),
                    mend);
}

} // namespace engine::cells

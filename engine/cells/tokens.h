// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/syntax.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace engine::cells {

struct Token {
    enum class Kind { Name, Number, Sign, LineEnd };

    Kind kind;
    Place place;
    std::string_view text; ///< in the text that was cut; empty at a line's end
    double number = 0;
};

/// Names, numbers and signs of a cell's text, with a LineEnd behind each line, to be taken one by one; without blanks
/// and comments.
class Tokens {
public:
    /// Throws CellError where there is something else in the text, which has to stay.
    explicit Tokens(std::string_view text);

    bool atEnd() const { return m_at == m_tokens.size(); }
    const Token& next() const { return m_tokens[m_at]; }
    bool isNext(Token::Kind kind) const { return next().kind == kind; }
    bool isNext(std::string_view sign) const { return isNext(Token::Kind::Sign) && next().text == sign; }

    const Token& take() { return m_tokens[m_at++]; }

    /// Takes the next one, or fails.
    const Token& take(Token::Kind kind, const Sentence& wanted);
    void take(std::string_view sign);

    /// Takes the sign where it is next.
    bool takeIf(std::string_view sign);

    /// Throws CellError: what is next, and what should be there.
    [[noreturn]] void fail(const Sentence& wanted, const std::optional<Mend>& mend = {}) const;

private:
    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
};

} // namespace engine::cells

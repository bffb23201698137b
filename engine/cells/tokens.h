// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/syntax.h"

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

/// Names, numbers and signs of a cell's text, with a LineEnd behind each line; without blanks and comments. Throws
/// CellError where there is something else.
std::vector<Token> tokensOf(std::string_view text);

} // namespace engine::cells

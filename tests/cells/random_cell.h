// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"
#include "engine/cells/reference.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine::cells::test {

/// Part of an expression as a test writes it, without a parser.
struct Expression {
    std::string kind; ///< an operator, a function, "number", "x", "name", "state" or "matrix"
    std::string name = {};
    int heads = 0;
    double number = 0;
    std::vector<Expression> operands = {};
};

struct RandomEquation {
    std::string name;
    Expression value;
};

/// Equations drawn by a seed: many are cells, some are wrong.
std::vector<RandomEquation> randomEquations(std::uint64_t seed);

/// Their text, with no more parentheses than the notation asks for.
std::string textOf(const std::vector<RandomEquation>& equations);

/// A walk over the trees, value by value; learned tensors and states go by their names in `cell`.
CellResult walk(const std::vector<RandomEquation>& equations, const Definition& cell, const CellRun& run);

} // namespace engine::cells::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"
#include "engine/cells/reference.h"
#include "tests/kernels/reference.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine::cells::test {

using Doubles = std::vector<double>;
using Floats = std::vector<float>;

Floats floats(const Doubles& numbers);
std::vector<Floats> floats(const std::vector<Doubles>& tensors);

/// A run with sequences that start inside it, the gradients that arrive, and what comes of them.
struct Problem {
    CellRun run;
    CellResult arriving, result;
    CellGradients gradients;

    /// Numbers by a seed, which are floats, too; weights are up to `weights`. What comes of them is left out.
    Problem(const Definition& cell, std::int64_t streams, CellSizes sizes, std::uint32_t seed, double weights = 0.5,
            std::int64_t steps = 5);

    void solve(const Definition& cell); ///< by the reference
};

/// The numbers of tests/golden/cell_NAME.json, which were computed elsewhere by automatic differentiation.
Problem goldenProblem(const std::string& name, const Definition& cell);

/// A random cell (random_cell.h) with a solved problem.
struct RandomCell {
    std::string text;
    Definition cell;
    Problem problem;
};

/// Nothing where what is drawn is no cell, or where its numbers grow so large that floats would part from them.
std::optional<RandomCell> randomCell(std::uint32_t seed);

/// The problem as that of a CELL whose states come in and go out by ports.
engine::test::Problem layerOf(const std::string& equations, const Problem& given);

/// The same problem with its steps in the other order, as a direction that reads backward takes it: cont[t] is then
/// between steps t - 1 and t, and nothing is between the ports and the last step.
Problem turned(const Problem& problem);

/// Rows of so many steps in the other order.
Floats turnedBack(const Floats& numbers, std::int64_t steps);

} // namespace engine::cells::test

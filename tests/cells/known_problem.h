// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/reference.h"

#include <cstdint>
#include <optional>
#include <string>

namespace engine::cells::test {

/// A run and all that belongs to it.
struct CellProblem {
    CellRun run;
    CellResult result, arriving; ///< what comes out; the gradients of the loss by it
    CellGradients gradients;
};

/// The numbers of tests/golden/cell_NAME.json, which were computed elsewhere by automatic differentiation.
CellProblem goldenProblem(const std::string& name, const Definition& cell);

/// Numbers by a seed, which are floats, too; with sequences that start inside the run. What comes out of it is left
/// out.
CellProblem drawnProblem(const Definition& cell, std::int64_t streams, CellSizes sizes, std::uint32_t seed);

/// A random cell (random_cell.h), and what the reference makes of a drawn problem.
struct RandomCell {
    std::string text;
    Definition cell;
    CellProblem problem;
};

/// Nothing where what is drawn is no cell, or where its numbers grow so large that floats would part from them.
std::optional<RandomCell> randomCell(std::uint32_t seed);

} // namespace engine::cells::test

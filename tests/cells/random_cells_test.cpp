// SPDX-License-Identifier: GPL-3.0-or-later
// Cells by a seed: their stages against a walk over the equations. That their gradients are those of differences is
// tried in check_test.
#include "tests/cells/cell_problem.h"
#include "tests/cells/random_cell.h"
#include "tests/support/night.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engine::cells::test {
namespace {

void expectEqual(const Doubles& found, const Doubles& wanted, const std::string& what)
{
    ASSERT_EQ(found.size(), wanted.size()) << what;
    for (std::size_t element = 0; element < found.size(); ++element) {
        ASSERT_NEAR(found[element], wanted[element], 1e-9 * (1 + std::abs(wanted[element]))) << what << element;
    }
}

/// The cell of the seed; nothing where it is refused.
std::optional<Definition> drawnCell(const std::vector<RandomEquation>& equations, CellSizes sizes)
{
    try {
        Definition cell = define(textOf(equations));
        checkSizes(cell, sizes);
        return cell;
    } catch (const CellError&) {
        return std::nullopt;
    }
}

TEST(RandomCells, AgreeWithAWalkOverTheirEquations)
{
    const std::uint32_t seeds = atNight() ? 200 : 20;
    std::uint32_t taken = 0;
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        const std::vector<RandomEquation> equations = randomEquations(seed);
        const CellSizes sizes{.width = seed % 2 == 0 ? 3 : 4, .units = 4}; // x element by element wants them equal
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + textOf(equations));
        const std::optional<Definition> cell = drawnCell(equations, sizes);
        if (!cell) {
            continue;
        }
        ++taken;
        const Problem problem(*cell, 2, sizes, seed, 1);
        const CellResult wanted = walk(equations, *cell, problem.run), found = Reference(*cell).forward(problem.run);
        expectEqual(found.h, wanted.h, "h ");
        for (std::size_t state = 0; state < wanted.states.size(); ++state) {
            expectEqual(found.states[state], wanted.states[state], cell->states[state].name + " ");
        }
        if (testing::Test::HasFailure()) {
            return;
        }
    }
    EXPECT_GT(taken, seeds / 2);
    EXPECT_LT(taken, seeds); // some are refused
}

} // namespace
} // namespace engine::cells::test

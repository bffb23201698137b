// SPDX-License-Identifier: GPL-3.0-or-later
// Cells by a seed: their stages, forward and backward, against their equations, read as they stand.
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

TEST(RandomCells, AreWhatTheirEquationsSay)
{
    const std::uint32_t seeds = atNight() ? 200 : 20;
    std::uint32_t taken = 0;
    for (std::uint32_t seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
        const std::string text = textOf(randomEquations(seed));
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        const CellSizes sizes{.width = seed % 2 == 0 ? 3 : 4, .units = 4}; // x element by element wants them equal
        try {
            const Definition cell = define(text);
            Problem problem(cell, 2, sizes, seed, 1);
            problem.solve(cell);
            const engine::test::Problem layer = layerOf(text, problem);
            const engine::test::Answer<double> wanted = engine::test::answer(layer);
            const engine::test::Gradients slopes = engine::test::gradients(layer);
            expectEqual(problem.result.h, wanted.outputs[0], "h ");
            expectEqual(problem.gradients.x, slopes.inputs[0], "gradient by x ");
            for (std::size_t state = 0; state < cell.states.size(); ++state) {
                expectEqual(problem.result.states[state], wanted.outputs[1 + state], cell.states[state].name + " ");
                expectEqual(problem.gradients.states[state], slopes.inputs[2 + state],
                            "gradient by " + cell.states[state].name + " ");
            }
            for (std::size_t learned = 0; learned < cell.learned.size(); ++learned) {
                expectEqual(problem.gradients.learned[learned], slopes.weights[learned],
                            "gradient by " + cell.learned[learned].name + " ");
            }
            ++taken;
        } catch (const CellError&) { // some are refused
        }
    }
    EXPECT_GT(taken, seeds / 2);
    EXPECT_LT(taken, seeds);
}

} // namespace
} // namespace engine::cells::test

// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the library against values and gradients that were computed elsewhere by automatic differentiation.
#include "engine/cells/library.h"
#include "tests/cells/cell_problem.h"

#include <gtest/gtest.h>

namespace engine::cells {
namespace {

using Numbers = std::vector<double>;

constexpr double tolerance = 1e-9;

void expectNear(const Numbers& found, const Numbers& wanted, const std::string& what)
{
    ASSERT_EQ(found.size(), wanted.size()) << what;
    for (std::size_t element = 0; element < found.size(); ++element) {
        EXPECT_NEAR(found[element], wanted[element], tolerance) << what << ", element " << element;
    }
}

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (const LibraryCell& cell : libraryCells()) {
        all.emplace_back(cell.name);
    }
    return all;
}

class GoldenCell : public testing::TestWithParam<std::string> {};

TEST_P(GoldenCell, HasTheseValuesAndGradients)
{
    const Definition cell = define(libraryCell(GetParam()));
    const test::Problem golden = test::goldenProblem(GetParam(), cell);
    Reference reference(cell);
    const CellResult result = reference.forward(golden.run);
    expectNear(result.h, golden.result.h, "h");
    const CellGradients gradients = reference.backward(golden.run, golden.arriving);
    expectNear(gradients.x, golden.gradients.x, "gradient by x");
    for (std::size_t state = 0; state < cell.states.size(); ++state) {
        const std::string& name = cell.states[state].name;
        expectNear(result.states[state], golden.result.states[state], name + " after the last step");
        expectNear(gradients.states[state], golden.gradients.states[state], "gradient by the first " + name);
    }
    for (std::size_t learned = 0; learned < cell.learned.size(); ++learned) {
        expectNear(gradients.learned[learned], golden.gradients.learned[learned],
                   "gradient by " + cell.learned[learned].name);
    }
}

INSTANTIATE_TEST_SUITE_P(Library, GoldenCell, testing::ValuesIn(names()),
                         [](const auto& instance) { return instance.param; });

} // namespace
} // namespace engine::cells

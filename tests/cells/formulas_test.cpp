// SPDX-License-Identifier: GPL-3.0-or-later
// Slopes of typed cells where there are several, and values at the edges. What the library's cells give is in
// golden_cells_test.
#include "engine/cells/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace engine::cells {
namespace {

using Numbers = std::vector<double>;

constexpr double formulaTolerance = 1e-14;

/// The gradient by `name` where all that is learned has the values in the order of first use. The cell reads x besides.
double slope(const std::string& text, const std::vector<double>& values, std::string_view name)
{
    const Definition cell = define(text + " + W x");
    CellRun run{.steps = 1,
                .streams = 1,
                .sizes = {.width = 1, .units = 1},
                .x = {1},
                .cont = {1},
                .learned = {},
                .states = {}};
    for (const double value : values) {
        run.learned.push_back({value});
    }
    run.learned.push_back({0.5}); // W
    Reference reference(cell);
    reference.forward(run);
    const CellGradients gradients = reference.backward(run, {.h = {1}, .states = {}});
    const auto found = std::ranges::find(cell.learned, name, &Learned::name);
    return gradients.learned[static_cast<std::size_t>(found - cell.learned.begin())][0];
}

TEST(Slope, OfReluAndAbsIsZeroAtZero)
{
    EXPECT_EQ(slope("h = relu(b)", {0}, "b"), 0);
    EXPECT_EQ(slope("h = relu(b)", {2}, "b"), 1);
    EXPECT_EQ(slope("h = relu(b)", {-2}, "b"), 0);
    EXPECT_EQ(slope("h = abs(b)", {0}, "b"), 0);
    EXPECT_EQ(slope("h = abs(b)", {2}, "b"), 1);
    EXPECT_EQ(slope("h = abs(b)", {-2}, "b"), -1);
}

TEST(Slope, OfMaxAndMinGoesToTheFirstWhereBothAreEqual)
{
    for (const char* text : {"h = max(a, b)", "h = min(a, b)"}) {
        EXPECT_EQ(slope(text, {2, 2}, "a"), 1) << text;
        EXPECT_EQ(slope(text, {2, 2}, "b"), 0) << text;
    }
    EXPECT_EQ(slope("h = max(a, b)", {1, 2}, "b"), 1);
    EXPECT_EQ(slope("h = min(a, b)", {1, 2}, "a"), 1);
}

TEST(Slope, OfEachFunctionIsItsDerivative)
{
    const double sigmoid = 1 / (1 + std::exp(-0.5));
    EXPECT_NEAR(slope("h = sigmoid(b)", {0.5}, "b"), sigmoid * (1 - sigmoid), formulaTolerance);
    EXPECT_NEAR(slope("h = tanh(b)", {0.5}, "b"), 1 - std::pow(std::tanh(0.5), 2), formulaTolerance);
    EXPECT_NEAR(slope("h = exp(b)", {0.5}, "b"), std::exp(0.5), formulaTolerance);
    EXPECT_NEAR(slope("h = log(b)", {0.5}, "b"), 2, formulaTolerance);
    EXPECT_NEAR(slope("h = softplus(b)", {0.5}, "b"), sigmoid, formulaTolerance);
    EXPECT_NEAR(slope("h = sqrt(b)", {0.25}, "b"), 1, formulaTolerance);
    EXPECT_NEAR(slope("h = square(b)", {0.5}, "b"), 1, formulaTolerance);
    EXPECT_NEAR(slope("h = a / b", {3, 0.5}, "b"), -12, formulaTolerance);
    EXPECT_NEAR(slope("h = a - -b", {3, 0.5}, "b"), 1, formulaTolerance);
}

TEST(Values, StayFiniteWhereExponentialsOverflow)
{
    EXPECT_EQ(apply(Operation::Softplus, 1000.0, 0.0), 1000);
    EXPECT_EQ(apply(Operation::Sigmoid, -1000.0, 0.0), 0);
    EXPECT_NEAR(apply(Operation::Softplus, -40.0, 0.0), std::exp(-40.0), 1e-30);
}

TEST(Values, OfAnEquationOfNumbersAreThatNumberInEachUnit)
{
    const Definition cell = define("one = 3 - 2\nh = W x + U one + one");
    Reference reference(cell);
    const CellResult result = reference.forward({.steps = 1,
                                                 .streams = 1,
                                                 .sizes = {.width = 1, .units = 2},
                                                 .x = {0},
                                                 .cont = {1},
                                                 .learned = {{0, 0}, {1, 2, 3, 4}},
                                                 .states = {}});
    EXPECT_EQ(result.h, (Numbers{4, 8}));
}

} // namespace
} // namespace engine::cells

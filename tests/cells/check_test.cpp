// SPDX-License-Identifier: GPL-3.0-or-later
// What a cell is checked for before it is trained.
#include "engine/cells/check.h"
#include "engine/cells/library.h"
#include "tests/cells/random_cell.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace engine::cells {
namespace {

constexpr CellSizes sizes{.width = 5, .units = 8};

ValueRange rangeOf(std::string_view text, std::string_view name)
{
    const std::vector<ValueRange> all = valueRanges(define(text), sizes);
    const auto found = std::ranges::find(all, name, &ValueRange::name);
    EXPECT_NE(found, all.end()) << name;
    return *found;
}

/// What compareGradients() says where one of the tensors of the library's JANET gets another gradient.
template <typename Spoil>
GradientError spoiled(const Spoil& spoil)
{
    const Definition cell = define(libraryCell("janet"));
    const CellRun run = smallRun(cell, sizes);
    const CellResult arriving = randomGradients(cell, run);
    Reference reference(cell);
    reference.forward(run);
    CellGradients gradients = reference.backward(run, arriving);
    spoil(gradients);
    return compareGradients(cell, run, arriving, gradients);
}

TEST(CheckGradient, HoldsForTheLibrary)
{
    for (const LibraryCell& cell : libraryCells()) {
        const GradientError worst = checkGradient(define(cell.text), sizes);
        EXPECT_TRUE(worst.isRight()) << cell.name << ": " << worst.relative << " in " << worst.tensor;
        EXPECT_GT(worst.relative, 0) << cell.name << " was not compared";
    }
}

TEST(CheckGradient, FindsAWrongDerivativeInEachTensor)
{
    const GradientError x = spoiled([](CellGradients& gradients) { gradients.x[1] *= 1.001; });
    EXPECT_FALSE(x.isRight());
    EXPECT_EQ(x.tensor, "x");
    EXPECT_EQ(x.element, 1);
    const Definition cell = define(libraryCell("janet"));
    for (std::size_t index = 0; index < cell.learned.size(); ++index) {
        const GradientError found = spoiled([&](CellGradients& gradients) { gradients.learned[index][2] += 1e-4; });
        EXPECT_FALSE(found.isRight());
        EXPECT_EQ(found.tensor, cell.learned[index].name);
        EXPECT_EQ(found.element, 2);
    }
    const GradientError state = spoiled([](CellGradients& gradients) { gradients.states[0][3] = -2; });
    EXPECT_FALSE(state.isRight());
    EXPECT_EQ(state.tensor, "h[t-1]");
    EXPECT_EQ(state.element, 3);
}

TEST(CheckGradient, TellsWhereValuesAreNoNumbers)
{
    const GradientError worst = checkGradient(define("h = sqrt(-1 - square(W x))"), sizes);
    EXPECT_TRUE(std::isnan(worst.relative));
    EXPECT_FALSE(worst.isRight());
}

TEST(CheckGradient, RaisesNoFalseAlarm)
{
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const std::string text = test::textOf(test::randomEquations(seed));
        try {
            const GradientError worst = checkGradient(define(text), {.width = 8, .units = 8});
            compared += worst.isRight() ? 1 : 0;
            EXPECT_TRUE(worst.isRight() || std::isnan(worst.relative))
                << worst.relative << " in " << worst.tensor << " of\n"
                << text;
        } catch (const CellError&) { // some are no cells
        }
    }
    EXPECT_GT(compared, 60);
}

TEST(CheckGradient, NamesATensorWhereAllIsExact)
{
    const Definition cell = define("c = 0 * x\nh = 1 + 0 * c[t-1]");
    EXPECT_EQ(checkGradient(cell, {.width = 8, .units = 8}).relative, 0);
    EXPECT_EQ(checkGradient(cell, {.width = 8, .units = 8}).tensor, "x");
}

TEST(CheckGradient, TakesCornersForWhatTheyAreAndFitsHeadsAndXByElements)
{
    EXPECT_TRUE(checkGradient(define("h = max(relu(W x + U h[t-1]), abs(b))"), sizes).isRight());
    EXPECT_TRUE(checkGradient(define("h = tanh(x + U[6] h[t-1])"), {.width = 12, .units = 12}).isRight());
    EXPECT_THROW(checkGradient(define("h = tanh(x + b)"), sizes), CellError);
    EXPECT_THROW(checkGradient(define("h = tanh(W x)"), sizes, [] { return false; }), CancelledError);
}

TEST(ValueRanges, OfTheLibraryAreCalm)
{
    for (const LibraryCell& cell : libraryCells()) {
        for (const ValueRange& range : valueRanges(define(cell.text), sizes)) {
            EXPECT_FALSE(range.lostAt) << cell.name << ": " << range.name;
            EXPECT_FALSE(range.grows) << cell.name << ": " << range.name << ", " << range.min << " to " << range.max;
            EXPECT_LT(range.min, range.max) << cell.name << ": " << range.name;
        }
    }
}

TEST(ValueRanges, BeginAsInitSaysAndTellAtWhichStepACellExplodesOrIsNoNumber)
{
    const ValueRange h = rangeOf("h = 10 * h[t-1] + 1", "h"), fixed = rangeOf("h = b + 0 * h[t-1]\ninit b = 0.25", "h");
    EXPECT_EQ(h.lostAt, 40); // 1.1e38 at the 39th step; floats end at 3.4e38
    EXPECT_EQ(h.min, 1);
    EXPECT_EQ(fixed.min, 0.25);
    EXPECT_EQ(fixed.max, 0.25);
    const std::string_view text = "a = tanh(W x)\nh = a + log(-1)";
    EXPECT_EQ(rangeOf(text, "h").lostAt, 1);
    EXPECT_FALSE(rangeOf(text, "a").lostAt);
}

TEST(ValueRanges, TellWhatGrowsWithoutBound)
{
    const std::string_view text = "c = c[t-1] + 0.01\nh = tanh(W x + b)";
    EXPECT_TRUE(rangeOf(text, "c").grows);
    EXPECT_FALSE(rangeOf(text, "h").grows);
    EXPECT_TRUE(rangeOf("h = h[t-1] + tanh(W x)", "h").grows) << "a random walk";
}

TEST(ValueRanges, TellWhatIsSaturated)
{
    EXPECT_EQ(rangeOf("h = sigmoid(W x + b)\ninit b = 50", "h").saturated, 1);
    EXPECT_EQ(rangeOf("h = tanh(W x + b)\ninit b = -50", "h").saturated, 1);
    EXPECT_LT(*rangeOf("h = sigmoid(W x)", "h").saturated, 0.05);
    EXPECT_FALSE(rangeOf("h = 2 * tanh(W x)", "h").saturated);
}

} // namespace
} // namespace engine::cells

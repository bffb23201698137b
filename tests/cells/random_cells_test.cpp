// SPDX-License-Identifier: GPL-3.0-or-later
// Cells by a seed: their stages against a walk over the equations, their derivative against differences.
#include "tests/cells/random_cell.h"
#include "tests/support/night.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace engine::cells::test {
namespace {

using Vector = std::vector<double>;

/// All numbers that go into a run, for changes in one direction.
std::vector<Vector*> numbersOf(CellRun& run)
{
    std::vector<Vector*> all = {&run.x};
    for (std::vector<Vector>* more : {&run.learned, &run.states}) {
        for (Vector& one : *more) {
            all.push_back(&one);
        }
    }
    return all;
}

std::vector<const Vector*> numbersOf(const CellGradients& gradients)
{
    std::vector<const Vector*> all = {&gradients.x};
    for (const std::vector<Vector>* more : {&gradients.learned, &gradients.states}) {
        for (const Vector& one : *more) {
            all.push_back(&one);
        }
    }
    return all;
}

class Trial {
public:
    Trial(std::uint64_t seed, const Definition& cell, CellSizes sizes) : m_random(seed)
    {
        run = {.steps = 3,
               .streams = 2,
               .sizes = sizes,
               .x = drawn(6 * sizes.width),
               .cont = {1, 1, 0, 1, 1, 1},
               .learned = {},
               .states = {}};
        for (const Learned& learned : cell.learned) {
            run.learned.push_back(drawn(shapeOf(learned, run.sizes).count()));
        }
        for (std::size_t state = 0; state < cell.states.size(); ++state) {
            run.states.push_back(drawn(8));
            slopes.states.push_back(drawn(8));
        }
        slopes.h = drawn(24);
    }

    Vector drawn(std::int64_t count)
    {
        std::uniform_real_distribution<double> distribution(-1, 1);
        Vector numbers(static_cast<std::size_t>(count));
        std::ranges::generate(numbers, [&] { return distribution(m_random); });
        return numbers;
    }

    /// What the gradients are taken of.
    double loss(const CellResult& result) const
    {
        double sum = 0;
        for (std::size_t element = 0; element < result.h.size(); ++element) {
            sum += result.h[element] * slopes.h[element];
        }
        for (std::size_t state = 0; state < result.states.size(); ++state) {
            for (std::size_t element = 0; element < result.states[state].size(); ++element) {
                sum += result.states[state][element] * slopes.states[state][element];
            }
        }
        return sum;
    }

    CellRun run;
    CellResult slopes;

private:
    std::mt19937_64 m_random;
};

void expectEqual(const Vector& found, const Vector& wanted, const std::string& what)
{
    ASSERT_EQ(found.size(), wanted.size()) << what;
    for (std::size_t element = 0; element < found.size(); ++element) {
        ASSERT_NEAR(found[element], wanted[element], 1e-9 * (1 + std::abs(wanted[element]))) << what << element;
    }
}

/// Whether the derivative in a drawn direction is that of differences, of a longer or a shorter step: at most one of
/// them meets a bend of relu, abs, max or min.
void checkDerivative(const std::vector<RandomEquation>& equations, const Definition& cell, Trial& trial,
                     const CellGradients& gradients)
{
    const CellRun here = trial.run;
    const std::vector<Vector*> numbers = numbersOf(trial.run);
    const std::vector<const Vector*> slopes = numbersOf(gradients);
    std::vector<Vector> direction;
    double wanted = 0, size = 1;
    for (std::size_t part = 0; part < numbers.size(); ++part) {
        direction.push_back(trial.drawn(static_cast<std::int64_t>(numbers[part]->size())));
        for (std::size_t element = 0; element < direction[part].size(); ++element) {
            wanted += direction[part][element] * (*slopes[part])[element];
            size += std::abs(direction[part][element] * (*slopes[part])[element]);
        }
    }
    std::vector<double> found;
    for (const double step : {1e-5, 1e-6}) {
        double sides[2];
        for (const int side : {0, 1}) {
            trial.run = here;
            for (std::size_t part = 0; part < numbers.size(); ++part) {
                for (std::size_t element = 0; element < direction[part].size(); ++element) {
                    (*numbers[part])[element] += (side == 0 ? -step : step) * direction[part][element];
                }
            }
            sides[side] = trial.loss(walk(equations, cell, trial.run));
        }
        found.push_back((sides[1] - sides[0]) / (2 * step));
    }
    trial.run = here;
    const bool isNear = std::abs(found[0] - wanted) < 1e-6 * size || std::abs(found[1] - wanted) < 1e-6 * size;
    EXPECT_TRUE(isNear) << "backward gives " << wanted << ", differences give " << found[0] << " and " << found[1];
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

TEST(RandomCells, AgreeWithAWalkOverTheirEquationsAndWithDifferences)
{
    const std::uint64_t seeds = atNight() ? 200 : 20;
    std::uint64_t taken = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const std::vector<RandomEquation> equations = randomEquations(seed);
        const CellSizes sizes{.width = seed % 2 == 0 ? 3 : 4, .units = 4}; // x element by element wants them equal
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + textOf(equations));
        const std::optional<Definition> cell = drawnCell(equations, sizes);
        if (!cell) {
            continue;
        }
        ++taken;
        Trial trial(seed, *cell, sizes);
        Reference reference(*cell);
        const CellResult wanted = walk(equations, *cell, trial.run), found = reference.forward(trial.run);
        expectEqual(found.h, wanted.h, "h ");
        for (std::size_t state = 0; state < wanted.states.size(); ++state) {
            expectEqual(found.states[state], wanted.states[state], cell->states[state].name + " ");
        }
        checkDerivative(equations, *cell, trial, reference.backward(trial.run, trial.slopes));
        if (testing::Test::HasFailure()) {
            return;
        }
    }
    EXPECT_GT(taken, seeds / 2);
    EXPECT_LT(taken, seeds); // some are refused
}

} // namespace
} // namespace engine::cells::test

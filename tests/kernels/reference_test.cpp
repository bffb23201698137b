// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/cases.h"
#include "tests/kernels/reference.h"
#include "tests/support/night.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

// The reference that all engines are measured by is itself measured by differences.

namespace engine::test {
namespace {

/// Compares `slopes` with central differences of the weighed outputs by `numbers`, which belong to the problem; of a
/// large tensor some elements only, spread over all of it; more of them at night.
::testing::AssertionResult slopesMatch(const Problem& problem, std::vector<double>& numbers,
                                       const std::vector<double>& slopes)
{
    constexpr double step = 1e-5;
    // Norms of few units, and quotients, bend so much that differences are no closer.
    const double tolerance = problem.type->name == "CELL" ? 1e-5 : 1e-8;
    const std::size_t most = atNight() ? 60 : 12;
    for (std::size_t index = 0; index < numbers.size(); index += 1 + numbers.size() / most) {
        const double kept = std::exchange(numbers[index], numbers[index] + step);
        const Answer<double> above = answer(problem);
        numbers[index] = kept - step;
        const Answer<double> below = answer(problem);
        numbers[index] = kept;
        const double slope = weighedDifference(problem, above, below) / (2 * step);
        if (!(std::abs(slope - slopes[index]) <= tolerance * std::max(1.0, std::abs(slope)))) {
            return ::testing::AssertionFailure() << "element " << index << ": the reference gives " << slopes[index]
                                                 << ", differences give " << slope;
        }
    }
    return ::testing::AssertionSuccess();
}

class Reference : public ::testing::TestWithParam<Case> {};

TEST_P(Reference, GradientsAreTheSlopesOfTheOutputs)
{
    Problem problem = problemOf(GetParam());
    const Gradients found = gradients(problem);
    for (std::size_t input = 0; input < problem.inputs.size(); ++input) {
        const std::vector<Port>& ports = problem.type->inputs;
        if (ports[std::min(input, ports.size() - 1)].gradient == GradientFlow::Passes) {
            EXPECT_TRUE(slopesMatch(problem, problem.inputs[input], found.inputs[input])) << "input " << input;
        }
    }
    for (std::size_t weight = 0; weight < problem.weights.size(); ++weight) {
        EXPECT_TRUE(slopesMatch(problem, problem.weights[weight], found.weights[weight])) << "weight " << weight;
    }
}

std::vector<Case> casesWithExactSlopes()
{
    std::vector<Case> found = cases();
    std::erase_if(found, [](const Case& one) { return !one.slopesAreExact; });
    return found;
}

INSTANTIATE_TEST_SUITE_P(Layers, Reference, ::testing::ValuesIn(casesWithExactSlopes()),
                         [](const ::testing::TestParamInfo<Case>& one) { return one.param.name; });

TEST(Tape, ClipsAGradientToItsLimit)
{
    Tape tape;
    const Traced x = variable(tape, 3);
    const Traced y = withClippedGradient(x, 0.5) * Traced(4);
    std::vector<double> seeds(y.index + 1);
    seeds[y.index] = 1;
    EXPECT_EQ(tape.gradients(seeds)[x.index], 0.5);
}

} // namespace
} // namespace engine::test

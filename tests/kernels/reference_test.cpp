// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/random.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/reference.h"
#include "tests/support/night.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

// The reference that all engines are measured by is itself measured by differences.

namespace engine::test {
namespace {

/// Compares `slopes` with central differences of the weighed outputs: along one direction that moves all `numbers`,
/// which belong to the problem; at night by some of them, spread over all, each by itself.
::testing::AssertionResult slopesMatch(const Problem& problem, std::vector<double>& numbers,
                                       const std::vector<double>& slopes)
{
    // Norms of few units, and quotients, bend so much that differences are no closer.
    const double tolerance = problem.type->name == "CELL" ? 1e-5 : 1e-8;
    const std::vector<double> kept = numbers;
    const auto matches = [&](const std::vector<double>& direction, double step, double allowed) {
        const auto moved = [&](double by) {
            std::ranges::transform(kept, direction, numbers.begin(),
                                   [=](double from, double way) { return from + by * way; });
            return answer(problem);
        };
        const Answer<double> above = moved(step), below = moved(-step);
        numbers = kept;
        const double slope = weighedDifference(problem, above, below) / (2 * step);
        const double found = std::inner_product(slopes.begin(), slopes.end(), direction.begin(), 0.0);
        return std::abs(slope - found) <= allowed * std::max(1.0, std::abs(slope))
                   ? ::testing::AssertionSuccess()
                   : ::testing::AssertionFailure() << "the reference gives " << found << ", differences give " << slope;
    };
    const double length = std::sqrt(static_cast<double>(numbers.size()));
    std::vector<double> all(numbers.size());
    for (std::size_t index = 0; index < all.size(); ++index) { // of signs by chance: all of one miss what adds to 0
        all[index] = (philox(index, 0, 1).words[0] % 2 == 0 ? 1 : -1) / length;
    }
    // Each number moves less than one alone would; the roundings of many add up.
    ::testing::AssertionResult result = matches(all, 1e-5 * std::sqrt(length), tolerance * std::max(1.0, length / 25));
    constexpr std::size_t most = 60;
    for (std::size_t index = 0; atNight() && result && index < numbers.size(); index += 1 + numbers.size() / most) {
        std::vector<double> one(numbers.size());
        one[index] = 1;
        result = matches(one, 1e-5, tolerance) << " for element " << index;
    }
    return result;
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

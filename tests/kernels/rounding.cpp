// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace engine::test {
namespace {

/// Rounding each factor to 8 bits costs 2^-9 of it; sums over many factors average that out.
constexpr double boundOfNumbers = 1e-2, boundOfGradients = 2e-2, boundWithKink = 0.12;

constexpr double boundOfFew = 0.04, boundOfFewGradients = 0.1;

/// Whether rounding can switch a unit's gradient on or off: where a sum of RELU lies beside zero.
bool hasKink(const Problem& problem)
{
    const std::optional<RecurrentStack> stack = recurrentStack(*problem.type, problem.params);
    return stack && stack->cell->kind == Cell::Kind::RnnRelu;
}

void expectNumbers(const LayerRun& found, const LayerRun& wanted, const Problem& problem, double bound)
{
    for (std::size_t output = 0; output < problem.sizes.outputs.size(); ++output) {
        EXPECT_LT(relativeError(found.output(output), wanted.output(output)), bound) << "output " << output;
    }
    for (std::size_t state = 0; state < problem.state.size(); ++state) {
        EXPECT_LT(relativeError(found.state(state), wanted.state(state)), bound) << "state " << state;
    }
}

void expectGradients(const LayerRun& found, const LayerRun& wanted, const Problem& problem, double bound)
{
    for (std::size_t input = 0; input < problem.inputs.size(); ++input) {
        EXPECT_LT(relativeError(found.inputGradient(input), wanted.inputGradient(input)), bound)
            << "gradient of input " << input;
    }
    for (std::size_t weight = 0; weight < problem.weights.size(); ++weight) {
        EXPECT_LT(relativeError(found.weightGradient(weight), wanted.weightGradient(weight)), bound)
            << "gradient of weight " << weight;
    }
}

} // namespace

void PrintTo(const RecurrentSizes& sizes, std::ostream* to)
{
    *to << sizes.type << ' ' << sizes.steps << " x " << sizes.streams << " x " << sizes.width << ", " << sizes.layers
        << " x " << sizes.units << (sizes.bothDirections ? " both" : "") << (sizes.ports ? " with ports" : "");
}

double relativeError(const std::vector<float>& found, const std::vector<float>& wanted)
{
    double difference = 0, size = 0;
    for (std::size_t index = 0; index < wanted.size(); ++index) {
        difference += std::pow(static_cast<double>(found.at(index)) - static_cast<double>(wanted[index]), 2);
        size += std::pow(static_cast<double>(wanted[index]), 2);
    }
    return difference == 0 ? 0 : std::sqrt(difference / size); // NaN is above every bound
}

Problem problemOf(const RecurrentSizes& sizes)
{
    Case sample = stackOf(sizes.type, {{"bidirectional", sizes.bothDirections}, {"expose_hidden", sizes.ports}},
                          {sizes.steps, sizes.streams, sizes.width, sizes.units, sizes.layers, sizes.dropout});
    if (sizes.activation != nullptr) {
        sample.params["activation"] = std::string(sizes.activation);
    }
    if (sizes.ports) {
        const std::size_t states = std::string_view(sizes.type) == "LSTM" ? 2 : 1;
        const Shape shape{sizes.layers * (sizes.bothDirections ? 2 : 1), sizes.streams, sizes.units};
        sample.inputs.insert(sample.inputs.end(), states, {shape, Numbers::Any, 0});
        sample.outputs = 1 + states;
    }
    Problem problem = test::problemOf(sample);
    for (std::vector<double>& weight : problem.weights) {
        std::ranges::transform(weight, weight.begin(),
                               [&](double value) { return value / std::sqrt(static_cast<double>(sizes.units)); });
    }
    return problem;
}

void expectNear(const LayerRun& found, const LayerRun& wanted, const Problem& problem)
{
    expectNumbers(found, wanted, problem, boundOfNumbers);
    expectGradients(found, wanted, problem, hasKink(problem) ? boundWithKink : boundOfGradients);
}

void expectNearWithFewFactors(const LayerRun& found, const LayerRun& wanted, const Problem& problem)
{
    expectNumbers(found, wanted, problem, boundOfFew);
    EXPECT_TRUE(found.marksStand());
    if (!hasKink(problem)) { // there a few units' gradients are all of it
        expectGradients(found, wanted, problem, boundOfFewGradients);
    }
}

std::vector<Case> recurrentCases()
{
    std::vector<Case> found;
    std::ranges::copy_if(cases(), std::back_inserter(found),
                         [](const Case& one) { return one.type == "LSTM" || one.type == "GRU" || one.type == "RNN"; });
    return found;
}

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/kernels/cpu_engines.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/layer_run.h"
#include "tests/support/gpu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

// FUSED multiplies in bf16, so the bounds of the conformance suite are not for it. Here it runs beside CAFFE on the
// CPU: every recurrent case of the suite, and nets as wide as those that it is made for.

namespace engine::test {
namespace {

struct Sizes {
    std::int64_t steps, streams, width, units, layers;
    double dropout = 0;
    const char* type = "LSTM";
    bool bothDirections = false, ports = false;
    const char* activation = nullptr;
};

void PrintTo(const Sizes& sizes, std::ostream* to)
{
    *to << sizes.type << ' ' << sizes.steps << " x " << sizes.streams << " x " << sizes.width << ", " << sizes.layers
        << " x " << sizes.units << (sizes.bothDirections ? " both" : "") << (sizes.ports ? " with ports" : "");
}

const Engine* fused()
{
    for (const Backend::OwnEngine& one : sharedGpu().backend().engines()) {
        if (one.engine->name() == "FUSED") {
            return one.engine;
        }
    }
    return nullptr;
}

/// ‖found - wanted‖ / ‖wanted‖; 0 where both are nothing.
double error(const std::vector<float>& found, const std::vector<float>& wanted)
{
    double difference = 0, size = 0;
    for (std::size_t index = 0; index < wanted.size(); ++index) {
        difference += std::pow(static_cast<double>(found.at(index)) - static_cast<double>(wanted[index]), 2);
        size += std::pow(static_cast<double>(wanted[index]), 2);
    }
    return difference == 0 ? 0 : std::sqrt(difference / size); // NaN is above every bound
}

/// Weights as small as those of a net that learns, since gates at their ends would hide everything.
Problem problemOf(const Sizes& sizes)
{
    Case sample{.name = "fused",
                .type = sizes.type,
                .inputs = {{{sizes.steps, sizes.streams, sizes.width}, Numbers::Any, 0},
                           {{sizes.steps, sizes.streams}, Numbers::Marks, 0}},
                .params = {{"num_output", sizes.units},
                           {"num_layers", sizes.layers},
                           {"dropout_ratio", sizes.dropout},
                           {"bidirectional", sizes.bothDirections},
                           {"expose_hidden", sizes.ports}}};
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

/// Whether rounding can switch a unit's gradient on or off: where a sum of RELU lies beside zero.
bool hasKink(const Problem& problem)
{
    return recurrentStack(*problem.type, problem.params)->cell->kind == Cell::Kind::RnnRelu;
}

class Fused : public ::testing::TestWithParam<Sizes> {
protected:
    void SetUp() override
    {
        if (const std::optional<std::string> refusal = gpuRefusal()) {
            GTEST_SKIP() << *refusal;
        }
        m_gpu = sharedGpu().backend().open({.precision = Precision::Bfloat16});
        const std::optional<std::string> refusal = fused()->refusal(setupWithoutMemory(problemOf(GetParam()), *m_gpu));
        if (refusal) {
            GTEST_SKIP() << "FUSED " << *refusal;
        }
    }

    /// Rounding each factor to 8 bits costs 2^-9 of it; sums over many factors average that out.
    static constexpr double boundOfNumbers = 1e-2, boundOfGradients = 2e-2, boundWithKink = 0.12;

    static void expectSame(const LayerRun& one, const LayerRun& other, const Problem& problem)
    {
        for (std::size_t output = 0; output < problem.sizes.outputs.size(); ++output) {
            EXPECT_LT(error(one.output(output), other.output(output)), boundOfNumbers) << "output " << output;
        }
        for (std::size_t state = 0; state < problem.state.size(); ++state) {
            EXPECT_LT(error(one.state(state), other.state(state)), boundOfNumbers) << "state " << state;
        }
    }

    static void expectSameGradients(const LayerRun& one, const LayerRun& other, const Problem& problem)
    {
        const double bound = hasKink(problem) ? boundWithKink : boundOfGradients;
        for (std::size_t input = 0; input < problem.inputs.size(); ++input) {
            EXPECT_LT(error(one.inputGradient(input), other.inputGradient(input)), bound)
                << "gradient of input " << input;
        }
        for (std::size_t weight = 0; weight < problem.weights.size(); ++weight) {
            EXPECT_LT(error(one.weightGradient(weight), other.weightGradient(weight)), bound)
                << "gradient of weight " << weight;
        }
    }

    CpuDevice m_cpu{cpuBackend(), 2};
    std::unique_ptr<Device> m_gpu;
};

TEST_P(Fused, GivesWhatCaffeGives)
{
    const Problem problem = problemOf(GetParam());
    LayerRun wanted(problem, caffeCpuEngine(), m_cpu);
    LayerRun found(problem, *fused(), *m_gpu);
    for (LayerRun* run : {&wanted, &found}) {
        run->forward(problem.pass);
        run->backward();
    }
    expectSame(found, wanted, problem);
    expectSameGradients(found, wanted, problem);
    EXPECT_TRUE(found.marksStand());
}

TEST_P(Fused, CarriesItsStateAndAddsGradients)
{
    const Problem problem = problemOf(GetParam());
    LayerRun wanted(problem, caffeCpuEngine(), m_cpu);
    LayerRun found(problem, *fused(), *m_gpu);
    for (LayerRun* run : {&wanted, &found}) {
        for (std::uint64_t pass = 0; pass < 3; ++pass) {
            run->forward(pass);
            run->backward();
        }
    }
    expectSame(found, wanted, problem);
    expectSameGradients(found, wanted, problem);
}

TEST_P(Fused, GivesTheSameBitsTwiceAndRecorded)
{
    const Problem problem = problemOf(GetParam());
    LayerRun plain(problem, *fused(), *m_gpu), recorded(problem, *fused(), *m_gpu);
    for (LayerRun* run : {&plain, &recorded}) {
        run->forward(problem.pass);
        run->backward();
    }
    EXPECT_EQ(plain.output(0), recorded.output(0));
    EXPECT_EQ(plain.weightGradient(1), recorded.weightGradient(1));
    const std::unique_ptr<Recording> recording = m_gpu->record([&] {
        recorded.forward(Pass{.number = problem.pass + 1, .startsOnlyFirst = true});
        recorded.backward();
    });
    recording->run();
    plain.forward(problem.pass + 1);
    plain.backward();
    EXPECT_EQ(plain.output(0), recorded.output(0));
    EXPECT_EQ(plain.inputGradient(0), recorded.inputGradient(0));
    EXPECT_EQ(plain.weightGradient(1), recorded.weightGradient(1));
}

constexpr Sizes sizesOfTests[] = {
    {1, 1, 3, 128, 1, 0},       {7, 10, 15, 128, 1, 0},    {9, 50, 64, 128, 2, 0},   {6, 25, 20, 256, 2, 0.3},
    {4, 100, 24, 384, 3, 0},    {12, 25, 15, 512, 2, 0.5}, {5, 100, 64, 512, 1, 0},  {4, 40, 16, 640, 1, 0},
    {3, 33, 8, 768, 2, 0.2},    {6, 64, 130, 1024, 1, 0},  {3, 20, 8, 896, 1, 0},    {3, 130, 8, 1024, 1, 0},
    {3, 260, 16, 512, 1, 0},    {5, 9, 8, 128, 1, 0},      {5, 20, 12, 100, 2, 0.3}, {4, 9, 300, 300, 1, 0},
    {4, 20, 12, 600, 2, 0.2},   {3, 9, 8, 1000, 1, 0},     {1, 5, 8, 128, 15, 0},    {40, 20, 16, 128, 3, 0.2},
    {30, 60, 12, 1024, 2, 0.3}, {4, 10, 16, 1100, 2, 0},   {3, 64, 16, 2048, 1, 0}};
INSTANTIATE_TEST_SUITE_P(Lstm, Fused, ::testing::ValuesIn(sizesOfTests));

constexpr Sizes othersOfTests[] = {{7, 10, 15, 128, 1, 0, "GRU"},
                                   {12, 25, 15, 512, 2, 0.5, "GRU"},
                                   {4, 70, 24, 384, 2, 0, "GRU"},
                                   {5, 9, 33, 200, 2, 0.2, "GRU"},
                                   {7, 10, 15, 128, 1, 0, "RNN"},
                                   {9, 25, 15, 512, 2, 0.5, "RNN", false, false, "RELU"},
                                   {5, 9, 33, 36, 2, 0.2, "RNN"},
                                   {9, 25, 20, 512, 2, 0.3, "LSTM", true},
                                   {6, 40, 20, 256, 2, 0, "GRU", true},
                                   {6, 20, 20, 100, 3, 0.4, "RNN", true},
                                   {28, 128, 28, 128, 1, 0, "LSTM", true},
                                   {6, 12, 20, 256, 2, 0, "LSTM", false, true},
                                   {6, 12, 20, 100, 2, 0.3, "LSTM", true, true},
                                   {1, 3, 20, 128, 1, 0, "GRU", true, true},
                                   {6, 12, 20, 512, 2, 0, "GRU", false, true},
                                   {6, 50, 20, 384, 1, 0, "RNN", false, true},
                                   {30, 10, 15, 128, 2, 0.2, "GRU"}, // in chunks of steps
                                   {30, 10, 15, 128, 2, 0, "RNN"},
                                   {30, 33, 8, 700, 3, 0.2, "GRU"}, // step by step
                                   {20, 9, 8, 2048, 2, 0, "RNN", false, false, "RELU"},
                                   {5, 12, 20, 640, 2, 0.1, "LSTM", true},
                                   {6, 12, 20, 600, 2, 0, "GRU", true, true},
                                   {6, 12, 20, 900, 2, 0, "LSTM", false, true}};
INSTANTIATE_TEST_SUITE_P(Others, Fused, ::testing::ValuesIn(othersOfTests));

/// The recurrent cases of the conformance suite: few units, so that all lie in one block beside zeros.
class FusedCases : public ::testing::TestWithParam<Case> {};

TEST_P(FusedCases, GivesWhatCaffeGives)
{
    if (const std::optional<std::string> refusal = gpuRefusal()) {
        GTEST_SKIP() << *refusal;
    }
    const std::unique_ptr<Device> gpu = sharedGpu().backend().open({.precision = Precision::Bfloat16});
    const Problem problem = test::problemOf(GetParam());
    if (const std::optional<std::string> refusal = fused()->refusal(setupWithoutMemory(problem, *gpu))) {
        GTEST_SKIP() << "FUSED " << *refusal;
    }
    CpuDevice cpu{cpuBackend(), 2};
    LayerRun wanted(problem, caffeCpuEngine(), cpu), found(problem, *fused(), *gpu);
    for (LayerRun* run : {&wanted, &found}) {
        run->forward(problem.pass);
        run->backward();
    }
    // Few factors: no sum averages what rounding costs each.
    constexpr double bound = 0.04, boundOfGradients = 0.1;
    for (std::size_t output = 0; output < problem.sizes.outputs.size(); ++output) {
        EXPECT_LT(error(found.output(output), wanted.output(output)), bound) << "output " << output;
    }
    for (std::size_t state = 0; state < problem.state.size(); ++state) {
        EXPECT_LT(error(found.state(state), wanted.state(state)), bound) << "state " << state;
    }
    EXPECT_TRUE(found.marksStand());
    if (hasKink(problem)) {
        return; // a few units' gradients are all of it here
    }
    for (std::size_t input = 0; input < problem.inputs.size(); ++input) {
        EXPECT_LT(error(found.inputGradient(input), wanted.inputGradient(input)), boundOfGradients)
            << "gradient of input " << input;
    }
    for (std::size_t weight = 0; weight < problem.weights.size(); ++weight) {
        EXPECT_LT(error(found.weightGradient(weight), wanted.weightGradient(weight)), boundOfGradients)
            << "gradient of weight " << weight;
    }
}

std::vector<Case> recurrentCases()
{
    std::vector<Case> found;
    std::ranges::copy_if(cases(), std::back_inserter(found),
                         [](const Case& one) { return one.type == "LSTM" || one.type == "GRU" || one.type == "RNN"; });
    return found;
}

INSTANTIATE_TEST_SUITE_P(Cuda, FusedCases, ::testing::ValuesIn(recurrentCases()),
                         [](const auto& one) { return one.param.name; });

} // namespace
} // namespace engine::test

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

// FUSED multiplies in bf16 and takes whole multiples of 128 units, so the cases of the conformance suite pass it by.
// Here it runs beside CAFFE on the CPU.

namespace engine::test {
namespace {

struct Sizes {
    std::int64_t steps, streams, width, units, layers;
    double dropout;
};

void PrintTo(const Sizes& sizes, std::ostream* to)
{
    *to << sizes.steps << " x " << sizes.streams << " x " << sizes.width << ", " << sizes.layers << " x "
        << sizes.units;
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
    const Case sample{
        .name = "fused",
        .type = "LSTM",
        .inputs = {{{sizes.steps, sizes.streams, sizes.width}, Numbers::Any, 0},
                   {{sizes.steps, sizes.streams}, Numbers::Marks, 0}},
        .params = {{"num_output", sizes.units}, {"num_layers", sizes.layers}, {"dropout_ratio", sizes.dropout}}};
    Problem problem = test::problemOf(sample);
    for (std::vector<double>& weight : problem.weights) {
        std::ranges::transform(weight, weight.begin(),
                               [&](double value) { return value / std::sqrt(static_cast<double>(sizes.units)); });
    }
    return problem;
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
    static constexpr double bound = 1e-2, boundOfGradients = 2e-2;

    static void expectSame(const LayerRun& one, const LayerRun& other, const Problem& problem)
    {
        EXPECT_LT(error(one.output(0), other.output(0)), bound) << "h";
        for (std::size_t state = 0; state < problem.state.size(); ++state) {
            EXPECT_LT(error(one.state(state), other.state(state)), bound) << "state " << state;
        }
    }

    static void expectSameGradients(const LayerRun& one, const LayerRun& other, const Problem& problem)
    {
        EXPECT_LT(error(one.inputGradient(0), other.inputGradient(0)), boundOfGradients) << "gradient of x";
        for (std::size_t weight = 0; weight < problem.weights.size(); ++weight) {
            EXPECT_LT(error(one.weightGradient(weight), other.weightGradient(weight)), boundOfGradients)
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

constexpr Sizes sizesOfTests[] = {{1, 1, 3, 128, 1, 0},     {7, 10, 15, 128, 1, 0},  {9, 50, 64, 128, 2, 0},
                                  {6, 25, 20, 256, 2, 0.3}, {4, 100, 24, 384, 3, 0}, {12, 25, 15, 512, 2, 0.5},
                                  {5, 100, 64, 512, 1, 0},  {4, 40, 16, 640, 1, 0},  {3, 33, 8, 768, 2, 0.2},
                                  {6, 64, 130, 1024, 1, 0}, {3, 20, 8, 896, 1, 0},   {3, 130, 8, 1024, 1, 0},
                                  {3, 260, 16, 512, 1, 0},  {5, 9, 8, 128, 1, 0}};
INSTANTIATE_TEST_SUITE_P(Cuda, Fused, ::testing::ValuesIn(sizesOfTests));

} // namespace
} // namespace engine::test

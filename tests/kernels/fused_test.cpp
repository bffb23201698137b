// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/kernels/cpu_engines.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/layer_run.h"
#include "tests/kernels/rounding.h"
#include "tests/support/gpu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>

// Where FUSED multiplies in bf16, the bounds of the conformance suite are not for it. Here it runs beside CAFFE on the
// CPU: every recurrent case of the suite, and nets as wide as those that it is made for.

namespace engine::test {
namespace {

const Engine* fused()
{
    for (const Backend::OwnEngine& one : sharedGpu().backend().engines()) {
        if (one.engine->name() == "FUSED") {
            return one.engine;
        }
    }
    return nullptr;
}

class Fused : public ::testing::TestWithParam<RecurrentSizes> {
protected:
    void SetUp() override
    {
        HAMNET_NEEDS_GPU();
        m_gpu = sharedGpu().backend().open({.precision = Precision::Bfloat16});
        const std::optional<std::string> refusal = fused()->refusal(setupWithoutMemory(problemOf(GetParam()), *m_gpu));
        if (refusal) {
            GTEST_SKIP() << "FUSED " << *refusal;
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
    step({problem.pass}, wanted, found);
    expectNear(found, wanted, problem);
    EXPECT_TRUE(found.marksStand());
}

TEST_P(Fused, CarriesItsStateAndAddsGradients)
{
    const Problem problem = problemOf(GetParam());
    LayerRun wanted(problem, caffeCpuEngine(), m_cpu);
    LayerRun found(problem, *fused(), *m_gpu);
    step({0, 1, 2}, wanted, found);
    expectNear(found, wanted, problem);
}

TEST_P(Fused, GivesTheSameBitsTwiceAndRecorded)
{
    const Problem problem = problemOf(GetParam());
    LayerRun plain(problem, *fused(), *m_gpu), recorded(problem, *fused(), *m_gpu);
    step({problem.pass}, plain, recorded);
    EXPECT_EQ(plain.output(0), recorded.output(0));
    EXPECT_EQ(plain.weightGradient(1), recorded.weightGradient(1));
    const std::unique_ptr<Recording> recording = m_gpu->record([&] {
        recorded.forward(Pass{.number = problem.pass + 1, .startsOnlyFirst = true});
        recorded.backward();
    });
    recording->run();
    plain.step(problem.pass + 1);
    EXPECT_EQ(plain.output(0), recorded.output(0));
    EXPECT_EQ(plain.inputGradient(0), recorded.inputGradient(0));
    EXPECT_EQ(plain.weightGradient(1), recorded.weightGradient(1));
}

/// Then it packs weights beside other work, and leaves gradients of weights to join().
TEST_P(Fused, GivesTheSameBitsOnAForkedDevice)
{
    const Problem problem = problemOf(GetParam());
    LayerRun plain(problem, *fused(), *m_gpu), beside(problem, *fused(), *m_gpu);
    plain.step(problem.pass);
    m_gpu->finish();
    m_gpu->fork();
    beside.forward(problem.pass);
    m_gpu->join();
    m_gpu->fork();
    beside.backward();
    EXPECT_TRUE(m_gpu->isForked());
    m_gpu->join();
    EXPECT_EQ(plain.output(0), beside.output(0));
    EXPECT_EQ(plain.inputGradient(0), beside.inputGradient(0));
    EXPECT_EQ(plain.weightGradient(0), beside.weightGradient(0));
    EXPECT_EQ(plain.weightGradient(1), beside.weightGradient(1));
}

constexpr RecurrentSizes fusedSizes[] = {
    {1, 1, 3, 128, 1, 0},       {7, 10, 15, 128, 1, 0},
    {9, 50, 64, 128, 2, 0},     {6, 25, 20, 256, 2, 0.3},
    {4, 100, 24, 384, 3, 0},    {12, 25, 15, 512, 2, 0.5},
    {5, 100, 64, 512, 1, 0},    {4, 40, 16, 640, 1, 0},
    {3, 33, 8, 768, 2, 0.2},    {6, 64, 130, 1024, 1, 0},
    {3, 20, 8, 896, 1, 0},      {3, 130, 8, 1024, 1, 0},
    {3, 260, 16, 512, 1, 0},    {5, 9, 8, 128, 1, 0},
    {5, 20, 12, 100, 2, 0.3},   {4, 9, 300, 300, 1, 0},
    {4, 20, 12, 600, 2, 0.2},   {3, 9, 8, 1000, 1, 0},
    {1, 5, 8, 128, 15, 0},      {40, 20, 16, 128, 3, 0.2},
    {30, 60, 12, 1024, 2, 0.3}, {4, 10, 16, 1100, 2, 0},
    {3, 64, 16, 2048, 1, 0},    {250, 32, 2000, 128, 1, 0}}; // the last one in two chunks beside its own products
INSTANTIATE_TEST_SUITE_P(Lstm, Fused, ::testing::ValuesIn(fusedSizes));

constexpr RecurrentSizes othersOfTests[] = {{7, 10, 15, 128, 1, 0, "GRU"},
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
                                            {300, 32, 2000, 120, 1, 0, "GRU"}, // in two, beside its own products
                                            {30, 33, 8, 900, 3, 0.2, "GRU"},   // step by step
                                            {12, 33, 8, 700, 2, 0.2, "GRU"},
                                            {5, 20, 8, 768, 1, 0, "RNN"},
                                            {5, 70, 8, 768, 1, 0, "LSTM"}, // two rounds of clusters
                                            {3, 5, 8, 513, 2, 0.1, "LSTM", false, true},
                                            {20, 9, 8, 2048, 2, 0, "RNN", false, false, "RELU"},
                                            {5, 12, 20, 640, 2, 0.1, "LSTM", true},
                                            {6, 12, 20, 600, 2, 0, "GRU", true, true},
                                            {6, 12, 20, 900, 2, 0, "LSTM", false, true},
                                            // a step is one kernel, where the GPU has it
                                            {3, 70, 8, 832, 1, 0, "RNN"},
                                            {1, 65, 8, 1088, 1, 0, "GRU"},
                                            {5, 20, 8, 832, 2, 0.1, "LSTM", true, true},
                                            {4, 70, 8, 960, 1, 0, "GRU", true, true},
                                            {40, 130, 8, 800, 3, 0.1, "LSTM"},
                                            // blocks of 128 streams, on up to 132 multiprocessors
                                            {3, 260, 8, 850, 1, 0, "RNN"},
                                            {3, 260, 8, 900, 1, 0, "LSTM", false, true},
                                            {24, 128, 8, 832, 3, 0, "GRU"},
                                            // a product and a kernel for the cells
                                            {3, 300, 8, 900, 1, 0, "LSTM"},
                                            {3, 300, 8, 900, 2, 0, "GRU"}};
INSTANTIATE_TEST_SUITE_P(Others, Fused, ::testing::ValuesIn(othersOfTests));

/// A block a stream.
constexpr RecurrentSizes sizesInBlocks[] = {{7, 10, 15, 16, 1, 0},
                                            {1, 4, 8, 16, 1, 0},
                                            {8, 3, 9, 24, 1, 0},
                                            {9, 12, 20, 32, 1, 0},
                                            {11, 50, 8, 40, 1, 0},
                                            {4, 6, 8, 48, 1, 0},
                                            {6, 12, 20, 64, 1, 0},
                                            {5, 9, 8, 33, 2, 0.3},
                                            {40, 3, 70, 57, 2, 0},  // in chunks of steps
                                            {30, 5, 8, 24, 3, 0.2}, // likewise
                                            {3, 600, 8, 64, 1, 0},  // not all at once: in clusters, where in bf16
                                            {9, 25, 20, 40, 1, 0.3, "LSTM", true},
                                            {6, 12, 20, 48, 2, 0, "LSTM", false, true},
                                            {6, 12, 20, 20, 2, 0.3, "LSTM", true, true},
                                            {7, 10, 15, 40, 1, 0, "GRU"},
                                            {60, 10, 15, 24, 2, 0.2, "GRU"}, // likewise
                                            {5, 9, 33, 64, 2, 0.2, "GRU", true},
                                            {13, 3, 20, 16, 1, 0, "GRU", true, true},
                                            {21, 10, 15, 40, 1, 0, "RNN"},
                                            {9, 25, 15, 60, 2, 0.5, "RNN", false, false, "RELU"},
                                            {6, 20, 20, 31, 3, 0.4, "RNN", true},
                                            {30, 7, 20, 64, 2, 0, "RNN", false, true},
                                            {60, 7, 20, 30, 2, 0, "RNN"}}; // in chunks of steps
INSTANTIATE_TEST_SUITE_P(InBlocks, Fused, ::testing::ValuesIn(sizesInBlocks));

class FusedInFloats : public ::testing::TestWithParam<RecurrentSizes> {};

TEST_P(FusedInFloats, GivesWhatCaffeGives)
{
    HAMNET_NEEDS_GPU();
    const Problem problem = problemOf(GetParam());
    CpuDevice cpu{cpuBackend(), 2};
    LayerRun wanted(problem, caffeCpuEngine(), cpu);
    step({0, 1}, wanted);
    for (const Precision precision : {Precision::Float32, Precision::Tf32}) {
        const std::unique_ptr<Device> gpu = sharedGpu().backend().open({.precision = precision});
        LayerRun found(problem, *fused(), *gpu);
        step({0, 1}, found);
        expectNear(found, wanted, problem);
        if (precision == Precision::Float32) {
            EXPECT_LT(relativeError(found.output(0), wanted.output(0)), 1e-5);
            EXPECT_LT(relativeError(found.weightGradient(1), wanted.weightGradient(1)), 1e-4);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(InBlocks, FusedInFloats, ::testing::ValuesIn(sizesInBlocks));

/// The recurrent cases of the conformance suite: few units, so that all lie in one block beside zeros.
class FusedCases : public ::testing::TestWithParam<Case> {};

TEST_P(FusedCases, GivesWhatCaffeGives)
{
    HAMNET_NEEDS_GPU();
    const std::unique_ptr<Device> gpu = sharedGpu().backend().open({.precision = Precision::Bfloat16});
    const Problem problem = test::problemOf(GetParam());
    if (const std::optional<std::string> refusal = fused()->refusal(setupWithoutMemory(problem, *gpu))) {
        GTEST_SKIP() << "FUSED " << *refusal;
    }
    CpuDevice cpu{cpuBackend(), 2};
    LayerRun wanted(problem, caffeCpuEngine(), cpu), found(problem, *fused(), *gpu);
    step({problem.pass}, wanted, found);
    expectNearWithFewFactors(found, wanted, problem);
}

/// Without those that divide by a state: a drawn one may lie beside zero, where rounding to bf16 is all that counts.
std::vector<Case> typedCases()
{
    std::vector<Case> found;
    std::ranges::copy_if(cases(), std::back_inserter(found), [](const Case& one) {
        return one.type == "CELL" && one.name.find("slstm") == std::string::npos;
    });
    return found;
}

INSTANTIATE_TEST_SUITE_P(Cuda, FusedCases, ::testing::ValuesIn(recurrentCases()),
                         [](const auto& one) { return one.param.name; });
INSTANTIATE_TEST_SUITE_P(CudaTyped, FusedCases, ::testing::ValuesIn(typedCases()),
                         [](const auto& one) { return one.param.name; });

} // namespace
} // namespace engine::test

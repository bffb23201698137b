// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/cudnn_engine.h"
#include "engine/cuda/cudnn/memory.h"
#include "engine/layers/layers.h"
#include "tests/gpu/gpu_of_test.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/layer_run.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace engine::test {
namespace {

using cuda::cudnn::Elements;
using cuda::cudnn::formulaSizes;
using cuda::cudnn::recurrentMemory;
using cuda::cudnn::SpaceSizes;

struct MemoryForm {
    const char* type;
    bool bidirectional;
    std::int64_t steps, streams, units;
};

void PrintTo(const MemoryForm& form, std::ostream* to)
{
    *to << form.type << (form.bidirectional ? " both ways, " : ", ") << form.streams << " x " << form.steps << ", 2 x "
        << form.units;
}

Problem problemOfForm(const MemoryForm& form)
{
    return problemOf(
        stackOf(form.type, {{"bidirectional", form.bidirectional}}, {form.steps, form.streams, 16, form.units, 2}));
}

class CudnnMemory : public GpuTest, public ::testing::WithParamInterface<MemoryForm> {};

/// What cuDNN 9 said on an H200 for 75 steps of 25 streams, 2 x 512 units, in floats.
TEST(CudnnMemoryFormula, IsNearTheFiguresMeasured)
{
    const auto sizes = [](const Cell& cell, Elements elements) {
        return formulaSizes(
            {.stack = {.cell = &cell, .layers = 2}, .steps = 75, .streams = 25, .width = 16, .units = 512}, elements);
    };
    const SpaceSizes floats = sizes(lstmCell(), Elements::Float), halves = sizes(lstmCell(), Elements::Bfloat16);
    EXPECT_EQ(floats.weights, 4 * (4 * 512 * (16 + 512 + 2) + 4 * 512 * (512 + 512 + 2)));
    EXPECT_NEAR(static_cast<double>(floats.kept), 42'240'256, 1000);
    EXPECT_NEAR(static_cast<double>(floats.work), 45'465'856, 0.05 * 45'465'856);
    EXPECT_EQ(halves.kept, floats.kept / 2);
    EXPECT_EQ(floats.generators, 0);
    EXPECT_NEAR(static_cast<double>(sizes(gruCell(), Elements::Float).kept), 49'920'256, 1000);
    EXPECT_NEAR(static_cast<double>(sizes(rnnTanhCell(), Elements::Float).kept), 11'520'256, 1000);
}

TEST_P(CudnnMemory, IsAboutWhatTheFormulaSays)
{
    const Problem problem = problemOfForm(GetParam());
    const LayerSetup setup = setupWithoutMemory(problem, device());
    const LayerMemory asked = recurrentMemory(setup), told = cuda::cudnn::recurrentMemoryByFormula(setup);
    const auto whole = [](const LayerMemory& memory) { return static_cast<double>(memory.kept + memory.workspace); };
    std::printf("the library: kept %lld, workspace %lld; the formula: kept %lld, workspace %lld\n",
                static_cast<long long>(asked.kept), static_cast<long long>(asked.workspace),
                static_cast<long long>(told.kept), static_cast<long long>(told.workspace));
    EXPECT_NEAR(whole(told), whole(asked), 0.05 * whole(asked));
}

TEST_P(CudnnMemory, IsWhatTheKernelHolds)
{
    const Problem problem = problemOfForm(GetParam());
    LayerRun run(problem, cuda::cudnnEngine(), device());
    run.fill(problem);
    const LayerMemory told = recurrentMemory(setupWithoutMemory(problem, device()));
    run.forward(Pass{.startsOnlyFirst = true});
    run.backward();
    const auto held = static_cast<double>(run.workspaceBytes());
    if (run.kernel().method() == "STANDARD") {
        EXPECT_NEAR(static_cast<double>(told.kept + told.workspace), held, 0.05 * held);
    }
    run.forward(Pass{}); // sequences start inside: in pieces
    EXPECT_LE(static_cast<double>(run.workspaceBytes()), 1.1 * (static_cast<double>(told.inPieces) + held));
}

INSTANTIATE_TEST_SUITE_P(Of, CudnnMemory,
                         ::testing::Values(MemoryForm{"LSTM", false, 75, 25, 512},
                                           MemoryForm{"GRU", false, 75, 25, 512}, MemoryForm{"RNN", false, 75, 25, 512},
                                           MemoryForm{"LSTM", true, 50, 50, 128}, MemoryForm{"GRU", true, 50, 50, 128},
                                           MemoryForm{"RNN", true, 50, 50, 128}));

} // namespace
} // namespace engine::test

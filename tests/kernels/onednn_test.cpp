// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/openmp.h"
#include "engine/graph/catalog.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/onednn/layout.h"
#include "engine/layers/layers.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/layer_run.h"
#include "tests/kernels/near.h"
#include "tests/support/busy_processes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// What is particular to ONEDNN: private layouts, pieces between starts of sequences, memory. What every engine must do
// stands in conformance_test.cpp and recurrent_test.cpp.

namespace engine::test {
namespace {

constexpr double tolerance = 2e-5;

/// Those that it knows.
const std::vector<CellForm>& forms()
{
    static const std::vector<CellForm> known = [] {
        std::vector<CellForm> all = cellForms();
        std::erase_if(all, [](const CellForm& one) { return one.type == "CELL"; });
        return all;
    }();
    return known;
}

/// Every stream starts at the first step and nowhere else.
Problem problemFor(const CellForm& form, const StackSizes& sizes, Phase phase = Phase::Train)
{
    Problem problem = formProblem(form, sizes, phase);
    std::ranges::fill(problem.inputs[1], 1.0);
    std::fill_n(problem.inputs[1].begin(), sizes.streams, 0.0);
    return problem;
}

Problem lstmProblem(const StackSizes& sizes, Phase phase = Phase::Train)
{
    return problemFor(forms().front(), sizes, phase);
}

/// Runs the problem there and back and compares all that comes of it with the reference.
void expectEqualsReference(LayerRun& run, const Problem& problem)
{
    run.fill(problem);
    run.setState(problem.state);
    run.step(problem.pass);
    const Answer<double> wanted = answer(problem);
    const Gradients slopes = gradients(problem);
    EXPECT_TRUE(allNear(run.output(0), wanted.outputs[0], tolerance)) << "h";
    EXPECT_TRUE(allNear(run.inputGradient(0), slopes.inputs[0], tolerance)) << "slopes by x";
    for (std::size_t index = 0; index < wanted.state.size(); ++index) {
        EXPECT_TRUE(allNear(run.state(index), wanted.state[index], tolerance)) << problem.sizes.state[index].name;
    }
    for (std::size_t index = 0; index < slopes.weights.size(); ++index) {
        EXPECT_TRUE(allNear(run.weightGradient(index), slopes.weights[index], tolerance))
            << "slopes by " << problem.sizes.weights[index].name;
    }
}

/// A CPU that counts what it hands out.
class CountingDevice final : public CpuDevice {
public:
    CountingDevice() : CpuDevice(cpuBackend(), 1) {}

    Buffer allocate(std::int64_t floats) override
    {
        allocatedFloats += floats;
        return CpuDevice::allocate(floats);
    }

    std::int64_t allocatedFloats = 0;
};

/// Makes nothing: what a run allocates with it is the run's own.
class NoEngine final : public Engine {
public:
    std::string_view name() const override { return "NONE"; }
    std::optional<Sentence> refusal(const LayerSetup&) const override { return std::nullopt; }
    std::unique_ptr<Kernel> makeKernel(const LayerSetup&) const override { return nullptr; }
};

TEST(Onednn, RunsOnOurPoolOfThreads)
{
    EXPECT_TRUE(openMpIsOurs()) << "its calls of OpenMP go to libgomp, whose threads spin while they wait";
}

/// All that comes of some passes there and back.
std::vector<std::vector<float>> passes(const Problem& problem, CpuDevice& device)
{
    LayerRun run(problem, onednnEngine(), device);
    std::vector<std::vector<float>> results;
    for (std::uint64_t pass = 0; pass < 5; ++pass) {
        run.step(pass);
        results.insert(results.end(), {run.output(0), run.inputGradient(0), run.weightGradient(0)});
    }
    return results;
}

TEST(Onednn, GivesTheSameBitsOnSeveralThreadsAtOnce)
{
    const Problem problem = lstmProblem({.steps = 12, .streams = 5, .width = 24, .units = 40, .layers = 2});
    std::vector<std::vector<float>> wanted;
    {
        CpuDevice device(cpuBackend(), 2);
        wanted = passes(problem, device);
    }
    std::vector<std::vector<std::vector<float>>> results(4);
    {
        std::vector<std::jthread> threads;
        for (auto& result : results) {
            threads.emplace_back([&problem, &result] {
                CpuDevice device(cpuBackend(), 2);
                result = passes(problem, device);
            });
        }
    }
    for (std::size_t index = 0; index < results.size(); ++index) {
        EXPECT_EQ(results[index], wanted) << "thread " << index;
    }
}

TEST(Onednn, KeepsItsShareBesideBusyProcesses)
{
    const Problem problem = lstmProblem({.steps = 16, .streams = 16, .width = 64, .units = 64});
    const auto make = [&](int threads) -> std::function<void()> {
        const auto device =
            std::make_shared<CpuDevice>(cpuBackend(), threads); // both shared with the copies of the function
        const auto run = std::make_shared<LayerRun>(problem, onednnEngine(), *device);
        return [device, run] {
            run->forward(0);
            run->backward();
        };
    };
    for (const auto& [processes, wanted] : {std::pair{1, 0.4}, {2, 0.25}}) { // share of the speed without them
        EXPECT_GE(shareBeside(processes, wanted, make), wanted) << "beside " << processes;
    }
}

class OnednnForm : public ::testing::TestWithParam<CellForm> {
protected:
    static Problem problem(const StackSizes& sizes, Phase phase = Phase::Train)
    {
        return problemFor(GetParam(), sizes, phase);
    }

    CpuDevice m_device{cpuBackend(), 1};
};

TEST_P(OnednnForm, RunsSizesWithAndWithoutGapsInItsLayouts)
{
    for (const std::int64_t units : {1, 16, 33, 64}) {
        for (const std::int64_t width : {1, 15, 64}) {
            SCOPED_TRACE(std::to_string(width) + " wide, " + std::to_string(units) + " units");
            const Problem one = problem({.steps = 3, .streams = 2, .width = width, .units = units});
            LayerRun run(one, onednnEngine(), m_device);
            expectEqualsReference(run, one);
        }
    }
}

TEST_P(OnednnForm, RunsPiecesOfOtherLengthsWithTheSameKernel)
{
    Problem whole = problem({.steps = 7, .streams = 2, .layers = 2, .dropout = 0.3});
    LayerRun run(whole, onednnEngine(), m_device);
    for (const std::size_t startsAt : {0, 3, 6, 2, 0}) {
        SCOPED_TRACE("a start at step " + std::to_string(startsAt));
        std::ranges::fill(whole.inputs[1], 1.0);
        whole.inputs[1][2 * startsAt + 1] = 0;
        expectEqualsReference(run, whole);
    }
}

TEST_P(OnednnForm, MultipliesTheStateByContBetweenZeroAndOne)
{
    Problem whole = problem({.layers = 2});
    whole.inputs[1][1] = 0.5;
    whole.inputs[1][7] = 0.25;
    whole.inputs[1][11] = 0;
    LayerRun run(whole, onednnEngine(), m_device);
    expectEqualsReference(run, whole);
}

TEST_P(OnednnForm, AStartLetsNothingOfTheStateThrough)
{
    const Problem whole = problem({});
    LayerRun run(whole, onednnEngine(), m_device);
    Tensors<double> state = whole.state;
    const double infinity = std::numeric_limits<double>::infinity();
    for (std::vector<double>& one : state) {
        one.assign(one.size(), &one == &state.front() ? std::numeric_limits<double>::quiet_NaN() : infinity);
    }
    run.setState(state);
    run.forward(0);
    EXPECT_TRUE(allNear(run.output(0), answer(whole).outputs[0], tolerance));
}

TEST_P(OnednnForm, RunsStartsInsideABatchWithoutTrainingToo)
{
    for (const std::int64_t streams : {3, 17}) { // from 16 on, oneDNN packs weights otherwise on some processors
        Problem whole = problem({.streams = streams, .units = 16, .layers = 2, .dropout = 0.5}, Phase::Test);
        whole.inputs[1][static_cast<std::size_t>(2 * streams + 1)] = 0;
        whole.inputs[1][static_cast<std::size_t>(5 * streams)] = 0;
        LayerRun run(whole, onednnEngine(), m_device);
        run.forward(0);
        EXPECT_TRUE(allNear(run.output(0), answer(whole).outputs[0], tolerance)) << streams << " streams";
    }
}

TEST_P(OnednnForm, PacksWeightsAgainOnlyWhenTheirVersionMoved)
{
    const Problem whole = problem({});
    LayerRun run(whole, onednnEngine(), m_device);
    const auto pass = [&] {
        run.setState(whole.state);
        run.forward(0);
        run.backward();
        return std::pair(run.output(0), run.inputGradient(0));
    };
    const auto before = pass();
    for (const std::size_t weight : {0, 1}) {
        std::vector<double> values = whole.weights[weight];
        values[3] += 0.5;
        run.setWeight(weight, values);
    }
    EXPECT_EQ(pass(), before);
    run.touchWeights();
    const auto [h, slopes] = pass();
    EXPECT_NE(h, before.first);
    EXPECT_NE(slopes, before.second);
}

TEST_P(OnednnForm, AllocatesAfterTheFirstBatchOnlyWhereMoreSequencesStartThanEverBefore)
{
    CountingDevice device;
    Problem whole = problem({.steps = 20, .layers = 2, .dropout = 0.2});
    LayerRun run(whole, onednnEngine(), device);
    const auto floatsAfterBatch = [&](double contInside) {
        whole.inputs[1][31] = contInside;
        run.fill(whole);
        run.forward(0);
        run.backward();
        return device.allocatedFloats;
    };
    const std::int64_t made = device.allocatedFloats;
    EXPECT_EQ(floatsAfterBatch(1), made);
    const std::int64_t withStart = floatsAfterBatch(0);
    EXPECT_GT(withStart, made);
    EXPECT_EQ(floatsAfterBatch(1), withStart);
    EXPECT_EQ(floatsAfterBatch(0), withStart);
}

/// Sizes at which the scratch is as long at first as it has to be in the end.
TEST_P(OnednnForm, TellsHowManyBytesItHolds)
{
    for (const Phase phase : {Phase::Train, Phase::Test}) {
        CountingDevice all, without;
        const Problem whole = problem({.width = 6, .layers = 2, .dropout = 0.2}, phase);
        LayerRun run(whole, onednnEngine(), all);
        LayerRun onlyTensors(whole, NoEngine(), without);
        const std::int64_t held = all.allocatedFloats - without.allocatedFloats;
        EXPECT_EQ(run.workspaceBytes(), held * static_cast<std::int64_t>(sizeof(float)));
    }
}

TEST_P(OnednnForm, IsWhatDefaultTakes)
{
    const LayerSetup setup = setupWithoutMemory(problem({}), m_device);
    EXPECT_EQ(choose(cpuBackend().preferred(setup), "DEFAULT", setup).name(), "ONEDNN");
}

INSTANTIATE_TEST_SUITE_P(Of, OnednnForm, ::testing::ValuesIn(forms()),
                         [](const ::testing::TestParamInfo<CellForm>& form) { return form.param.name; });

TEST(Onednn, RefusesLayersThatItHasNoKernelFor)
{
    CpuDevice device(cpuBackend(), 1);
    LayerSetup setup = setupWithoutMemory(lstmProblem({}), device);
    EXPECT_EQ(onednnEngine().refusal(setup), std::nullopt);
    for (const char* type : {"EMBED", "LSTM_SIMPLE"}) {
        setup.type = &layerType(type);
        EXPECT_THAT(onednnEngine().refusal(setup), testing::Optional("has no kernel for " + std::string(type)));
    }
}

TEST(OnednnLayout, UnpackingWhatWasPackedGivesTheSameWeights)
{
    using namespace onednn;
    const Library library;
    CpuDevice device(cpuBackend(), 1);
    Scratch scratch(device);
    for (const Cell* cell : recurrentCells()) {
        for (const auto& [width, units] :
             {std::pair<std::int64_t, std::int64_t>{1, 1}, {15, 33}, {128, 128}, {64, 512}}) {
            SCOPED_TRACE(std::string(cell->name) + ", " + std::to_string(width) + " wide, " + std::to_string(units) +
                         " units");
            const MatrixSizes sizes{cell, width, units};
            const RecurrentTensors any = {.source = sequenceLayout(5, 3, width),
                                          .h = stateLayout(3, units),
                                          .c = cell->stateCount() > 1 ? stateLayout(3, units) : dnnl::memory::desc(),
                                          .inputWeights = chosenLayout(sizes),
                                          .recurrentWeights = chosenLayout({cell, units, units}),
                                          .bias = biasLayout(*cell, units),
                                          .destination = sequenceLayout(5, 3, units)};
            const auto [forward, backward] = describe(library, {.cell = cell->kind}, {any, any, any});
            std::vector<float> weights(static_cast<std::size_t>(sizes.count()));
            std::iota(weights.begin(), weights.end(), 1.0f);
            for (const auto& layout :
                 {forward.weights_layer_desc(), backward.weights_layer_desc(), backward.diff_weights_layer_desc()}) {
                PackedMatrix packed({&library, &device, &scratch}, sizes, layout);
                PackedGradient gradient({&library, &device, &scratch}, sizes, layout);
                packed.pack(weights.data());
                device.copy(packed.data(), gradient.data(), packed.count());
                std::vector<float> unpacked(weights.size());
                gradient.addTo(unpacked.data());
                EXPECT_EQ(unpacked, weights);
                gradient.addTo(unpacked.data());
                EXPECT_EQ(unpacked.back(), 2 * weights.back());
                gradient.clear();
                gradient.addTo(unpacked.data());
                EXPECT_EQ(unpacked.back(), 2 * weights.back());
            }
        }
    }
}

} // namespace
} // namespace engine::test

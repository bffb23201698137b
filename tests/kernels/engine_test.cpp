// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/cuda_module.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/kernels/classes.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/dropout.h"
#include "engine/layers/recurrent.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/engines.h"
#include "tests/kernels/layer_run.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

// Which engine runs a layer, and what a layer says about numbers that it cannot take.

namespace engine::test {
namespace {

using ::testing::HasSubstr;

class PickyEngine final : public Engine {
public:
    explicit PickyEngine(std::string_view name, std::optional<Sentence> refusal)
        : m_name(name), m_refusal(std::move(refusal))
    {}
    std::string_view name() const override { return m_name; }
    std::optional<Sentence> refusal(const LayerSetup&) const override { return m_refusal; }
    std::unique_ptr<Kernel> makeKernel(const LayerSetup&) const override { return nullptr; }

private:
    std::string_view m_name;
    std::optional<Sentence> m_refusal;
};

LayerSetup layerNamed(const std::string& name)
{
    LayerSetup setup;
    setup.name = name;
    return setup;
}

const PickyEngine fusedStandIn("FUSED", "cannot restart a stream inside a batch"), plain("PLAIN", std::nullopt),
    slow("SLOW", std::nullopt), absent("ABSENT", "has no kernel for LSTM");

TEST(Choose, TakesTheFirstThatDoesNotRefuseByDefault)
{
    const Engine* const engines[] = {&fusedStandIn, &plain, &slow};
    EXPECT_EQ(choose(engines, "DEFAULT", layerNamed("lstm1")).name(), "PLAIN");
}

TEST(Choose, TakesTheNamedOneInAnyCase)
{
    const Engine* const engines[] = {&fusedStandIn, &plain, &slow};
    EXPECT_EQ(choose(engines, "slow", layerNamed("lstm1")).name(), "SLOW");
}

TEST(Choose, NeverFallsBackFromANamedEngine)
{
    const Engine* const engines[] = {&fusedStandIn, &plain};
    EXPECT_EQ(sentenceOf([&] { choose(engines, "FUSED", layerNamed("lstm1")); }),
              "layer lstm1: no engine FUSED can run it: FUSED cannot restart a stream inside a batch; PLAIN can");
}

TEST(Choose, GivesEveryRefusalWhereNoneCan)
{
    const Engine* const engines[] = {&fusedStandIn, &absent};
    EXPECT_EQ(sentenceOf([&] { choose(engines, "DEFAULT", layerNamed("lstm1")); }),
              "layer lstm1: no engine at all can run it: FUSED cannot restart a stream inside "
              "a batch; ABSENT has no kernel for LSTM");
}

TEST(Choose, NamesTheEnginesThereAreForAnUnknownWish)
{
    const Engine* const engines[] = {&fusedStandIn, &plain};
    EXPECT_EQ(sentenceOf([&] { choose(engines, "WARP", layerNamed("lstm1")); }),
              "layer lstm1: no engine WARP can run it: this device has no engine of that name, only FUSED, PLAIN");
}

TEST(CpuEngines, DefaultRunsEveryCase)
{
    CpuDevice device(cpuBackend(), 1);
    for (const Case& one : cases()) {
        const LayerSetup setup = setupWithoutMemory(emptyProblemOf(one), device);
        EXPECT_NO_THROW(choose(cpuBackend().preferred(setup), "DEFAULT", setup)) << one.name;
    }
}

const Case& caseNamed(const std::string& name)
{
    return *std::ranges::find(cases(), name, &Case::name);
}

/// CAFFE on every kind of device that this machine has.
class Caffe : public ::testing::TestWithParam<NamedEngine> {
protected:
    LayerRun runOf(const Problem& problem) { return {problem, *GetParam().engine, *m_device}; }

    /// The sentence of the error when a layer is fed the problem's numbers; an asynchronous device throws it when it is
    /// waited for.
    std::string complaint(const Problem& problem)
    {
        LayerRun run = runOf(problem);
        return sentenceOf([&] {
            run.forward(0);
            m_device->finish();
        });
    }

    std::shared_ptr<Device> m_device = deviceOf(GetParam());
};

TEST_P(Caffe, SaysWhichIdOfEmbedIsOutOfRange)
{
    Problem problem = problemOf(caseNamed("Embed"));
    for (const double id : {7.0, -1.0, 2.5, std::nan("")}) {
        problem.inputs[0][3] = id;
        EXPECT_THAT(complaint(problem), HasSubstr("layer layer: element 3 of its input is ")) << id;
        EXPECT_THAT(complaint(problem), HasSubstr(", but must be a whole number from 0 to 6")) << id;
    }
}

TEST_P(Caffe, SaysWhichLabelOfSoftmaxWithLossIsOutOfRange)
{
    Problem problem = problemOf(caseNamed("SoftmaxWithLoss"));
    problem.inputs[1][2] = 5;
    EXPECT_EQ(complaint(problem),
              "layer layer: label 2 is 5, but must be a whole number from 0 to 4, or -1 where it does not count");
}

TEST_P(Caffe, SaysWhichLabelOfAccuracyIsOutOfRange)
{
    Problem problem = problemOf(caseNamed("Accuracy"));
    problem.inputs[1][7] = -3;
    EXPECT_THAT(complaint(problem), HasSubstr("label 7 is -3, but must be a whole number from 0 to 2"));
}

TEST_P(Caffe, RunsOnAfterAComplaint)
{
    Problem problem = problemOf(caseNamed("Embed"));
    problem.inputs[0][3] = 7;
    EXPECT_THAT(complaint(problem), HasSubstr("element 3"));
    problem.inputs[0][3] = 6;
    EXPECT_EQ(complaint(problem), "");
}

TEST_P(Caffe, LosesAFiniteAmountWhereTheRightClassHasNoChance)
{
    Problem problem = problemOf(caseNamed("SoftmaxWithLoss"));
    problem.inputs[0].assign(problem.inputs[0].size(), 0);
    problem.inputs[1].assign(problem.inputs[1].size(), 0);
    for (std::size_t row = 0; row < 9; ++row) {
        problem.inputs[0][5 * row] = -500;
    }
    LayerRun run = runOf(problem);
    run.forward(0);
    EXPECT_NEAR(run.output(0)[0], 500 + std::log(4), 1e-3);
}

TEST_P(Caffe, DoesNotCountEqualScoresAsRight)
{
    Problem problem = problemOf(caseNamed("Accuracy"));
    problem.inputs[0].assign(problem.inputs[0].size(), 0.25);
    LayerRun run = runOf(problem);
    run.forward(0);
    EXPECT_EQ(run.output(0)[0], 0);
}

TEST_P(Caffe, DropsOtherElementsInEveryPass)
{
    const Problem problem = problemOf(caseNamed("Dropout"));
    LayerRun run = runOf(problem);
    run.forward(1);
    const std::vector<float> first = run.output(0);
    run.forward(2);
    EXPECT_NE(run.output(0), first);
    run.forward(1);
    EXPECT_EQ(run.output(0), first);
}

TEST_P(Caffe, DropsTheShareThatWasAskedFor)
{
    Problem problem =
        problemOf({.name = "Large", .inputs = {{{100'000}}}, .params = {{"dropout_ratio", 0.3}}, .type = "DROPOUT"});
    problem.inputs[0].assign(100'000, 1.0);
    LayerRun run = runOf(problem);
    run.forward(0);
    const auto gone = static_cast<double>(std::ranges::count(run.output(0), 0.0f));
    EXPECT_NEAR(gone / 100'000, 0.3, 0.01);
}

std::vector<NamedEngine> caffesOf(DeviceKind kind)
{
    std::vector<NamedEngine> found = enginesOf(kind);
    std::erase_if(found, [](const NamedEngine& one) { return one.name != "CAFFE"; });
    return found;
}

std::string caffeName(const ::testing::TestParamInfo<NamedEngine>& one)
{
    return one.param.name;
}

INSTANTIATE_TEST_SUITE_P(Cpu, Caffe, ::testing::ValuesIn(caffesOf(DeviceKind::Cpu)), caffeName);
INSTANTIATE_TEST_SUITE_P(Cuda, Caffe, ::testing::ValuesIn(caffesOf(DeviceKind::Cuda)), caffeName);

// ---- cells that an engine does not know

/// RNN with TANH under another name, as a cell that no engine's table has yet.
const LayerType& unknownLayer()
{
    static constexpr StepInput inputs[] = {StepInput::Sums};
    static constexpr std::string_view gates[] = {"n"}, states[] = {"h"};
    static const Cell cell{.kind = static_cast<Cell::Kind>(99),
                           .name = "MADE_UP",
                           .layer = "MADE_UP",
                           .gates = gates,
                           .states = states,
                           .step = {.type = "TANH", .inputs = inputs, .readsOutput = true}};
    static const LayerType type =
        recurrentType({.name = "MADE_UP", .caffeName = "MADE_UP", .help = {}, .formula = {}, .cell = &cell});
    return type;
}

Problem problemWithUnknownCell()
{
    Problem problem = problemOf(caseNamed("Rnn"));
    problem.type = &unknownLayer();
    return problem;
}

/// Of ONEDNN, and of the module for CUDA where it loads, with a GPU or without.
std::vector<const Engine*> enginesWithTables()
{
    std::vector<const Engine*> engines = {&onednnEngine()};
    if (const Backend* const module = cudaModule().backend; module != nullptr) {
        for (const Backend::OwnEngine& one : module->engines()) {
            if (one.engine->name() != "CAFFE") {
                engines.push_back(one.engine);
            }
        }
    }
    return engines;
}

TEST(UnknownCell, IsRefusedByNameByEveryEngineWithATable)
{
    CpuDevice device(cpuBackend(), 1);
    const LayerSetup setup = setupWithoutMemory(problemWithUnknownCell(), device);
    for (const Engine* engine : enginesWithTables()) {
        EXPECT_EQ(engine->refusal(setup), "has no kernel for the cell MADE_UP") << engine->name();
    }
}

TEST(UnknownCell, IsLeftToTheEnginesThatCan)
{
    const Engine* const engines[] = {&onednnEngine(), &caffeCpuEngine()};
    CpuDevice device(cpuBackend(), 1);
    const LayerSetup setup = setupWithoutMemory(problemWithUnknownCell(), device);
    EXPECT_EQ(choose(engines, "DEFAULT", setup).name(), "CAFFE");
    EXPECT_EQ(sentenceOf([&] { choose(engines, "ONEDNN", setup); }),
              "layer layer: no engine ONEDNN can run it: ONEDNN has no kernel for the cell MADE_UP; CAFFE can");
}

TEST(UnknownCell, IsRunByCaffeFromItsDescription)
{
    const Problem known = problemOf(caseNamed("Rnn")), unknown = problemWithUnknownCell();
    CpuDevice device(cpuBackend(), 1);
    LayerRun wanted(known, caffeCpuEngine(), device), found(unknown, caffeCpuEngine(), device);
    for (LayerRun* run : {&wanted, &found}) {
        run->step(known.pass);
    }
    EXPECT_EQ(found.output(0), wanted.output(0));
    EXPECT_EQ(found.weightGradient(0), wanted.weightGradient(0));
}

/// With or without a GPU, but not without the module for CUDA.
TEST(Fused, RunsAnyUnitsAndNamesTheCellThatItLacks)
{
    const std::vector<const Engine*> engines = enginesWithTables();
    const auto found = std::ranges::find(engines, "FUSED", &Engine::name);
    if (found == engines.end()) {
        GTEST_SKIP() << cudaModule().refusal;
    }
    CpuDevice device(cpuBackend(), 1); // of fp32
    for (const std::int64_t units : {64, 65, 2100}) {
        Case sized = caseNamed("Gru");
        sized.params["num_output"] = units;
        EXPECT_EQ((*found)->refusal(setupWithoutMemory(problemOf(sized), device)).has_value(), units > 64);
    }
    EXPECT_EQ((*found)->refusal(setupWithoutMemory(problemWithUnknownCell(), device)),
              "has no kernel for the cell MADE_UP");
}

TEST(Labels, ThatAreMissingNeverCount)
{
    const LabelRule rule{.classes = 10, .ignored = 3};
    EXPECT_TRUE(rule.counts(0));
    EXPECT_FALSE(rule.counts(3));
    EXPECT_FALSE(rule.counts(missingLabel)) << "the empty rows of a last batch";
}

TEST(DropoutMask, IsElementByElementTheSameOnAnyNumberOfThreads)
{
    constexpr std::int64_t count = 50'003;
    constexpr std::uint64_t pass = 11, key = 0x1234567890;
    for (const int threads : {1, 3}) {
        CpuDevice device(cpuBackend(), threads);
        std::vector<std::uint8_t> mask(count);
        drawDropoutMask(dropoutRule(0.25), pass, key, mask.data(), count);
        for (std::uint64_t index = 0; index < count; ++index) {
            const bool stays = philox(index / 4, pass, key).words[index % 4] >= 0x40000000u;
            ASSERT_EQ(mask[index], stays) << "element " << index << " with " << threads << " threads";
        }
    }
}

/// A device with some streams of a batch draws their part of the whole batch's mask: [T, N, H] with odd sizes.
TEST(DropoutMask, OfSomeStreamsIsTheirPartOfTheBatchs)
{
    constexpr std::int64_t steps = 5, streams = 7, width = 13;
    constexpr std::uint64_t pass = 3;
    CpuDevice device(cpuBackend(), 2);
    RandomStream random{.seed = 5, .stream = 9};
    std::vector<std::uint8_t> whole(steps * streams * width);
    drawDropoutMask(dropoutRule(0.5), pass, {random, std::ssize(whole)}, whole.data(), std::ssize(whole));
    for (const auto& [first, count] : {std::pair(0, 2), std::pair(2, 1), std::pair(3, 4)}) {
        random.share = {.first = first, .count = count, .whole = streams, .rows = steps};
        std::vector<std::uint8_t> part(static_cast<std::size_t>(steps * count * width));
        drawDropoutMask(dropoutRule(0.5), pass, {random, std::ssize(part)}, part.data(), std::ssize(part));
        for (std::int64_t element = 0; element < std::ssize(part); ++element) {
            const std::int64_t step = element / (count * width), within = element % (count * width);
            const std::int64_t there = (step * streams + first) * width + within;
            ASSERT_EQ(part[static_cast<std::size_t>(element)], whole[static_cast<std::size_t>(there)])
                << "element " << element << " of streams from " << first;
        }
    }
}

} // namespace
} // namespace engine::test

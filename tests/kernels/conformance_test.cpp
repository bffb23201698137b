// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "engine/kernels/cpu_engines.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/engine_support.h"
#include "tests/kernels/engines.h"
#include "tests/kernels/layer_run.h"
#include "tests/kernels/near.h"
#include "tests/support/allocations.h"
#include "tests/support/gpu.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

// What "this engine works" means: every engine runs every case as the reference does. Which engine refuses which case
// stands in engine_support.md.

namespace engine::test {
namespace {

/// An engine and a case that it runs.
struct Combination {
    NamedEngine engine;
    Case sample;
};

void PrintTo(const Combination& one, std::ostream* to)
{
    *to << one.engine.name << " " << one.sample.name;
}

/// Not where CTest runs one suite, and it is another: combinations take longer to find than most suites to run.
bool isAskedFor(const std::string& suite)
{
    const std::string wanted = GTEST_FLAG_GET(filter);
    const bool isOneSuite = wanted.ends_with(".*") && wanted.find('*') + 1 == wanted.size();
    return !isOneSuite || wanted == suite + ".*";
}

std::vector<Combination> combinations(DeviceKind kind)
{
    std::vector<Combination> found;
    for (const NamedEngine& one : enginesOf(kind)) {
        for (const Case& sample : cases()) {
            if (!refusalOf(one, sample)) {
                found.push_back({one, sample});
            }
        }
    }
    return found;
}

std::vector<Combination> inPlaceCombinations(DeviceKind kind)
{
    std::vector<Combination> found = combinations(kind);
    std::erase_if(found, [](const Combination& one) { return !layerType(one.sample.type).inPlace; });
    return found;
}

std::vector<Combination> ownCodeCombinations()
{
    std::vector<Combination> found = combinations(DeviceKind::Cpu);
    std::erase_if(found, [](const Combination& one) { return one.engine.name == "ONEDNN"; });
    return found;
}

/// A case's numbers, and what the reference makes of them.
struct Known : Problem {
    Answer<double> answer;
    Gradients gradients; ///< none but in training
};

/// Computed once for all engines and tests: the reference takes longer than they do.
const Known& knownOf(const Case& sample, Phase phase = Phase::Train, std::uint64_t seed = 1)
{
    static std::map<std::tuple<std::string, Phase, std::uint64_t>, Known> all;
    const auto [place, isNew] = all.try_emplace({sample.name, phase, seed});
    if (Known& known = place->second; isNew) {
        static_cast<Problem&>(known) = problemOf(sample, phase, seed);
        known.pass = seed == 1 ? known.pass : seed;
        known.answer = test::answer(known);
        known.gradients = phase == Phase::Train ? test::gradients(known) : Gradients();
    }
    return place->second;
}

class Conformance : public ::testing::TestWithParam<Combination> {
protected:
    static const Engine& engine() { return *GetParam().engine.engine; }
    static const Case& sample() { return GetParam().sample; }

    /// cuDNN's quick exponentials are off by up to 7e-5 in these cases at full precision, and gradients of two passes
    /// add up (measured, 9.19 on an H100).
    static double tolerance()
    {
        return GetParam().engine.name == "CUDNN" ? 8 * sample().tolerance : sample().tolerance;
    }

    /// What a kernel left behind, times `factor`, against what the reference makes of the same numbers.
    static ::testing::AssertionResult areRight(const LayerRun& run, const char* what,
                                               std::vector<float> (LayerRun::*read)(std::size_t) const,
                                               Tensors<double> wanted, double factor, double within)
    {
        for (std::size_t index = 0; index < wanted.size(); ++index) {
            const std::vector<float> found = (run.*read)(index);
            if (found.empty() && read == &LayerRun::inputGradient) {
                continue; // nobody wants it
            }
            std::ranges::transform(wanted[index], wanted[index].begin(), [=](double one) { return factor * one; });
            if (const auto near = allNear(found, wanted[index], within); !near) {
                return ::testing::AssertionFailure() << what << ' ' << index << ": " << near.message();
            }
        }
        return ::testing::AssertionSuccess();
    }

    static ::testing::AssertionResult outputsAreRight(const LayerRun& run, const Known& known)
    {
        const auto outputs = areRight(run, "output", &LayerRun::output, known.answer.outputs, 1, tolerance());
        return outputs ? areRight(run, "state", &LayerRun::state, known.answer.state, 1, tolerance()) : outputs;
    }

    static ::testing::AssertionResult inputGradientsAreRight(const LayerRun& run, const Known& known, double factor = 1)
    {
        return areRight(run, "gradient of input", &LayerRun::inputGradient, known.gradients.inputs, factor,
                        tolerance());
    }

    /// What each pass is off by adds up, too.
    static ::testing::AssertionResult weightGradientsAreRight(const LayerRun& run, const Known& known,
                                                              double factor = 1)
    {
        return areRight(run, "gradient of weight", &LayerRun::weightGradient, known.gradients.weights, factor,
                        factor * tolerance());
    }

    static void expectAllRight(LayerRun& run, const Known& known, const std::string& where = {})
    {
        EXPECT_TRUE(outputsAreRight(run, known)) << where;
        EXPECT_TRUE(inputGradientsAreRight(run, known)) << where;
        EXPECT_TRUE(weightGradientsAreRight(run, known)) << where;
    }

    /// Before any pass with the case's numbers. On the CPU it is one for all tests, as a kernel takes long to make:
    /// what it did for another one must count for nothing.
    LayerRun& run()
    {
        static std::map<std::string, LayerRun> all;
        if (m_device->backend().name() == "CUDA") {
            all.clear(); // some hold much of a GPU's memory
        }
        const Known& known = knownOf(sample());
        const auto [place, isNew] =
            all.try_emplace(GetParam().engine.name + " " + sample().name, known, engine(), *m_device);
        if (!isNew) {
            place->second.fill(known);
            place->second.setState(known.state);
        }
        return place->second;
    }

    const Known& m_known = knownOf(sample());
    std::shared_ptr<Device> m_device = deviceOf(GetParam().engine);
};

TEST_P(Conformance, ForwardGivesTheReferencesOutputs)
{
    LayerRun& run = this->run();
    run.forward(m_known.pass);
    EXPECT_TRUE(outputsAreRight(run, m_known));
}

TEST_P(Conformance, ForwardGivesTheReferencesOutputsInTestAndRun)
{
    for (const Phase phase : {Phase::Test, Phase::Run}) {
        const Known& known = knownOf(sample(), phase);
        LayerRun run(known, engine(), *m_device);
        run.forward(known.pass);
        EXPECT_TRUE(outputsAreRight(run, known));
    }
}

TEST_P(Conformance, BackwardGivesTheReferencesGradients)
{
    LayerRun& run = this->run();
    run.step(m_known.pass);
    EXPECT_TRUE(inputGradientsAreRight(run, m_known));
    EXPECT_TRUE(weightGradientsAreRight(run, m_known));
}

TEST_P(Conformance, WeightGradientsAdd)
{
    LayerRun& run = this->run();
    for (int time = 0; time < 2; ++time) {
        run.setState(m_known.state);
        run.step(m_known.pass);
    }
    EXPECT_TRUE(weightGradientsAreRight(run, m_known, 2));
}

TEST_P(Conformance, InputGradientsOverwrite)
{
    LayerRun& run = this->run();
    for (int time = 0; time < 2; ++time) {
        run.setState(m_known.state);
        run.step(m_known.pass);
    }
    EXPECT_TRUE(inputGradientsAreRight(run, m_known));
}

TEST_P(Conformance, TakesNewNumbersInTheNextPass)
{
    const Problem& problem = knownOf(sample());
    LayerRun& run = this->run();
    run.step(problem.pass);
    const Known& next = knownOf(sample(), Phase::Train, 8);
    run.fill(next);
    run.setState(next.state);
    run.step(next.pass);
    expectAllRight(run, next);
}

TEST_P(Conformance, RunsWithoutInputGradients)
{
    LayerRun run(m_known, engine(), *m_device, {.inputGradients = false});
    run.step(m_known.pass);
    EXPECT_TRUE(weightGradientsAreRight(run, m_known));
}

TEST_P(Conformance, RunsWithFrozenWeights)
{
    LayerRun run(m_known, engine(), *m_device, {.weightGradients = false});
    run.step(m_known.pass);
    EXPECT_TRUE(inputGradientsAreRight(run, m_known));
}

TEST_P(Conformance, GradientsThatDoNotArriveCountAsZero)
{
    LayerRun run(m_known, engine(), *m_device, {.outputGradients = false});
    run.step(m_known.pass);
    EXPECT_TRUE(inputGradientsAreRight(run, m_known, 0));
    EXPECT_TRUE(weightGradientsAreRight(run, m_known, 0));
}

TEST_P(Conformance, WritesNowhereElse)
{
    const Problem& problem = knownOf(sample());
    LayerRun& run = this->run();
    run.step(problem.pass);
    EXPECT_TRUE(run.marksStand());
    for (std::size_t index = 0; index < problem.inputs.size(); ++index) {
        EXPECT_TRUE(allNear(run.input(index), problem.inputs[index], 0)) << "input " << index;
    }
    for (std::size_t index = 0; index < problem.weights.size(); ++index) {
        EXPECT_TRUE(allNear(run.weight(index), problem.weights[index], 0)) << "weight " << index;
    }
}

TEST_P(Conformance, TwoRunsGiveTheSameBits)
{
    const Problem& problem = knownOf(sample());
    LayerRun &one = run(), other(problem, engine(), *m_device);
    for (LayerRun* run : {&one, &other}) {
        run->step(problem.pass);
    }
    for (std::size_t index = 0; index < problem.sizes.outputs.size(); ++index) {
        EXPECT_TRUE(std::ranges::equal(one.output(index), other.output(index))) << "output " << index;
    }
    for (std::size_t index = 0; index < problem.inputs.size(); ++index) {
        EXPECT_TRUE(std::ranges::equal(one.inputGradient(index), other.inputGradient(index))) << "input " << index;
    }
    for (std::size_t index = 0; index < problem.weights.size(); ++index) {
        EXPECT_TRUE(std::ranges::equal(one.weightGradient(index), other.weightGradient(index))) << "weight " << index;
    }
}

class ThreadConformance : public Conformance {};

TEST_P(ThreadConformance, AnyNumberOfThreadsWillDo)
{
    const Known& known = knownOf(sample());
    for (const int threads : {1, 5}) {
        CpuDevice device(cpuBackend(), threads);
        LayerRun run(known, engine(), device);
        run.step(known.pass);
        expectAllRight(run, known, std::to_string(threads) + " threads");
    }
}

/// Where every line that runs is ours: oneDNN allocates a little inside each of its calls.
class OwnCodeConformance : public Conformance {};

TEST_P(OwnCodeConformance, AllocatesNothingAfterTheFirstPass)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), *m_device);
    run.step(problem.pass);
    const std::int64_t before = allocations();
    run.step(problem.pass + 1);
    EXPECT_EQ(allocations() - before, 0);
}

class CudaConformance : public Conformance {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CudaConformance);

TEST_P(CudaConformance, HoldsNoMoreMemoryAfterTheFirstPass)
{
    const std::unique_ptr<Device> device = ownGpu();
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), *device);
    run.step(problem.pass);
    device->finish();
    const std::int64_t before = device->peakBytes();
    run.step(problem.pass + 1);
    device->finish();
    EXPECT_EQ(device->peakBytes(), before);
}

/// A number in a GPU's memory, such as counts the batches.
class DeviceCounter {
public:
    explicit DeviceCounter(Device& device) : m_device(device), m_memory(device.allocate(2)) {}

    void set(std::uint64_t number)
    {
        static_assert(sizeof(std::array<float, 2>) == sizeof number);
        m_device.toDevice(std::bit_cast<std::array<float, 2>>(number), m_memory.data());
    }
    const std::uint64_t* place() const { return reinterpret_cast<const std::uint64_t*>(m_memory.data()); }

private:
    Device& m_device;
    Buffer m_memory;
};

TEST_P(CudaConformance, RunsRecorded)
{
    LayerRun run(knownOf(sample()), engine(), *m_device);
    DeviceCounter counter(*m_device);
    const Pass pass{.number = 999, .counter = counter.place()}; // the number must count for nothing
    counter.set(3);
    run.step(pass);
    run.touchWeights(); // as the solver does: what is packed of them is packed in each step
    const std::unique_ptr<Recording> recording = m_device->record([&] { run.step(pass); });
    for (const std::uint64_t number : {7, 8}) {
        const Known& known = knownOf(sample(), Phase::Train, number);
        run.fill(known);
        run.setState(known.state);
        counter.set(number);
        recording->run();
        expectAllRight(run, known, "batch " + std::to_string(number));
    }
}

class InPlaceConformance : public Conformance {};

TEST_P(InPlaceConformance, RunsInPlace)
{
    const Known& known = knownOf(sample());
    LayerRun run(known, engine(), *m_device, {.inPlace = true});
    run.forward(known.pass);
    EXPECT_TRUE(outputsAreRight(run, known));
    run.setOutputGradient(0, known.outputGradients[0]);
    run.backward();
    EXPECT_TRUE(inputGradientsAreRight(run, known));
}

std::string nameOf(const ::testing::TestParamInfo<Combination>& one)
{
    return std::string(one.param.engine.name) + "_" + one.param.sample.name;
}

constexpr DeviceKind cpu = DeviceKind::Cpu, cuda = DeviceKind::Cuda;

/// A macro, so that the name that is looked for is that of the suite.
#define FOR_COMBINATIONS(device, suite, found)                                                                         \
    INSTANTIATE_TEST_SUITE_P(                                                                                          \
        device, suite, ::testing::ValuesIn(isAskedFor(#device "/" #suite) ? (found) : std::vector<Combination>()),     \
        nameOf)

FOR_COMBINATIONS(Cpu, Conformance, combinations(cpu));
FOR_COMBINATIONS(Cpu, ThreadConformance, combinations(cpu));
FOR_COMBINATIONS(Cpu, InPlaceConformance, inPlaceCombinations(cpu));
FOR_COMBINATIONS(Cpu, OwnCodeConformance, ownCodeCombinations());
FOR_COMBINATIONS(Cuda, Conformance, combinations(cuda));
FOR_COMBINATIONS(Cuda, CudaConformance, combinations(cuda));
FOR_COMBINATIONS(Cuda, InPlaceConformance, inPlaceCombinations(cuda));

TEST(EngineSupport, IsAsTheTableHasIt)
{
    const std::string known = contentsOf(sourceRoot() / "tests/kernels/engine_support.md");
    const std::string table = supportTable(known);
    for (const AbsentEngine& one : absentEngines()) {
        std::cout << one.name << " is not tried: " << one.reason << '\n';
    }
    EXPECT_NO_THROW(static_cast<void>(gpuRefusal()));
    std::cout << table;
    EXPECT_NE(known.find('\n' + table), std::string::npos)
        << "tests/kernels/engine_support.md has another table; what is right now was printed";
}

TEST(ConformanceCases, CoverEveryLayerThatComputes)
{
    for (const LayerType& type : catalog()) {
        if (type.group != LayerGroup::Source) {
            EXPECT_TRUE(std::ranges::any_of(cases(), [&](const Case& one) { return one.type == type.name; }))
                << type.name << " has no case in tests/kernels/cases.cpp";
        }
    }
}

TEST(ConformanceCases, AreAllRunByCaffe)
{
    CpuDevice device(cpuBackend(), 1);
    for (const Case& one : cases()) {
        EXPECT_EQ(caffeCpuEngine().refusal(setupWithoutMemory(emptyProblemOf(one), device)), std::nullopt) << one.name;
    }
}

} // namespace
} // namespace engine::test

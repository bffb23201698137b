// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/engines.h"
#include "tests/kernels/layer_run.h"
#include "tests/kernels/near.h"
#include "tests/support/allocations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

// What "this engine works" means: every engine runs every case as the reference does. An engine that refuses a case is
// skipped, with its reason.

namespace engine::test {
namespace {

/// An engine, a case, and why the engine does not run it if it does not.
struct Combination {
    NamedEngine engine;
    Case sample;
    std::optional<std::string> refusal;
};

void PrintTo(const Combination& one, std::ostream* to)
{
    *to << one.engine.name << " " << one.sample.name;
}

std::vector<Combination> combinations(bool refused)
{
    CpuDevice device(1);
    std::vector<Combination> found;
    for (const NamedEngine& one : engines) {
        for (const Case& sample : cases()) {
            const auto refusal = one.engine().refusal(setupWithoutMemory(problemOf(sample), device));
            if (refusal.has_value() == refused) {
                found.push_back({one, sample, refusal});
            }
        }
    }
    return found;
}

std::vector<Combination> inPlaceCombinations()
{
    std::vector<Combination> found = combinations(false);
    std::erase_if(found, [](const Combination& one) { return !layerType(one.sample.type).inPlace; });
    return found;
}

std::vector<Combination> ownCodeCombinations()
{
    std::vector<Combination> found = combinations(false);
    std::erase_if(found, [](const Combination& one) { return std::string(one.engine.name) != "CAFFE"; });
    return found;
}

class Conformance : public ::testing::TestWithParam<Combination> {
protected:
    static const Engine& engine() { return GetParam().engine.engine(); }
    static const Case& sample() { return GetParam().sample; }

    static ::testing::AssertionResult outputsAreRight(LayerRun& run, const Problem& problem)
    {
        const Answer<double> wanted = answer(problem);
        for (std::size_t output = 0; output < wanted.outputs.size(); ++output) {
            if (const auto near = allNear(run.output(output), wanted.outputs[output], sample().tolerance); !near) {
                return ::testing::AssertionFailure() << "output " << output << ": " << near.message();
            }
        }
        for (std::size_t index = 0; index < wanted.state.size(); ++index) {
            if (const auto near = allNear(run.state(index), wanted.state[index], sample().tolerance); !near) {
                return ::testing::AssertionFailure() << "state " << index << ": " << near.message();
            }
        }
        return ::testing::AssertionSuccess();
    }

    static ::testing::AssertionResult inputGradientsAreRight(LayerRun& run, const Problem& problem, double factor = 1)
    {
        const Gradients wanted = gradients(problem);
        for (std::size_t input = 0; input < wanted.inputs.size(); ++input) {
            if (run.inputGradient(input).empty()) {
                continue;
            }
            const auto near =
                allNear(run.inputGradient(input), times(wanted.inputs[input], factor), sample().tolerance);
            if (!near) {
                return ::testing::AssertionFailure() << "gradient of input " << input << ": " << near.message();
            }
        }
        return ::testing::AssertionSuccess();
    }

    static ::testing::AssertionResult weightGradientsAreRight(LayerRun& run, const Problem& problem, double factor = 1)
    {
        const Gradients wanted = gradients(problem);
        for (std::size_t weight = 0; weight < wanted.weights.size(); ++weight) {
            const auto near =
                allNear(run.weightGradient(weight), times(wanted.weights[weight], factor), sample().tolerance);
            if (!near) {
                return ::testing::AssertionFailure() << "gradient of weight " << weight << ": " << near.message();
            }
        }
        return ::testing::AssertionSuccess();
    }

    static std::vector<double> times(std::vector<double> values, double factor)
    {
        std::ranges::transform(values, values.begin(), [=](double value) { return factor * value; });
        return values;
    }

    CpuDevice m_device{2};
};

TEST_P(Conformance, ForwardGivesTheReferencesOutputs)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device);
    run.forward(problem.pass);
    EXPECT_TRUE(outputsAreRight(run, problem));
}

TEST_P(Conformance, ForwardGivesTheReferencesOutputsInTestAndRun)
{
    for (const Phase phase : {Phase::Test, Phase::Run}) {
        const Problem problem = problemOf(sample(), phase);
        LayerRun run(problem, engine(), m_device);
        run.forward(problem.pass);
        EXPECT_TRUE(outputsAreRight(run, problem));
    }
}

TEST_P(Conformance, BackwardGivesTheReferencesGradients)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device);
    run.forward(problem.pass);
    run.backward();
    EXPECT_TRUE(inputGradientsAreRight(run, problem));
    EXPECT_TRUE(weightGradientsAreRight(run, problem));
}

TEST_P(Conformance, WeightGradientsAdd)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device);
    for (int time = 0; time < 2; ++time) {
        run.setState(problem.state);
        run.forward(problem.pass);
        run.backward();
    }
    EXPECT_TRUE(weightGradientsAreRight(run, problem, 2));
}

TEST_P(Conformance, InputGradientsOverwrite)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device);
    for (int time = 0; time < 2; ++time) {
        run.setState(problem.state);
        run.forward(problem.pass);
        run.backward();
    }
    EXPECT_TRUE(inputGradientsAreRight(run, problem));
}

TEST_P(Conformance, TakesNewNumbersInTheNextPass)
{
    Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device);
    run.forward(problem.pass);
    run.backward();
    problem = problemOf(sample(), Phase::Train, 2);
    problem.pass = 8;
    run.fill(problem);
    run.setState(problem.state);
    run.forward(problem.pass);
    run.backward();
    EXPECT_TRUE(outputsAreRight(run, problem));
    EXPECT_TRUE(inputGradientsAreRight(run, problem));
    EXPECT_TRUE(weightGradientsAreRight(run, problem));
}

TEST_P(Conformance, RunsWithoutInputGradients)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device, {.inputGradients = false});
    run.forward(problem.pass);
    run.backward();
    EXPECT_TRUE(weightGradientsAreRight(run, problem));
}

TEST_P(Conformance, RunsWithFrozenWeights)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device, {.weightGradients = false});
    run.forward(problem.pass);
    run.backward();
    EXPECT_TRUE(inputGradientsAreRight(run, problem));
}

TEST_P(Conformance, GradientsThatDoNotArriveCountAsZero)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device, {.outputGradients = false});
    run.forward(problem.pass);
    run.backward();
    EXPECT_TRUE(inputGradientsAreRight(run, problem, 0));
    EXPECT_TRUE(weightGradientsAreRight(run, problem, 0));
}

TEST_P(Conformance, WritesNowhereElse)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device);
    run.forward(problem.pass);
    run.backward();
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
    const Problem problem = problemOf(sample());
    LayerRun one(problem, engine(), m_device), other(problem, engine(), m_device);
    for (LayerRun* run : {&one, &other}) {
        run->forward(problem.pass);
        run->backward();
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

TEST_P(Conformance, AnyNumberOfThreadsWillDo)
{
    const Problem problem = problemOf(sample());
    for (const int threads : {1, 5}) {
        CpuDevice device(threads);
        LayerRun run(problem, engine(), device);
        run.forward(problem.pass);
        run.backward();
        EXPECT_TRUE(outputsAreRight(run, problem)) << threads << " threads";
        EXPECT_TRUE(inputGradientsAreRight(run, problem)) << threads << " threads";
        EXPECT_TRUE(weightGradientsAreRight(run, problem)) << threads << " threads";
    }
}

/// Where every line that runs is ours: oneDNN allocates a little inside each of its calls.
class OwnCodeConformance : public Conformance {};

TEST_P(OwnCodeConformance, AllocatesNothingAfterTheFirstPass)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device);
    run.forward(problem.pass);
    run.backward();
    const std::int64_t before = allocations();
    run.forward(problem.pass + 1);
    run.backward();
    EXPECT_EQ(allocations() - before, 0);
}

class InPlaceConformance : public Conformance {};

TEST_P(InPlaceConformance, RunsInPlace)
{
    const Problem problem = problemOf(sample());
    LayerRun run(problem, engine(), m_device, {.inPlace = true});
    run.forward(problem.pass);
    EXPECT_TRUE(outputsAreRight(run, problem));
    std::ranges::transform(problem.outputGradients[0], run.outputGradient(0).begin(),
                           [](double value) { return static_cast<float>(value); });
    run.backward();
    EXPECT_TRUE(inputGradientsAreRight(run, problem));
}

class RefusedConformance : public ::testing::TestWithParam<Combination> {};

TEST_P(RefusedConformance, IsSkipped)
{
    GTEST_SKIP() << GetParam().engine.name << " " << *GetParam().refusal;
}

std::string nameOf(const ::testing::TestParamInfo<Combination>& one)
{
    return std::string(one.param.engine.name) + "_" + one.param.sample.name;
}

INSTANTIATE_TEST_SUITE_P(Cpu, Conformance, ::testing::ValuesIn(combinations(false)), nameOf);
INSTANTIATE_TEST_SUITE_P(Cpu, InPlaceConformance, ::testing::ValuesIn(inPlaceCombinations()), nameOf);
INSTANTIATE_TEST_SUITE_P(Cpu, OwnCodeConformance, ::testing::ValuesIn(ownCodeCombinations()), nameOf);
INSTANTIATE_TEST_SUITE_P(Cpu, RefusedConformance, ::testing::ValuesIn(combinations(true)), nameOf);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RefusedConformance);

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
    CpuDevice device(1);
    for (const Case& one : cases()) {
        EXPECT_EQ(caffeCpuEngine().refusal(setupWithoutMemory(problemOf(one), device)), std::nullopt) << one.name;
    }
}

} // namespace
} // namespace engine::test

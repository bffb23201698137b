// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/size_report.h"
#include "tests/graph/sample_models.h"
#include "tests/support/layer_from.h"

#include <gtest/gtest.h>

using namespace engine;
using namespace engine::test;

namespace {

Layer product(const std::string& name, const std::string& bottom, std::int64_t units)
{
    return {.name = name,
            .type = "INNERPRODUCT",
            .bottoms = {bottom},
            .tops = {name},
            .params = {{"num_output", units}, {"bias_term", false}}};
}

Layer sum(const std::string& bottom)
{
    return {.name = "sum", .type = "REDUCTION", .bottoms = {bottom}, .tops = {"sum"}, .lossWeights = {1}};
}

/// x [10, 3] -> a [10, 5] -> b [10, 7] -> sum
Model chain()
{
    return {.layers = {inputLayer({"x"}, {{10, 3}}), product("a", "x", 5), product("b", "a", 7), sum("b")}};
}

/// Bytes of tensors that live at one moment: each begins at a multiple of 16 floats.
std::int64_t bytesOf(const std::vector<std::int64_t>& floats)
{
    std::int64_t sum = 0;
    for (const std::int64_t count : floats) {
        sum += 4 * ((count + 15) / 16 * 16);
    }
    return sum;
}

TrainingMemory memoryOf(const Model& model, const SizeOptions& options = {})
{
    return sizeReport(model, options).memory;
}

} // namespace

TEST(TrainingMemoryOf, WeightsGradientsAndHistoryAreTheParameters)
{
    const TrainingMemory memory = memoryOf(chain(), {.historyTensors = 2});
    const std::int64_t bytes = 4 * (5 * 3 + 7 * 5);
    EXPECT_EQ(memory.weights, bytes);
    EXPECT_EQ(memory.gradients, bytes);
    EXPECT_EQ(memory.history, 2 * bytes);
}

TEST(TrainingMemoryOf, TheProgramHoldsWhatACheckpointIsWrittenFrom)
{
    const TrainingMemory one = memoryOf(chain(), {.historyTensors = 1}), two = memoryOf(chain(), {.historyTensors = 2});
    EXPECT_EQ(two.program - one.program, one.weights);
    EXPECT_GT(one.program, one.weights + one.history + (20 << 20));
    EXPECT_EQ(memoryOf(chain(), {.phase = Phase::Test}).program, 0);
}

TEST(TrainingMemoryOf, ActivationsAreAllTensors)
{
    EXPECT_EQ(memoryOf(chain()).activations, bytesOf({30, 50, 70, 1}));
}

TEST(TrainingMemoryOf, GradientsLiveFromTheirReaderToTheirMaker)
{
    // Backward through b: x 30, a 50, b 70, sum 1 and the gradients of a 50, b 70 and sum 1, which is the loss's
    // weight. Later b and its gradient are gone.
    EXPECT_EQ(memoryOf(chain()).activationGradients, bytesOf({70, 50, 1}));
}

TEST(TrainingMemoryOf, GradientsTakeThePlaceOfTensorsThatAreDoneWith)
{
    // x 30 -> a 50 -> b 700 -> c 7 -> sum: worst are the gradients of b and c while c is made again from both.
    Model model{.layers = {inputLayer({"x"}, {{10, 3}}), product("a", "x", 5), product("b", "a", 70),
                           product("c", "b", 1), sum("c")}};
    EXPECT_EQ(memoryOf(model).activations, bytesOf({30, 50, 700, 10, 1}));
    // Backward of c: all tensors, gradients of b and c. Backward of b: no c, gradients of a and b.
    EXPECT_EQ(memoryOf(model).activationGradients, bytesOf({700, 50, 1}) - bytesOf({10}));
}

TEST(TrainingMemoryOf, TensorsThatLieInOthersCountOnce)
{
    Model model = chain();
    model.layers.insert(model.layers.end() - 1,
                        layerFrom("flat RESHAPE b -> flat", {{"shape", std::vector<std::int64_t>{-1}}}));
    layerNamed(model, "sum").bottoms[0] = "flat";
    EXPECT_EQ(memoryOf(model).activations, memoryOf(chain()).activations);
    EXPECT_EQ(memoryOf(model).activationGradients, memoryOf(chain()).activationGradients);
}

TEST(TrainingMemoryOf, JoinedTensorsLieInTheWhole)
{
    Model model = chain();
    model.layers.insert(
        model.layers.end() - 1,
        {.name = "both", .type = "CONCAT", .bottoms = {"b", "b2"}, .tops = {"both"}, .params = {{"axis", whole(0)}}});
    model.layers.insert(model.layers.end() - 2, product("b2", "a", 7));
    layerNamed(model, "sum").bottoms[0] = "both";
    // x 30, a 50, b and b2 in both 140, sum 1
    EXPECT_EQ(memoryOf(model).activations, bytesOf({30, 50, 140, 1}));
}

TEST(TrainingMemoryOf, ReadersOfOneTensorHaveGradientsOfTheirOwn)
{
    Model model{.layers = {inputLayer({"x"}, {{10, 3}}),
                           product("a", "x", 5),
                           {.name = "twice", .type = "ELTWISE", .bottoms = {"a", "a"}, .tops = {"twice"}},
                           sum("twice")}};
    // x 30, a 50, twice 50, sum 1. Backward of twice: gradients of twice and of both copies of a.
    EXPECT_EQ(memoryOf(model).activations, bytesOf({30, 50, 50, 1}));
    EXPECT_EQ(memoryOf(model).activationGradients, bytesOf({50, 50, 50, 1}));
}

TEST(TrainingMemoryOf, NoGradientsAreWhereNothingIsLearned)
{
    const Model weightless{.layers = {inputLayer({"x"}, {{10, 3}}),
                                      {.name = "tanh", .type = "TANH", .bottoms = {"x"}, .tops = {"y"}},
                                      sum("y")}};
    Model frozen = chain(), lossless = chain();
    for (const char* name : {"a", "b"}) {
        layerNamed(frozen, name).weights = {{.lrMult = 0}};
    }
    layerNamed(lossless, "sum").lossWeights = {};
    for (const Model& model : {weightless, frozen, lossless}) {
        EXPECT_EQ(memoryOf(model).activationGradients, 0);
    }
}

TEST(TrainingMemoryOf, GradientsStopAtPortsThatPassNone)
{
    const TrainingMemory memory = memoryOf(smallTextNet());
    // data and clip 18 each, label 18, x 72, lstm 90, ip 126, loss 1; most are the gradients of ip and lstm while lstm
    // is still to come, all tensors living.
    EXPECT_EQ(memory.activationGradients, bytesOf({126, 90, 1}));
}

TEST(TrainingMemoryOf, TestingNeedsNeitherGradientsNorHistory)
{
    const TrainingMemory memory = memoryOf(chain(), {.phase = Phase::Test, .historyTensors = 2});
    EXPECT_EQ(memory.gradients + memory.history + memory.activationGradients + memory.workspace, 0);
    EXPECT_EQ(memory.activations, bytesOf({30, 50, 70})) << "x throughout; a until b, b until the sum";
}

TEST(TrainingMemoryOf, LayersWithProblemsAreLeftOut)
{
    Model model = chain();
    layerNamed(model, "b").type = "NO_SUCH";
    EXPECT_EQ(memoryOf(model).activations, bytesOf({30, 50}));
    EXPECT_EQ(memoryOf(model).activationGradients, 0);
}

TEST(TrainingMemoryOf, StateIsPartOfTheActivations)
{
    const Model model{.layers = {inputLayer({"x", "clip"}, {{3, 2, 5}, {3, 2}}), lstmLayer("lstm", "x", 4)}};
    EXPECT_EQ(memoryOf(model, {.phase = Phase::Test}).activations, bytesOf({30, 6, 24}) + 2 * 4 * 8);
}

TEST(TrainingMemoryOf, WhatKernelsHoldIsAskedForEachLayer)
{
    const MemoryOf memory = [](const LayerType& type, const LayerRequest&, const Sizes&) {
        return type.name == "LSTM" ? LayerMemory{.kept = 1000, .workspace = 100, .inPieces = 10} : LayerMemory{};
    };
    const TrainingMemory nothing = memoryOf(charRnn(), {.memory = [](const auto&...) { return LayerMemory{}; }});
    const SizeReport report = sizeReport(charRnn(), {.memory = memory});
    EXPECT_EQ(report.memory.activations - nothing.activations, 2 * 1000);
    EXPECT_EQ(report.memory.workspace, 2 * 100);
    EXPECT_EQ(report.memory.inPieces, 2 * 10);
    EXPECT_EQ(report.memory.total() - nothing.total(), 2 * 1100) << "what pieces need is in no sum";
    EXPECT_EQ(sizesNamed(report.layers, "lstm1").memory.workspace, 100);
}

TEST(TrainingMemoryOf, WithoutAnEngineTheFormulaIsCounted)
{
    const LayerSizes lstm = sizesNamed(inferSizes(charRnn()), "lstm1");
    EXPECT_GT(lstm.sizes.kept, 0);
    EXPECT_EQ(lstm.memory.kept, 4 * lstm.sizes.kept);
    EXPECT_EQ(memoryOf(charRnn()).workspace, 0);
}

TEST(TrainingMemoryOf, TheProgramLiesInTheHostsMemory)
{
    const TrainingMemory memory = memoryOf(charRnn());
    EXPECT_GT(memory.program, 0);
    EXPECT_EQ(memory.total(), memory.onDevice() + memory.program);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/ports.h"
#include "engine/graph/catalog.h"
#include "tests/layers/layer_case.h"

#include <gmock/gmock.h>

using namespace engine;
using namespace engine::test;
using ::testing::ElementsAre;

namespace {

std::int64_t parameters(const Sizes& sizes)
{
    std::int64_t count = 0;
    for (const WeightSpec& weight : sizes.weights) {
        count += weight.shape.count();
    }
    return count;
}

std::vector<std::string> weightNames(const Sizes& sizes)
{
    std::vector<std::string> names;
    for (const WeightSpec& weight : sizes.weights) {
        names.push_back(weight.name);
    }
    return names;
}

/// Of 4 units on 5 steps of 2 streams, 3 wide.
LayerCase recurrent(std::string type, Params params = {})
{
    params.emplace("num_output", whole(4));
    return {.type = std::move(type), .params = std::move(params), .inputs = {{5, 2, 3}, {5, 2}}};
}

} // namespace

TEST(OutputShapes, AreThoseOfTheFormula)
{
    const std::vector<Shape> given = {{75, 25}, {75, 25}, {1875, 1}}, one = {{4, 2}};
    const Params text = {{"time_steps", whole(75)}, {"batch_size", whole(25)}},
                 sequences = {{"time_steps", whole(28)}, {"batch_size", whole(128)}, {"width", whole(4)}},
                 middle = {{"shape", list({3, 2})}, {"axis", whole(1)}, {"num_axes", whole(1)}},
                 behindTheLast = {{"shape", list({1})}, {"axis", whole(-1)}, {"num_axes", whole(0)}};
    const std::pair<LayerCase, std::vector<Shape>> cases[] = {
        {{"INPUT", {{"shape", given}}, {}, 3}, given},
        {{"INPUT", {{"shape", one}}, {}, 2}, {{4, 2}, {4, 2}}}, // one shape serves all tops
        {{"TEXTDATA", text, {}, 3}, {{75, 25}, {75, 25}, {1875}}},
        {{"TEXTDATA", text, {}, 2}, {{75, 25}, {75, 25}}}, // clip and label may be left out
        {{"TEXTDATA", text, {}, 1}, {{75, 25}}},
        {{"SEQUENCEDATA", sequences, {}, 4}, {{28, 128, 4}, {28, 128}, {128}, {128}}},
        {{"SEQUENCEDATA", sequences, {}, 1}, {{28, 128, 4}}},
        {{"LAYERNORM", {}, {{3, 2, 4}}}, {{3, 2, 4}}},
        {{"RESHAPE", {{"shape", list({-1, 1, 512})}}, {{75, 25, 512}}}, {{1875, 1, 512}}},
        {{"RESHAPE", {{"shape", list({0, -1})}}, {{2, 3, 8}}}, {{2, 24}}}, // zero copies the extent
        {{"RESHAPE", middle, {{2, 6, 8}}}, {{2, 3, 2, 8}}},
        {{"RESHAPE", behindTheLast, {{2, 6}}}, {{2, 6, 1}}},
        {{"SLICE", {{"slice_dim", whole(0)}}, {{4, 6}}, 2}, {{2, 6}, {2, 6}}}, // the axis' old name
        {{"SLICE", {{"slice_dim", whole(0)}, {"axis", whole(1)}}, {{4, 6}}, 2}, {{4, 3}, {4, 3}}},
        {{"CONCAT", {{"concat_dim", whole(0)}}, {{1, 3}, {4, 3}}}, {{5, 3}}},
        {{"SCALE", {}, {{5}, {}}}, {{5}}}, // a scalar factor needs no axis
        {{"REDUCTION", {}, {{5, 2, 8}}}, {Shape{}}},
        {{"REDUCTION", {{"axis", whole(-1)}}, {{5, 2, 8}}}, {{5, 2}}},
        {{"SILENCE", {}, {{5}, {2}}, 0}, {}},
        {{"LAST", {}, {{28, 128, 64}}}, {{128, 64}}},
        {{"LAST", {}, {{28, 128, 64}, {128}}}, {{128, 64}}},
        {{"MEANOVERSTEPS", {}, {{28, 128, 8, 8}, {128, 1}}}, {{128, 8, 8}}},
        {{"EUCLIDEANLOSS", {}, {{32, 1}, {32}}}, {Shape{}}},
        {{"HUBERLOSS", {}, {{32, 1}, {32}}}, {Shape{}}},
        {{"SIGMOIDCROSSENTROPYLOSS", {}, {{32, 1}, {32}}}, {Shape{}}},
        // Labels of any shape with one for each place, on both sides of the classes.
        {{"SOFTMAXWITHLOSS", {{"axis", whole(2)}}, {{75, 25, 65}, {75, 25}}}, {Shape{}}},
        {{"SOFTMAXWITHLOSS", {}, {{2, 5, 3}, {2, 3}}}, {Shape{}}},
        {{"ACCURACY", {{"top_k", whole(5)}}, {{2, 5, 3}, {2, 3}}}, {Shape{}}}, // as many guesses as classes
        {{"ACCURACY", {}, {{1875, 65}, {1875}}, 2}, {Shape{}, {65}}},
    };
    for (const auto& [layer, wanted] : cases) {
        EXPECT_EQ(layer.sizes().outputs, wanted) << layer.type;
    }
}

TEST(EmbedSizes, AddAnAxisForTheVector)
{
    const LayerCase embed{
        .type = "EMBED", .params = {{"num_output", whole(15)}, {"input_dim", whole(65)}}, .inputs = {{75, 25}}};
    const Sizes sizes = embed.sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{75, 25, 15}));
    ASSERT_EQ(sizes.weights.size(), 2u);
    EXPECT_EQ(sizes.weights[0].shape, (Shape{65, 15}));
    EXPECT_EQ(sizes.weights[1].shape, (Shape{15}));
    EXPECT_EQ(parameters(sizes), 65 * 15 + 15);
    EXPECT_EQ(sizes.flopsForward, 75 * 25 * 15);
    EXPECT_EQ(sizes.flopsBackward, 2 * 75 * 25 * 15);
}

TEST(EmbedSizes, HaveNoBiasWithoutBiasTerm)
{
    const LayerCase embed{.type = "EMBED",
                          .params = {{"num_output", whole(15)}, {"input_dim", whole(65)}, {"bias_term", false}},
                          .inputs = {{75, 25}}};
    EXPECT_EQ(embed.sizes().weights.size(), 1u);
    EXPECT_EQ(embed.sizes().flopsForward, 0);
}

TEST(LstmSizes, OfTheCharRnnHaveTheParametersThatCaffeReports)
{
    const LayerCase first{.type = "LSTM", .params = {{"num_output", whole(512)}}, .inputs = {{75, 25, 15}, {75, 25}}};
    const LayerCase second{.type = "LSTM", .params = {{"num_output", whole(512)}}, .inputs = {{75, 25, 512}, {75, 25}}};
    EXPECT_EQ(parameters(first.sizes()), 1'081'344);
    EXPECT_EQ(parameters(second.sizes()), 2'099'200);
}

TEST(LstmSizes, AreCanonicalWeightsAndOneState)
{
    const Sizes sizes = recurrent("LSTM").sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{5, 2, 4}));
    EXPECT_THAT(weightNames(sizes), ElementsAre("Wx", "Wh", "b"));
    EXPECT_EQ(sizes.weights[0].shape, (Shape{16, 3}));
    EXPECT_EQ(sizes.weights[1].shape, (Shape{16, 4}));
    EXPECT_EQ(sizes.weights[2].shape, (Shape{16}));
    EXPECT_EQ(sizes.weights[0].blob, 0u);
    EXPECT_EQ(sizes.weights[1].blob, 2u) << "Caffe has the bias before the recurrent matrix";
    EXPECT_EQ(sizes.weights[2].blob, 1u);
    ASSERT_EQ(sizes.state.size(), 2u);
    EXPECT_EQ(sizes.state[0].name, "h");
    EXPECT_EQ(sizes.state[1].name, "c");
    EXPECT_EQ(sizes.state[1].shape, (Shape{2, 4}));
    LayerCase trailing = recurrent("LSTM");
    trailing.inputs[0] = {5, 2, 3, 7};
    EXPECT_EQ(trailing.sizes().weights[0].shape, (Shape{16, 21}));
}

TEST(LstmSizes, OfStackedLayersAreNamedByLayer)
{
    const Sizes sizes = recurrent("LSTM", {{"num_layers", whole(2)}}).sizes();
    std::vector<std::string> states;
    for (const StateSpec& state : sizes.state) {
        states.push_back(state.name);
    }
    EXPECT_THAT(weightNames(sizes), ElementsAre("l0.Wx", "l0.Wh", "l0.b", "l1.Wx", "l1.Wh", "l1.b"));
    EXPECT_THAT(states, ElementsAre("l0.h", "l0.c", "l1.h", "l1.c"));
    EXPECT_EQ(sizes.weights[3].shape, (Shape{16, 4}));
}

TEST(LstmSizes, CountTwoFlopsForEachMultiplyAdd)
{
    const Sizes sizes = recurrent("LSTM").sizes();
    const std::int64_t products = 2 * (5 * 2) * (4 * 4) * (3 + 4), pointwise = 13 * 5 * 2 * 4;
    EXPECT_EQ(sizes.flopsForward, products + pointwise);
    EXPECT_EQ(sizes.flopsBackward, 2 * (products + pointwise));
}

TEST(LstmSizes, StartTheForgetBlockAtTheForgetBiasOrLeaveItToTheFiller)
{
    const std::vector<ConstantBlock> blocks = recurrent("LSTM", {{"forget_bias", 1.0}}).sizes().weights[2].blocks;
    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(blocks[0].first, 4);
    EXPECT_EQ(blocks[0].count, 4);
    EXPECT_EQ(blocks[0].value, 1.0);
    EXPECT_TRUE(recurrent("LSTM").sizes().weights[2].blocks.empty());
}

TEST(LstmSizes, WithExposedStateHaveItAsPortsAndCarryNothing)
{
    LayerCase lstm = recurrent("LSTM", {{"num_layers", whole(2)}, {"expose_hidden", true}});
    lstm.inputs.insert(lstm.inputs.end(), 2, {2, 2, 4});
    lstm.outputs = 3;
    EXPECT_THAT(lstm.sizes().outputs, ElementsAre(Shape{5, 2, 4}, Shape{2, 2, 4}, Shape{2, 2, 4}));
    EXPECT_TRUE(lstm.sizes().state.empty());
    LayerCase onlyLast = recurrent("LSTM", {{"expose_hidden_output", true}});
    onlyLast.outputs = 3;
    EXPECT_EQ(onlyLast.sizes().state.size(), 2u) << "it still carries it";
}

TEST(LstmSizes, KeepTheGatesAndStatesOfEachPart)
{
    EXPECT_EQ(recurrent("LSTM", {{"num_layers", whole(2)}}).sizes().kept, 2 * (4 + 2) * 5 * 2 * 4);
    EXPECT_EQ(recurrent("LSTM", {{"num_layers", whole(2)}, {"bidirectional", true}}).sizes().kept,
              2 * 2 * (4 + 2) * 5 * 2 * 4);
}

TEST(LstmSizes, WorkMoreWithDropoutBetweenLayers)
{
    const Sizes plain = recurrent("LSTM", {{"num_layers", whole(2)}}).sizes();
    const std::int64_t between = 5 * 2 * 4;
    EXPECT_EQ(recurrent("LSTM", {{"num_layers", whole(2)}, {"dropout_ratio", 0.5}}).sizes().flopsForward,
              plain.flopsForward + between);
}

TEST(GruSizes, AreThreeGatesWithTwoBiasesAndOneState)
{
    const Sizes sizes = recurrent("GRU").sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{5, 2, 4}));
    EXPECT_THAT(weightNames(sizes), ElementsAre("Wx", "Wh", "b", "bh"));
    EXPECT_EQ(sizes.weights[0].shape, (Shape{12, 3}));
    EXPECT_EQ(sizes.weights[1].shape, (Shape{12, 4}));
    EXPECT_EQ(sizes.weights[3].shape, (Shape{12}));
    ASSERT_EQ(sizes.state.size(), 1u);
    EXPECT_EQ(sizes.state[0].name, "h");
}

TEST(RnnSizes, AreOneGateWithEitherActivation)
{
    for (const char* activation : {"TANH", "RELU"}) {
        const Sizes sizes = recurrent("RNN", {{"activation", std::string(activation)}}).sizes();
        EXPECT_THAT(weightNames(sizes), ElementsAre("Wx", "Wh", "b"));
        EXPECT_EQ(parameters(sizes), 4 * 3 + 4 * 4 + 4);
        EXPECT_EQ(sizes.weights[0].axes, "H, I");
    }
}

TEST(LstmSizes, OfTwoStackedLayersEqualThoseOfTwoLayers)
{
    const LayerCase stacked{.type = "LSTM",
                            .params = {{"num_output", whole(512)}, {"num_layers", whole(2)}},
                            .inputs = {{75, 25, 15}, {75, 25}}};
    EXPECT_EQ(parameters(stacked.sizes()), 1'081'344 + 2'099'200);
    const LayerCase first{.type = "LSTM", .params = {{"num_output", whole(512)}}, .inputs = {{75, 25, 15}, {75, 25}}};
    const LayerCase second{.type = "LSTM", .params = {{"num_output", whole(512)}}, .inputs = {{75, 25, 512}, {75, 25}}};
    EXPECT_EQ(stacked.sizes().flopsForward, first.sizes().flopsForward + second.sizes().flopsForward);
}

TEST(CellSizes, AreThoseOfItsEquations)
{
    LayerCase cell = recurrent("CELL", {{"cell", std::string("janet")}, {"num_layers", whole(2)}});
    const Sizes sizes = cell.sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{5, 2, 4}));
    EXPECT_THAT(weightNames(sizes), ElementsAre("l0.Wf", "l0.Uf", "l0.bf", "l0.Wg", "l0.Ug", "l0.bg", "l1.Wf", "l1.Uf",
                                                "l1.bf", "l1.Wg", "l1.Ug", "l1.bg"));
    EXPECT_EQ(sizes.weights[0].shape, (Shape{4, 3}));
    EXPECT_EQ(sizes.weights[0].axes, "H, I");
    EXPECT_EQ(sizes.weights[2].filler.value, 1) << "by init";
    EXPECT_EQ(sizes.weights[6].shape, (Shape{4, 4}));
    EXPECT_EQ(sizes.weights[6].axes, "H, H");
    ASSERT_EQ(sizes.state.size(), 2u);
    EXPECT_EQ(sizes.state[1].name, "l1.h");

    cell.params = {{"num_output", whole(4)}, {"equations", std::string("c = c[t-1] + W x\nh = tanh(c)")}};
    EXPECT_EQ(parameters(cell.sizes()), 4 * 3);
    EXPECT_EQ(cell.sizes().state.at(0).name, "c") << "an h that is never read is no state";
    EXPECT_EQ(cell.sizes().flopsForward, 5 * 2 * (2 * 4 * 3 + 2 * 4));
}

TEST(CellUnitSizes, AreThoseOfItsInputsWithAVectorForEachOtherName)
{
    const LayerCase unit{
        .type = "CELL_UNIT",
        .params = {{"equation", std::string("f = sigmoid(p + u * q + b)")}, {"reads", std::string("p q")}},
        .inputs = {{1, 2, 4}, {1, 2, 4}}};
    const Sizes sizes = unit.sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{1, 2, 4}));
    EXPECT_THAT(weightNames(sizes), ElementsAre("u", "b"));
    EXPECT_EQ(sizes.weights[0].shape, (Shape{4}));
    EXPECT_EQ(sizes.flopsForward, 8 * 4) << "4 operations on each of 8 elements";
    // The 4 again, 1 - f, f times it, dy times it; times u, times q.
    EXPECT_EQ(sizes.flopsBackward, 8 * 9);
}

TEST(CellPorts, AreNamedAfterItsStates)
{
    const auto namesOf = [](const std::vector<Port>& ports) {
        std::vector<std::string> names;
        std::ranges::transform(ports, std::back_inserter(names),
                               [](const Port& port) { return std::string(port.name); });
        return names;
    };
    const LayerType& type = layerType("CELL");
    const LayerPorts ports = portsOf(type, {{"cell", std::string("coupled_lstm")}});
    EXPECT_THAT(namesOf(ports.inputs), ElementsAre("x", "cont", "h0", "c0"));
    EXPECT_THAT(namesOf(ports.outputs), ElementsAre("h", "hT", "cT"));
    EXPECT_THAT(namesOf(portsOf(type, {{"cell", std::string("nothing")}}).inputs), ElementsAre("x", "cont"));
    EXPECT_EQ(portsOf(layerType("LSTM"), {}).inputs.size(), 4u);
}

TEST(CellSizes, OfATypedLstmAreThoseOfLstm)
{
    const auto parametersOf = [](const char* type, const Params& params = {}) {
        return parameters(recurrent(type, params).sizes());
    };
    EXPECT_EQ(parametersOf("CELL", {{"cell", std::string("lstm")}}), parametersOf("LSTM"));
    EXPECT_EQ(parametersOf("CELL", {{"cell", std::string("gru")}}), parametersOf("GRU") - 2 * 4)
        << "r and z have one bias, not two";
}

TEST(BidirectionalSizes, AreTwiceAsWideAndReadBothHalvesAbove)
{
    const Sizes sizes = recurrent("GRU", {{"num_layers", whole(2)}, {"bidirectional", true}}).sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{5, 2, 8}));
    EXPECT_THAT(weightNames(sizes),
                ElementsAre("l0.Wx", "l0.Wh", "l0.b", "l0.bh", "l0.back.Wx", "l0.back.Wh", "l0.back.b", "l0.back.bh",
                            "l1.Wx", "l1.Wh", "l1.b", "l1.bh", "l1.back.Wx", "l1.back.Wh", "l1.back.b", "l1.back.bh"));
    EXPECT_EQ(sizes.weights[4].shape, (Shape{12, 3}));
    EXPECT_EQ(sizes.weights[8].shape, (Shape{12, 8}));
    ASSERT_EQ(sizes.state.size(), 2u) << "a backward direction carries nothing";
    EXPECT_EQ(sizes.state[1].name, "l1.h");
}

TEST(BidirectionalSizes, OfOneLayerAreNamedAsInAStack)
{
    LayerCase lstm = recurrent("LSTM", {{"bidirectional", true}, {"expose_hidden", true}});
    lstm.inputs.insert(lstm.inputs.end(), 2, {2, 2, 4});
    lstm.outputs = 3;
    EXPECT_THAT(weightNames(lstm.sizes()),
                ElementsAre("l0.Wx", "l0.Wh", "l0.b", "l0.back.Wx", "l0.back.Wh", "l0.back.b"));
    EXPECT_THAT(lstm.sizes().outputs, ElementsAre(Shape{5, 2, 8}, Shape{2, 2, 4}, Shape{2, 2, 4}));
    EXPECT_TRUE(lstm.sizes().state.empty());
}

TEST(LstmSimpleSizes, ReadRowsOfStepsAndStreams)
{
    const LayerCase simple{.type = "LSTM_SIMPLE",
                           .params = {{"num_output", whole(4)}, {"batch_size", whole(2)}},
                           .inputs = {{10, 3}, {5, 2}}};
    const Sizes sizes = simple.sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{10, 4}));
    EXPECT_EQ(sizes.weights[0].shape, (Shape{16, 3}));
    EXPECT_EQ(sizes.weights[1].shape, (Shape{16, 4}));
    EXPECT_EQ(sizes.weights[2].shape, (Shape{16}));
    ASSERT_EQ(sizes.state.size(), 2u);
    EXPECT_EQ(sizes.state[0].shape, (Shape{2, 4}));
    EXPECT_FALSE(sizes.weights[1].blob) << "its blobs lie in our order";
}

TEST(LstmSimpleSizes, CarryNothingWithoutClip)
{
    const LayerCase simple{.type = "LSTM_SIMPLE", .params = {{"num_output", whole(4)}}, .inputs = {{10, 3}}};
    EXPECT_TRUE(simple.sizes().state.empty());
}

TEST(LstmSimpleSizes, StartTheForgetBiasAtFiveForClockwork)
{
    const LayerCase simple{.type = "LSTM_SIMPLE",
                           .params = {{"num_output", whole(4)}, {"enable_clockwork_forgetgate_bias", true}},
                           .inputs = {{10, 3}}};
    ASSERT_EQ(simple.sizes().weights[2].blocks.size(), 1u);
    EXPECT_EQ(simple.sizes().weights[2].blocks[0].first, 4);
    EXPECT_EQ(simple.sizes().weights[2].blocks[0].value, 5.0);
}

TEST(LstmUnitSizes, AreThoseOfTheState)
{
    const LayerCase unit{.type = "LSTM_UNIT", .inputs = {{1, 2, 4}, {1, 2, 16}, {1, 2}}, .outputs = 2};
    EXPECT_THAT(unit.sizes().outputs, ElementsAre(Shape{1, 2, 4}, Shape{1, 2, 4}));
    EXPECT_EQ(unit.sizes().flopsForward, 10 * 8);
}

TEST(InnerProductSizes, ReplaceTheAxesFromAxisOn)
{
    const LayerCase product{.type = "INNERPRODUCT", .params = {{"num_output", whole(65)}}, .inputs = {{1875, 1, 512}}};
    const Sizes sizes = product.sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{1875, 65}));
    EXPECT_EQ(sizes.weights[0].shape, (Shape{65, 512}));
    EXPECT_EQ(parameters(sizes), 65 * 512 + 65);
    EXPECT_EQ(sizes.flopsForward, 2 * 1875 * 512 * 65 + 1875 * 65);
    EXPECT_EQ(sizes.flopsBackward, 2 * 2 * 1875 * 512 * 65 + 1875 * 65);
}

TEST(InnerProductSizes, OfHeadsAreBlocks)
{
    const LayerCase product{.type = "INNERPRODUCT",
                            .params = {{"num_output", whole(8)}, {"heads", whole(2)}, {"bias_term", false}},
                            .inputs = {{5, 6}}};
    const Sizes sizes = product.sizes();
    EXPECT_EQ(sizes.weights[0].shape, (Shape{8, 3}));
    EXPECT_EQ(sizes.weights[0].axes, "O, I/2");
    EXPECT_EQ(sizes.flopsForward, 2 * 5 * 8 * 3);
}

TEST(InnerProductSizes, CountANegativeAxisFromTheEnd)
{
    const LayerCase product{.type = "INNERPRODUCT",
                            .params = {{"num_output", whole(7)}, {"axis", whole(-1)}, {"bias_term", false}},
                            .inputs = {{5, 2, 3}}};
    EXPECT_THAT(product.sizes().outputs, ElementsAre(Shape{5, 2, 7}));
    EXPECT_EQ(parameters(product.sizes()), 21);
}

TEST(InnerProductSizes, KeepTransposedWeightsAsInputsTimesOutputs)
{
    const LayerCase product{
        .type = "INNERPRODUCT", .params = {{"num_output", whole(7)}, {"transpose", true}}, .inputs = {{5, 3}}};
    EXPECT_EQ(product.sizes().weights[0].shape, (Shape{3, 7}));
}

TEST(DropoutSizes, AreTheInputsWithAByteOfMaskEach)
{
    const Sizes sizes = LayerCase{.type = "DROPOUT", .inputs = {{5, 2, 8}}}.sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{5, 2, 8}));
    EXPECT_EQ(sizes.kept, 80 / 4);
}

TEST(DropoutSizes, HaveAByteOfMaskForWhatIsDrawnOnce)
{
    const auto kept = [](const std::string& sameOver) {
        return LayerCase{.type = "DROPOUT", .params = {{"same_over", sameOver}}, .inputs = {{6, 2, 8}}}.sizes().kept;
    };
    EXPECT_EQ(kept("NOTHING"), 96 / 4);
    EXPECT_EQ(kept("STEPS"), 16 / 4);
    EXPECT_EQ(kept("UNITS"), 12 / 4);
}

TEST(ReshapeSizes, LieInTheInput)
{
    const Sizes sizes = LayerCase{.type = "RESHAPE", .params = {{"shape", list({-1})}}, .inputs = {{2, 3}}}.sizes();
    EXPECT_EQ(sizes.sharing, Sharing::OutputsInsideInput);
    EXPECT_THAT(sizes.offsets, ElementsAre(0));
}

TEST(SliceSizes, AreEqualWithoutSlicePoints)
{
    const LayerCase slice{.type = "SLICE", .params = {{"axis", whole(0)}}, .inputs = {{75, 25, 8}}, .outputs = 75};
    const Sizes sizes = slice.sizes();
    ASSERT_EQ(sizes.outputs.size(), 75u);
    EXPECT_EQ(sizes.outputs[74], (Shape{1, 25, 8}));
    EXPECT_EQ(sizes.sharing, Sharing::OutputsInsideInput);
    EXPECT_EQ(sizes.offsets[74], 74 * 25 * 8);
}

TEST(SliceSizes, FollowTheSlicePoints)
{
    const LayerCase slice{
        .type = "SLICE", .params = {{"slice_point", list({1, 4})}}, .inputs = {{2, 6, 3}}, .outputs = 3};
    EXPECT_THAT(slice.sizes().outputs, ElementsAre(Shape{2, 1, 3}, Shape{2, 3, 3}, Shape{2, 2, 3}));
    EXPECT_EQ(slice.sizes().sharing, Sharing::None) << "pieces along an inner axis are scattered";
}

TEST(SliceSizes, LieInTheInputBehindAxesOfOne)
{
    const LayerCase slice{
        .type = "SLICE", .params = {{"slice_point", list({1, 4})}}, .inputs = {{1, 6, 3}}, .outputs = 3};
    EXPECT_THAT(slice.sizes().offsets, ElementsAre(0, 3, 12));
}

TEST(ConcatSizes, AddUpAlongTheAxis)
{
    const Sizes inner = LayerCase{.type = "CONCAT", .inputs = {{2, 1, 3}, {2, 4, 3}}}.sizes();
    EXPECT_THAT(inner.outputs, ElementsAre(Shape{2, 5, 3}));
    EXPECT_EQ(inner.sharing, Sharing::None);
    const Sizes outer =
        LayerCase{.type = "CONCAT", .params = {{"axis", whole(0)}}, .inputs = {{1, 2, 3}, {4, 2, 3}}}.sizes();
    EXPECT_THAT(outer.outputs, ElementsAre(Shape{5, 2, 3}));
    EXPECT_EQ(outer.sharing, Sharing::InputsInsideOutput);
    EXPECT_THAT(outer.offsets, ElementsAre(0, 6));
}

TEST(ConcatSizes, LieInTheOutputBehindAxesOfOne)
{
    const Sizes sizes = LayerCase{.type = "CONCAT", .inputs = {{1, 2, 3}, {1, 4, 3}}}.sizes();
    EXPECT_EQ(sizes.sharing, Sharing::InputsInsideOutput);
    EXPECT_THAT(sizes.offsets, ElementsAre(0, 6));
}

TEST(ScaleSizes, WithTwoInputsHaveNoWeights)
{
    const LayerCase scale{.type = "SCALE", .params = {{"axis", whole(0)}}, .inputs = {{1, 25, 8}, {1, 25}}};
    EXPECT_THAT(scale.sizes().outputs, ElementsAre(Shape{1, 25, 8}));
    EXPECT_TRUE(scale.sizes().weights.empty());
}

TEST(ScaleSizes, WithOneInputLearnTheFactorOfTheNamedAxes)
{
    LayerCase scale{.type = "SCALE", .params = {{"bias_term", true}}, .inputs = {{2, 6, 3}}};
    EXPECT_EQ(scale.sizes().weights[0].shape, (Shape{6}));
    EXPECT_EQ(scale.sizes().weights[0].filler.value, 1) << "changes nothing at first";
    EXPECT_EQ(scale.sizes().weights[1].shape, (Shape{6}));
    scale.params["num_axes"] = whole(-1);
    EXPECT_EQ(scale.sizes().weights[0].shape, (Shape{6, 3}));
    scale.params["num_axes"] = whole(0);
    EXPECT_EQ(scale.sizes().weights[0].shape, Shape{});
}

TEST(EltwiseSizes, AreThoseOfEachInput)
{
    const LayerCase sum{.type = "ELTWISE", .inputs = {{1, 25, 8}, {1, 25, 8}, {1, 25, 8}}};
    EXPECT_THAT(sum.sizes().outputs, ElementsAre(Shape{1, 25, 8}));
    EXPECT_EQ(sum.sizes().flopsForward, 2 * 200);
}

TEST(SplitSizes, AreCopiesOfTheInputInItsPlace)
{
    const Sizes sizes = LayerCase{.type = "SPLIT", .inputs = {{5, 2}}, .outputs = 3}.sizes();
    EXPECT_THAT(sizes.outputs, ElementsAre(Shape{5, 2}, Shape{5, 2}, Shape{5, 2}));
    EXPECT_EQ(sizes.sharing, Sharing::OutputsEqualInput);
    EXPECT_THAT(sizes.offsets, ElementsAre(0, 0, 0));
}

TEST(ActivationSizes, AreThoseOfTheInput)
{
    for (const LayerType& type : catalog()) {
        if (type.group == LayerGroup::Activation) {
            const Sizes sizes = LayerCase{.type = std::string(type.name), .inputs = {{5, 2, 8}}}.sizes();
            EXPECT_THAT(sizes.outputs, ElementsAre(Shape{5, 2, 8})) << type.name;
            EXPECT_GT(sizes.flopsForward, 0) << type.name;
        }
    }
}

TEST(SoftmaxWithLossSizes, AreOneNumberAndTheChances)
{
    LayerCase loss{.type = "SOFTMAXWITHLOSS", .inputs = {{1875, 65}, {1875, 1}}, .outputs = 2};
    EXPECT_THAT(loss.sizes().outputs, ElementsAre(Shape{}, Shape{1875, 65}));
    EXPECT_EQ(loss.sizes().kept, 1875) << "only the terms, since the chances are an output";
    loss.outputs = 1;
    EXPECT_THAT(loss.sizes().outputs, ElementsAre(Shape{}));
    EXPECT_EQ(loss.sizes().kept, 1875 * 65 + 1875);
}

TEST(SoftmaxWithLossSettings, ReadTheOldWordForNormalization)
{
    Layer loss{.name = "it", .type = "SOFTMAXWITHLOSS", .params = {{"normalize", false}}};
    EXPECT_EQ(textParam(completeParams(loss, Dialect::Bvlc), "normalization"), "BATCH_SIZE");
    loss.params["normalize"] = true;
    EXPECT_EQ(textParam(completeParams(loss, Dialect::Bvlc), "normalization"), "VALID");
    loss.params["normalization"] = std::string("FULL");
    loss.params["normalize"] = false;
    EXPECT_EQ(textParam(completeParams(loss, Dialect::Bvlc), "normalization"), "FULL") << "the new word wins";
}

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
        {{"EMBED", {{"num_output", whole(15)}, {"input_dim", whole(65)}}, {{75, 25}}}, {{75, 25, 15}}},
        {recurrent("LSTM"), {{5, 2, 4}}},
        {recurrent("GRU"), {{5, 2, 4}}},
        {{"LSTM_SIMPLE", {{"num_output", whole(4)}, {"batch_size", whole(2)}}, {{10, 3}, {5, 2}}}, {{10, 4}}},
        {{"LSTM_UNIT", {}, {{1, 2, 4}, {1, 2, 16}, {1, 2}}, 2}, {{1, 2, 4}, {1, 2, 4}}},
        {{"INNERPRODUCT", {{"num_output", whole(65)}}, {{1875, 1, 512}}}, {{1875, 65}}},
        {{"INNERPRODUCT", {{"num_output", whole(7)}, {"axis", whole(-1)}}, {{5, 2, 3}}}, {{5, 2, 7}}},
        {{"DROPOUT", {}, {{5, 2, 8}}}, {{5, 2, 8}}},
        {{"ELTWISE", {}, {{1, 25, 8}, {1, 25, 8}, {1, 25, 8}}}, {{1, 25, 8}}},
        {{"SPLIT", {}, {{5, 2}}, 3}, {{5, 2}, {5, 2}, {5, 2}}},
        {{"RESHAPE", {{"shape", list({-1, 1, 512})}}, {{75, 25, 512}}}, {{1875, 1, 512}}},
        {{"RESHAPE", {{"shape", list({0, -1})}}, {{2, 3, 8}}}, {{2, 24}}}, // zero copies the extent
        {{"RESHAPE", middle, {{2, 6, 8}}}, {{2, 3, 2, 8}}},
        {{"RESHAPE", behindTheLast, {{2, 6}}}, {{2, 6, 1}}},
        {{"SLICE", {{"slice_dim", whole(0)}}, {{4, 6}}, 2}, {{2, 6}, {2, 6}}}, // the axis' old name
        {{"SLICE", {{"slice_dim", whole(0)}, {"axis", whole(1)}}, {{4, 6}}, 2}, {{4, 3}, {4, 3}}},
        {{"SLICE", {{"slice_point", list({1, 4})}}, {{2, 6, 3}}, 3}, {{2, 1, 3}, {2, 3, 3}, {2, 2, 3}}},
        {{"CONCAT", {{"concat_dim", whole(0)}}, {{1, 3}, {4, 3}}}, {{5, 3}}},
        {{"CONCAT", {}, {{2, 1, 3}, {2, 4, 3}}}, {{2, 5, 3}}},
        {{"SCALE", {{"axis", whole(0)}}, {{1, 25, 8}, {1, 25}}}, {{1, 25, 8}}},
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

TEST(WeightShapes, AreThoseOfTheFormula)
{
    const Params embed = {{"num_output", whole(15)}, {"input_dim", whole(65)}},
                 embedAlone = {{"num_output", whole(15)}, {"input_dim", whole(65)}, {"bias_term", false}},
                 simple = {{"num_output", whole(4)}, {"batch_size", whole(2)}},
                 heads = {{"num_output", whole(8)}, {"heads", whole(2)}, {"bias_term", false}},
                 lastAxis = {{"num_output", whole(7)}, {"axis", whole(-1)}, {"bias_term", false}},
                 transposed = {{"num_output", whole(7)}, {"transpose", true}};
    LayerCase trailing = recurrent("LSTM");
    trailing.inputs[0] = {5, 2, 3, 7};
    const std::pair<LayerCase, std::vector<Shape>> cases[] = {
        {{"EMBED", embed, {{75, 25}}}, {{65, 15}, {15}}},
        {{"EMBED", embedAlone, {{75, 25}}}, {{65, 15}}},
        {recurrent("LSTM"), {{16, 3}, {16, 4}, {16}}},
        {trailing, {{16, 21}, {16, 4}, {16}}},
        {recurrent("GRU"), {{12, 3}, {12, 4}, {12}, {12}}},
        {recurrent("RNN", {{"activation", std::string("TANH")}}), {{4, 3}, {4, 4}, {4}}},
        {recurrent("RNN", {{"activation", std::string("RELU")}}), {{4, 3}, {4, 4}, {4}}},
        {{"LSTM_SIMPLE", simple, {{10, 3}, {5, 2}}}, {{16, 3}, {16, 4}, {16}}},
        {{"INNERPRODUCT", {{"num_output", whole(65)}}, {{1875, 1, 512}}}, {{65, 512}, {65}}},
        {{"INNERPRODUCT", heads, {{5, 6}}}, {{8, 3}}},
        {{"INNERPRODUCT", lastAxis, {{5, 2, 3}}}, {{7, 3}}},
        {{"INNERPRODUCT", transposed, {{5, 3}}}, {{3, 7}, {7}}},
        {{"SCALE", {{"axis", whole(0)}}, {{1, 25, 8}, {1, 25}}}, {}},
        {{"SCALE", {{"bias_term", true}}, {{2, 6, 3}}}, {{6}, {6}}},
        {{"SCALE", {{"num_axes", whole(-1)}}, {{2, 6, 3}}}, {{6, 3}}},
        {{"SCALE", {{"num_axes", whole(0)}}, {{2, 6, 3}}}, {Shape{}}},
    };
    for (const auto& [layer, wanted] : cases) {
        std::vector<Shape> found;
        for (const WeightSpec& weight : layer.sizes().weights) {
            found.push_back(weight.shape);
        }
        EXPECT_EQ(found, wanted) << layer.type;
    }
}

TEST(Flops, AreTwoForEachMultiplyAdd)
{
    const Params stacked = {{"num_layers", whole(2)}}, dropping = {{"num_layers", whole(2)}, {"dropout_ratio", 0.5}},
                 heads = {{"num_output", whole(8)}, {"heads", whole(2)}, {"bias_term", false}};
    const std::int64_t lstm = 2 * (5 * 2) * (4 * 4) * (3 + 4) + 13 * 5 * 2 * 4,
                       above = 2 * (5 * 2) * (4 * 4) * (4 + 4) + 13 * 5 * 2 * 4, between = 5 * 2 * 4;
    const std::pair<LayerCase, std::int64_t> cases[] = {
        {{"EMBED", {{"num_output", whole(15)}, {"input_dim", whole(65)}}, {{75, 25}}}, 75 * 25 * 15},
        {recurrent("LSTM"), lstm},
        {recurrent("LSTM", stacked), lstm + above},
        {recurrent("LSTM", dropping), lstm + above + between},
        {{"LSTM_UNIT", {}, {{1, 2, 4}, {1, 2, 16}, {1, 2}}, 2}, 10 * 8},
        {{"INNERPRODUCT", {{"num_output", whole(65)}}, {{1875, 1, 512}}}, 2 * 1875 * 512 * 65 + 1875 * 65},
        {{"INNERPRODUCT", heads, {{5, 6}}}, 2 * 5 * 8 * 3},
        {{"ELTWISE", {}, {{1, 25, 8}, {1, 25, 8}, {1, 25, 8}}}, 2 * 200},
    };
    for (const auto& [layer, wanted] : cases) {
        EXPECT_EQ(layer.sizes().flopsForward, wanted) << layer.type;
    }
    EXPECT_EQ(recurrent("LSTM").sizes().flopsBackward, 2 * lstm);
    EXPECT_EQ(cases[0].first.sizes().flopsBackward, 2 * 75 * 25 * 15);
    EXPECT_EQ(cases[5].first.sizes().flopsBackward, 2 * 2 * 1875 * 512 * 65 + 1875 * 65);
}

/// Where outputs lie in the input, or inputs in the output.
TEST(SharedMemory, IsThatOfWhatIsHandedOnAsItIs)
{
    struct Shared {
        LayerCase layer;
        Sharing sharing;
        std::vector<std::int64_t> offsets = {};
    };
    const Params first = {{"axis", whole(0)}}, points = {{"slice_point", list({1, 4})}};
    const Shared cases[] = {
        {{"RESHAPE", {{"shape", list({-1})}}, {{2, 3}}}, Sharing::OutputsInsideInput, {0}},
        {{"SLICE", first, {{3, 25, 8}}, 3}, Sharing::OutputsInsideInput, {0, 200, 400}},
        {{"SLICE", points, {{2, 6, 3}}, 3}, Sharing::None}, // pieces along an inner axis are scattered
        {{"SLICE", points, {{1, 6, 3}}, 3}, Sharing::OutputsInsideInput, {0, 3, 12}}, // behind axes of one
        {{"CONCAT", {}, {{2, 1, 3}, {2, 4, 3}}}, Sharing::None},
        {{"CONCAT", first, {{1, 2, 3}, {4, 2, 3}}}, Sharing::InputsInsideOutput, {0, 6}},
        {{"CONCAT", {}, {{1, 2, 3}, {1, 4, 3}}}, Sharing::InputsInsideOutput, {0, 6}},
        {{"SPLIT", {}, {{5, 2}}, 3}, Sharing::OutputsEqualInput, {0, 0, 0}},
    };
    for (const Shared& one : cases) {
        EXPECT_EQ(one.layer.sizes().sharing, one.sharing) << one.layer.type;
        EXPECT_EQ(one.layer.sizes().offsets, one.offsets) << one.layer.type;
    }
}

TEST(RecurrentSizes, NameTheirWeightsAndStates)
{
    const Sizes lstm = recurrent("LSTM").sizes(), gru = recurrent("GRU").sizes();
    EXPECT_THAT(weightNames(lstm), ElementsAre("Wx", "Wh", "b"));
    EXPECT_THAT(weightNames(gru), ElementsAre("Wx", "Wh", "b", "bh"));
    EXPECT_THAT(weightNames(recurrent("RNN").sizes()), ElementsAre("Wx", "Wh", "b"));
    EXPECT_EQ(recurrent("RNN").sizes().weights[0].axes, "H, I");
    EXPECT_EQ(lstm.weights[0].blob, 0u);
    EXPECT_EQ(lstm.weights[1].blob, 2u) << "Caffe has the bias before the recurrent matrix";
    EXPECT_EQ(lstm.weights[2].blob, 1u);
    ASSERT_EQ(lstm.state.size(), 2u);
    EXPECT_EQ(lstm.state[0].name, "h");
    EXPECT_EQ(lstm.state[1].name, "c");
    EXPECT_EQ(lstm.state[1].shape, (Shape{2, 4}));
    ASSERT_EQ(gru.state.size(), 1u);
    EXPECT_EQ(gru.state[0].name, "h");
    const Sizes simple =
        LayerCase{"LSTM_SIMPLE", {{"num_output", whole(4)}, {"batch_size", whole(2)}}, {{10, 3}, {5, 2}}}.sizes();
    ASSERT_EQ(simple.state.size(), 2u);
    EXPECT_EQ(simple.state[0].shape, (Shape{2, 4}));
    EXPECT_FALSE(simple.weights[1].blob) << "its blobs lie in our order";
    EXPECT_TRUE(LayerCase({"LSTM_SIMPLE", {{"num_output", whole(4)}}, {{10, 3}}}).sizes().state.empty())
        << "without clip it carries nothing";
}

TEST(Kept, AreGatesAndStatesAndAByteOfMaskEach)
{
    EXPECT_EQ(recurrent("LSTM", {{"num_layers", whole(2)}}).sizes().kept, 2 * (4 + 2) * 5 * 2 * 4);
    EXPECT_EQ(recurrent("LSTM", {{"num_layers", whole(2)}, {"bidirectional", true}}).sizes().kept,
              2 * 2 * (4 + 2) * 5 * 2 * 4);
    EXPECT_EQ(LayerCase({"DROPOUT", {}, {{5, 2, 8}}}).sizes().kept, 80 / 4);
    for (const auto& [sameOver, drawn] : {std::pair("NOTHING", 96), {"STEPS", 16}, {"UNITS", 12}}) {
        const Params params = {{"same_over", std::string(sameOver)}};
        EXPECT_EQ(LayerCase({"DROPOUT", params, {{6, 2, 8}}}).sizes().kept, drawn / 4) << sameOver;
    }
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

TEST(LstmSizes, StartTheForgetBlockAtTheForgetBiasOrLeaveItToTheFiller)
{
    const std::vector<ConstantBlock> blocks = recurrent("LSTM", {{"forget_bias", 1.0}}).sizes().weights[2].blocks;
    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(blocks[0].first, 4);
    EXPECT_EQ(blocks[0].count, 4);
    EXPECT_EQ(blocks[0].value, 1.0);
    EXPECT_TRUE(recurrent("LSTM").sizes().weights[2].blocks.empty());
    const Params clockwork = {{"num_output", whole(4)}, {"enable_clockwork_forgetgate_bias", true}};
    EXPECT_EQ(LayerCase({"LSTM_SIMPLE", clockwork, {{10, 3}}}).sizes().weights[2].blocks.at(0).value, 5.0);
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

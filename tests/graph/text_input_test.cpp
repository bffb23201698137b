// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace engine;
using namespace engine::testing;
using ::testing::ElementsAre;

namespace {

const std::vector<Shape>& shapesOf(const Layer& layer)
{
    return shapeListParam(layer.params, "shape");
}

/// MyCaffe's net for LSTM_SIMPLE: rows of steps and streams together.
Model simpleNet(std::int64_t rows, std::int64_t streams)
{
    return {.dialect = Dialect::MyCaffe,
            .layers = {inputLayer({"data", "clip", "label"}, {{rows, 1}}),
                       {.name = "embed",
                        .type = "EMBED",
                        .bottoms = {"data"},
                        .tops = {"x"},
                        .params = {{"num_output", whole(15)}, {"input_dim", whole(65)}}},
                       {.name = "lstm1",
                        .type = "LSTM_SIMPLE",
                        .bottoms = {"x", "clip"},
                        .tops = {"lstm1"},
                        .params = {{"num_output", whole(8)}, {"batch_size", streams}}},
                       {.name = "ip1",
                        .type = "INNERPRODUCT",
                        .bottoms = {"lstm1"},
                        .tops = {"ip1"},
                        .params = {{"num_output", whole(65)}}}}};
}

} // namespace

TEST(TextInputOf, InputLayersHaveTheirStepsAndStreams)
{
    EXPECT_EQ(textInput(charRnn()),
              (TextInput{.data = "data", .clip = "clip", .label = "label", .steps = 75, .streams = 25}));
}

TEST(TextInputOf, TextDataAreItsSettings)
{
    EXPECT_EQ(textInput(smallTextNet()),
              (TextInput{.data = "data", .clip = "clip", .label = "label", .steps = 6, .streams = 3}));
}

TEST(TextInputOf, TextDataHaveTheNamesOfItsTops)
{
    Model model = smallTextNet();
    model.layers[0].tops = {"letters"};
    EXPECT_EQ(textInput(model), (TextInput{.data = "letters", .clip = "", .label = "", .steps = 6, .streams = 3}));
}

TEST(TextInputOf, InputLayersMayLackMarksAndLabels)
{
    Model model = charRnn();
    model.layers[0] = inputLayer({"data"}, {{75, 25}});
    EXPECT_EQ(textInput(model), (TextInput{.data = "data", .clip = "", .label = "", .steps = 75, .streams = 25}));
}

TEST(TextInputOf, InputLayersMayBeSeveral)
{
    Model model = charRnn();
    model.layers[0] = inputLayer({"label"}, {{1875}});
    model.layers.push_back(inputLayer({"clip", "data"}, {{75, 25}}));
    EXPECT_EQ(textInput(model),
              (TextInput{.data = "data", .clip = "clip", .label = "label", .steps = 75, .streams = 25}));
}

TEST(TextInputOf, LstmSimpleTakesItsStreamsFromTheLayer)
{
    EXPECT_EQ(textInput(simpleNet(75, 1)).steps, 75);
    EXPECT_EQ(textInput(simpleNet(75, 1)).streams, 1);
    EXPECT_EQ(textInput(simpleNet(100, 4)).steps, 25);
    EXPECT_EQ(textInput(simpleNet(100, 4)).streams, 4);
}

TEST(TextInputOf, RowsThatDoNotDivideAreRefused)
{
    EXPECT_EQ(sentenceOf([] { textInput(simpleNet(75, 4)); }),
              "layer Input: data has 75 rows, but they must be a multiple of the batch_size 4 of the LSTM_SIMPLE");
}

TEST(TextInputOf, AbsurdNumbersAreRefused)
{
    Model model = charRnn();
    model.layers[0] = inputLayer({"data"}, {{std::int64_t{1} << 40, std::int64_t{1} << 40}});
    EXPECT_EQ(sentenceOf([&] { textInput(model); }),
              "layer Input: data has 1099511627776 steps and 1099511627776 streams, but both must lie between 1 and "
              "1048576");
    model.layers[0] = inputLayer({"data"}, {{75, 0}});
    EXPECT_EQ(sentenceOf([&] { withBatch(model, 1, 1); }),
              "layer Input: data has 75 steps and 0 streams, but both must lie between 1 and 1048576");
}

TEST(TextInputOf, AModelWithoutAnyIsRefused)
{
    EXPECT_EQ(sentenceOf([] {
                  textInput(Model{.layers = {inputLayer({"x"}, {{75, 25}})}});
              }),
              "the model has no text input, but needs a TEXTDATA layer or an INPUT layer with the tops data, clip and "
              "label");
}

TEST(WithBatch, RewritesTheShapesOfInputs)
{
    const Model model = withBatch(charRnn(), 10, 4);
    EXPECT_THAT(shapesOf(model.layers[0]), ElementsAre(Shape{10, 4}, Shape{10, 4}, Shape{40, 1}));
    EXPECT_EQ(inferSizes(forPhase(model, Phase::Train)).back().problem, "");
}

TEST(WithBatch, RewritesTheSettingsOfTextData)
{
    const Model model = withBatch(smallTextNet(), 10, 4);
    EXPECT_EQ(textInput(model).steps, 10);
    EXPECT_EQ(textInput(model).streams, 4);
}

TEST(WithBatch, RewritesRowsOfAnyName)
{
    Model model = charRnn();
    model.layers.insert(model.layers.begin(), inputLayer({"weights"}, {{1875, 3}}));
    EXPECT_THAT(shapesOf(withBatch(model, 10, 4).layers[0]), ElementsAre(Shape{40, 3}));
}

TEST(WithBatch, LeavesOtherInputsAlone)
{
    Model model = charRnn();
    model.layers.insert(model.layers.begin(), inputLayer({"mask"}, {{3, 512}}));
    EXPECT_THAT(shapesOf(withBatch(model, 10, 4).layers[0]), ElementsAre(Shape{3, 512}));
}

TEST(WithBatch, ThereAndBackIsTheSameModel)
{
    EXPECT_EQ(withBatch(withBatch(charRnn(), 1, 1), 75, 25), charRnn());
}

TEST(WithBatch, KeepsRowsForLstmSimple)
{
    const Model model = withBatch(simpleNet(75, 1), 10, 4);
    EXPECT_EQ(textInput(model).steps, 10);
    EXPECT_EQ(textInput(model).streams, 4);
    EXPECT_EQ(inferSizes(model).back().sizes.outputs[0], (Shape{40, 65}));
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/data_kind.h"
#include "engine/graph/text_wiring.h"
#include "tests/graph/sample_models.h"
#include "tests/support/layer_from.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace engine;
using namespace engine::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

const std::vector<Shape>& shapesOf(const Layer& layer)
{
    return shapeListParam(layer.params, "shape");
}

/// MyCaffe's net for LSTM_SIMPLE: rows of steps and streams together.
Model simpleNet(std::int64_t rows, std::int64_t streams)
{
    return {
        .dialect = Dialect::MyCaffe,
        .layers = {inputLayer({"data", "clip", "label"}, {{rows, 1}}),
                   layerFrom("embed EMBED data -> x", {{"num_output", whole(15)}, {"input_dim", whole(65)}}),
                   layerFrom("lstm1 LSTM_SIMPLE x clip -> lstm1", {{"num_output", whole(8)}, {"batch_size", streams}}),
                   layerFrom("ip1 INNERPRODUCT lstm1 -> ip1", {{"num_output", whole(65)}})}};
}

/// What is fed, as "characters cont labels T N -> scores"; "-" for what is not there.
std::string inShort(const DataWiring& wiring)
{
    const auto shown = [](const std::string& tensor) { return tensor.empty() ? std::string("-") : tensor; };
    return shown(wiring.values) + " " + shown(wiring.cont) + " " + shown(wiring.answers) + " " +
           std::to_string(wiring.steps) + " " + std::to_string(wiring.streams) + " -> " + shown(wiring.scores);
}

std::string inShort(const Model& model, Phase phase = Phase::Train)
{
    return inShort(textWiring(model, phase));
}

std::vector<engine::Sentence> problemsOf(const Model& model, Phase phase = Phase::Train)
{
    std::vector<engine::Sentence> sentences;
    for (const DataWiring::Problem& problem : textWiring(model, phase).problems) {
        sentences.push_back(problem.sentence);
    }
    return sentences;
}

/// smallTextNet on an INPUT layer of these tops, which are read in their order as characters, cont and labels.
Model onInput(std::vector<std::string> tops, std::vector<Shape> shapes = {{6, 3}, {6, 3}, {18}})
{
    Model model = smallTextNet();
    layerNamed(model, "embed").bottoms = {tops.at(0)};
    layerNamed(model, "lstm").bottoms[1] = tops.at(1);
    layerNamed(model, "loss").bottoms[1] = tops.at(2);
    model.layers[0] = inputLayer(std::move(tops), std::move(shapes));
    return model;
}

void insertBefore(Model& model, const std::string& name, Layer layer)
{
    const auto place =
        std::find_if(model.layers.begin(), model.layers.end(), [&](const Layer& one) { return one.name == name; });
    model.layers.insert(place, std::move(layer));
}

} // namespace

TEST(TextWiringOf, InputLayersAndTextDataHasTheirStepsAndStreams)
{
    EXPECT_EQ(inShort(charRnn()), "data clip label 75 25 -> ip1");
    EXPECT_EQ(inShort(smallTextNet()), "data clip label 6 3 -> ip");
    EXPECT_EQ(inShort(simpleNet(75, 1)), "data clip - 75 1 -> ip1") << "LSTM_SIMPLE says the streams";
    EXPECT_EQ(inShort(simpleNet(100, 4)), "data clip - 25 4 -> ip1");
}

TEST(TextWiringOf, InputTopsFollowsTheirReadersAndNotTheirNames)
{
    EXPECT_EQ(inShort(onInput({"data", "cont", "label"})), "data cont label 6 3 -> ip");
    EXPECT_EQ(inShort(onInput({"data", "clip", "target"})), "data clip target 6 3 -> ip");
    EXPECT_EQ(inShort(onInput({"label", "data", "clip"})), "label data clip 6 3 -> ip");
    EXPECT_THAT(problemsOf(onInput({"label", "data", "clip"})), IsEmpty());
}

TEST(TextWiringOf, TopsMayHaveOtherNamesBeMissingOrComeFromSeveralLayers)
{
    Model named = smallTextNet();
    named.layers[0].tops = {"letters", "starts"};
    layerNamed(named, "embed").bottoms = {"letters"};
    EXPECT_EQ(inShort(named), "letters starts - 6 3 -> ip");
    Model model = charRnn();
    model.layers[0] = inputLayer({"data"}, {{75, 25}});
    EXPECT_EQ(inShort(model, Phase::Run), "data - - 75 25 -> ip1");
    model.layers[0] = inputLayer({"label"}, {{1875}});
    model.layers.insert(model.layers.begin(), inputLayer({"clip", "data"}, {{75, 25}}));
    model.layers[0].name = "More";
    EXPECT_EQ(inShort(model), "data clip label 75 25 -> ip1");
}

TEST(TextWiringOf, TensorsIsFollowedThroughWhatPassesThemOn)
{
    Model model = onInput({"rows", "cont", "label"}, {{18}, {6, 3}, {18}});
    insertBefore(model, "embed", layerFrom("grid RESHAPE rows -> grid", {{"shape", std::vector<std::int64_t>{6, 3}}}));
    layerNamed(model, "embed").bottoms = {"grid"};
    EXPECT_EQ(inShort(model), "rows cont label 6 3 -> ip") << "the LSTM says how many streams the rows are";
}

TEST(TextWiringOf, IgnoresUnreadTops)
{
    Model model = onInput({"data", "cont", "label"});
    model.layers[0].tops.push_back("extra");
    model.layers[0].params["shape"] = std::vector<Shape>{{6, 3}, {6, 3}, {18}, {2}};
    EXPECT_THAT(problemsOf(model), IsEmpty());
    model.layers.push_back({.name = "quiet", .type = "SILENCE", .bottoms = {"extra"}});
    EXPECT_THAT(problemsOf(model), IsEmpty());
}

TEST(TextWiringOf, AbsurdNumbersIsRefused)
{
    Model model = charRnn();
    model.layers[0] = inputLayer({"data", "clip", "label"}, {{2'000'000, 2}, {2'000'000, 2}, {4'000'000, 1}});
    EXPECT_EQ(sentenceOf([&] { requiredWiring(model, Phase::Train, kinds::text); }),
              "layer Input: its output data has 2000000 steps and 2 streams, but both must lie between 1 and 1048576");
    model.layers[0] = inputLayer({"data"}, {{75, 0}});
    EXPECT_EQ(sentenceOf([&] { withBatch(model, 1, 1); }),
              "layer Input: shape is 75×0, but every extent must lie between 1 and 1099511627776");
}

TEST(TextWiringOf, WhatNoTextFitsIsRefused)
{
    Model withoutEmbed = onInput({"data", "cont", "label"}, {{4, 2, 28}, {4, 2}, {8}});
    std::erase_if(withoutEmbed.layers, [](const Layer& layer) { return layer.name == "embed"; });
    layerNamed(withoutEmbed, "lstm").bottoms[0] = "data";
    Model computing = onInput({"data", "cont", "label"});
    insertBefore(computing, "loss", layerFrom("side INNERPRODUCT data -> side", {{"num_output", whole(2)}}));
    Model inTwoRoles = onInput({"data", "cont", "cont"});
    inTwoRoles.layers[0] = inputLayer({"data", "cont"}, {{6, 3}, {6, 3}});
    Model readingCont = smallTextNet();
    layerNamed(readingCont, "lstm").bottoms[0] = "clip";
    Model twice = onInput({"data", "cont", "label"});
    twice.layers[0] = inputLayer({"data", "cont", "label", "cont2"}, {{6, 3}, {6, 3}, {18}, {6, 3}});
    insertBefore(twice, "ip", lstmLayer("lstm2", "lstm", 5));
    layerNamed(twice, "lstm2").bottoms[1] = "cont2";
    const std::pair<Model, const char*> cases[] = {
        {{.layers = {inputLayer({"x"}, {{75, 25}})}},
         "the net reads no text, but needs an EMBED that reads from a TEXTDATA or INPUT layer"},
        {simpleNet(75, 4), "layer Input: its output data has 75 rows, but they must be a multiple of the 4 streams of "
                           "the recurrent layers"},
        {withoutEmbed, "layer Input: its output data goes to input x of layer lstm, but a text fills only what an "
                       "EMBED, a cont or a loss's label reads"},
        {onInput({"data", "cont", "label"}, {{4, 2, 28}, {4, 2}, {8}}),
         "layer Input: its output data is 4×2×28, but must be steps × streams, a number for each character"},
        {onInput({"data", "cont", "label"}, {{6, 3}, {6, 3}, {17}}),
         "layer Input: its output label is 17, but must have one number for each of 6 steps × 3 streams"},
        {computing, "layer Input: its output data is read as characters by layer embed and goes to input x of layer "
                    "side, but a text fills only what an EMBED, a cont or a loss's label reads"},
        {inTwoRoles, "layer Input: its output cont is read as cont by layer lstm and as labels by layer loss, but "
                     "only one of them can fill it"},
        {readingCont, "layer text: its output clip is cont, as output 2 always is, but goes to input x of layer lstm, "
                      "which takes characters"},
        {twice, "layer Input: its output cont2 is read as cont, but a run fills one tensor with cont, which is cont "
                "of layer Input"},
    };
    for (const auto& [model, problem] : cases) {
        EXPECT_THAT(problemsOf(model), ElementsAre(problem));
    }
}

TEST(TextWiringOf, AnInputThatNoTextFillsIsRefused)
{
    Model model = onInput({"data", "cont", "label"});
    model.layers[0].tops.push_back("extra");
    model.layers[0].params["shape"] = std::vector<Shape>{{6, 3}, {6, 3}, {18}, {6, 3, 4}};
    insertBefore(model, "lstm", {.name = "add", .type = "ELTWISE", .bottoms = {"x", "extra"}, .tops = {"sum"}});
    layerNamed(model, "lstm").bottoms[0] = "sum";
    EXPECT_THAT(problemsOf(model), ElementsAre("layer Input: its output extra goes to input x of layer add, but a text "
                                               "fills only what an EMBED, a cont or a loss's label reads"));
    EXPECT_EQ(textWiring(model, Phase::Train).problems[0].layer, "Input");
    EXPECT_NE(sentenceOf([&] { forGeneration(model); }), "");
}

TEST(TextWiringOf, AStateFromOutsideIsRefused)
{
    Model model = onInput({"data", "cont", "label"});
    model.layers[0].tops.insert(model.layers[0].tops.end(), {"h0", "c0"});
    model.layers[0].params["shape"] = std::vector<Shape>{{6, 3}, {6, 3}, {18}, {1, 3, 5}, {1, 3, 5}};
    Layer& lstm = layerNamed(model, "lstm");
    lstm.bottoms.insert(lstm.bottoms.end(), {"h0", "c0"});
    lstm.params["expose_hidden"] = true;
    EXPECT_THAT(problemsOf(model), ElementsAre(HasSubstr("its output h0 goes to input h0 of layer lstm"),
                                               HasSubstr("its output c0 goes to input c0 of layer lstm")));
}

TEST(TextWiringOf, ContThatIsAlsoComputedWithIsFilled)
{
    Model model = onInput({"data", "cont", "label"});
    insertBefore(model, "loss", layerFrom("side INNERPRODUCT cont -> side", {{"num_output", whole(2)}}));
    EXPECT_THAT(problemsOf(model), IsEmpty());
}

TEST(TextWiringOf, AnAutoencoderHasItsCharactersAsLabels)
{
    Model model = onInput({"data", "cont", "data"});
    model.layers[0] = inputLayer({"data", "cont"}, {{6, 3}});
    EXPECT_EQ(inShort(model), "data cont - 6 3 -> ip");
    EXPECT_THAT(problemsOf(model), IsEmpty());
    EXPECT_TRUE(textWiring(model, Phase::Train).isAutoencoder());

    model = smallTextNet();
    EXPECT_FALSE(textWiring(model, Phase::Train).isAutoencoder());
    layerNamed(model, "loss").bottoms[1] = "data";
    EXPECT_THAT(problemsOf(model), IsEmpty());
    EXPECT_TRUE(textWiring(model, Phase::Train).isAutoencoder());
}

/// smallTextNet whose text's tops have these names, and so other readers.
Model withTops(std::vector<std::string> tops)
{
    Model model = smallTextNet();
    model.layers[0].tops = std::move(tops);
    return model;
}

TEST(TextWiringOf, TopsOfATextInAnotherOrderIsRefused)
{
    EXPECT_THAT(problemsOf(withTops({"clip", "data", "label"})),
                ElementsAre("layer text: its output clip is characters, as output 1 always is, but goes to input cont "
                            "of layer lstm, which takes cont",
                            "layer text: its output data is cont, as output 2 always is, but goes to input x of "
                            "layer embed, which takes characters"));
    EXPECT_THAT(problemsOf(withTops({"data", "label", "clip"})),
                ElementsAre("layer text: its output label is cont, as output 2 always is, but goes to input label of "
                            "layer loss, which takes labels",
                            "layer text: its output clip is labels, as output 3 always is, but goes to input cont of "
                            "layer lstm, which takes cont"));
    EXPECT_THAT(
        problemsOf(withTops({"label", "clip", "data"})),
        ElementsAre("layer text: its output data is labels, as output 3 always is, but goes to input x of layer "
                    "embed, which takes characters"));
}

TEST(TextWiringOf, ASecondTextInAPhaseIsRefused)
{
    Model model = smallTextNet();
    Layer second = model.layers[0];
    second.name = "text2";
    second.tops = {"data2", "clip2", "label2"};
    model.layers.insert(model.layers.begin(), second);
    EXPECT_THAT(problemsOf(model), ElementsAre("layer text2: it reads a text, but layer text does so already, and a "
                                               "net reads one text in a phase"));
    model.layers[0].include = {{.phase = Phase::Test}};
    EXPECT_THAT(problemsOf(model), IsEmpty());
}

TEST(TextWiringOf, AnAnswerThatKnowsTheLabelsIsRefused)
{
    Model model = smallTextNet();
    insertBefore(model, "embed",
                 layerFrom("grid RESHAPE label -> grid", {{"shape", std::vector<std::int64_t>{6, 3, 1}}}));
    layerNamed(model, "embed") =
        layerFrom("width INNERPRODUCT grid -> x", {{"num_output", whole(4)}, {"axis", whole(2)}});
    EXPECT_THAT(problemsOf(model),
                ElementsAre("layer ip: its output ip is the net's answer, but data of layer text does not lead to it",
                            "layer text: its output label leads to the net's answer ip, but while a text is written "
                            "there are no labels"));
}

TEST(TextWiringOf, ALayerThatHasReadTheNextCharacterIsRefused)
{
    for (const char* type : {"LSTM", "GRU", "RNN"}) {
        Model model = smallTextNet();
        layerNamed(model, "lstm").type = type;
        EXPECT_THAT(problemsOf(model), IsEmpty());
        layerNamed(model, "lstm").params["bidirectional"] = true;
        EXPECT_THAT(problemsOf(model), ElementsAre("layer lstm: bidirectional is true, so it sees the character that "
                                                   "the net is to predict; it must be false where the loss reads the "
                                                   "next character, and may be true where it reads the text's own"));
        EXPECT_EQ(textWiring(model, Phase::Train).problems[0].layer, "lstm");
        EXPECT_THROW(requiredWiring(model, Phase::Train, kinds::text), Error);
    }
}

TEST(TextWiringOf, WhatIsComparedWithTheCharactersThemselvesMayReadThemAll)
{
    Model model = smallTextNet();
    layerNamed(model, "lstm").params["bidirectional"] = true;
    layerNamed(model, "loss").bottoms[1] = "data";
    layerNamed(model, "text").params["order"] = std::string("WINDOWS");
    EXPECT_THAT(problemsOf(model), IsEmpty());
    model.layers[0].tops = {"data", "clip"};
    EXPECT_THAT(problemsOf(model), IsEmpty());
    EXPECT_EQ(inShort(model), "data clip - 6 3 -> ip");
}

TEST(TextWiringOf, AStreamForALayerThatReadsBackwardIsRefused)
{
    Model model = smallTextNet();
    layerNamed(model, "lstm").params["bidirectional"] = true;
    layerNamed(model, "loss").bottoms[1] = "data";
    ASSERT_THAT(problemsOf(model),
                ElementsAre("layer lstm: bidirectional is true, so it reads back from the end of a sequence, but layer "
                            "text gives streams, which go on in the next batch; its order must be WINDOWS"));
    EXPECT_EQ(textWiring(model, Phase::Train).problems[0].streamsFrom, "text");
    EXPECT_THAT(textWiring(model, Phase::Run).problems, IsEmpty()) << "only a run has batches that go on";
    Layer& text = layerNamed(model, "text");
    text.type = "INPUT";
    text.tops = {"data", "clip"};
    text.params = {{"shape", std::vector<Shape>{{6, 3}, {6, 3}}}};
    EXPECT_THAT(problemsOf(model), ElementsAre(HasSubstr("a TEXTDATA whose order is WINDOWS is wanted")));
    model.dialect = Dialect::MyCaffe; // which reads windows
    EXPECT_THAT(problemsOf(model), IsEmpty());
}

/// Beside the net that predicts, a bidirectional layer and a loss that holds its scores against `target`.
Model withBidirectionalBranch(const std::string& target)
{
    Model model = smallTextNet();
    layerNamed(model, "text").params["order"] = std::string("WINDOWS");
    const Layer lstm = layerNamed(model, "lstm"), ip = layerNamed(model, "ip"), loss = layerNamed(model, "loss");
    for (Layer layer : {lstm, ip, loss}) {
        layer.name = "side_" + layer.name;
        layer.tops = {layer.name};
        model.layers.push_back(layer);
    }
    layerNamed(model, "side_lstm").params["bidirectional"] = true;
    layerNamed(model, "side_ip").bottoms = {"side_lstm"};
    layerNamed(model, "side_loss").bottoms = {"side_ip", target};
    layerNamed(model, "side_loss").lossWeights = {0.0};
    return model;
}

TEST(TextWiringOf, ABranchThatReadsBackwardAndPredictsIsRefused)
{
    Model predicts = withBidirectionalBranch("label");
    EXPECT_THAT(problemsOf(predicts),
                ElementsAre(HasSubstr("layer side_lstm: bidirectional is true, so it sees the character")));
    predicts.layers.pop_back();
    EXPECT_THAT(problemsOf(predicts), IsEmpty()) << "without a loss";
    EXPECT_THAT(problemsOf(withBidirectionalBranch("data")), IsEmpty()) << "of the characters themselves";
}

TEST(TextWiringOf, ABackwardLayerWhoseOutputJoinsTheAnswerIsRefused)
{
    Model model = withBidirectionalBranch("data");
    Layer loss = layerNamed(model, "loss");
    std::erase_if(model.layers, [](const Layer& layer) { return layer.name == "loss"; });
    loss.bottoms[0] = "sum";
    model.layers.push_back({.name = "sum", .type = "ELTWISE", .bottoms = {"ip", "side_ip"}, .tops = {"sum"}});
    model.layers.push_back(loss);
    EXPECT_THAT(problemsOf(model), ElementsAre(HasSubstr("layer side_lstm: bidirectional is true")));
}

TEST(TextWiringOf, HalfADrawingIsWhatIsThere)
{
    Model model = smallTextNet();
    layerNamed(model, "lstm").bottoms = {"", ""};
    layerNamed(model, "ip").params.erase("num_output");
    EXPECT_EQ(inShort(model), "data clip label 6 3 -> ip");
}

TEST(WithBatch, RewritesTheShapesOfInputsWhoseRowsAreStepsAndStreams)
{
    Model model = charRnn();
    model.layers.insert(model.layers.begin(), {inputLayer({"weights"}, {{1875, 3}}), inputLayer({"mask"}, {{3, 512}})});
    model = withBatch(model, 10, 4);
    EXPECT_THAT(shapesOf(model.layers[0]), ElementsAre(Shape{40, 3}));
    EXPECT_THAT(shapesOf(model.layers[1]), ElementsAre(Shape{3, 512}));
    EXPECT_THAT(shapesOf(model.layers[2]), ElementsAre(Shape{10, 4}, Shape{10, 4}, Shape{40, 1}));
    EXPECT_EQ(inferSizes(forPhase(withBatch(charRnn(), 10, 4), Phase::Train)).back().problem, "");
}

TEST(WithBatch, ThereAndBackIsTheSameModel)
{
    EXPECT_EQ(withBatch(withBatch(charRnn(), 1, 1), 75, 25), charRnn());
}

TEST(WithBatch, RewritesTheSettingsOfTextDataAndTheRowsOfLstmSimple)
{
    const Model rows = withBatch(simpleNet(75, 1), 10, 4);
    for (const Model& model : {withBatch(smallTextNet(), 10, 4), rows}) {
        EXPECT_EQ(textWiring(model, Phase::Train).steps, 10);
        EXPECT_EQ(textWiring(model, Phase::Train).streams, 4);
    }
    EXPECT_EQ(inferSizes(rows).back().sizes.outputs[0], (Shape{40, 65}));
}

TEST(DataWiring, SaysThatANetReadsSequencesAndNoText)
{
    Model model;
    model.layers = {{.name = "images", .type = "SEQUENCEDATA", .tops = {"data"}}, lstmLayer("lstm", "data", 4)};
    model.layers[1].bottoms = {"data"};
    EXPECT_THAT(problemsOf(model), ElementsAre(HasSubstr("layer images: it gives labelled sequences")));
}

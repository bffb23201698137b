// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/shared_model.h"
#include "tests/graph/sample_models.h"
#include "tests/support/layer_from.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace engine;
using namespace engine::test;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

/// SEQUENCEDATA, LSTM, LAST, INNERPRODUCT and a loss.
Model rowsNet(const std::string& loss = "SOFTMAXWITHLOSS", std::int64_t outputs = 10)
{
    return {.name = "rows",
            .layers = {layerFrom("images SEQUENCEDATA -> data clip label",
                                 {{"batch_size", whole(4)}, {"time_steps", whole(7)}, {"width", whole(5)}}),
                       lstmLayer("lstm", "data", 8),
                       {.name = "end", .type = "LAST", .bottoms = {"lstm"}, .tops = {"end"}},
                       layerFrom("scores INNERPRODUCT end -> scores", {{"num_output", outputs}, {"from_data", true}}),
                       {.name = "loss", .type = loss, .bottoms = {"scores", "label"}, .tops = {"loss"}}}};
}

/// The same, fed through an INPUT layer.
Model inputNet(const std::vector<Shape>& shapes)
{
    Model model = rowsNet();
    model.layers.front() = inputLayer({"data", "clip", "label"}, shapes);
    return model;
}

std::vector<std::string> problemsOf(const DataWiring& wiring)
{
    std::vector<std::string> sentences;
    for (const DataWiring::Problem& problem : wiring.problems) {
        sentences.emplace_back(problem.sentence);
    }
    return sentences;
}

} // namespace

TEST(DataWiring, TakesTheTopsOfSequenceDataByTheirPlace)
{
    Model model = rowsNet();
    model.layers.front().tops = {"x", "clip", "label", "n"};
    layerNamed(model, "lstm").bottoms = {"x", "clip"};
    layerNamed(model, "end").bottoms = {"lstm", "n"};
    const DataWiring wiring = sampleWiring(model, Phase::Train);
    EXPECT_THAT(problemsOf(wiring), IsEmpty());
    EXPECT_EQ(wiring.values, "x");
    EXPECT_EQ(wiring.cont, "clip");
    EXPECT_EQ(wiring.answers, "label");
    EXPECT_EQ(wiring.lengths, "n");
    EXPECT_EQ(wiring.steps, 7);
    EXPECT_EQ(wiring.streams, 4);
    EXPECT_EQ(wiring.width, 5);
}

TEST(DataWiring, KnowsByTheLossWhetherTheAnswerIsAClass)
{
    const DataWiring classes = sampleWiring(rowsNet(), Phase::Train);
    EXPECT_EQ(classes.answer, Answer::Classes);
    EXPECT_EQ(classes.scores, "scores");
    EXPECT_EQ(classes.lossLayer, "loss");
    for (const char* loss : {"EUCLIDEANLOSS", "HUBERLOSS"}) {
        EXPECT_EQ(sampleWiring(rowsNet(loss, 1), Phase::Train).answer, Answer::Numbers) << loss;
    }
}

TEST(DataWiring, RefusesALossOfYesAndNoForNumbersAndAnswersThatAreBothClassesAndNumbers)
{
    EXPECT_THAT(problemsOf(sampleWiring(rowsNet("SIGMOIDCROSSENTROPYLOSS", 1), Phase::Train)),
                Contains(HasSubstr("layer loss: SIGMOIDCROSSENTROPYLOSS needs targets from 0 to 1")));
    Model model = rowsNet("SOFTMAXWITHLOSS", 1);
    model.layers.push_back({.name = "error", .type = "EUCLIDEANLOSS", .bottoms = {"scores", "label"}, .tops = {"e"}});
    EXPECT_THAT(problemsOf(sampleWiring(model, Phase::Train)),
                ElementsAre("layer error: it takes label as numbers, but layer loss takes it as classes"));
}

TEST(DataWiring, ReadsInputsByWhatTheirReadersTake)
{
    const DataWiring wiring = sampleWiring(inputNet({{7, 4, 5}, {7, 4}, {4}}), Phase::Train);
    EXPECT_THAT(problemsOf(wiring), IsEmpty());
    EXPECT_EQ(wiring.values, "data");
    EXPECT_EQ(wiring.cont, "clip");
    EXPECT_EQ(wiring.answers, "label");
    EXPECT_EQ(wiring.width, 5);
}

TEST(DataWiring, RefusesShapesThatNoSequencesHave)
{
    EXPECT_THAT(
        problemsOf(sampleWiring(inputNet({{7, 4, 5}, {7, 4}, {3}}), Phase::Train)),
        ElementsAre("layer Input: its output label is 3, but as label it needs one number for each sequence: 4"));
    EXPECT_THAT(problemsOf(sampleWiring(inputNet({{7, 4, 5}, {4, 3}, {4}}), Phase::Train)),
                ElementsAre(HasSubstr("its output clip is 4×3, but as cont it needs one number for each step")));
}

TEST(DataWiring, RefusesANetThatReadsNoSequencesOrATextAsWell)
{
    EXPECT_THAT(problemsOf(sampleWiring({}, Phase::Train)), ElementsAre(HasSubstr("the net reads no sequences")));
    Model model = rowsNet();
    model.layers.push_back({.name = "text", .type = "TEXTDATA", .tops = {"characters"}});
    EXPECT_THAT(problemsOf(sampleWiring(model, Phase::Train)),
                ElementsAre("layer text: it reads a text, but the net is fed with sequences"));
}

TEST(WithSamples, SetsWhatTheDataKnowAndSaysSo)
{
    std::vector<engine::Sentence> notes;
    Model model = withSamples(rowsNet(), {.steps = 28, .width = 28, .classes = 3}, &notes);
    EXPECT_EQ(intParam(model.layers.front().params, "time_steps"), 28);
    EXPECT_EQ(intParam(model.layers.front().params, "width"), 28);
    EXPECT_EQ(intParam(layerNamed(model, "scores").params, "num_output"), 3);
    EXPECT_THAT(notes, ElementsAre("layer images: time_steps changes from 7 to 28, the steps of the data",
                                   "layer images: width changes from 5 to 28, the numbers in a step of the data",
                                   "layer scores: num_output changes from 10 to 3, the number of classes"));
}

TEST(WithSamples, KeepsAWidthThatIsNotTheDatas)
{
    const auto sentenceFor = [](const std::string& loss, std::int64_t outputs, std::int64_t classes) -> std::string {
        Model model = rowsNet(loss, outputs);
        layerNamed(model, "scores").params.erase("from_data");
        return ::sentenceOf([&] { withSamples(model, {.steps = 7, .width = 5, .classes = classes}); });
    };
    EXPECT_EQ(sentenceFor("SOFTMAXWITHLOSS", 10, 7),
              "layer scores: num_output is 10, but the data have 7 classes; set it to 7, or let from_data: true take "
              "it from the data");
    EXPECT_THAT(sentenceFor("SOFTMAXWITHLOSS", 5, 7), HasSubstr("num_output is 5, but the data have 7 classes"));
    EXPECT_THAT(sentenceFor("EUCLIDEANLOSS", 9, 0),
                HasSubstr("num_output is 9, but the data have one number for each"));
    EXPECT_EQ(sentenceFor("SOFTMAXWITHLOSS", 7, 7), "");
}

TEST(WithSamples, FillsAWidthThatIsLeftOpenAndSetsOneOutputForNumbers)
{
    const auto outputs = [](const Model& model, std::int64_t classes) {
        Model settled = withSamples(model, {.steps = 7, .width = 5, .classes = classes});
        return intParam(layerNamed(settled, "scores").params, "num_output");
    };
    EXPECT_EQ(outputs(rowsNet("EUCLIDEANLOSS", 9), 0), 1);
    Model model = rowsNet();
    layerNamed(model, "scores").params = {};
    EXPECT_EQ(outputs(model, 6), 6);
    model.layers.insert(model.layers.end() - 1, dropoutLayer("drop", "scores", "dropped"));
    layerNamed(model, "loss").bottoms = {"dropped", "label"};
    EXPECT_EQ(outputs(model, 6), 6) << "behind a layer that keeps the width";
}

TEST(WithSamples, RefusesAWidthFromTheDataThatNoLossReads)
{
    Model model = rowsNet();
    model.layers.insert(model.layers.end() - 2, layerFrom("hidden INNERPRODUCT end -> hidden",
                                                          {{"num_output", whole(20)}, {"from_data", true}}));
    layerNamed(model, "scores").bottoms = {"hidden"};
    EXPECT_THROW(withSamples(model, {.steps = 7, .width = 5, .classes = 10}), Error);
    layerNamed(model, "hidden").params["from_data"] = false;
    Model settled = withSamples(model, {.steps = 7, .width = 5, .classes = 6});
    EXPECT_EQ(intParam(layerNamed(settled, "hidden").params, "num_output"), 20);
}

/// SEQUENCEDATA of lines and an EMBED before the rest.
Model linesNet()
{
    Model model = rowsNet();
    model.layers.front().params = {{"kind", std::string("LINES")}, {"batch_size", whole(4)}, {"time_steps", whole(7)}};
    model.layers.insert(model.layers.begin() + 1, layerFrom("letters EMBED data -> letters",
                                                            {{"num_output", whole(3)}, {"input_dim", whole(2)}}));
    layerNamed(model, "lstm").bottoms[0] = "letters";
    return model;
}

TEST(WithSamples, SetsHowManyCharactersAnEmbedReads)
{
    std::vector<engine::Sentence> notes;
    Model model = withSamples(linesNet(), {.steps = 5, .classes = 4, .vocabulary = 61}, &notes);
    EXPECT_EQ(intParam(layerNamed(model, "letters").params, "input_dim"), 61);
    EXPECT_EQ(intParam(layerNamed(model, "lstm").params, "num_output"), 8);
    EXPECT_EQ(intParam(layerNamed(model, "scores").params, "num_output"), 4);
    EXPECT_EQ(sampleWiring(model, Phase::Train).width, 0);
    EXPECT_THAT(notes, ::testing::Contains(HasSubstr("input_dim changes from 2 to 61, the number of different")));
}

TEST(WithSamples, RefusesCharactersForANetOfNumbersAndTheOtherWayRound)
{
    const auto sentenceFor = [](const Model& model, const SampleSizes& sizes) -> std::string {
        return ::sentenceOf([&] { withSamples(model, sizes); });
    };
    EXPECT_THAT(sentenceFor(rowsNet(), {.steps = 7, .classes = 10, .vocabulary = 61}),
                HasSubstr("a step of the data is a character, but no EMBED layer reads"));
    EXPECT_THAT(sentenceFor(linesNet(), {.steps = 7, .width = 1, .classes = 10}),
                HasSubstr("layer letters: it reads characters, but a step of the data is 1 number"));
    Model both = linesNet();
    both.layers.front().params.insert_or_assign("kind", std::string("ROWS"));
    EXPECT_THAT(sentenceFor(both, {.steps = 7, .classes = 10, .vocabulary = 61}),
                HasSubstr("7 steps of a character, but data of the net is 7 steps of 28 numbers"));
    EXPECT_EQ(sentenceFor(inputNet({{7, 4, 5}, {7, 4}, {4}}), {.steps = 28, .width = 28, .classes = 10}),
              "the data have sequences of 28 steps of 28 numbers, but data of the net is 7 steps of 5 numbers");
}

TEST(ForPrediction, KeepsWhatLeadsToThePredictions)
{
    Model model = linesNet();
    model.layers.push_back(
        {.name = "accuracy", .type = "ACCURACY", .bottoms = {"scores", "label"}, .tops = {"accuracy"}});
    std::vector<std::string> names;
    for (const Layer& layer : forPrediction(model).layers) {
        names.push_back(layer.name);
    }
    EXPECT_THAT(names, ElementsAre("images", "letters", "lstm", "end", "scores"));
    model.layers.resize(5);
    EXPECT_THROW(forPrediction(model), Error);
}

TEST(DataKindOf, IsWhatTheDataLayerNames)
{
    const auto kindOf = [](const std::string& type, const Params& params) {
        Model model;
        model.layers = {{.name = "data", .type = type, .tops = {"data"}, .params = params}};
        return &dataKindOf(model);
    };
    EXPECT_EQ(kindOf("TEXTDATA", {}), &kinds::text);
    EXPECT_EQ(kindOf("SEQUENCEDATA", {}), &kinds::sequences);
    EXPECT_EQ(kindOf("SEQUENCEDATA", {{"kind", std::string("AUTO")}}), &kinds::sequences);
    EXPECT_EQ(kindOf("SEQUENCEDATA", {{"kind", std::string("ROWS")}}), &kinds::rows);
    EXPECT_EQ(kindOf("SEQUENCEDATA", {{"kind", std::string("TABLE")}}), &kinds::table);
    EXPECT_EQ(kindOf("SEQUENCEDATA", {{"kind", std::string("LINES")}}), &kinds::lines);
    EXPECT_EQ(&dataKindOf(Model()), &kinds::text);
    EXPECT_EQ(dataKindNamed("rows"), &kinds::rows);
    EXPECT_EQ(dataKindNamed(""), nullptr);
    EXPECT_EQ(&sequencesNamed("lines"), &kinds::lines);
    EXPECT_EQ(&sequencesNamed("text"), &kinds::sequences) << "no sequences";
}

TEST(DataKindOf, ANetOfInputsIsWhatItsLossTakesInAnyPhase)
{
    Model model = inputNet({{7, 4, 5}, {7, 4}, {4}});
    EXPECT_EQ(&dataKindOf(model), &kinds::sequences);
    model.layers.back().include = {{.phase = Phase::Test}};
    EXPECT_EQ(&dataKindOf(forPhase(model, Phase::Test)), &kinds::sequences);
    EXPECT_THROW(static_cast<void>(withStreams(model, 3)), Error) << "its shapes set the batch";
}

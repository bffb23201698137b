// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/data_kind.h"
#include "engine/graph/model.h"
#include "engine/graph/text_wiring.h"
#include "tests/graph/sample_models.h"
#include "tests/support/layer_from.h"

#include <gmock/gmock.h>

using namespace engine;
using namespace engine::test;
using ::testing::ElementsAre;

TEST(ScoresOf, AreWhatTheLossReadsOrSoftmaxOrWhatTheLastInnerProductMakes)
{
    EXPECT_EQ(scoresOf(charRnn()), "ip1");
    const Model run = forPhase(charRnn(), Phase::Run);
    EXPECT_EQ(scoresOf(run), "ip1");
    const auto scoresWith = [&](Layer last) {
        Model model = run;
        model.layers.push_back(std::move(last));
        return scoresOf(model);
    };
    EXPECT_EQ(scoresWith({.name = "prob", .type = "SOFTMAX", .bottoms = {"ip1"}, .tops = {"prob"}}), "ip1");
    EXPECT_EQ(scoresWith({.name = "colder", .type = "SCALE", .bottoms = {"ip1"}, .tops = {"colder"}}), "colder");
    EXPECT_EQ(scoresWith({.name = "hits", .type = "ACCURACY", .bottoms = {"ip1", "label"}, .tops = {"hits"}}), "ip1");
}

namespace {

/// smallTextNet with a gate behind its LSTM: a SOFTMAX within the net.
Model gatedNet()
{
    Model model = smallTextNet();
    const auto ip = model.layers.end() - 2;
    model.layers.insert(
        ip, {layerFrom("gate INNERPRODUCT lstm -> g", {{"num_output", whole(5)}, {"axis", whole(2)}}),
             {.name = "sm", .type = "SOFTMAX", .bottoms = {"g"}, .tops = {"gs"}, .params = {{"axis", whole(2)}}},
             layerFrom("mul ELTWISE lstm gs -> hg", {{"operation", std::string("PROD")}})});
    layerNamed(model, "ip").bottoms = {"hg"};
    return model;
}

} // namespace

TEST(ScoresOf, AreNotWhatASoftmaxWithinTheNetReads)
{
    EXPECT_EQ(scoresOf(gatedNet()), "ip");
    EXPECT_THAT(names(forGeneration(gatedNet())), ElementsAre("text", "embed", "lstm", "gate", "sm", "mul", "ip"));
    Model deployed = forGeneration(gatedNet());
    EXPECT_EQ(scoresOf(deployed), "ip");
    deployed.layers.push_back(
        {.name = "prob", .type = "SOFTMAX", .bottoms = {"ip"}, .tops = {"prob"}, .params = {{"axis", whole(2)}}});
    EXPECT_EQ(scoresOf(deployed), "ip");
}

TEST(ScoresOf, AreChancesWhereTheLossReadsThose)
{
    Model model = smallTextNet();
    model.layers.insert(
        model.layers.end() - 1,
        {.name = "prob", .type = "SOFTMAX", .bottoms = {"ip"}, .tops = {"prob"}, .params = {{"axis", whole(2)}}});
    layerNamed(model, "loss").bottoms[0] = "prob";
    EXPECT_EQ(scoresOf(model), "prob");
    EXPECT_THAT(names(forGeneration(model)), ElementsAre("text", "embed", "lstm", "ip", "prob"));
}

TEST(ScoresOf, AreThoseOfTheLastLossThatCounts)
{
    Model model = smallTextNet();
    Layer ip = layerNamed(model, "ip"), loss = layerNamed(model, "loss");
    ip.name = ip.tops[0] = "early";
    loss.name = loss.tops[0] = "early_loss";
    loss.bottoms[0] = "early";
    loss.lossWeights = {0.3};
    model.layers.insert(model.layers.begin() + 3, {ip, loss});
    EXPECT_EQ(scoresOf(model), "ip");
    layerNamed(model, "loss").lossWeights = {0};
    EXPECT_EQ(scoresOf(model), "early");
}

TEST(HasLoss, CountsWhatThePhaseMinimises)
{
    Model model = smallTextNet();
    EXPECT_TRUE(hasLoss(model, Phase::Train));
    layerNamed(model, "loss").include = {{.phase = Phase::Test}};
    EXPECT_FALSE(hasLoss(model, Phase::Train));
    EXPECT_TRUE(hasLoss(model, Phase::Test));
    layerNamed(model, "loss").include = {};
    layerNamed(model, "loss").lossWeights = {0};
    EXPECT_FALSE(hasLoss(model, Phase::Train));
    layerNamed(model, "ip").lossWeights = {0.5};
    EXPECT_TRUE(hasLoss(model, Phase::Train));
}

TEST(ScoresOf, AreWhatTrainingReadsAlsoWhereAnotherPhaseChangesThemInPlace)
{
    Model model = smallTextNet();
    layerNamed(model, "loss").include = {{.phase = Phase::Train}};
    model.layers.push_back(
        {.name = "cut", .type = "RELU", .bottoms = {"ip"}, .tops = {"ip"}, .include = {{.phase = Phase::Run}}});
    EXPECT_THAT(names(forGeneration(model)), ElementsAre("text", "embed", "lstm", "ip"));
}

TEST(ScoresOf, AreNotTheStateThatAnLstmShows)
{
    Model model = forPhase(charRnn(), Phase::Run);
    Layer& lstm = layerNamed(model, "lstm2");
    lstm.params["expose_hidden"] = true;
    lstm.tops = {"lstm2", "hT", "cT"};
    EXPECT_EQ(scoresOf(model), "ip1");
}

TEST(ScoresOf, AModelWithoutAnyIsRefused)
{
    EXPECT_EQ(sentenceOf([] {
                  scoresOf(Model{.layers = {inputLayer({"data"}, {{75, 25}})}});
              }),
              "the model has no scores to draw characters from, but needs a SOFTMAXWITHLOSS, SOFTMAX or INNERPRODUCT "
              "layer");
}

TEST(ForGeneration, IsOneStepOfOneStreamWithoutLabelAndLoss)
{
    const Model model = forGeneration(charRnn());
    EXPECT_THAT(names(model),
                ElementsAre("Input", "EmbedLayer", "lstm1", "Drop1", "lstm2", "Drop2", "Reshape_lstm2", "ip1"));
    EXPECT_THAT(model.layers[0].tops, ElementsAre("data", "clip"));
    EXPECT_THAT(shapeListParam(model.layers[0].params, "shape"), ElementsAre(Shape{1, 1}, Shape{1, 1}));
    const DataWiring wiring = textWiring(model, Phase::Run);
    EXPECT_EQ(wiring.values, "data");
    EXPECT_EQ(wiring.cont, "clip");
    EXPECT_EQ(wiring.answers, "");
    EXPECT_EQ(wiring.steps * wiring.streams, 1);
    EXPECT_EQ(inferSizes(model).back().sizes.outputs[0], (Shape{1, 65}));
    EXPECT_EQ(scoresOf(model), "ip1");
}

TEST(ForGeneration, DropsTheLabelOfTextDataAndWhatHangsOnItAccuracyAndSoftmax)
{
    const Model model = forGeneration(smallTextNet());
    EXPECT_THAT(names(model), ElementsAre("text", "embed", "lstm", "ip"));
    EXPECT_THAT(model.layers[0].tops, ElementsAre("data", "clip"));
    EXPECT_EQ(inferSizes(model).back().sizes.outputs[0], (Shape{1, 1, 7}));
    Model more = smallTextNet();
    more.layers.push_back(layerFrom("hits ACCURACY ip label -> hits", {{"axis", whole(2)}}));
    more.layers.push_back({.name = "prob", .type = "SOFTMAX", .bottoms = {"ip"}, .tops = {"prob"}});
    more.layers.push_back({.name = "quiet", .type = "SILENCE", .bottoms = {"prob"}});
    EXPECT_EQ(names(forGeneration(more)), names(model));
}

TEST(ForGeneration, KeepsWhatTheLossReadsBehindTheInnerProduct)
{
    Model model = smallTextNet();
    model.layers.insert(model.layers.end() - 1,
                        {.name = "colder", .type = "SCALE", .bottoms = {"ip"}, .tops = {"colder"}});
    layerNamed(model, "loss").bottoms[0] = "colder";
    EXPECT_THAT(names(forGeneration(model)), ElementsAre("text", "embed", "lstm", "ip", "colder"));
}

TEST(ForGeneration, TakesTheLayersOfTestWhereAFileKnowsNoRun)
{
    Model model = smallTextNet();
    model.layers[0].include = {{.phase = Phase::Train}};
    Layer test = model.layers[0];
    test.name = "text_test";
    test.include = {{.phase = Phase::Test}};
    model.layers.insert(model.layers.begin() + 1, test);
    EXPECT_THAT(names(forGeneration(model)), ElementsAre("text_test", "embed", "lstm", "ip"));
}

TEST(ForGeneration, IsTheSameInEveryPhaseAndOfItself)
{
    Model model = smallTextNet();
    model.layers[0].include = {{.phase = Phase::Train}};
    const Model generation = forGeneration(model);
    for (const Phase phase : {Phase::Train, Phase::Test, Phase::Run}) {
        EXPECT_EQ(forPhase(generation, phase), generation);
    }
    EXPECT_EQ(forGeneration(generation), generation);
}

TEST(ForGeneration, CanBeGivenAnotherBatch)
{
    const Model model = withBatch(forGeneration(charRnn()), 64, 16);
    EXPECT_EQ(textWiring(model, Phase::Run).steps, 64);
    EXPECT_EQ(textWiring(model, Phase::Run).streams, 16);
    EXPECT_EQ(inferSizes(model).back().sizes.outputs[0], (Shape{1024, 65}));
}

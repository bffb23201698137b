// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_steps.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "tests/support/paths.h"

#include <gtest/gtest.h>

namespace studio {
namespace {

GuideWish wishFor(const editor::Content& content)
{
    return guideWish(editor::model(content), false, {});
}

editor::Content drawnUntil(GuideStep step)
{
    editor::Content content;
    for (const GuideStep each : {GuideStep::Text, GuideStep::Memory, GuideStep::Scores}) {
        if (each == step) {
            break;
        }
        completeStep(content, each, {});
    }
    return content;
}

editor::Id add(editor::Content& content, const char* type)
{
    return editor::addLayer(content, engine::layerType(type), {});
}

GuideRun learned(std::size_t samples)
{
    return {.started = true, .samples = samples, .firstLoss = 4.0, .newestLoss = 1.9};
}

} // namespace

TEST(GuideSteps, AStepsTitleNamesTheLayersThatItAsksFor)
{
    for (const std::string type : {"EMBED", "LSTM"}) {
        const GuideWords words = guideWords({.step = GuideStep::Memory, .task = GuideTask::AddLayer, .type = type});
        EXPECT_NE(words.title.toStdString().find(type), std::string::npos) << words.title.toStdString();
    }
}

TEST(GuideSteps, AnEmptyDrawingWantsAText)
{
    EXPECT_EQ(wishFor({}), (GuideWish{.step = GuideStep::Text, .task = GuideTask::AddLayer, .type = "TEXTDATA"}));
}

TEST(GuideSteps, ALayerOnItsOwnIsToBeConnected)
{
    editor::Content content = drawnUntil(GuideStep::Memory);
    add(content, "EMBED");
    EXPECT_EQ(wishFor(content),
              (GuideWish{.step = GuideStep::Memory, .task = GuideTask::Connect, .from = "textdata", .to = "embed"}));
}

TEST(GuideSteps, TheMemoryWantsWhereTextsBegin)
{
    editor::Content content = drawnUntil(GuideStep::Scores);
    editor::removeWire(content, {content.findNamed("lstm")->id, 1});
    EXPECT_EQ(wishFor(content), (GuideWish{.step = GuideStep::Memory,
                                           .task = GuideTask::Connect,
                                           .from = "textdata",
                                           .output = 1,
                                           .to = "lstm",
                                           .input = 1}));
}

TEST(GuideSteps, LabelsAloneDoNotConnectTheLoss)
{
    editor::Content content = drawnUntil(GuideStep::Train);
    editor::removeWire(content, {content.findNamed("softmaxwithloss")->id, 0});
    const GuideWish wish = wishFor(content);
    EXPECT_EQ(wish.task, GuideTask::Connect);
    EXPECT_EQ(wish.from, "innerproduct");
    EXPECT_EQ(wish.to, "softmaxwithloss");
}

TEST(GuideSteps, AnotherRecurrentLayerIsAMemoryToo)
{
    editor::Content content = drawnUntil(GuideStep::Memory);
    const editor::Id text = content.findNamed("textdata")->id;
    const editor::Id embed = editor::addAfter(content, engine::layerType("EMBED"), {text, 0}, {});
    const editor::Id gru = editor::addAfter(content, engine::layerType("GRU"), {embed, 0}, {});
    EXPECT_EQ(wishFor(content).step, GuideStep::Scores);
    editor::addAfter(content, engine::layerType("DROPOUT"), {gru, 0}, {}); // and what lies between does no harm
    EXPECT_EQ(wishFor(content).step, GuideStep::Scores);
}

TEST(GuideSteps, WhatIsTakenOutIsAskedForAgain)
{
    editor::Content content = drawnUntil(GuideStep::Train);
    EXPECT_EQ(wishFor(content).step, GuideStep::Train);
    editor::remove(content, {content.findNamed("embed")->id}, editor::Bypass::No);
    EXPECT_EQ(wishFor(content),
              (GuideWish{.step = GuideStep::Memory, .task = GuideTask::AddLayer, .type = "EMBED", .from = "textdata"}));
}

TEST(GuideSteps, ProblemsComeBeforeTraining)
{
    const engine::Model model = editor::model(drawnUntil(GuideStep::Train));
    EXPECT_EQ(guideWish(model, true, {}).task, GuideTask::SolveProblem);
    EXPECT_EQ(guideWish(model, false, {}).task, GuideTask::StartTraining);
}

TEST(GuideSteps, ANetHasLearnedOnceItsLossFellAndItHasWritten)
{
    const engine::Model model = editor::model(drawnUntil(GuideStep::Train));
    EXPECT_EQ(guideWish(model, false, {.started = true}).task, GuideTask::Watch);
    EXPECT_EQ(guideWish(model, false, learned(1)).task, GuideTask::Watch);
    EXPECT_EQ(guideWish(model, false, learned(3)).step, GuideStep::Done);
    GuideRun flat = learned(3);
    flat.newestLoss = 3.9;
    EXPECT_EQ(guideWish(model, false, flat).task, GuideTask::Watch);
    flat.ended = true;
    EXPECT_EQ(guideWish(model, false, flat).task, GuideTask::TrainLonger);
}

TEST(GuideSteps, WhatItDrawsHasNoProblemsAndTheSamplesChain)
{
    editor::Document document;
    document.load(drawnUntil(GuideStep::Train));
    EXPECT_TRUE(document.derived().problems.empty());
    const engine::Model sample = engine::readModelFile(sourceRoot() / "models" / "char_rnn_small.prototxt");
    const engine::Model& drawn = document.derived().model;
    ASSERT_EQ(drawn.layers.size(), sample.layers.size());
    for (std::size_t layer = 0; layer < drawn.layers.size(); ++layer) {
        EXPECT_EQ(drawn.layers[layer].type, sample.layers[layer].type);
        EXPECT_EQ(drawn.layers[layer].bottoms.size(), sample.layers[layer].bottoms.size());
    }
}

TEST(GuideSteps, ASampleHasNothingLeftToDraw)
{
    const engine::Model sample = engine::readModelFile(sourceRoot() / "models" / "char_rnn_small.prototxt");
    EXPECT_EQ(guideWish(sample, false, {}).step, GuideStep::Train);
}

TEST(GuideDeeds, AStepIsCompletedByWhatIsMissingOfIt)
{
    editor::Content content = drawnUntil(GuideStep::Memory);
    add(content, "LSTM");
    completeStep(content, GuideStep::Memory, {});
    EXPECT_EQ(content.nodes.size(), 3U); // the LSTM that was there is connected, no other comes
    EXPECT_EQ(wishFor(content).step, GuideStep::Scores);
    EXPECT_EQ(completeStep(content, GuideStep::Memory, {}), 0);
}

} // namespace studio

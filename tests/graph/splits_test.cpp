// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>

using namespace engine;
using namespace engine::test;
using ::testing::ElementsAre;

namespace {

/// One tensor x that is read by an in-place layer and by another.
Model inPlaceReader()
{
    return {.layers = {inputLayer({"x"}, {{4, 2}}),
                       {.name = "relu", .type = "RELU", .bottoms = {"x"}, .tops = {"x"}},
                       {.name = "sum", .type = "ELTWISE", .bottoms = {"x", "x"}, .tops = {"y"}}}};
}

} // namespace

TEST(Splits, StandWhereATensorIsReadMoreThanOnce)
{
    const Model model = withSplits(charRnn());
    ASSERT_THAT(names(model), ElementsAre("Input", "clip_Input_1_split", "EmbedLayer", "lstm1", "Drop1", "lstm2",
                                          "Drop2", "Reshape_lstm2", "ip1", "Loss"));
    const Layer& split = model.layers[1];
    EXPECT_EQ(split.type, "SPLIT");
    EXPECT_THAT(split.bottoms, ElementsAre("clip"));
    EXPECT_THAT(split.tops, ElementsAre("clip_Input_1_split_0", "clip_Input_1_split_1"));
    EXPECT_THAT(model.layers[3].bottoms, ElementsAre("inputVectors", "clip_Input_1_split_0"));
    EXPECT_THAT(model.layers[5].bottoms, ElementsAre("lstm1_drop", "clip_Input_1_split_1"));
}

TEST(Splits, AreNoneWhereEachTensorHasOneReader)
{
    const Model once = withSplits(charRnn());
    EXPECT_EQ(withSplits(once), once);
    EXPECT_EQ(withSplits(smallTextNet()), smallTextNet());
}

TEST(Splits, ServeALayerThatReadsATensorTwice)
{
    const Model model{
        .layers = {inputLayer({"x"}, {{4}}), {.name = "sum", .type = "ELTWISE", .bottoms = {"x", "x"}, .tops = {"y"}}}};
    EXPECT_THAT(withSplits(model).layers[2].bottoms, ElementsAre("x_Input_0_split_0", "x_Input_0_split_1"));
}

TEST(Splits, KeepWhatAnInPlaceLayerMakesApartFromWhatItReads)
{
    const Model model = withSplits(inPlaceReader());
    ASSERT_THAT(names(model), ElementsAre("Input", "relu", "x_relu_0_split", "sum"));
    EXPECT_THAT(model.layers[1].bottoms, ElementsAre("x")) << "the only reader of Input's x";
    EXPECT_THAT(model.layers[2].bottoms, ElementsAre("x"));
}

TEST(Splits, CountAnInPlaceReaderAsAReader)
{
    Model model = inPlaceReader();
    model.layers.insert(model.layers.begin() + 1, {.name = "see", .type = "SILENCE", .bottoms = {"x"}});
    const Model split = withSplits(model);
    EXPECT_THAT(names(split), ElementsAre("Input", "x_Input_0_split", "see", "relu", "x_relu_0_split", "sum"));
    EXPECT_THAT(split.layers[3].bottoms, ElementsAre("x_Input_0_split_1"));
    EXPECT_THAT(split.layers[3].tops, ElementsAre("x"));
    EXPECT_EQ(inferSizes(split).back().sizes.outputs[0], (Shape{4, 2})) << "such a model has its sizes";
}

TEST(Splits, BelongToThePhasesOfTheirTensor)
{
    Model model = charRnn();
    model.layers[0].include = {{.phase = Phase::Train}};
    EXPECT_EQ(withSplits(model).layers[1].include, model.layers[0].include);
}

namespace {

/// A net whose loss is read by another layer, too.
Model lossReader(const Layer& reader)
{
    Model model = smallTextNet();
    model.layers.push_back(reader);
    return model;
}

} // namespace

TEST(Splits, TakeALossThatIsReadToTheirFirstTop)
{
    const Model split = withSplits(lossReader({.name = "quiet", .type = "SILENCE", .bottoms = {"loss"}}));
    ASSERT_THAT(names(split), ElementsAre("text", "embed", "lstm", "ip", "loss", "loss_loss_0_split", "quiet"));
    EXPECT_THAT(split.layers[5].tops, ElementsAre("loss_loss_0_split_0", "loss_loss_0_split_1"));
    EXPECT_THAT(split.layers[6].bottoms, ElementsAre("loss_loss_0_split_1"));
    EXPECT_EQ(lossWeight(split.layers[4], 0), 0);
    EXPECT_EQ(lossWeight(split.layers[5], 0), 1);
    EXPECT_EQ(lossWeight(split.layers[5], 1), 0);
    EXPECT_EQ(withSplits(split), split);
}

TEST(Splits, LeaveWhatALayerChangesInPlaceOutOfTheLoss)
{
    const Model split = withSplits(lossReader({.name = "relu", .type = "RELU", .bottoms = {"loss"}, .tops = {"loss"}}));
    EXPECT_THAT(split.layers[6].bottoms, ElementsAre("loss_loss_0_split_1"));
    EXPECT_EQ(lossWeight(split.layers[5], 0), 1);
    EXPECT_EQ(lossWeight(split.layers[6], 0), 0);
    EXPECT_NO_THROW(inferSizes(split));
}

TEST(Splits, TakeAGivenWeightOfAnyTensor)
{
    Model model = smallTextNet();
    layerNamed(model, "lstm").lossWeights = {0.25};
    const Model split = withSplits(model);
    ASSERT_EQ(split.layers[3].name, "lstm_lstm_0_split");
    EXPECT_EQ(lossWeight(split.layers[3], 0), 0.25);
    EXPECT_EQ(lossWeight(split.layers[2], 0), 0);
}

TEST(LossWeight, IsOneForTheFirstTopOfALossOnly)
{
    Layer loss{.type = "SOFTMAXWITHLOSS"};
    EXPECT_EQ(lossWeight(loss, 0), 1);
    EXPECT_EQ(lossWeight(loss, 1), 0);
    loss.lossWeights = {0, 0.5};
    EXPECT_EQ(lossWeight(loss, 0), 0);
    EXPECT_EQ(lossWeight(loss, 1), 0.5);
    EXPECT_EQ(lossWeight({.type = "ACCURACY"}, 0), 0);
}

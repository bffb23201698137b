// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/text_wiring.h"
#include "tests/graph/sample_models.h"
#include "tests/support/layer_from.h"

#include <gmock/gmock.h>

using namespace engine;
using namespace engine::test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

std::int64_t widthOf(Model model, const std::string& layer, std::string_view key = "num_output")
{
    return intParam(layerNamed(model, layer).params, key);
}

} // namespace

TEST(VocabularySize, FlowsIntoEmbedAndTheLastInnerProductWithANoteOfEachChange)
{
    std::vector<engine::Sentence> notes;
    EXPECT_EQ(withVocabulary(charRnn(128), 65, &notes), charRnn(65));
    EXPECT_THAT(notes, ElementsAre("layer EmbedLayer: input_dim changes from 128 to 65, the size of the vocabulary",
                                   "layer ip1: num_output changes from 128 to 65, the size of the vocabulary"));
    notes.clear();
    withVocabulary(charRnn(65), 65, &notes);
    EXPECT_THAT(notes, IsEmpty());
}

TEST(VocabularySize, IsSetWhereTheModelLeavesItOpen)
{
    Model model = charRnn();
    layerNamed(model, "EmbedLayer").params.erase("input_dim");
    std::vector<engine::Sentence> notes;
    EXPECT_EQ(withVocabulary(model, 65, &notes), charRnn(65));
    EXPECT_THAT(notes, ElementsAre("layer EmbedLayer: input_dim is set to 65, the size of the vocabulary"));
}

TEST(VocabularySize, LeavesInnerProductsBeforeTheLastAlone)
{
    Model model = charRnn(128);
    Layer between = layerNamed(model, "ip1");
    between.name = "between";
    between.params["num_output"] = whole(300);
    model.layers.insert(model.layers.end() - 2, between);
    const Model changed = withVocabulary(model, 65);
    EXPECT_EQ(widthOf(changed, "between"), 300);
    EXPECT_EQ(widthOf(changed, "ip1"), 65);
}

TEST(VocabularySize, LeavesAnInnerProductAloneThatTheLossDoesNotRead)
{
    Model model = smallTextNet();
    model.layers.push_back({.name = "probe",
                            .type = "INNERPRODUCT",
                            .bottoms = {"lstm"},
                            .tops = {"probe"},
                            .params = {{"num_output", whole(3)}, {"axis", whole(2)}},
                            .include = {{.phase = Phase::Test}}});
    const Model changed = withVocabulary(model, 65);
    EXPECT_EQ(widthOf(changed, "ip"), 65);
    EXPECT_EQ(widthOf(changed, "probe"), 3);
    model.layers.back().include.clear();
    EXPECT_EQ(widthOf(withVocabulary(model, 65), "probe"), 3);
}

TEST(VocabularySize, LeavesANetAloneThatReadsNoText)
{
    const Model model{.layers = {inputLayer({"data", "cont", "label"}, {{4, 2, 28}, {4, 2}, {8}}),
                                 layerFrom("lstm LSTM data cont -> h", {{"num_output", whole(5)}}),
                                 layerFrom("ip INNERPRODUCT h -> ip", {{"num_output", whole(10)}, {"axis", whole(2)}}),
                                 layerFrom("loss SOFTMAXWITHLOSS ip label -> loss", {{"axis", whole(2)}})}};
    EXPECT_EQ(withVocabulary(model, 65), model);
}

TEST(VocabularySize, LeavesAnEmbedAloneThatReadsSomethingElse)
{
    Model model = smallTextNet();
    model.layers.insert(model.layers.begin() + 1,
                        layerFrom("starts EMBED clip -> starts", {{"num_output", whole(4)}, {"input_dim", whole(2)}}));
    EXPECT_EQ(widthOf(withVocabulary(model, 65), "starts", "input_dim"), 2);
}

TEST(VocabularySize, FlowsIntoEachInnerProductThatTheScoresAreMadeOf)
{
    Model model = smallTextNet();
    Layer other = layerNamed(model, "ip");
    other.name = other.tops[0] = "other";
    model.layers.insert(model.layers.end() - 1,
                        {other, {.name = "sum", .type = "ELTWISE", .bottoms = {"ip", "other"}, .tops = {"sum"}}});
    layerNamed(model, "loss").bottoms[0] = "sum";
    const Model changed = withVocabulary(model, 65);
    EXPECT_EQ(widthOf(changed, "ip"), 65);
    EXPECT_EQ(widthOf(changed, "other"), 65);
    EXPECT_NO_THROW(requireScoresFor(changed, readText(changed), 65));
}

TEST(VocabularySize, LeavesPartsOfTheScoresAlone)
{
    Model model = smallTextNet();
    Layer other = layerNamed(model, "ip");
    other.name = other.tops[0] = "other";
    model.layers.insert(model.layers.end() - 1,
                        {other, layerFrom("both CONCAT ip other -> both", {{"axis", whole(2)}})});
    layerNamed(model, "loss").bottoms[0] = "both";
    const Model changed = withVocabulary(model, 14);
    EXPECT_EQ(widthOf(changed, "ip"), 7);
    EXPECT_NO_THROW(requireScoresFor(changed, readText(changed), 14));
    EXPECT_EQ(sentenceOf([&] { requireScoresFor(changed, readText(changed), 65); }),
              "layer loss: its input scores has 14 classes, but the text has 65 different characters");
}

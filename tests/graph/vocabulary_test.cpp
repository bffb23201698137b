// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace engine;
using namespace engine::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(VocabularySize, FlowsIntoEmbedAndTheLastInnerProduct)
{
    EXPECT_EQ(withVocabulary(charRnn(128), 65), charRnn(65));
}

TEST(VocabularySize, IsNotedForEachChange)
{
    std::vector<std::string> notes;
    withVocabulary(charRnn(128), 65, &notes);
    EXPECT_THAT(notes, ElementsAre("layer EmbedLayer: input_dim changes from 128 to 65, the size of the vocabulary",
                                   "layer ip1: num_output changes from 128 to 65, the size of the vocabulary"));
}

TEST(VocabularySize, IsNotNotedWhereNothingChanges)
{
    std::vector<std::string> notes;
    withVocabulary(charRnn(65), 65, &notes);
    EXPECT_THAT(notes, IsEmpty());
}

TEST(VocabularySize, IsSetWhereTheModelLeavesItOpen)
{
    Model model = charRnn();
    layerNamed(model, "EmbedLayer").params.erase("input_dim");
    std::vector<std::string> notes;
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
    Model changed = withVocabulary(model, 65);
    EXPECT_EQ(intParam(layerNamed(changed, "between").params, "num_output"), 300);
    EXPECT_EQ(intParam(layerNamed(changed, "ip1").params, "num_output"), 65);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/graph/sample_models.h"

#include <gtest/gtest.h>

using namespace engine;
using namespace engine::test;

TEST(WeightSettingsOf, LstmFollowTheOrderOfCaffesBlobs)
{
    Model model = charRnn();
    Layer& lstm = layerNamed(model, "lstm1");
    lstm.weights = {{.name = "input"}, {.name = "bias", .lrMult = 2}, {.name = "recurrent"}};
    const Sizes sizes = sizesNamed(inferSizes(model), "lstm1").sizes;
    EXPECT_EQ(weightSettings(lstm, sizes, 0).name, "input");
    EXPECT_EQ(weightSettings(lstm, sizes, 1).name, "recurrent") << "Wh is our second weight and Caffe's third blob";
    EXPECT_EQ(weightSettings(lstm, sizes, 2).name, "bias");
    EXPECT_EQ(weightSettings(lstm, sizes, 2).lrMult, 2);
}

TEST(WeightSettingsOf, OtherLayersFollowTheirWeightsOrAreEmpty)
{
    Model model = charRnn();
    Layer& product = layerNamed(model, "ip1");
    const Sizes sizes = sizesNamed(inferSizes(model), "ip1").sizes;
    EXPECT_EQ(weightSettings(product, sizes, 1), WeightSettings());
    product.weights = {{.name = "W"}, {.name = "b"}};
    EXPECT_EQ(weightSettings(product, sizes, 1).name, "b");
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/unroll.h"
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace engine;
using namespace engine::testing;
using ::testing::ElementsAre;

namespace {

const UnrollSizes charRnnFirst{.steps = 75, .streams = 25, .width = 15, .units = 512};
const UnrollSizes small{.steps = 3, .streams = 2, .width = 5, .units = 4};

std::int64_t count(const Model& model, const std::string& type)
{
    return std::count_if(model.layers.begin(), model.layers.end(),
                         [&](const Layer& layer) { return layer.type == type; });
}

} // namespace

TEST(UnrolledLstm, HasAsManyLayersAsCaffes)
{
    // Caffe has 5 + 4 T + 3, one of them the loss that makes it go back; ours has the split of h_T instead.
    EXPECT_EQ(unrollLstm(charRnnFirst).layers.size(), 308u);
}

TEST(UnrolledLstm, HasAsManyLayersAsCaffesWithSplits)
{
    EXPECT_EQ(withSplits(unrollLstm(charRnnFirst)).layers.size(), 308u + 75 + 74);
}

TEST(UnrolledLstm, HasFourLayersAStep)
{
    const Model model = unrollLstm(charRnnFirst);
    EXPECT_EQ(count(model, "SCALE"), 75);
    EXPECT_EQ(count(model, "INNERPRODUCT"), 75 + 1);
    EXPECT_EQ(count(model, "ELTWISE"), 75);
    EXPECT_EQ(count(model, "LSTM_UNIT"), 75);
}

TEST(UnrolledLstm, NamesTheLayersOfAStepAsCaffeDoes)
{
    Model model = unrollLstm(small);
    EXPECT_THAT(layerNamed(model, "h_conted_2").bottoms, ElementsAre("h_1", "cont_2"));
    EXPECT_THAT(layerNamed(model, "transform_2").bottoms, ElementsAre("h_conted_1"));
    EXPECT_THAT(layerNamed(model, "gate_input_2").bottoms, ElementsAre("W_hc_h_1", "W_xc_x_2"));
    EXPECT_THAT(layerNamed(model, "unit_2").bottoms, ElementsAre("c_1", "gate_input_2", "cont_2"));
    EXPECT_THAT(layerNamed(model, "unit_2").tops, ElementsAre("c_2", "h_2"));
}

TEST(UnrolledLstm, HasSizesThatFit)
{
    const Model model = unrollLstm(small);
    const std::vector<LayerSizes> layers = inferSizes(model);
    EXPECT_EQ(sizesNamed(layers, "x_transform").sizes.outputs[0], (Shape{3, 2, 16}));
    EXPECT_EQ(sizesNamed(layers, "cont_slice").sizes.outputs[2], (Shape{1, 2}));
    EXPECT_EQ(sizesNamed(layers, "unit_3").sizes.outputs[1], (Shape{1, 2, 4}));
    EXPECT_EQ(sizesNamed(layers, "h_concat").sizes.outputs[0], (Shape{3, 2, 4}));
    EXPECT_EQ(sizesNamed(layers, "h_T_split").sizes.outputs[1], (Shape{1, 2, 4}));
}

TEST(UnrolledLstm, HasSizesThatFitWithSplits)
{
    EXPECT_NO_THROW(inferSizes(withSplits(unrollLstm(small))));
}

TEST(UnrolledLstm, SharesItsWeights)
{
    const std::int64_t lstm = 16 * 5 + 16 * 4 + 16;
    EXPECT_EQ(sizeReport(unrollLstm(small)).parameters, lstm);
    const Model whole_{.layers = {inputLayer({"x", "clip"}, {{3, 2, 5}, {3, 2}}), lstmLayer("lstm", "x", 4)}};
    EXPECT_EQ(sizeReport(whole_).parameters, lstm);
}

TEST(UnrolledLstm, TakesAlmostTheFlopsOfTheLayer)
{
    const Model whole_{.layers = {inputLayer({"x", "clip"}, {{75, 25, 15}, {75, 25}}), lstmLayer("lstm", "x", 512)}};
    const auto layer = static_cast<double>(sizeReport(whole_).flopsForward);
    const auto inner = static_cast<double>(sizeReport(unrollLstm(charRnnFirst)).flopsForward);
    EXPECT_NEAR(inner, layer, 0.01 * layer);
}

TEST(UnrolledLstm, GivesTheLastStateApartFromTheWhole)
{
    Model model = unrollLstm(small);
    EXPECT_THAT(layerNamed(model, "h_T_split").bottoms, ElementsAre("h_3"));
    EXPECT_THAT(layerNamed(model, "h_T_split").tops, ElementsAre("h_last", "h_T"));
    EXPECT_THAT(layerNamed(model, "h_concat").bottoms, ElementsAre("h_1", "h_2", "h_last"));
    EXPECT_THAT(layerNamed(model, "c_T_split").tops, ElementsAre("c_T"));
}

TEST(UnrolledLstm, MayHaveOneStep)
{
    EXPECT_EQ(inferSizes(unrollLstm({.steps = 1, .streams = 1, .width = 5, .units = 4})).back().sizes.outputs[0],
              (Shape{1, 1, 4}));
}

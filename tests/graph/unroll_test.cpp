// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/unroll.h"
#include "engine/layers/layers.h"
#include "tests/graph/sample_models.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace engine;
using namespace engine::test;
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

TEST(UnrolledLstm, HasAsManyLayersAsCaffesFourOfThemAStep)
{
    const Model model = unrollRecurrent(lstmCell(), charRnnFirst).model;
    // Caffe has 5 + 4 T + 3, one of them the loss that makes it go back; ours has the split of h_T instead.
    EXPECT_EQ(model.layers.size(), 308u);
    EXPECT_EQ(withSplits(model).layers.size(), 308u + 75 + 74);
    EXPECT_EQ(count(model, "SCALE"), 75);
    EXPECT_EQ(count(model, "INNERPRODUCT"), 75 + 1);
    EXPECT_EQ(count(model, "ELTWISE"), 75);
    EXPECT_EQ(count(model, "LSTM_UNIT"), 75);
}

TEST(UnrolledLstm, NamesTheLayersOfAStepAsCaffeDoes)
{
    Model model = unrollRecurrent(lstmCell(), small).model;
    EXPECT_THAT(layerNamed(model, "h_conted_2").bottoms, ElementsAre("h_1", "cont_2"));
    EXPECT_THAT(layerNamed(model, "transform_2").bottoms, ElementsAre("h_conted_1"));
    EXPECT_THAT(layerNamed(model, "gate_input_2").bottoms, ElementsAre("W_hc_h_1", "W_xc_x_2"));
    EXPECT_THAT(layerNamed(model, "unit_2").bottoms, ElementsAre("c_1", "gate_input_2", "cont_2"));
    EXPECT_THAT(layerNamed(model, "unit_2").tops, ElementsAre("c_2", "h_2"));
}

TEST(UnrolledLstm, HasSizesThatFit)
{
    const Model model = unrollRecurrent(lstmCell(), small).model;
    const std::vector<LayerSizes> layers = inferSizes(model);
    EXPECT_EQ(sizesNamed(layers, "x_transform").sizes.outputs[0], (Shape{3, 2, 16}));
    EXPECT_EQ(sizesNamed(layers, "cont_slice").sizes.outputs[2], (Shape{1, 2}));
    EXPECT_EQ(sizesNamed(layers, "unit_3").sizes.outputs[1], (Shape{1, 2, 4}));
    EXPECT_EQ(sizesNamed(layers, "h_concat").sizes.outputs[0], (Shape{3, 2, 4}));
    EXPECT_EQ(sizesNamed(layers, "h_T_split").sizes.outputs[1], (Shape{1, 2, 4}));
    EXPECT_NO_THROW(inferSizes(withSplits(model)));
}

TEST(UnrolledLstm, SharesItsWeights)
{
    const std::int64_t lstm = 16 * 5 + 16 * 4 + 16;
    EXPECT_EQ(sizeReport(unrollRecurrent(lstmCell(), small).model).parameters, lstm);
    const Model whole_{.layers = {inputLayer({"x", "clip"}, {{3, 2, 5}, {3, 2}}), lstmLayer("lstm", "x", 4)}};
    EXPECT_EQ(sizeReport(whole_).parameters, lstm);
}

TEST(UnrolledLstm, TakesAlmostTheFlopsOfTheLayer)
{
    const Model whole_{.layers = {inputLayer({"x", "clip"}, {{75, 25, 15}, {75, 25}}), lstmLayer("lstm", "x", 512)}};
    const auto layer = static_cast<double>(sizeReport(whole_).flopsForward);
    const auto inner = static_cast<double>(sizeReport(unrollRecurrent(lstmCell(), charRnnFirst).model).flopsForward);
    EXPECT_NEAR(inner, layer, 0.01 * layer);
}

TEST(UnrolledGru, HasThreeLayersAStepAndTheBiasInsideTheReset)
{
    Model model = unrollRecurrent(gruCell(), small).model;
    EXPECT_EQ(count(model, "GRU_UNIT"), 3);
    EXPECT_EQ(count(model, "ELTWISE"), 0);
    EXPECT_EQ(layerNamed(model, "transform_2").weights[1].name, "bh");
    EXPECT_THAT(layerNamed(model, "unit_2").bottoms, ElementsAre("h_conted_1", "W_xc_x_2", "W_hc_h_1"));
    const std::int64_t gru = 12 * 5 + 12 * 4 + 12 + 12;
    EXPECT_EQ(sizeReport(model).parameters, gru);
}

TEST(UnrolledRnn, EndsEachStepInItsActivation)
{
    EXPECT_EQ(count(unrollRecurrent(rnnTanhCell(), small).model, "TANH"), 3);
    EXPECT_EQ(count(unrollRecurrent(rnnReluCell(), small).model, "RELU"), 3);
}

TEST(UnrolledBothDirections, AreJoinedAndReadBackwardFromTheLastStep)
{
    Model model =
        unrollRecurrent(lstmCell(), {.steps = 3, .streams = 2, .width = 5, .units = 4, .directions = 2}).model;
    EXPECT_THAT(layerNamed(model, "back_h_conted_3").bottoms, ElementsAre("back_h_4", "cont_4"));
    EXPECT_THAT(layerNamed(model, "back_unit_2").bottoms, ElementsAre("back_c_3", "back_gate_input_2", "cont_3"));
    EXPECT_THAT(layerNamed(model, "back_h_T_split").bottoms, ElementsAre("back_h_1"));
    const std::vector<LayerSizes> sizes = inferSizes(withSplits(model));
    EXPECT_EQ(sizesNamed(sizes, "h_join").sizes.outputs[0], (Shape{3, 2, 8}));
    EXPECT_EQ(sizeReport(model).parameters, 2 * (16 * 5 + 16 * 4 + 16));
}

TEST(UnrolledBothDirections, SayWhereEachLayerStands)
{
    const Unrolled net =
        unrollRecurrent(lstmCell(), {.steps = 3, .streams = 2, .width = 5, .units = 4, .directions = 2});
    ASSERT_EQ(net.places.size(), net.model.layers.size());
    for (std::size_t index = 0; index < net.places.size(); ++index) {
        const std::string& name = net.model.layers[index].name;
        const UnrolledPlace& place = net.places[index];
        if (name == "back_unit_2") {
            EXPECT_EQ(place.part, UnrolledPart::Step);
            EXPECT_EQ(place.direction, Direction::Backward);
            EXPECT_EQ(place.step, 2);
        }
        EXPECT_EQ(place.part == UnrolledPart::Step, place.step > 0) << name;
        EXPECT_EQ(place.part == UnrolledPart::Input, net.model.layers[index].type == "INPUT") << name;
    }
    const auto ofStep = [&](Direction direction, std::int64_t step) {
        return std::ranges::count_if(net.places, [&](const UnrolledPlace& place) {
            return place.part == UnrolledPart::Step && place.direction == direction && place.step == step;
        });
    };
    for (const std::int64_t step : {1, 2, 3}) {
        EXPECT_EQ(ofStep(Direction::Forward, step), 4);
        EXPECT_EQ(ofStep(Direction::Backward, step), 4);
    }
    EXPECT_EQ(net.places.back().part, UnrolledPart::Join);
}

TEST(UnrolledLstm, GivesTheLastStateApartFromTheWhole)
{
    Model model = unrollRecurrent(lstmCell(), small).model;
    EXPECT_THAT(layerNamed(model, "h_T_split").bottoms, ElementsAre("h_3"));
    EXPECT_THAT(layerNamed(model, "h_T_split").tops, ElementsAre("h_last", "h_T"));
    EXPECT_THAT(layerNamed(model, "h_concat").bottoms, ElementsAre("h_1", "h_2", "h_last"));
    EXPECT_THAT(layerNamed(model, "c_T_split").tops, ElementsAre("c_T"));
}

TEST(UnrolledLstm, MayHaveOneStep)
{
    EXPECT_EQ(inferSizes(unrollRecurrent(lstmCell(), {.steps = 1, .streams = 1, .width = 5, .units = 4}).model)
                  .back()
                  .sizes.outputs[0],
              (Shape{1, 1, 4}));
}

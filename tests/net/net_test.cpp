// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/net/net.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace engine {

namespace {

/// A net with a fork, an in-place layer, a part cut off and two losses: all that a plan of memory has to keep apart.
Model forkedModel()
{
    return readModel(R"(
layer { name: "in" type: "Input" top: "data" top: "clip" top: "label"
  input_param { shape { dim: 3 dim: 2 } shape { dim: 3 dim: 2 } shape { dim: 6 dim: 1 } } }
layer { name: "embed" type: "Embed" bottom: "data" top: "x" embed_param { input_dim: 5 num_output: 4 weight_filler { type: "uniform" min: -1 max: 1 } } }
layer { name: "lstm" type: "LSTM" bottom: "x" bottom: "clip" top: "h" recurrent_param { num_output: 4 weight_filler { type: "uniform" min: -0.5 max: 0.5 } } }
layer { name: "sum" type: "Eltwise" bottom: "h" bottom: "x" top: "s" }
layer { name: "tanh" type: "TanH" bottom: "s" top: "s" }
layer { name: "flat" type: "Reshape" bottom: "s" top: "flat" reshape_param { shape { dim: -1 dim: 4 } } }
layer { name: "scores" type: "InnerProduct" bottom: "flat" top: "scores" inner_product_param { num_output: 5 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" }
layer { name: "energy" type: "Reduction" bottom: "s" top: "energy" loss_weight: 0.1 reduction_param { operation: SUMSQ } }
)",
                     "forked");
}

const std::vector<float> ids = {0, 1, 2, 3, 4, 0}, marks = {0, 0, 1, 1, 1, 0}, targets = {2, 3, 4, 0, 1, 2};

} // namespace

class NetOn : public testing::TestWithParam<std::string> {
protected:
    double lossOf(Net& net)
    {
        net.clearState();
        net.feed(ids, marks, targets);
        net.forward({});
        return net.loss();
    }

    CpuDevice m_device{1};
    Model m_model = forkedModel();
    WeightStore m_store{m_model, m_device, 5};
};

TEST_P(NetOn, EveryWeightsGradientIsTheSlopeOfTheLoss)
{
    Net net(m_model, Phase::Train, m_store, GetParam(), 1);
    lossOf(net);
    m_store.clearGradients();
    net.backward();
    const std::vector<float> gradients(m_store.gradients().begin(), m_store.gradients().end());
    for (const WeightStore::Weight& weight : m_store.weights()) {
        for (std::int64_t index = 0; index < weight.spec.shape.count(); ++index) {
            float& value = m_store.values()[static_cast<std::size_t>(weight.offset + index)];
            const float kept = value;
            constexpr float step = 1e-2f;
            value = kept + step;
            m_store.touch();
            const double above = lossOf(net);
            value = kept - step;
            m_store.touch();
            const double below = lossOf(net);
            value = kept;
            const double slope = (above - below) / (2 * static_cast<double>(step));
            ASSERT_NEAR(gradients[static_cast<std::size_t>(weight.offset + index)], slope, 2e-3)
                << weight.name << " element " << index;
        }
    }
}

TEST_P(NetOn, TheLossCountsEachTermWithItsWeight)
{
    Net net(m_model, Phase::Train, m_store, GetParam(), 1);
    const double loss = lossOf(net);
    EXPECT_NEAR(
        loss, static_cast<double>(net.tensor("loss").data[0]) + 0.1 * static_cast<double>(net.tensor("energy").data[0]),
        1e-6);
}

TEST_P(NetOn, StateThatLeavesAndEntersIsTheStateThatStayed)
{
    Net net(m_model, Phase::Train, m_store, GetParam(), 1);
    lossOf(net);
    const std::vector<NamedTensor> state = net.state();
    const std::vector<float> carried(marks.size(), 1);
    net.feed(ids, carried, targets);
    net.forward({});
    const double wanted = net.loss();
    Net other(m_model, Phase::Train, m_store, "CAFFE", 1);
    other.setState(state);
    other.feed(ids, carried, targets);
    other.forward({});
    EXPECT_NEAR(other.loss(), wanted, 1e-5);
    EXPECT_THROW(other.setState({}), Error);
}

TEST_P(NetOn, TestingComputesWhatTrainingDoes)
{
    Net training(m_model, Phase::Train, m_store, GetParam(), 1), testing(m_model, Phase::Test, m_store, GetParam(), 1);
    EXPECT_NEAR(lossOf(training), lossOf(testing), 1e-5);
    EXPECT_LT(testing.sequence().memory().activations, training.sequence().memory().activations);
    EXPECT_EQ(testing.sequence().memory().activationGradients, 0);
}

TEST_P(NetOn, NamesTheFirstThingThatIsNotFinite)
{
    Net net(m_model, Phase::Train, m_store, GetParam(), 1);
    lossOf(net);
    EXPECT_EQ(net.firstNotFinite({}), "");
    m_store.values()[static_cast<std::size_t>(m_store.weights()[0].offset)] = std::nanf("");
    m_store.touch();
    EXPECT_EQ(net.firstNotFinite({}), "weight embed/W");
}

INSTANTIATE_TEST_SUITE_P(Engines, NetOn, testing::Values("CAFFE", "ONEDNN"),
                         [](const auto& engine) { return engine.param; });

TEST(Net, AFrozenLayerBelowNeedsNoGradients)
{
    CpuDevice device(1);
    Model model = forkedModel();
    model.layers[1].weights = {{"", 0.0, {}}, {"", 0.0, {}}}; // EMBED
    model.layers[2].weights = {{"", 0.0, {}}, {"", 0.0, {}}, {"", 0.0, {}}};
    WeightStore frozen(model, device, 5), whole(forkedModel(), device, 5);
    const Net few(model, Phase::Train, frozen, "CAFFE", 1), all(forkedModel(), Phase::Train, whole, "CAFFE", 1);
    EXPECT_EQ(few.tensor("x").gradient, nullptr);
    EXPECT_EQ(few.tensor("h").gradient, nullptr);
    EXPECT_NE(all.tensor("h").data, nullptr);
    EXPECT_LT(few.sequence().memory().activationGradients, all.sequence().memory().activationGradients);
}

} // namespace engine

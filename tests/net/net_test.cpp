// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/net/net.h"
#include "tests/kernels/engines.h"
#include "tests/support/tells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace engine {

namespace {

/// A net with a fork, an in-place layer, a part cut off and two losses: all that a plan of memory has to keep apart.
/// `more` is prototxt behind it.
Model forkedModel(const std::string& more = {})
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
)" + more,
                     "forked");
}

const std::vector<float> ids = {0, 1, 2, 3, 4, 0}, cont = {0, 0, 1, 1, 1, 0}, targets = {2, 3, 4, 0, 1, 2};

} // namespace

class NetOn : public testing::TestWithParam<test::NamedEngine> {
protected:
    Net netOf(Phase phase) { return {m_model, phase, m_store, GetParam().name, 1}; }

    double lossOf(Net& net)
    {
        net.clearState();
        net.feed(ids, cont, targets);
        net.forward({});
        return net.loss();
    }

    void setWeight(std::int64_t element, float value)
    {
        m_device->toDevice({&value, 1}, m_store.values().data() + element);
        m_store.touch();
    }

    std::vector<float> onHost(std::span<const float> values)
    {
        std::vector<float> found(values.size());
        m_device->toHost(values.data(), found);
        return found;
    }

    std::shared_ptr<Device> m_device = test::deviceOf(GetParam());
    Model m_model = forkedModel();
    WeightStore m_store{m_model, *m_device, 5};
};

TEST_P(NetOn, EveryWeightsGradientIsTheSlopeOfTheLoss)
{
    Net net = netOf(Phase::Train);
    lossOf(net);
    m_store.clearGradients();
    net.backward();
    const std::vector<float> gradients = onHost(m_store.gradients()), values = onHost(m_store.values());
    for (const WeightStore::Weight& weight : m_store.weights()) {
        for (std::int64_t index = 0; index < weight.spec.shape.count(); ++index) {
            const std::int64_t element = weight.offset + index;
            const float kept = values[static_cast<std::size_t>(element)];
            constexpr float step = 1e-2f;
            setWeight(element, kept + step);
            const double above = lossOf(net);
            setWeight(element, kept - step);
            const double below = lossOf(net);
            setWeight(element, kept);
            const double slope = (above - below) / (2 * static_cast<double>(step));
            ASSERT_NEAR(gradients[static_cast<std::size_t>(element)], slope, 2e-3)
                << weight.name << " element " << index;
        }
    }
}

TEST_P(NetOn, TheLossCountsEachTermWithItsWeight)
{
    Net net = netOf(Phase::Train);
    const double loss = lossOf(net);
    const double first = onHost(net.tensor("loss").values())[0], second = onHost(net.tensor("energy").values())[0];
    EXPECT_NEAR(loss, first + 0.1 * second, 1e-6);
}

/// What a net minimises and how its weights are to change for it.
struct Slope {
    double loss;
    std::vector<float> gradients;
};

TEST_P(NetOn, ALossCountsAsMuchWhoeverReadsIt)
{
    const auto slopeOf = [&](const std::string& more) {
        const Model model = forkedModel(more);
        WeightStore store(model, *m_device, 5);
        Net net(model, Phase::Train, store, GetParam().name, 1);
        const double loss = lossOf(net);
        store.clearGradients();
        net.backward();
        return Slope{loss, onHost(store.gradients())};
    };
    const Slope alone = slopeOf("");
    struct Reader {
        std::string layers;
        float factor; ///< of the loss "loss" and its gradients; the other loss is left as it is
    };
    const std::vector<Reader> readers = {
        {R"(layer { name: "quiet" type: "Silence" bottom: "loss" })", 1},
        {R"(layer { name: "relu" type: "ReLU" bottom: "loss" top: "loss" })", 1},
        {R"(layer { name: "both" type: "Eltwise" bottom: "loss" bottom: "energy" top: "both" })", 1},
        {R"(layer { name: "minus" type: "Eltwise" bottom: "loss" bottom: "loss" top: "minus" eltwise_param { coeff: -1 coeff: 0.3 } })",
         1},
        {R"(layer { name: "relu" type: "ReLU" bottom: "loss" top: "loss" loss_weight: 2 })", 3},
        {R"(layer { name: "minus" type: "Eltwise" bottom: "loss" bottom: "loss" top: "minus" loss_weight: 0.5 eltwise_param { coeff: -1 coeff: 3 } })",
         2},
    };
    const Slope second = slopeOf(R"(layer { name: "off" type: "ReLU" bottom: "loss" top: "loss" loss_weight: -1 })");
    for (const Reader& reader : readers) {
        const Slope slope = slopeOf(reader.layers);
        const auto wanted = [&](double whole, double rest) {
            return rest + static_cast<double>(reader.factor) * (whole - rest);
        };
        EXPECT_NEAR(slope.loss, wanted(alone.loss, second.loss), 1e-5) << reader.layers;
        ASSERT_EQ(slope.gradients.size(), alone.gradients.size());
        for (std::size_t index = 0; index < slope.gradients.size(); ++index) {
            ASSERT_NEAR(slope.gradients[index], wanted(alone.gradients[index], second.gradients[index]), 1e-5)
                << reader.layers << " element " << index;
        }
    }
}

TEST_P(NetOn, StateThatLeavesAndEntersIsTheStateThatStayed)
{
    Net net = netOf(Phase::Train);
    lossOf(net);
    const std::vector<NamedTensor> state = net.state();
    const std::vector<float> carried(cont.size(), 1);
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
    Net training = netOf(Phase::Train), testing = netOf(Phase::Test);
    EXPECT_NEAR(lossOf(training), lossOf(testing), 1e-5);
    EXPECT_LT(testing.sequence().memory().activations, training.sequence().memory().activations);
    EXPECT_EQ(testing.sequence().memory().activationGradients, 0);
}

/// Two stacked layers in both directions; `settings` is prototxt for them.
Model modelOfBothDirections(const std::string& type, const std::string& settings = {})
{
    return readModel("layer { name: 'in' type: 'Input' top: 'x' top: 'cont' "
                     "input_param { shape { dim: 5 dim: 2 dim: 3 } shape { dim: 5 dim: 2 } } } "
                     "layer { name: 'both' type: '" +
                         type + "' bottom: 'x' bottom: 'cont' top: 'h' recurrent_param { num_output: 4 num_layers: 2 " +
                         "bidirectional: true weight_filler { type: 'uniform' min: -0.5 max: 0.5 } " + settings + "} }",
                     "both");
}

TEST_P(NetOn, TestingReadsBothDirectionsAsTrainingDoesWithoutDropout)
{
    std::vector<float> x(5 * 2 * 3), cont = {0, 0, 1, 1, 1, 0, 1, 1, 0, 1};
    for (std::size_t index = 0; index < x.size(); ++index) {
        x[index] = std::sin(static_cast<float>(index));
    }
    for (const std::string type : {"LSTM", "GRU", "RNN"}) {
        SCOPED_TRACE(type);
        const std::string activation = type == "RNN" ? "activation: RELU " : "";
        const auto outputs = [&](const std::string& dropout, Phase phase) {
            const Model model = modelOfBothDirections(type, activation + dropout);
            WeightStore store{model, *m_device, 5};
            Net net(model, phase, store, GetParam().name, 1);
            net.clearState();
            m_device->toDevice(x, net.tensor("x").data);
            m_device->toDevice(cont, net.tensor("cont").data);
            net.forward({});
            return onHost({net.tensor("h").data, 5 * 2 * 2 * 4});
        };
        const std::vector<float> trained = outputs("", Phase::Train);
        ASSERT_EQ(trained.size(), 5U * 2 * 8);
        EXPECT_THAT(outputs("", Phase::Test), testing::Pointwise(testing::FloatNear(1e-5F), trained));
        for (const std::string dropout : {"dropout_ratio: 0.5", "weight_dropout: 0.5", "state_dropout: 0.5"}) {
            EXPECT_THAT(outputs(dropout, Phase::Test), testing::Pointwise(testing::FloatNear(1e-5F), trained));
            EXPECT_THAT(outputs(dropout, Phase::Train),
                        testing::Not(testing::Pointwise(testing::FloatNear(1e-5F), trained)));
        }
    }
}

TEST_P(NetOn, NamesTheFirstThingThatIsNotFinite)
{
    Net net = netOf(Phase::Train);
    lossOf(net);
    EXPECT_EQ(net.firstNotFinite({}), "");
    setWeight(m_store.weights()[0].offset, std::nanf(""));
    EXPECT_EQ(net.firstNotFinite({}), "weight embed/W");
    EXPECT_EQ(net.firstNotFinite({}).pattern(), "weight %1");
}

/// A typed cell over what a layer embeds, or over an input.
Model cellModel(const std::string& recurrent, const std::string& x = "x")
{
    return readModel(R"(
layer { name: "in" type: "Input" top: "data" top: "clip" top: "given"
  input_param { shape { dim: 3 dim: 2 } shape { dim: 3 dim: 2 } shape { dim: 3 dim: 2 dim: 4 } } }
layer { name: "embed" type: "Embed" bottom: "data" top: "x" embed_param { input_dim: 5 num_output: 4 weight_filler { type: "uniform" min: -1 max: 1 } } }
layer { name: "cell" type: "CELL" bottom: ")" +
                         x + R"(" bottom: "clip" top: "h" recurrent_param { num_output: 4 )" + recurrent + R"( } }
layer { name: "energy" type: "Reduction" bottom: "h" top: "energy" loss_weight: 0.1 reduction_param { operation: SUMSQ } }
)",
                     "cell");
}

/// A net on a processor that has read ids and cont.
struct ReadNet {
    ReadNet(const Model& model, Phase phase, const std::string& engine)
        : store(model, device, 5), net(model, phase, store, engine, 1)
    {
        net.clearState();
        std::ranges::copy(ids, net.tensor("data").data);
        std::ranges::copy(cont, net.tensor("clip").data);
        net.forward({});
    }

    std::vector<float> read(const std::string& tensor) const
    {
        const std::span<const float> values = net.tensor(tensor).values();
        return {values.begin(), values.end()};
    }

    CpuDevice device{cpuBackend(), 2};
    WeightStore store;
    Net net;
};

TEST(CellsThatLearnNothing, RunOnFusedAsOnCaffe)
{
    for (const std::string cell :
         {"h = x", "h = tanh(x)", "c = c[t-1] + 1\\nh = x * tanh(c)", "h = layernorm(x + h[t-1])"}) {
        for (const char* const more : {"", "num_layers: 2", "bidirectional: true"}) {
            SCOPED_TRACE(cell + " " + more);
            const Model model = cellModel("equations: '" + cell + "' " + more);
            ReadNet fused(model, Phase::Train, "FUSED"), caffe(model, Phase::Train, "CAFFE");
            const std::vector<float> wanted = caffe.read("h");
            EXPECT_THAT(fused.read("h"), testing::Pointwise(testing::FloatNear(1e-5F), wanted));
            EXPECT_THAT(ReadNet(model, Phase::Run, "FUSED").read("h"),
                        testing::Pointwise(testing::FloatNear(1e-5F), wanted));
            for (ReadNet* const one : {&fused, &caffe}) {
                one->store.clearGradients();
                one->net.backward();
            }
            EXPECT_THAT(fused.store.gradients(),
                        testing::Pointwise(testing::FloatNear(1e-5F), caffe.store.gradients()));
        }
    }
}

TEST(FirstNotFinite, NamesWhereAGradientIsNot)
{
    const std::string root = "equations: 'h = sqrt(relu(W x))'"; // of 0
    const Sentence above = ReadNet(cellModel(root), Phase::Train, "FUSED").net.firstNotFinite({});
    EXPECT_EQ(above.pattern(), "layer %1 (%2), gradient by input %3");
    EXPECT_THAT(above, tells("cell", "CELL", "x"));
    const Sentence first = ReadNet(cellModel(root, "given"), Phase::Train, "FUSED").net.firstNotFinite({});
    EXPECT_EQ(first.pattern(), "the gradient by weight %1");
    EXPECT_THAT(first, tells("cell/W"));
}

TEST(FirstNotFinite, NamesTheEquationThatGivesNoNumber)
{
    const Model model = cellModel("equations: 'a = W x\\ng = a / 0\\nh = g * a'");
    for (const char* const engine : {"FUSED", "CAFFE"}) {
        EXPECT_THAT(ReadNet(model, Phase::Train, engine).net.firstNotFinite({}), tells("cell", "CELL", "h", "g", 1));
    }
}

std::string testName(const testing::TestParamInfo<test::NamedEngine>& one)
{
    return one.param.name;
}

INSTANTIATE_TEST_SUITE_P(Cpu, NetOn, testing::ValuesIn(test::enginesForSmallNets(test::DeviceKind::Cpu)), testName);
INSTANTIATE_TEST_SUITE_P(Cuda, NetOn, testing::ValuesIn(test::enginesForSmallNets(test::DeviceKind::Cuda)), testName);

/// c and h of one unit after c = 0.5 and the gates' inputs, which the sigmoid takes to 0.75, 0.5, 0.25, 0.634 and tanh
/// to 0.8, 0, -0.8, 0.5.
std::vector<float> afterOneStep(const std::string& settings)
{
    const Model model =
        readModel("layer { name: 'in' type: 'Input' top: 'c0' top: 'a' top: 'cont' input_param { "
                  "shape { dim: 1 dim: 1 dim: 1 } shape { dim: 1 dim: 1 dim: 4 } shape { dim: 1 dim: 1 } } } "
                  "layer { name: 'unit' type: 'LSTMUnit' bottom: 'c0' bottom: 'a' bottom: 'cont' "
                  "top: 'c' top: 'h' " +
                      settings + "}",
                  "unit");
    CpuDevice device(cpuBackend(), 1);
    WeightStore store(model, device, 1);
    Net net(model, Phase::Test, store, "CAFFE", 1);
    const auto put = [&](const char* name, const std::vector<float>& values) {
        device.toDevice(values, net.tensor(name).data);
    };
    put("c0", {0.5F});
    put("a", {1.0986123F, 0, -1.0986123F, 0.5493061F});
    put("cont", {1});
    net.forward({});
    return {net.tensor("c").data[0], net.tensor("h").data[0]};
}

TEST(LstmUnit, OfCaffesFileReadsItsGatesInCaffesOrder)
{
    const std::vector<float> found = afterOneStep("");
    EXPECT_NEAR(found[0], 0.5 * 0.5 + 0.75 * 0.5, 1e-6); // i, f, o, g
    EXPECT_NEAR(found[1], 0.25 * std::tanh(0.625), 1e-6);
}

TEST(LstmUnit, OfOurOrderReadsItsGatesAsAnLstmDoes)
{
    const std::vector<float> found = afterOneStep("lstm_unit_param { gate_order: IFGO }");
    EXPECT_NEAR(found[0], 0.5 * 0.5 + 0.75 * -0.8, 1e-6); // i, f, g, o
    EXPECT_NEAR(found[1], 0.6339746 * std::tanh(-0.35), 1e-6);
}

TEST(Net, AFrozenLayerBelowNeedsNoGradients)
{
    CpuDevice device(cpuBackend(), 1);
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

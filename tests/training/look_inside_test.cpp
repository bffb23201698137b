// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/backends/open_device.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/training/measure/look_inside.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "tests/support/gpu.h"
#include "tests/support/patience.h"
#include "tests/training/ahead_device.h"
#include "tests/training/small_run.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <random>
#include <utility>

namespace engine {
namespace {

constexpr std::int64_t lookSteps = 6, streams = 3, vocabulary = 7;

Model modelOf(const std::string& type, const std::string& fields)
{
    return readModel(R"(
layer { name: "in" type: "Input" top: "data" top: "clip" top: "label"
  input_param { shape { dim: 6 dim: 3 } shape { dim: 6 dim: 3 } shape { dim: 18 dim: 1 } } }
layer { name: "embed" type: "Embed" bottom: "data" top: "x"
  embed_param { input_dim: 7 num_output: 5 bias_term: false weight_filler { type: "uniform" min: -1 max: 1 } } }
layer { name: "cells" type: ")" +
                         type +
                         R"(" bottom: "x" bottom: "clip" top: "h"
  recurrent_param { num_output: 9 weight_filler { type: "uniform" min: -0.6 max: 0.6 }
    bias_filler { type: "uniform" min: -0.3 max: 0.3 } )" +
                         fields + R"( } }
layer { name: "scores" type: "InnerProduct" bottom: "h" top: "scores"
  inner_product_param { num_output: 7 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)",
                     "look");
}

/// A net of its own that is looked into while one batch goes through it.
class LookedAt {
public:
    explicit LookedAt(const Model& model) : m_store(model, m_device, 3), m_net(model, Phase::Train, m_store, "CAFFE", 3)
    {}

    WeightStore& store() { return m_store; }
    Net& net() { return m_net; }

    std::span<float> weight(const std::string& name) { return weightNamed(m_store, name); }

    void feed(unsigned seed, float firstCont)
    {
        std::mt19937 random(seed);
        m_labels.clear();
        std::vector<float> ids, cont(lookSteps * streams, 1.0f);
        for (std::int64_t cell = 0; cell < lookSteps * streams; ++cell) {
            ids.push_back(static_cast<float>(random() % vocabulary));
            m_labels.push_back(static_cast<float>(random() % vocabulary));
        }
        std::fill_n(cont.begin(), streams, firstCont);
        cont[3 * streams] = 0; // the first stream starts again in the middle
        m_device.toDevice(ids, m_net.tensor("data").data);
        m_device.toDevice(cont, m_net.tensor("clip").data);
        m_device.toDevice(m_labels, m_net.tensor("label").data);
    }

    /// What was seen; `x`, `h` and `scores` are copies from the moment when all activations were there.
    NetLook look()
    {
        NetLook seen;
        LookInside observer(m_net, m_store, [&](NetLook one) { seen = std::move(one); });
        m_store.touch();
        m_store.clearGradients();
        observer.beforeForward(11, 0);
        m_net.forward({});
        observer.afterForward();
        x = copy("x");
        h = copy("h");
        scores = copy("scores");
        m_net.sequence().backward([&](std::size_t layer) { observer.beforeBackward(layer); });
        observer.afterBackward();
        return seen;
    }

    std::vector<float> x, h, scores;
    const std::vector<float>& labels() const { return m_labels; }

private:
    std::vector<float> copy(const std::string& name)
    {
        const std::span<float> values = m_net.tensor(name).values();
        return {values.begin(), values.end()};
    }

    CpuDevice m_device{cpuBackend(), 1};
    WeightStore m_store;
    Net m_net;
    std::vector<float> m_labels;
};

struct Plain {
    double norm = 0, mean = 0, minimum = 1e30, maximum = -1e30;
};

Plain plainly(std::span<const float> values)
{
    Plain plain;
    for (const float value : values) {
        plain.norm += double{value} * double{value};
        plain.mean += double{value} / static_cast<double>(values.size());
        plain.minimum = std::min(plain.minimum, double{value});
        plain.maximum = std::max(plain.maximum, double{value});
    }
    plain.norm = std::sqrt(plain.norm);
    return plain;
}

void expectSame(const ValueStatistics& seen, std::span<const float> values)
{
    const Plain plain = plainly(values);
    EXPECT_EQ(seen.count, static_cast<std::int64_t>(values.size()));
    EXPECT_NEAR(seen.norm, plain.norm, 1e-6 * (1 + plain.norm));
    EXPECT_NEAR(seen.mean, plain.mean, 1e-6);
    EXPECT_DOUBLE_EQ(seen.minimum, plain.minimum);
    EXPECT_DOUBLE_EQ(seen.maximum, plain.maximum);
}

TEST(LookInsideNet, TellsTheStatisticsOfEveryTensor)
{
    LookedAt it(modelOf("LSTM", ""));
    it.feed(5, 0);
    const NetLook look = it.look();
    EXPECT_EQ(look.iteration, 11);
    expectSame(look.find("embed")->outputs.at(0).values, it.x);
    expectSame(look.find("cells")->outputs.at(0).values, it.h);
    expectSame(look.find("scores")->outputs.at(0).values, it.scores);
    expectSame(look.find("cells")->weights.at(1).values, it.weight("cells/Wh"));
    EXPECT_EQ(look.find("cells")->weights.at(1).name, "Wh");
    const auto first = static_cast<std::size_t>(it.weight("cells/Wh").data() - it.store().values().data());
    expectSame(*look.find("cells")->weights.at(1).gradients,
               it.store().gradients().subspan(first, it.weight("cells/Wh").size()));
    EXPECT_GT(look.seconds, 0);
}

TEST(LookInsideNet, TellsTheGradientsOfActivationsWhoseMemoryIsReused)
{
    LookedAt it(modelOf("GRU", ""));
    it.feed(6, 0);
    const NetLook look = it.look();
    std::vector<float> expected(it.scores.size()); // of the mean of -ln softmax: (p - 1 at the label) / T N
    constexpr std::size_t cells = lookSteps * streams, classes = vocabulary;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        double sum = 0;
        for (std::size_t k = 0; k < classes; ++k) {
            sum += std::exp(double{it.scores[cell * classes + k]});
        }
        for (std::size_t k = 0; k < classes; ++k) {
            const double p = std::exp(double{it.scores[cell * classes + k]}) / sum;
            const double label = it.labels()[cell] == static_cast<float>(k) ? 1 : 0;
            expected[cell * classes + k] = static_cast<float>((p - label) / static_cast<double>(cells));
        }
    }
    const ValueStatistics& seen = look.find("scores")->outputs.at(0).gradients.value();
    EXPECT_NEAR(seen.norm, plainly(expected).norm, 1e-6);
    EXPECT_NEAR(seen.minimum, plainly(expected).minimum, 1e-7);
    EXPECT_NEAR(seen.maximum, plainly(expected).maximum, 1e-7);
    EXPECT_TRUE(look.find("embed")->outputs.at(0).gradients);
    EXPECT_FALSE(look.find("in")->outputs.at(0).gradients);
}

class LookInsideCells : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(LookInsideCells, FollowsTheUnitsOfTheFirstStreamFromTheStateBefore)
{
    LookedAt it(modelOf(GetParam().first, GetParam().second));
    it.feed(7, 0);
    it.look();
    it.feed(8, 1); // goes on from the state after the first batch
    const NetLook look = it.look();
    ASSERT_FALSE(look.units.empty());
    const UnitValues& last = look.units.back();
    const std::size_t width = it.h.size() / (lookSteps * streams);
    const std::size_t from = last.direction == Direction::Backward ? width / 2 : 0;
    double largest = 0;
    for (std::int64_t step = 0; step < lookSteps; ++step) {
        for (std::int64_t unit = 0; unit < last.units; ++unit) {
            const float h = last.at(last.cell->gateCount(), step, unit);
            const std::size_t place = static_cast<std::size_t>(step * streams) * width + from;
            ASSERT_NEAR(h, it.h[place + static_cast<std::size_t>(unit)], 1e-5) << "step " << step << " unit " << unit;
            largest = std::max(largest, std::abs(double{h}));
        }
    }
    EXPECT_GT(largest, 0.01);
    EXPECT_EQ(look.find("cells")->units, static_cast<std::int64_t>(width));
}

INSTANTIATE_TEST_SUITE_P(Cells, LookInsideCells,
                         testing::Values(std::pair("LSTM", ""), std::pair("GRU", ""),
                                         std::pair("RNN", "activation: TANH"), std::pair("RNN", "activation: RELU"),
                                         std::pair("LSTM", "num_layers: 2"), std::pair("GRU", "bidirectional: true"),
                                         std::pair("LSTM", "num_layers: 2 bidirectional: true")));

TEST(LookInsideFindings, NameAnOpenForgetGateAndNothingElseOfAHealthyNet)
{
    LookedAt it(modelOf("LSTM", ""));
    it.feed(5, 0);
    EXPECT_TRUE(findingsOf(it.look()).empty());
    std::ranges::fill(it.weight("cells/b").subspan(9, 9), 20.0f);
    const std::vector<LookFinding> found = findingsOf(it.look());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, LookFinding::Kind::GateHigh);
    EXPECT_EQ(found[0].layer, "cells");
    EXPECT_EQ(found[0].gate, 1);
    EXPECT_DOUBLE_EQ(found[0].share, 1);
    EXPECT_EQ(found[0].count, 9);
}

TEST(LookInsideFindings, NameAGateThatStaysClosed)
{
    LookedAt it(modelOf("GRU", ""));
    it.feed(5, 0);
    std::ranges::fill(it.weight("cells/b").subspan(0, 9), -20.0f);
    const std::vector<LookFinding> found = findingsOf(it.look());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, LookFinding::Kind::GateLow);
    EXPECT_EQ(found[0].gate, 0);
}

TEST(LookInsideFindings, NameDeadUnits)
{
    LookedAt it(modelOf("RNN", "activation: RELU"));
    it.feed(5, 0);
    it.weight("cells/b")[2] = -100;
    it.weight("cells/b")[7] = -100;
    const std::vector<LookFinding> found = findingsOf(it.look());
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].kind, LookFinding::Kind::DeadUnits);
    EXPECT_THAT(found[0].units, testing::IsSupersetOf({2, 7}));
}

TEST(LookInsideFindings, NameALayerThatNoGradientReaches)
{
    LookedAt it(modelOf("RNN", "activation: RELU"));
    it.feed(5, 0);
    std::ranges::fill(it.weight("cells/b"), -100.0f);
    const std::vector<LookFinding> found = findingsOf(it.look());
    const auto isOf = [&](const std::string& layer) {
        return std::ranges::any_of(found, [&](const LookFinding& one) {
            return one.kind == LookFinding::Kind::NoGradient && one.layer == layer;
        });
    };
    EXPECT_TRUE(isOf("embed"));
    EXPECT_TRUE(isOf("cells"));
    EXPECT_FALSE(isOf("scores"));
}

/// The same run with looks and without.
class LookInsideRun : public testing::Test {
protected:
    struct Trace {
        std::vector<double> losses;
        std::vector<NamedTensor> weights, state;
        std::vector<std::int64_t> looked;
        bool operator==(const Trace& other) const
        {
            const auto same = [](const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b) {
                return std::ranges::equal(a, b, [](const NamedTensor& one, const NamedTensor& two) {
                    return one.name == two.name && one.values == two.values;
                });
            };
            return losses == other.losses && same(weights, other.weights) && same(state, other.state);
        }
    };

    Trace trace(Device& device, const SmallRun& run, const std::string& engine, int every) const
    {
        Trainer trainer(run.description(engine), Corpus(m_text, Encoding::Bytes), device);
        Trace trace;
        for (int part = 0; part < 6; ++part) {
            if (every > 0 && part % every == 0) {
                trainer.lookIntoNextStep([&](const NetLook& look) { trace.looked.push_back(look.iteration); });
            }
            trainer.steps(4, [&](const TrainingSteps::Step& step) { trace.losses.push_back(step.loss); });
        }
        trace.weights = trainer.weights().read();
        trace.state = trainer.net().state();
        return trace;
    }

    TemporaryFolder m_bench;
    std::filesystem::path m_text = m_bench.write("rhyme.txt", rhyme());
};

TEST_F(LookInsideRun, IsBitForBitTheRunWithoutLooks)
{
    const SmallRun run{.layers = 2, .dropout = 0.3};
    for (const std::string engine : {"CAFFE", "DEFAULT"}) {
        CpuDevice device(cpuBackend(), 1);
        const Trace looked = trace(device, run, engine, 1);
        EXPECT_TRUE(looked == trace(device, run, engine, 0)) << engine;
        EXPECT_THAT(looked.looked, testing::ElementsAre(1, 5, 9, 13, 17, 21));
    }
}

TEST_F(LookInsideRun, IsBitForBitTheSameOnADeviceThatWorksAhead)
{
    SmallRun run{.dropout = 0.3};
    run.solver += " iter_size: 2";
    for (const bool startsAsOne : {false, true}) {
        AheadDevice one, two;
        one.startsAsOne = two.startsAsOne = startsAsOne;
        const Trace looked = trace(one, run, "CAFFE", 2);
        EXPECT_TRUE(looked == trace(two, run, "CAFFE", 0));
        EXPECT_THAT(looked.looked, testing::ElementsAre(1, 9, 17));
    }
}

/// The first GPU, at the precision that the engine multiplies in.
std::unique_ptr<Device> gpuFor(const std::string& engine)
{
    return openDevice({.name = "cuda", .precision = engine == "FUSED" ? Precision::Bfloat16 : Precision::Float32});
}

TEST_F(LookInsideRun, IsBitForBitTheSameOnAGpu)
{
    HAMNET_NEEDS_GPU();
    for (const std::string engine : {"CAFFE", "CUDNN", "FUSED"}) {
        const SmallRun run{.layers = 2, .dropout = 0.3};
        const std::unique_ptr<Device> gpu = gpuFor(engine);
        const Trace looked = trace(*gpu, run, engine, 2);
        EXPECT_TRUE(looked == trace(*gpu, run, engine, 0)) << engine;
        EXPECT_THAT(looked.looked, testing::ElementsAre(1, 9, 17));
    }
}

/// Every number of a look by what it is of: "lstm/Wx norm".
std::map<std::string, double> numbersOf(const NetLook& look)
{
    std::map<std::string, double> numbers;
    const auto add = [&](const std::string& name, const ValueStatistics& seen) {
        numbers[name + " norm"] = seen.norm;
        numbers[name + " mean"] = seen.mean;
        numbers[name + " minimum"] = seen.minimum;
        numbers[name + " maximum"] = seen.maximum;
    };
    for (const LayerLook& layer : look.layers) {
        for (const std::vector<TensorLook>* tensors : {&layer.weights, &layer.outputs}) {
            for (const TensorLook& one : *tensors) {
                add(layer.layer + "/" + one.name, one.values);
                if (one.gradients) {
                    add(layer.layer + "/" + one.name + " gradient", *one.gradients);
                }
            }
        }
    }
    for (const UnitValues& values : look.units) {
        for (std::int64_t quantity = 0; quantity < values.quantities(); ++quantity) {
            for (std::int64_t unit = 0; unit < values.units; ++unit) {
                const std::string name = values.layer + "/" + std::to_string(values.stacked) + " quantity " +
                                         std::to_string(quantity) + " unit " + std::to_string(unit);
                numbers[name] = double{values.at(quantity, values.steps - 1, unit)};
            }
        }
    }
    return numbers;
}

/// A look into the second step.
NetLook lookOn(Device& device, const RunDescription& run, const std::filesystem::path& text)
{
    Trainer trainer(run, Corpus(text, Encoding::Bytes), device);
    trainer.step();
    NetLook look;
    trainer.lookIntoNextStep([&](NetLook one) { look = std::move(one); });
    trainer.step();
    return look;
}

TEST_F(LookInsideRun, SeesOnAGpuWhatItSeesOnTheProcessor)
{
    HAMNET_NEEDS_GPU();
    const SmallRun run{.layers = 2};
    const auto numbersOn = [&](Device& device, const std::string& engine) {
        const NetLook look = lookOn(device, run.description(engine), m_text);
        EXPECT_EQ(look.failure, "") << engine;
        EXPECT_EQ(look.iteration, 2) << engine;
        return numbersOf(look);
    };
    CpuDevice processor(cpuBackend(), 1);
    const std::map<std::string, double> expected = numbersOn(processor, "CAFFE");
    ASSERT_GT(expected.size(), 100U);
    for (const std::string engine : {"CAFFE", "CUDNN", "FUSED"}) {
        const std::map<std::string, double> seen = numbersOn(*gpuFor(engine), engine);
        const double share = engine == "FUSED" ? 5e-2 : 1e-3; // bfloat16 has 8 bits
        EXPECT_EQ(seen.size(), expected.size()) << engine;
        for (const auto& [name, value] : seen) {
            ASSERT_TRUE(expected.contains(name)) << engine << ": " << name;
            EXPECT_NEAR(value, expected.at(name), share / 10 + share * std::abs(value)) << engine << ": " << name;
        }
    }
}

/// What a look says that it cost, of a batch whose forward and backward pass take the device 100 ms each, where a batch
/// without an observer takes `batchSeconds`.
double costWhereABatchTakes(double batchSeconds)
{
    AheadDevice device;
    bool works = false;
    const auto wait = [&] {
        if (std::exchange(works, false)) {
            passTime(std::chrono::milliseconds(100));
        }
    };
    device.atFinish = wait;
    device.atToHost = wait;
    const Model model = modelOf("LSTM", "");
    WeightStore store(model, device, 3);
    Net net(model, Phase::Train, store, "CAFFE", 3);
    double cost = 0;
    LookInside look(net, store, [&](const NetLook& seen) { cost = seen.seconds; });
    look.beforeForward(3, batchSeconds);
    net.forward({});
    works = true;
    look.afterForward();
    net.sequence().backward([&](std::size_t layer) { look.beforeBackward(layer); });
    works = true;
    look.afterBackward();
    return cost;
}

TEST(LookInsideCost, IsNotTheStepThatItWaitsFor)
{
    EXPECT_GT(costWhereABatchTakes(0.2), 0);
    EXPECT_LT(costWhereABatchTakes(0.2), 0.1);
    EXPECT_LT(costWhereABatchTakes(0), 0.1) << "where nobody knows how long a batch takes";
}

TEST(LookInsideCost, IsWhatTheStepTakesBeyondAnUnobservedOne)
{
    EXPECT_GT(costWhereABatchTakes(0.05), 0.14);
}

TEST_F(LookInsideRun, SaysWhyItFailed)
{
    AheadDevice device;
    device.atToHost = [] { throw Error("the copy was lost"); };
    const NetLook look = lookOn(device, SmallRun().description("CAFFE"), m_text);
    EXPECT_EQ(look.iteration, 2);
    EXPECT_EQ(look.failure, "the copy was lost");
    EXPECT_TRUE(look.layers.empty());
}

TEST_F(LookInsideRun, LeavesAFaultOfTheStepToTheRun)
{
    AheadDevice device; // tells a fault once, as a GPU does
    Trainer trainer(SmallRun().description("CAFFE"), Corpus(m_text, Encoding::Bytes), device);
    trainer.step();
    std::string fault = "element 3 is no class";
    const auto tell = [&] {
        if (!fault.empty()) {
            throw Error(std::exchange(fault, {}));
        }
    };
    device.atFinish = tell;
    device.atToHost = tell; // waits too
    trainer.lookIntoNextStep([](const NetLook&) {});
    EXPECT_THROW(trainer.step(), Error);
}

TEST_F(LookInsideRun, IncludesTheLastStepWhereThatIsWanted)
{
    CpuDevice processor(cpuBackend(), 1);
    AheadDevice ahead;
    for (Device* const device : {static_cast<Device*>(&processor), static_cast<Device*>(&ahead)}) {
        std::vector<std::int64_t> looked;
        Trainer trainer(SmallRun().description("CAFFE"), Corpus(m_text, Encoding::Bytes), *device);
        trainer.lookIntoLastStep([&](const NetLook& look) { looked.push_back(look.iteration); });
        engine::Run(trainer).go({.limits = {.iterations = 30}}, {}, Witness().sink());
        EXPECT_THAT(looked, testing::ElementsAre(30)) << device->name();
        trainer.lookIntoLastStep({});
        engine::Run(trainer).go({.limits = {.iterations = 40}}, {}, Witness().sink());
        EXPECT_THAT(looked, testing::ElementsAre(30)) << device->name();
    }
}

TEST_F(LookInsideRun, SamplesLargeTensors)
{
    const SmallRun run{.steps = 64, .streams = 32};
    CpuDevice device(cpuBackend(), 1);
    const NetLook look = lookOn(device, run.description("CAFFE"), m_text);
    const ValueStatistics& h = look.find("lstm")->outputs.at(0).values;
    EXPECT_EQ(h.count, 64 * 32 * 12);
    EXPECT_LT(h.sampled, h.count / 2);
    EXPECT_GT(h.sampled, 6000);
    EXPECT_EQ(look.units.at(0).steps, NetLook::fewSteps);
    EXPECT_GT(look.find("lstm")->units, 0);
}

} // namespace
} // namespace engine

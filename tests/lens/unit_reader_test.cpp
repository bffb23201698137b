// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/lens/part_reading.h"
#include "engine/lens/reading_memory.h"
#include "engine/lens/unit_reader.h"
#include "engine/net/net.h"
#include "tests/kernels/reference.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>

namespace engine {
namespace {

constexpr std::int64_t vocabulary = 7, width = 5;

/// EMBED, a recurrent layer as `fields` make it, a second one of 6 units above it, scores.
Model modelWith(const std::string& type, const std::string& fields, int units = 9)
{
    return readModel(
        R"(
layer { name: "in" type: "Input" top: "data" top: "clip" top: "label"
  input_param { shape { dim: 3 dim: 2 } shape { dim: 3 dim: 2 } shape { dim: 6 dim: 1 } } }
layer { name: "embed" type: "Embed" bottom: "data" top: "x"
  embed_param { input_dim: 7 num_output: 5 bias_term: false weight_filler { type: "uniform" min: -1 max: 1 } } }
layer { name: "low" type: ")" +
            type +
            R"(" bottom: "x" bottom: "clip" top: "a"
  recurrent_param { num_output: )" +
            std::to_string(units) +
            R"( weight_filler { type: "uniform" min: -0.6 max: 0.6 } bias_filler { type: "uniform" min: -0.3 max: 0.3 } )" +
            fields + R"( } }
layer { name: "high" type: "LSTM" bottom: "a" bottom: "clip" top: "b"
  recurrent_param { num_output: 6 weight_filler { type: "uniform" min: -0.6 max: 0.6 } } }
layer { name: "scores" type: "InnerProduct" bottom: "b" top: "scores"
  inner_product_param { num_output: 7 axis: 2 weight_filler { type: "xavier" } } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)",
        "lens");
}

std::vector<std::int32_t> someText(std::size_t characters)
{
    std::mt19937 random(4);
    std::vector<std::int32_t> ids(characters);
    for (std::int32_t& id : ids) {
        id = static_cast<std::int32_t>(random() % vocabulary);
    }
    return ids;
}

using Rows = std::vector<std::map<std::string, std::vector<double>>>; ///< of each character, by names

struct Case {
    std::string type, fields;
};

void PrintTo(const Case& one, std::ostream* out)
{
    *out << one.type << " " << one.fields;
}

class UnitReaderOf : public testing::TestWithParam<Case> {
protected:
    CpuDevice m_device{cpuBackend(), 2};
    Model m_model = modelWith(GetParam().type, GetParam().fields);
    WeightStore m_store{m_model, m_device, 5};
    std::vector<std::int32_t> m_ids = someText(300); // three chunks
};

void expectNear(const UnitValues& values, std::int64_t quantity, const Rows& rows)
{
    const std::string name(values.nameOf(quantity));
    ASSERT_EQ(values.steps, std::ssize(rows));
    for (std::int64_t step = 0; step < values.steps; ++step) {
        for (std::int64_t unit = 0; unit < values.units; ++unit) {
            ASSERT_NEAR(values.at(quantity, step, unit),
                        rows[static_cast<std::size_t>(step)].at(name)[static_cast<std::size_t>(unit)], 2e-5)
                << values.layer << "." << values.stacked << " quantity " << name << " step " << step << " unit "
                << unit;
        }
    }
}

} // namespace

TEST_P(UnitReaderOf, KeepsWhatTheFormulasSay)
{
    const std::vector<UnitValues> read = readUnits(m_model, m_store, m_ids);
    const Model reading = withBatch(forGeneration(m_model), static_cast<std::int64_t>(m_ids.size()), 1);
    Net net(reading, Phase::Run, m_store, "CAFFE", 0);
    std::size_t next = 0;
    std::vector<std::vector<double>> x; // a row for each character
    for (std::size_t index = 0; index < net.sequence().model().layers.size(); ++index) {
        const Layer& layer = net.sequence().model().layers[index];
        const LayerSizes& sizes = net.sequence().sizes()[index];
        if (layer.name == "embed") {
            const std::span<float> table = m_store.of("embed", sizes.sizes).values.at(0);
            for (const std::int32_t id : m_ids) {
                x.emplace_back(table.begin() + id * width, table.begin() + (id + 1) * width);
            }
        }
        const std::optional<RecurrentStack> stack =
            recurrentStack(layerType(layer.type), completeParams(layer, reading.dialect));
        if (!stack) {
            continue;
        }
        const CanonicalWeights weights = m_store.of(layer.name, sizes.sizes);
        for (std::int64_t stacked = 0; stacked < stack->layers; ++stacked) {
            std::vector<std::vector<double>> above(x.size());
            for (std::int64_t way = 0; way < stack->directions; ++way, ++next) {
                ASSERT_LT(next, read.size());
                const UnitValues& values = read[next];
                EXPECT_EQ(values.layer, layer.name);
                EXPECT_EQ(values.stacked, stacked);
                EXPECT_EQ(values.direction, static_cast<Direction>(way));
                std::vector<std::vector<double>> learned;
                for (std::size_t number = 0; number < stack->weightsOfPart(); ++number) {
                    const std::span<float> weight = weights.values[stack->weight(stacked, values.direction, number)];
                    learned.emplace_back(weight.begin(), weight.end());
                }
                const Rows wanted = test::recurrentRows(*stack->cell, values.direction, values.units, x, learned);
                for (std::int64_t quantity = 0; quantity < values.quantities(); ++quantity) {
                    expectNear(values, quantity, wanted);
                }
                for (std::size_t t = 0; t < x.size(); ++t) {
                    above[t].insert(above[t].end(), wanted[t].at("h").begin(), wanted[t].at("h").end());
                }
            }
            x = above;
        }
    }
    EXPECT_EQ(next, read.size());
}

TEST_P(UnitReaderOf, HasTheHiddenStatesOfTheNet)
{
    const std::vector<UnitValues> read = readUnits(m_model, m_store, m_ids);
    const Model reading = withBatch(forGeneration(m_model), static_cast<std::int64_t>(m_ids.size()), 1);
    Net net(reading, Phase::Run, m_store, "CAFFE", 0);
    const std::vector<float> ids(m_ids.begin(), m_ids.end());
    std::vector<float> cont(ids.size(), 1.0f);
    cont[0] = 0;
    net.feed(ids, cont, {});
    std::size_t compared = 0;
    for (std::size_t index = 0; index < net.sequence().model().layers.size(); ++index) {
        net.sequence().forwardLayer(index, {.startsOnlyFirst = true});
        const std::string& name = net.sequence().model().layers[index].name;
        for (const UnitValues& values : read) {
            if (values.layer != name || values.stacked + 1 < values.stackedOf) {
                continue;
            }
            const Tensor& h = net.sequence().outputs(index).at(0);
            const std::int64_t row = h.count() / values.steps;
            const std::int64_t first = values.direction == Direction::Backward ? values.units : 0;
            for (std::int64_t step = 0; step < values.steps; ++step) {
                for (std::int64_t unit = 0; unit < values.units; ++unit, ++compared) {
                    ASSERT_NEAR(values.at(values.cell->gateCount(), step, unit), h.data[step * row + first + unit],
                                2e-5);
                }
            }
        }
    }
    EXPECT_GE(compared, m_ids.size() * 15);
}

TEST_P(UnitReaderOf, IsTheSameWithOneThread)
{
    const std::vector<UnitValues> two = readUnits(m_model, m_store, m_ids);
    CpuDevice alone(cpuBackend(), 1);
    WeightStore store(m_model, alone, 5);
    const std::vector<UnitValues> one = readUnits(m_model, store, m_ids);
    ASSERT_EQ(one.size(), two.size());
    for (std::size_t part = 0; part < one.size(); ++part) {
        for (std::int64_t unit = 0; unit < one[part].units; ++unit) {
            EXPECT_NEAR(one[part].at(0, 299, unit), two[part].at(0, 299, unit), 1e-6);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Cells, UnitReaderOf,
                         testing::Values(Case{"LSTM", ""}, Case{"LSTM", "num_layers: 2"}, Case{"LSTM", "num_layers: 3"},
                                         Case{"LSTM", "num_layers: 2 bidirectional: true"}, Case{"GRU", ""},
                                         Case{"GRU", "num_layers: 2"}, Case{"GRU", "num_layers: 2 bidirectional: true"},
                                         Case{"RNN", "activation: TANH"}, Case{"RNN", "activation: RELU"},
                                         Case{"CELL", "cell: 'lstm'"}, Case{"CELL", "num_layers: 2 cell: 'lstm'"},
                                         Case{"CELL", "num_layers: 2 bidirectional: true cell: 'lstm'"}));

TEST(UnitReader, ShowsTheOutputOfACellThatIsNoState)
{
    const Model model = modelWith("CELL", "equations: 'c = 0.5 * c[t-1] + W x  h = tanh(c)'");
    EXPECT_THROW(inferSizes(model), Error) << "one line";
    const Model two = modelWith("CELL", "equations: 'c = 0.5 * c[t-1] + W x\\nh = tanh(c)'");
    CpuDevice device(cpuBackend(), 2);
    WeightStore store(two, device, 5);
    const UnitValues values = std::move(readUnits(two, store, someText(20)).front());
    ASSERT_EQ(values.quantities(), 2);
    EXPECT_EQ(values.nameOf(0), "h");
    EXPECT_EQ(values.nameOf(1), "c");
    EXPECT_NEAR(values.at(0, 19, 3), std::tanh(values.at(1, 19, 3)), 1e-6);
}

TEST(UnitReader, ReadsLargeLayersTheSameWithAnyThreads)
{
    const Model model = modelWith("LSTM", "", 200);
    const std::vector<std::int32_t> ids = someText(600);
    std::vector<std::vector<UnitValues>> read;
    for (const int threads : {2, 1}) {
        CpuDevice device(cpuBackend(), threads);
        WeightStore store(model, device, 5);
        read.push_back(readUnits(model, store, ids));
    }
    ASSERT_EQ(read[0][0].units, 200);
    for (std::int64_t step = 0; step < 600; ++step) {
        for (std::int64_t unit = 0; unit < 200; ++unit) {
            ASSERT_NEAR(read[0][0].at(5, step, unit), read[1][0].at(5, step, unit), 1e-5) << step << " " << unit;
        }
    }
}

TEST(UnitReader, ReadsTheBeginningOfATextAsAShortText)
{
    const Model model = modelWith("LSTM", "num_layers: 4");
    CpuDevice device(cpuBackend(), 2);
    WeightStore store(model, device, 5);
    const std::vector<UnitValues> all = readUnits(model, store, someText(300));
    for (const std::size_t characters : {1, 40, 128, 129}) {
        const std::vector<UnitValues> some = readUnits(model, store, someText(characters));
        ASSERT_EQ(some.size(), all.size());
        for (std::size_t part = 0; part < some.size(); ++part) {
            const auto last = static_cast<std::int64_t>(characters) - 1;
            for (std::int64_t quantity = 0; quantity < some[part].quantities(); ++quantity) {
                for (std::int64_t unit = 0; unit < some[part].units; ++unit) {
                    ASSERT_NEAR(some[part].at(quantity, last, unit), all[part].at(quantity, last, unit), 1e-5)
                        << "part " << part << " quantity " << quantity << " unit " << unit;
                }
            }
        }
    }
}

TEST(ReadingMemory, IsWhatIsKeptAndHandedOn)
{
    Model model = modelWith("LSTM", "num_layers: 2");
    model.layers.resize(4); // up to the last recurrent layer
    const ReadingMemory memory = readingMemory(withBatch(model, 1000, 1));
    EXPECT_EQ(memory.characters, 1000);
    const std::int64_t kept = 1000 * (2 * 6 * 9 + 6 * 6), inputs = 3 * 1008; // data, clip, label, in steps of 16
    const std::int64_t handedOn = 9008 + 6000;                               // a; x before it and b behind it
    EXPECT_EQ(memory.ofText, 4 * (kept + inputs + handedOn));
    const auto floatsOf = [&](std::size_t layer, std::int64_t units) {
        const Layer& described = model.layers.at(layer);
        return partReadingFloats(*recurrentStack(layerType(described.type), completeParams(described, model.dialect)),
                                 units);
    };
    EXPECT_EQ(memory.ofNet, 4 * (2 * floatsOf(2, 9) + floatsOf(3, 6)));
    EXPECT_GT(floatsOf(2, 9), 2 * 4 * 9 * 9) << "Wx and Wh alone";
    EXPECT_EQ(readingMemory(withBatch(model, 2000, 1)).ofNet, memory.ofNet) << "the same for a text of any length";
}

TEST(ReadingMemory, ThatIsNotFreeIsRefusedWithWhatWouldFit)
{
    const ReadingMemory memory{.characters = 10'000, .ofText = 10'000 << 10, .ofNet = 1 << 20};
    EXPECT_NO_THROW(requireRoom(memory, memory.total()));
    const auto refusal = [&](std::int64_t available) -> std::string {
        return ::sentenceOf([&] { requireRoom(memory, available); });
    };
    EXPECT_EQ(refusal(memory.ofNet + (4'321 << 10)),
              "reading 10000 characters with this net needs 10.8 MiB of memory, but only 5.2 MiB are free: 4321 "
              "characters would fit");
    EXPECT_THAT(refusal(1000), testing::EndsWith("but only 1000 bytes are free: not one would fit"));
}

TEST(UnitReader, DoesNotTryWhatFindsNoRoom)
{
    CpuDevice device(cpuBackend(), 1);
    const Model model = modelWith("LSTM", "", 1000);
    WeightStore store(model, device, 5);
    const std::int64_t aCharacter = 4 * 6 * 1000; // bytes of the lower layer alone
    const std::vector<std::int32_t> text(static_cast<std::size_t>(device.memory().available / aCharacter + 1));
    EXPECT_THAT(sentenceOf([&] { readUnits(model, store, text); }), testing::EndsWith("characters would fit"));
}

TEST(UnitReader, SaysWhatItCannotRead)
{
    CpuDevice device(cpuBackend(), 1);
    const Model model = modelWith("LSTM", "");
    WeightStore store(model, device, 5);
    EXPECT_THROW(readUnits(model, store, {}), Error);
    EXPECT_THROW(readUnits(model, store, someText(2'000), [] { return false; }), CancelledError);
    int asked = 0;
    EXPECT_THROW(readUnits(model, store, someText(2'000), [&] { return ++asked < 3; }), CancelledError);
    EXPECT_EQ(asked, 3);
}

TEST(UnitReader, ReadsTenThousandCharactersThroughTwoLayersOf512)
{
    const Model model = modelWith("LSTM", "num_layers: 2", 512);
    CpuDevice device(cpuBackend(), 2);
    WeightStore store(model, device, 5);
    const std::vector<UnitValues> read = readUnits(model, store, someText(10'000));
    EXPECT_EQ(read[1].steps, 10'000);
}

} // namespace engine

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

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

using Matrix = std::vector<std::vector<double>>; ///< a row for each character

/// One direction of one layer as the formulas have it, character by character, number by number.
struct Obvious {
    Matrix gates, h, c;

    Obvious(const Cell& cell, const Matrix& x, std::int64_t units, Direction direction, const float* Wx,
            const float* Wh, const float* b, const float* bh)
        : gates(x.size()), h(x.size()), c(x.size())
    {
        const std::size_t T = x.size(), H = static_cast<std::size_t>(units), G = cell.gates.size();
        std::vector<double> hBefore(H, 0.0), cBefore(H, 0.0);
        for (std::size_t number = 0; number < T; ++number) {
            const std::size_t t = direction == Direction::Forward ? number : T - 1 - number;
            std::vector<double> fromInput(G * H), fromState(G * H);
            for (std::size_t row = 0; row < G * H; ++row) {
                fromInput[row] = static_cast<double>(b[row]);
                for (std::size_t column = 0; column < x[t].size(); ++column) {
                    fromInput[row] += static_cast<double>(Wx[row * x[t].size() + column]) * x[t][column];
                }
                fromState[row] = bh ? static_cast<double>(bh[row]) : 0;
                for (std::size_t column = 0; column < H; ++column) {
                    fromState[row] += static_cast<double>(Wh[row * H + column]) * hBefore[column];
                }
            }
            gates[t].resize(G * H);
            for (std::size_t unit = 0; unit < H; ++unit) {
                step(cell, t, unit, H, fromInput, fromState, hBefore, cBefore);
            }
            hBefore = h[t];
            cBefore = c[t].empty() ? cBefore : c[t];
        }
    }

private:
    void step(const Cell& cell, std::size_t t, std::size_t unit, std::size_t H, const std::vector<double>& a,
              const std::vector<double>& u, const std::vector<double>& hBefore, const std::vector<double>& cBefore)
    {
        const auto sum = [&](std::size_t gate) { return a[gate * H + unit] + u[gate * H + unit]; };
        const auto keep = [&](std::size_t gate, double value) { return gates[t][gate * H + unit] = value; };
        if (cell.name == "LSTM") {
            const double i = keep(0, sigmoid(sum(0))), f = keep(1, sigmoid(sum(1))), g = keep(2, std::tanh(sum(2))),
                         o = keep(3, sigmoid(sum(3)));
            c[t].push_back(f * cBefore[unit] + i * g);
            h[t].push_back(o * std::tanh(c[t].back()));
        } else if (cell.name == "GRU") {
            const double r = keep(0, sigmoid(sum(0))), z = keep(1, sigmoid(sum(1)));
            const double n = keep(2, std::tanh(a[2 * H + unit] + r * u[2 * H + unit]));
            h[t].push_back((1 - z) * n + z * hBefore[unit]);
        } else {
            h[t].push_back(keep(0, cell.kind == Cell::Kind::RnnRelu ? std::max(0.0, sum(0)) : std::tanh(sum(0))));
        }
    }
};

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

void expectNear(const UnitValues& values, std::int64_t quantity, const Matrix& rows, std::size_t first)
{
    ASSERT_EQ(values.steps, static_cast<std::int64_t>(rows.size()));
    for (std::int64_t step = 0; step < values.steps; ++step) {
        for (std::int64_t unit = 0; unit < values.units; ++unit) {
            ASSERT_NEAR(values.at(quantity, step, unit),
                        rows[static_cast<std::size_t>(step)][first + static_cast<std::size_t>(unit)], 2e-5)
                << values.layer << "." << values.stacked << " quantity " << values.nameOf(quantity) << " step " << step
                << " unit " << unit;
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
    Matrix x;
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
            Matrix above(x.size());
            for (std::int64_t way = 0; way < stack->directions; ++way, ++next) {
                ASSERT_LT(next, read.size());
                const UnitValues& values = read[next];
                EXPECT_EQ(values.layer, layer.name);
                EXPECT_EQ(values.stacked, stacked);
                EXPECT_EQ(values.direction, static_cast<Direction>(way));
                const auto weight = [&](RecurrentWeight which) {
                    return weights.values[stack->weight(stacked, values.direction, which)].data();
                };
                const Obvious obvious(*stack->cell, x, values.units, values.direction, weight(RecurrentWeight::Wx),
                                      weight(RecurrentWeight::Wh), weight(RecurrentWeight::b),
                                      stack->cell->recurrentBias ? weight(RecurrentWeight::bh) : nullptr);
                for (std::int64_t gate = 0; gate < stack->cell->gateCount(); ++gate) {
                    expectNear(values, gate, obvious.gates, static_cast<std::size_t>(gate * values.units));
                }
                expectNear(values, stack->cell->gateCount(), obvious.h, 0);
                if (stack->cell->stateCount() > 1) {
                    expectNear(values, stack->cell->gateCount() + 1, obvious.c, 0);
                }
                for (std::size_t t = 0; t < x.size(); ++t) {
                    above[t].insert(above[t].end(), obvious.h[t].begin(), obvious.h[t].end());
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
                                         Case{"RNN", "activation: TANH"}, Case{"RNN", "activation: RELU"}));

/// The weights of layer "low", by their names.
std::map<std::string, std::span<float>> lowWeights(const Model& model, WeightStore& store)
{
    const std::vector<LayerSizes> all = inferSizes(model);
    const Sizes& sizes = std::ranges::find(all, "low", &LayerSizes::name)->sizes;
    const CanonicalWeights weights = store.of("low", sizes);
    std::map<std::string, std::span<float>> found;
    for (std::size_t which = 0; which < sizes.weights.size(); ++which) {
        found[sizes.weights[which].name] = weights.values[which];
    }
    return found;
}

TEST(UnitReader, ReadsATypedLstmAsLstm)
{
    for (const char* fields : {"", "num_layers: 2", "num_layers: 2 bidirectional: true"}) {
        SCOPED_TRACE(fields);
        CpuDevice device(cpuBackend(), 2);
        const Model lstm = modelWith("LSTM", fields), typed = modelWith("CELL", std::string(fields) + " cell: 'lstm'");
        WeightStore ofLstm(lstm, device, 5), ofTyped(typed, device, 5);
        const auto from = lowWeights(lstm, ofLstm);
        for (const auto& [name, values] :
             lowWeights(typed, ofTyped)) { // "l0.back.Ui" is the first block of "l0.back.Wh"
            const std::size_t place = name.size() - 2, gate = std::string("ifgo").find(name.back());
            const std::string theirs = name[place] == 'W' ? "Wx" : name[place] == 'U' ? "Wh" : "b";
            const std::span<float> block = from.at(name.substr(0, place) + theirs);
            std::ranges::copy(block.subspan(gate * values.size(), values.size()), values.begin());
        }
        const std::vector<UnitValues> wanted = readUnits(lstm, ofLstm, someText(300));
        const std::vector<UnitValues> read = readUnits(typed, ofTyped, someText(300));
        ASSERT_EQ(read.size(), wanted.size());
        for (std::size_t part = 0; part + 1 < read.size(); ++part) { // without "high", whose weights are other ones
            ASSERT_EQ(read[part].quantities(), wanted[part].quantities());
            for (std::int64_t quantity = 0; quantity < read[part].quantities(); ++quantity) {
                EXPECT_EQ(read[part].nameOf(quantity), wanted[part].nameOf(quantity));
                for (std::int64_t step = 0; step < read[part].steps; ++step) {
                    for (std::int64_t unit = 0; unit < read[part].units; ++unit) {
                        ASSERT_NEAR(read[part].at(quantity, step, unit), wanted[part].at(quantity, step, unit), 2e-5)
                            << "part " << part << " " << read[part].nameOf(quantity) << " step " << step;
                    }
                }
            }
        }
    }
}

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

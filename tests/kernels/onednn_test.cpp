// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/onednn/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace engine {
namespace {

using Doubles = std::vector<double>;

/// A CPU that counts what it hands out.
class CountingDevice final : public Device {
public:
    DeviceKind kind() const override { return DeviceKind::Cpu; }
    std::string name() const override { return m_cpu.name(); }
    std::string description() const override { return m_cpu.description(); }
    Memory memory() const override { return m_cpu.memory(); }
    Buffer allocate(std::int64_t floats) override
    {
        allocatedFloats += floats;
        ++allocations;
        return m_cpu.allocate(floats);
    }
    void toDevice(std::span<const float> host, float* device) override { m_cpu.toDevice(host, device); }
    void copy(const float* from, float* to, std::int64_t floats) override { m_cpu.copy(from, to, floats); }
    void zero(float* data, std::int64_t floats) override { m_cpu.zero(data, floats); }
    void toHost(const float* device, std::span<float> host) override { m_cpu.toHost(device, host); }
    void finish() override {}

    std::int64_t allocatedFloats = 0;
    int allocations = 0;

private:
    CpuDevice m_cpu{1};
};

struct Case {
    std::int64_t steps = 5, streams = 3, width = 4, units = 6, layers = 1;
    double dropout = 0;
    bool exposed = false; ///< h0, c0 come in and hT, cT go out by ports; else the state is carried
    Phase phase = Phase::Train;
    int threads = 1;
};

/// One LSTM layer with all its tensors, on the engine or as the plain loops in double precision below.
struct Lstm {
    explicit Lstm(const Case& wanted) : of(wanted), device(wanted.threads)
    {
        const LayerType& type = layerType("LSTM");
        Params given{{"num_output", of.units},
                     {"num_layers", of.layers},
                     {"dropout_ratio", of.dropout},
                     {"expose_hidden", of.exposed}};
        setup.type = &type;
        setup.name = "lstm1";
        setup.params = completeParams(type.params, given, Dialect::Bvlc, "lstm1");
        setup.phase = of.phase;
        setup.random = {.seed = 7, .stream = 3};
        setup.device = &device;
        std::vector<Shape> inputs = {{of.steps, of.streams, of.width}, {of.steps, of.streams}};
        if (of.exposed) {
            inputs.resize(4, {of.layers, of.streams, of.units});
        }
        setup.sizes = type.infer({"lstm1", setup.params, inputs, of.exposed ? std::size_t{3} : std::size_t{1}});
        std::mt19937 random(11);
        for (const Shape& shape : inputs) {
            setup.inputs.push_back(tensor(shape, random));
        }
        for (const Shape& shape : setup.sizes.outputs) {
            setup.outputs.push_back(tensor(shape, random));
        }
        for (const StateSpec& state : setup.sizes.state) {
            setup.state.push_back(tensor(state.shape, random));
        }
        for (const WeightSpec& weight : setup.sizes.weights) {
            const Tensor memory = tensor(weight.shape, random);
            std::ranges::fill(memory.gradients(), 0.0f);
            setup.weights.values.push_back(memory.values());
            setup.weights.gradients.push_back(memory.gradients());
        }
        setup.weights.version = &version;
        startOnly();
    }

    void make() { kernel = onednnEngine().make(setup); }
    void forward(std::uint64_t pass = 0)
    {
        if (!kernel) {
            make();
        }
        kernel->forward({pass});
    }
    void run()
    {
        forward();
        kernel->backward();
    }

    std::span<float> cont() { return setup.inputs[1].values(); }

    /// Every stream starts at the first step.
    void startOnly()
    {
        std::ranges::fill(cont(), 1.0f);
        std::ranges::fill(cont().first(static_cast<std::size_t>(of.streams)), 0.0f);
    }

    Case of;
    CpuDevice device;
    std::uint64_t version = 1;
    LayerSetup setup;
    std::unique_ptr<Kernel> kernel;

private:
    /// Values and gradients in [-0.7, 0.7].
    Tensor tensor(const Shape& shape, std::mt19937& random)
    {
        Tensor made{.shape = shape};
        for (float** place : {&made.data, &made.gradient}) {
            m_memory.push_back(device.allocate(shape.count()));
            *place = m_memory.back().data();
            for (float& value : m_memory.back().span()) {
                value = std::uniform_real_distribution<float>(-0.7f, 0.7f)(random);
            }
        }
        return made;
    }

    std::vector<Buffer> m_memory;
};

/// What a layer computes, worked out by plain loops over one unit at a time, in double precision.
struct Reference {
    explicit Reference(const Lstm& lstm) : of(lstm.of), setup(lstm.setup)
    {
        const auto count = static_cast<std::size_t>(of.layers);
        h.resize(count), c.resize(count), x.resize(count), byX.resize(count);
        gates.resize(count), startH.resize(count), startC.resize(count), byStartH.resize(count), byStartC.resize(count);
        for (const std::span<float>& weight : setup.weights.values) {
            byWeights.emplace_back(weight.size());
        }
        Doubles input(setup.inputs[0].values().begin(), setup.inputs[0].values().end());
        for (std::size_t layer = 0; layer < count; ++layer) {
            x[layer] = input;
            forward(layer);
            input = h[layer];
            thin(layer, input);
        }
        if (of.phase == Phase::Train) {
            Doubles slopes = from(setup.outputs[0].gradients());
            for (std::size_t layer = count; layer-- > 0;) {
                backward(layer, slopes);
                slopes = byX[layer];
                if (layer > 0) {
                    thin(layer - 1, slopes);
                }
            }
        }
    }

    static Doubles from(std::span<const float> floats) { return {floats.begin(), floats.end()}; }

    Case of;
    LayerSetup setup;
    std::vector<Doubles> x, h, c, byX, startH, startC, byStartH, byStartC, byWeights; ///< by layer but the last
    std::vector<std::vector<Gates<double>>> gates;

private:
    std::int64_t width(std::size_t layer) const { return layer == 0 ? of.width : of.units; }
    double weight(std::size_t layer, std::size_t which, std::int64_t at) const
    {
        return setup.weights.values[3 * layer + which][static_cast<std::size_t>(at)];
    }
    double mark(std::int64_t step, std::int64_t stream) const
    {
        return setup.inputs[1].data[step * of.streams + stream];
    }
    std::size_t cell(std::int64_t step, std::int64_t stream, std::int64_t unit) const
    {
        return static_cast<std::size_t>((step * of.streams + stream) * of.units + unit);
    }
    /// h or c before a step, as the gates see it.
    double previous(const Doubles& all, const Doubles& start, std::int64_t step, std::int64_t stream,
                    std::int64_t unit) const
    {
        const double value = step == 0 ? start[cell(0, stream, unit)] : all[cell(step - 1, stream, unit)];
        return value * mark(step, stream);
    }

    /// Dropout behind a layer but the last.
    void thin(std::size_t layer, Doubles& values) const
    {
        if (of.dropout == 0 || of.phase != Phase::Train || layer + 1 == h.size()) {
            return;
        }
        std::vector<std::uint8_t> mask(values.size());
        drawDropoutMask(dropoutRule(of.dropout), 0, stackedDropoutKey(setup.random, static_cast<std::int64_t>(layer)),
                        mask.data(), static_cast<std::int64_t>(mask.size()));
        for (std::size_t at = 0; at < values.size(); ++at) {
            values[at] *= mask[at] / (1 - of.dropout);
        }
    }

    void forward(std::size_t layer)
    {
        const auto states = static_cast<std::size_t>(of.streams * of.units);
        const auto start = [&](std::size_t which) {
            return of.exposed ? from(setup.inputs[2 + which].values().subspan(layer * states, states))
                              : from(setup.state[2 * layer + which].values());
        };
        startH[layer] = start(0);
        startC[layer] = start(1);
        h[layer].resize(states * static_cast<std::size_t>(of.steps));
        c[layer] = h[layer];
        gates[layer].resize(h[layer].size());
        for (std::int64_t step = 0; step < of.steps; ++step) {
            for (std::int64_t stream = 0; stream < of.streams; ++stream) {
                for (std::int64_t unit = 0; unit < of.units; ++unit) {
                    const auto sum = [&](std::int64_t gate) {
                        return gateSum(layer, step, stream, gate * of.units + unit);
                    };
                    const std::size_t at = cell(step, stream, unit);
                    gates[layer][at] = cellGates(Gates<double>{sum(0), sum(1), sum(2), sum(3)});
                    const Cell<double> made =
                        cellForward(gates[layer][at], previous(c[layer], startC[layer], step, stream, unit));
                    c[layer][at] = made.c;
                    h[layer][at] = made.h;
                }
            }
        }
    }

    double gateSum(std::size_t layer, std::int64_t step, std::int64_t stream, std::int64_t row) const
    {
        double sum = weight(layer, 2, row);
        for (std::int64_t at = 0; at < width(layer); ++at) {
            sum += weight(layer, 0, row * width(layer) + at) *
                   x[layer][static_cast<std::size_t>((step * of.streams + stream) * width(layer) + at)];
        }
        for (std::int64_t at = 0; at < of.units; ++at) {
            sum += weight(layer, 1, row * of.units + at) * previous(h[layer], startH[layer], step, stream, at);
        }
        return sum;
    }

    void backward(std::size_t layer, Doubles byH)
    {
        const auto states = static_cast<std::size_t>(of.streams * of.units);
        Doubles byC(byH.size());
        byX[layer].resize(x[layer].size());
        byStartH[layer].resize(states);
        byStartC[layer].resize(states);
        if (of.exposed) {
            for (std::size_t at = 0; at < states; ++at) {
                byH[byH.size() - states + at] += setup.outputs[1].gradients()[layer * states + at];
                byC[byC.size() - states + at] += setup.outputs[2].gradients()[layer * states + at];
            }
        }
        for (std::int64_t step = of.steps; step-- > 0;) {
            for (std::int64_t stream = 0; stream < of.streams; ++stream) {
                for (std::int64_t unit = 0; unit < of.units; ++unit) {
                    backwardCell(layer, {step, stream, unit}, byH, byC);
                }
            }
        }
    }

    struct Place {
        std::int64_t step, stream, unit;
    };

    void backwardCell(std::size_t layer, const Place& place, Doubles& byH, Doubles& byC)
    {
        const auto [step, stream, unit] = place;
        const std::size_t at = cell(step, stream, unit);
        const CellGradients<double> slopes = cellBackward(
            gates[layer][at], previous(c[layer], startC[layer], step, stream, unit), c[layer][at], byH[at], byC[at]);
        const double goesOn = mark(step, stream);
        (step == 0 ? byStartC[layer] : byC)[cell(std::max<std::int64_t>(step - 1, 0), stream, unit)] +=
            slopes.cBefore * goesOn;
        const double byGate[] = {slopes.a.i, slopes.a.f, slopes.a.g, slopes.a.o};
        for (std::int64_t gate = 0; gate < 4; ++gate) {
            const std::int64_t row = gate * of.units + unit;
            const double by = byGate[gate];
            byWeights[3 * layer + 2][static_cast<std::size_t>(row)] += by;
            for (std::int64_t input = 0; input < width(layer); ++input) {
                const auto xAt = static_cast<std::size_t>((step * of.streams + stream) * width(layer) + input);
                byX[layer][xAt] += by * weight(layer, 0, row * width(layer) + input);
                byWeights[3 * layer][static_cast<std::size_t>(row * width(layer) + input)] += by * x[layer][xAt];
            }
            for (std::int64_t input = 0; input < of.units; ++input) {
                (step == 0 ? byStartH[layer] : byH)[cell(std::max<std::int64_t>(step - 1, 0), stream, input)] +=
                    by * weight(layer, 1, row * of.units + input) * goesOn;
                byWeights[3 * layer + 1][static_cast<std::size_t>(row * of.units + input)] +=
                    by * previous(h[layer], startH[layer], step, stream, input);
            }
        }
    }
};

/// Each element within `tolerance` of 1 or of the wanted size.
testing::AssertionResult close(std::span<const float> found, const Doubles& wanted, double tolerance = 2e-5)
{
    if (found.size() != wanted.size()) {
        return testing::AssertionFailure() << found.size() << " elements, wanted " << wanted.size();
    }
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        if (!(std::abs(found[at] - wanted[at]) <= tolerance * std::max(1.0, std::abs(wanted[at])))) {
            return testing::AssertionFailure()
                   << "element " << at << ": found " << found[at] << ", wanted " << wanted[at];
        }
    }
    return testing::AssertionSuccess();
}

testing::AssertionResult same(std::span<const float> found, std::span<const float> wanted)
{
    return close(found, Reference::from(wanted), 0);
}

std::vector<float> copyOf(std::span<const float> values)
{
    return {values.begin(), values.end()};
}

Doubles joined(const std::vector<Doubles>& parts)
{
    Doubles all;
    for (const Doubles& part : parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

/// The last N·H elements of every layer, layer after layer.
Doubles lastOf(const std::vector<Doubles>& layers, const Case& of)
{
    Doubles all;
    for (const Doubles& layer : layers) {
        all.insert(all.end(), layer.end() - of.streams * of.units, layer.end());
    }
    return all;
}

/// Everything that one pass there and back makes.
void expectEqualsReference(Lstm& lstm)
{
    const Reference wanted(lstm); // first: running overwrites the state
    lstm.run();
    EXPECT_TRUE(close(lstm.setup.outputs[0].values(), wanted.h.back())) << "h";
    EXPECT_TRUE(close(lstm.setup.inputs[0].gradients(), wanted.byX.front())) << "slopes by x";
    for (std::size_t weight = 0; weight < wanted.byWeights.size(); ++weight) {
        EXPECT_TRUE(close(lstm.setup.weights.gradients[weight], wanted.byWeights[weight]))
            << lstm.setup.sizes.weights[weight].name;
    }
    if (lstm.of.exposed) {
        EXPECT_TRUE(close(lstm.setup.outputs[1].values(), lastOf(wanted.h, lstm.of))) << "hT";
        EXPECT_TRUE(close(lstm.setup.outputs[2].values(), lastOf(wanted.c, lstm.of))) << "cT";
        EXPECT_TRUE(close(lstm.setup.inputs[2].gradients(), joined(wanted.byStartH))) << "slopes by h0";
        EXPECT_TRUE(close(lstm.setup.inputs[3].gradients(), joined(wanted.byStartC))) << "slopes by c0";
    } else {
        for (std::size_t layer = 0; layer < wanted.h.size(); ++layer) {
            EXPECT_TRUE(close(lstm.setup.state[2 * layer].values(), lastOf({wanted.h[layer]}, lstm.of))) << "h carried";
            EXPECT_TRUE(close(lstm.setup.state[2 * layer + 1].values(), lastOf({wanted.c[layer]}, lstm.of)))
                << "c carried";
        }
    }
}

} // namespace

// ---- against figures from elsewhere ----

class OnednnGolden : public testing::TestWithParam<const char*> {};

TEST_P(OnednnGolden, ValuesAndGradientsAgree)
{
    std::ifstream file(std::string(SOURCE_ROOT "/tests/golden/") + GetParam() + ".json");
    ASSERT_TRUE(file) << GetParam();
    const nlohmann::json golden = nlohmann::json::parse(file);
    const auto size = [&](const char* key) { return golden.at(key).get<std::int64_t>(); };
    const auto values = [](const nlohmann::json& tensor) { return tensor.at("data").get<std::vector<double>>(); };
    const auto put = [&](const nlohmann::json& tensor, std::span<float> into) {
        const Doubles all = values(tensor);
        ASSERT_EQ(all.size(), into.size());
        std::ranges::transform(all, into.begin(), [](double value) { return static_cast<float>(value); });
    };
    const auto layers = static_cast<std::int64_t>(golden.at("weights").size());
    Lstm lstm({.steps = size("T"),
               .streams = size("N"),
               .width = size("I"),
               .units = size("H"),
               .layers = layers,
               .exposed = true});
    put(golden.at("x"), lstm.setup.inputs[0].values());
    put(golden.at("cont"), lstm.setup.inputs[1].values());
    put(golden.at("dy"), lstm.setup.outputs[0].gradients());
    std::ranges::fill(lstm.setup.outputs[1].gradients(), 0.0f);
    std::ranges::fill(lstm.setup.outputs[2].gradients(), 0.0f);
    const auto states = static_cast<std::size_t>(lstm.of.streams * lstm.of.units);
    const auto name = [](std::size_t layer) { return "layer" + std::to_string(layer); };
    for (std::size_t layer = 0; layer < static_cast<std::size_t>(layers); ++layer) {
        const auto& weights = golden.at("weights").at(name(layer));
        const auto& state = golden.at("state").at(name(layer));
        put(weights.at("Wx").at("value"), lstm.setup.weights.values[3 * layer]);
        put(weights.at("Wh").at("value"), lstm.setup.weights.values[3 * layer + 1]);
        put(weights.at("b").at("value"), lstm.setup.weights.values[3 * layer + 2]);
        put(state.at("h0").at("value"), lstm.setup.inputs[2].values().subspan(layer * states, states));
        put(state.at("c0").at("value"), lstm.setup.inputs[3].values().subspan(layer * states, states));
    }

    lstm.run();

    EXPECT_TRUE(close(lstm.setup.outputs[0].values(), values(golden.at("y")), 1e-6));
    EXPECT_TRUE(close(lstm.setup.inputs[0].gradients(), values(golden.at("dx")), 2e-6));
    for (std::size_t layer = 0; layer < static_cast<std::size_t>(layers); ++layer) {
        const auto& weights = golden.at("weights").at(name(layer));
        const auto& state = golden.at("state").at(name(layer));
        const auto part = [&](std::span<float> all) { return all.subspan(layer * states, states); };
        EXPECT_TRUE(close(lstm.setup.weights.gradients[3 * layer], values(weights.at("Wx").at("gradient")), 2e-6));
        EXPECT_TRUE(close(lstm.setup.weights.gradients[3 * layer + 1], values(weights.at("Wh").at("gradient")), 2e-6));
        EXPECT_TRUE(close(lstm.setup.weights.gradients[3 * layer + 2], values(weights.at("b").at("gradient")), 2e-6));
        EXPECT_TRUE(close(part(lstm.setup.outputs[1].values()), values(state.at("hT").at("value")), 1e-6));
        EXPECT_TRUE(close(part(lstm.setup.outputs[2].values()), values(state.at("cT").at("value")), 1e-6));
        EXPECT_TRUE(close(part(lstm.setup.inputs[2].gradients()), values(state.at("h0").at("gradient")), 2e-6));
        EXPECT_TRUE(close(part(lstm.setup.inputs[3].gradients()), values(state.at("c0").at("gradient")), 2e-6));
    }
}

INSTANTIATE_TEST_SUITE_P(Files, OnednnGolden,
                         testing::Values("lstm_plain", "lstm_resets", "lstm_carried", "lstm_two_layers"),
                         [](const auto& one) { return std::string(one.param); });

// ---- against plain loops ----

struct Pattern {
    const char* name;
    float (*mark)(std::int64_t step, std::int64_t stream);
};

class OnednnPatterns : public testing::TestWithParam<Pattern> {};

TEST_P(OnednnPatterns, OfStartingSequencesEqualThePlainLoops)
{
    for (const bool exposed : {false, true}) {
        Lstm lstm({.steps = 7, .streams = 3, .width = 4, .units = 5, .layers = 2, .exposed = exposed});
        for (std::int64_t step = 0; step < 7; ++step) {
            for (std::int64_t stream = 0; stream < 3; ++stream) {
                lstm.cont()[static_cast<std::size_t>(step * 3 + stream)] = GetParam().mark(step, stream);
            }
        }
        expectEqualsReference(lstm);
    }
}

const Pattern patterns[] = {
    {"None", [](std::int64_t, std::int64_t) { return 1.0f; }},
    {"AtTheStart", [](std::int64_t step, std::int64_t) { return step == 0 ? 0.0f : 1.0f; }},
    {"OneStreamAtTheStart",
     [](std::int64_t step, std::int64_t stream) { return step == 0 && stream == 1 ? 0.0f : 1.0f; }},
    {"OneStreamInside", [](std::int64_t step, std::int64_t stream) { return step == 3 && stream == 2 ? 0.0f : 1.0f; }},
    {"AtTheLastStep", [](std::int64_t step, std::int64_t) { return step == 6 ? 0.0f : 1.0f; }},
    {"EachStreamElsewhere",
     [](std::int64_t step, std::int64_t stream) { return step == 2 * stream + 1 ? 0.0f : 1.0f; }},
    {"OneStreamAlways", [](std::int64_t, std::int64_t stream) { return stream == 0 ? 0.0f : 1.0f; }},
    {"Always", [](std::int64_t, std::int64_t) { return 0.0f; }},
    {"HalfMarks", [](std::int64_t step, std::int64_t stream) { return step % 3 == stream ? 0.5f : 1.0f; }},
};

INSTANTIATE_TEST_SUITE_P(All, OnednnPatterns, testing::ValuesIn(patterns),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Onednn, RunsSizesWithAndWithoutGapsInItsLayouts)
{
    for (const std::int64_t units : {1, 16, 33, 64}) {
        for (const std::int64_t width : {1, 15, 64}) {
            Lstm lstm({.steps = 4, .streams = 2, .width = width, .units = units});
            SCOPED_TRACE(std::to_string(width) + " wide, " + std::to_string(units) + " units");
            expectEqualsReference(lstm);
        }
    }
}

TEST(Onednn, RunsThreeLayersWithDropoutBetweenThem)
{
    Lstm lstm({.units = 5, .layers = 3, .dropout = 0.4});
    expectEqualsReference(lstm);
}

TEST(Onednn, InferenceEqualsThePlainLoopsAndHasNoDropout)
{
    for (const Phase phase : {Phase::Test, Phase::Run}) {
        Lstm lstm({.units = 16, .layers = 2, .dropout = 0.5, .phase = phase});
        const Reference wanted(lstm);
        lstm.forward();
        EXPECT_TRUE(close(lstm.setup.outputs[0].values(), wanted.h.back()));
    }
}

TEST(Onednn, RunsStartsInsideABatchInInferenceToo)
{
    Lstm lstm({.steps = 6, .units = 16, .phase = Phase::Test});
    lstm.cont()[7] = 0;
    lstm.cont()[15] = 0;
    const Reference wanted(lstm);
    lstm.forward();
    EXPECT_TRUE(close(lstm.setup.outputs[0].values(), wanted.h.back()));
}

// ---- what a kernel promises ----

TEST(Onednn, DrawsAnotherMaskForEveryPass)
{
    Lstm lstm({.layers = 2, .dropout = 0.5});
    lstm.forward(1);
    const std::vector<float> first = copyOf(lstm.setup.outputs[0].values());
    lstm.forward(2);
    EXPECT_FALSE(same(lstm.setup.outputs[0].values(), first));
    lstm.forward(1);
    EXPECT_TRUE(same(lstm.setup.outputs[0].values(), first));
}

TEST(Onednn, StepByStepEqualsTheWholeSequence)
{
    Lstm whole({.steps = 6, .layers = 2, .phase = Phase::Run});
    Lstm single({.steps = 1, .layers = 2, .phase = Phase::Run});
    for (std::size_t weight = 0; weight < whole.setup.weights.values.size(); ++weight) {
        std::ranges::copy(whole.setup.weights.values[weight], single.setup.weights.values[weight].begin());
    }
    whole.cont()[9] = 0;
    whole.forward();
    const std::size_t inputs = single.setup.inputs[0].values().size(),
                      outputs = single.setup.outputs[0].values().size();
    for (std::size_t step = 0; step < 6; ++step) {
        std::ranges::copy(whole.setup.inputs[0].values().subspan(step * inputs, inputs), single.setup.inputs[0].data);
        std::ranges::copy(whole.cont().subspan(step * 3, 3), single.cont().begin());
        single.forward();
        EXPECT_TRUE(close(single.setup.outputs[0].values(),
                          Reference::from(whole.setup.outputs[0].values().subspan(step * outputs, outputs)), 1e-6))
            << "step " << step;
    }
}

TEST(Onednn, CarriesTheStateFromBatchToBatch)
{
    Lstm lstm({.layers = 2});
    lstm.forward();
    std::ranges::fill(lstm.cont(), 1.0f);
    expectEqualsReference(lstm); // reads the state that the first batch left
}

TEST(Onednn, AddsToWeightGradientsAndOverwritesInputGradients)
{
    Lstm lstm({.layers = 2});
    lstm.run();
    const std::vector<float> byX = copyOf(lstm.setup.inputs[0].gradients());
    std::vector<std::vector<float>> once;
    for (const std::span<float>& gradient : lstm.setup.weights.gradients) {
        once.push_back(copyOf(gradient));
    }
    std::ranges::fill(lstm.setup.inputs[0].gradients(), std::numeric_limits<float>::quiet_NaN());
    lstm.run();
    EXPECT_TRUE(same(lstm.setup.inputs[0].gradients(), byX));
    for (std::size_t weight = 0; weight < once.size(); ++weight) {
        Doubles twice = Reference::from(once[weight]);
        std::ranges::transform(twice, twice.begin(), [](double value) { return 2 * value; });
        EXPECT_TRUE(close(lstm.setup.weights.gradients[weight], twice, 1e-6)) << lstm.setup.sizes.weights[weight].name;
    }
}

TEST(Onednn, LeavesFrozenWeightsWithoutGradient)
{
    Lstm all({}), some({});
    some.setup.weights.gradients[0] = {};
    some.setup.weights.gradients[2] = {};
    all.run();
    some.run();
    EXPECT_TRUE(same(some.setup.weights.gradients[1], all.setup.weights.gradients[1]));
    EXPECT_TRUE(same(some.setup.inputs[0].gradients(), all.setup.inputs[0].gradients()));
}

TEST(Onednn, RunsWhereNobodyWantsTheSlopesByX)
{
    Lstm wanted({}), unwanted({});
    unwanted.setup.inputs[0].gradient = nullptr;
    wanted.run();
    unwanted.run();
    EXPECT_TRUE(same(unwanted.setup.weights.gradients[1], wanted.setup.weights.gradients[1]));
}

TEST(Onednn, CountsSlopesThatDoNotArriveAsZero)
{
    Lstm zeros({.exposed = true}), none({.exposed = true});
    std::ranges::fill(zeros.setup.outputs[0].gradients(), 0.0f);
    std::ranges::fill(zeros.setup.outputs[2].gradients(), 0.0f);
    none.setup.outputs[0].gradient = nullptr;
    none.setup.outputs[2].gradient = nullptr;
    zeros.run();
    none.run();
    EXPECT_GT(*std::ranges::max_element(none.setup.weights.gradients[1]), 0);
    EXPECT_TRUE(same(none.setup.weights.gradients[1], zeros.setup.weights.gradients[1]));
    EXPECT_TRUE(same(none.setup.inputs[3].gradients(), zeros.setup.inputs[3].gradients()));
}

TEST(Onednn, AStartLetsNothingOfTheStateThrough)
{
    Lstm clean({}), spoiled({});
    std::ranges::fill(spoiled.setup.state[0].values(), std::numeric_limits<float>::quiet_NaN());
    std::ranges::fill(spoiled.setup.state[1].values(), std::numeric_limits<float>::infinity());
    clean.forward();
    spoiled.forward();
    EXPECT_TRUE(same(spoiled.setup.outputs[0].values(), clean.setup.outputs[0].values()));
}

TEST(Onednn, PacksWeightsAgainOnlyWhenTheirVersionMoved)
{
    Lstm lstm({});
    lstm.run();
    const std::vector<float> before = copyOf(lstm.setup.outputs[0].values());
    const std::vector<float> slopesBefore = copyOf(lstm.setup.inputs[0].gradients());
    lstm.setup.weights.values[1][3] += 0.5f;
    lstm.run();
    EXPECT_TRUE(same(lstm.setup.outputs[0].values(), before));
    EXPECT_TRUE(same(lstm.setup.inputs[0].gradients(), slopesBefore));
    ++lstm.version;
    std::ranges::for_each(lstm.setup.weights.gradients, [](std::span<float> each) { std::ranges::fill(each, 0.0f); });
    expectEqualsReference(lstm);
}

TEST(Onednn, OneThreadAndTwoAgree)
{
    Lstm two({.steps = 9, .streams = 8, .width = 20, .units = 64, .layers = 2, .threads = 2});
    two.run();
    Lstm one({.steps = 9, .streams = 8, .width = 20, .units = 64, .layers = 2, .threads = 1});
    one.run();
    EXPECT_TRUE(close(one.setup.outputs[0].values(), Reference::from(two.setup.outputs[0].values()), 1e-6));
    for (std::size_t weight = 0; weight < one.setup.weights.gradients.size(); ++weight) {
        EXPECT_TRUE(
            close(one.setup.weights.gradients[weight], Reference::from(two.setup.weights.gradients[weight]), 1e-5));
    }
}

TEST(Onednn, AllocatesNothingAfterTheFirstBatchUnlessMoreSequencesStartInside)
{
    CountingDevice device;
    Lstm lstm({.steps = 20, .layers = 2, .dropout = 0.2});
    lstm.setup.device = &device;
    lstm.run();
    const int usual = device.allocations;
    lstm.run();
    EXPECT_EQ(device.allocations, usual);
    lstm.cont()[31] = 0;
    lstm.run();
    const int withStart = device.allocations;
    EXPECT_GT(withStart, usual);
    lstm.startOnly();
    lstm.run();
    lstm.cont()[31] = 0;
    lstm.run();
    EXPECT_EQ(device.allocations, withStart);
}

TEST(Onednn, TellsHowManyBytesItHolds)
{
    for (const Phase phase : {Phase::Train, Phase::Test}) {
        CountingDevice device;
        Lstm lstm({.layers = 2, .dropout = 0.2, .phase = phase});
        lstm.setup.device = &device;
        lstm.make();
        const std::int64_t mask = phase == Phase::Train ? lstm.setup.outputs[0].count() : 0;
        EXPECT_GE(lstm.kernel->workspaceBytes(), mask + 1000);
        EXPECT_LE(lstm.kernel->workspaceBytes(), mask + 4 * device.allocatedFloats);
    }
}

TEST(Onednn, RefusesLayersThatItHasNoKernelFor)
{
    LayerSetup setup;
    setup.type = &layerType("EMBED");
    EXPECT_THAT(onednnEngine().refusal(setup), testing::Optional(std::string("has no kernel for EMBED")));
    EXPECT_EQ(onednnEngine().refusal(Lstm({}).setup), std::nullopt);
}

// ---- layouts ----

TEST(OnednnLayout, UnpackingWhatWasPackedGivesTheSameWeights)
{
    const onednn::Library library;
    CpuDevice device(2);
    for (const auto& [width, units] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {15, 33}, {128, 128}, {64, 512}}) {
        const onednn::LstmTensors any = {.source = onednn::sequenceLayout(5, 3, width),
                                         .state = onednn::stateLayout(3, units),
                                         .inputWeights = onednn::chosenLayout(width, units),
                                         .recurrentWeights = onednn::chosenLayout(units, units),
                                         .bias = onednn::biasLayout(units),
                                         .destination = onednn::sequenceLayout(5, 3, units)};
        const auto forward = onednn::describeForward(library, onednn::LstmPurpose::Training, any);
        const auto backward = onednn::describeBackward(library, any, any, forward);
        const auto inference = onednn::describeForward(library, onednn::LstmPurpose::Inference, any);
        std::vector<float> weights(static_cast<std::size_t>(4 * width * units));
        std::iota(weights.begin(), weights.end(), 1.0f);
        for (const auto& layout : {forward.weights_layer_desc(), backward.weights_layer_desc(),
                                   backward.diff_weights_layer_desc(), inference.weights_layer_desc()}) {
            onednn::PackedMatrix packed(library, device, onednn::canonicalLayout(width, units), layout);
            packed.pack(library, weights.data());
            std::vector<float> unpacked(weights.size());
            packed.addTo(library, unpacked.data());
            EXPECT_TRUE(same(unpacked, weights)) << width << " wide, " << units << " units";
            packed.addTo(library, unpacked.data());
            EXPECT_EQ(unpacked.back(), 2 * weights.back());
            packed.clear();
            packed.addTo(library, unpacked.data());
            EXPECT_EQ(unpacked.back(), 2 * weights.back());
        }
    }
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "engine/graph/unroll.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/sequence.h"
#include "tests/kernels/cases.h"
#include "tests/kernels/engines.h"
#include "tests/kernels/layer_run.h"
#include "tests/kernels/near.h"
#include "tests/support/paths.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string>

// What every engine's LSTM must do over time: sequences that start anywhere, state from batch to batch.

namespace engine::test {
namespace {

constexpr double tolerance = 2e-5;

struct LstmSizes {
    std::int64_t steps, streams, width, units, layers = 1;
};

Problem lstmProblem(const LstmSizes& sizes, Phase phase = Phase::Train)
{
    return problemOf({.name = "Lstm",
                      .type = "LSTM",
                      .inputs = {{{sizes.steps, sizes.streams, sizes.width}, Numbers::Any, 0},
                                 {{sizes.steps, sizes.streams}, Numbers::Marks, 0}},
                      .params = {{"num_output", sizes.units}, {"num_layers", sizes.layers}}},
                     phase);
}

/// The steps [first, first + count) of a problem as a problem of their own, with the whole's state.
Problem stepsOf(const Problem& whole, std::int64_t first, std::int64_t count)
{
    Problem part = whole;
    const auto cut = [&](std::vector<double>& values, std::int64_t steps) {
        const std::int64_t width = static_cast<std::int64_t>(values.size()) / steps;
        values = std::vector<double>(values.begin() + first * width, values.begin() + (first + count) * width);
    };
    const std::int64_t steps = whole.inputShapes[0][0];
    for (std::size_t input = 0; input < 2; ++input) {
        cut(part.inputs[input], steps);
        std::vector<std::int64_t> extents = whole.inputShapes[input].extents();
        extents[0] = count;
        part.inputShapes[input] = Shape(extents);
    }
    cut(part.outputGradients[0], steps);
    part.sizes = part.type->infer({"part", part.params, part.inputShapes, 1});
    return part;
}

/// A state as the next run's problem holds it.
Tensors<double> stateOf(LayerRun& run, std::size_t count)
{
    Tensors<double> state;
    for (std::size_t index = 0; index < count; ++index) {
        const std::vector<float> values = run.state(index);
        state.emplace_back(values.begin(), values.end());
    }
    return state;
}

/// Those of a kind of device that run LSTMs of any size; FUSED has tests of its own (fused_test.cpp).
std::vector<NamedEngine> enginesOfAnySize(DeviceKind kind)
{
    std::vector<NamedEngine> engines = enginesOf(kind);
    const Problem small = lstmProblem({.steps = 2, .streams = 1, .width = 3, .units = 5});
    std::erase_if(engines, [&](const NamedEngine& one) {
        return one.engine->refusal(setupWithoutMemory(small, *deviceOf(one))).has_value();
    });
    return engines;
}

std::vector<NamedEngine> allEnginesOfAnySize()
{
    std::vector<NamedEngine> all = enginesOfAnySize(DeviceKind::Cpu);
    for (const NamedEngine& one : enginesOfAnySize(DeviceKind::Cuda)) {
        all.push_back(one);
    }
    return all;
}

class LstmEngine : public ::testing::TestWithParam<NamedEngine> {
protected:
    static const Engine& engine() { return *GetParam().engine; }

    /// Runs the pieces of a sequence one after the other, each on the next of `engines`, with the state handed on; h of
    /// all steps.
    std::vector<float> inPieces(const Problem& whole, std::int64_t stepsOfPiece,
                                const std::vector<NamedEngine>& engines)
    {
        std::vector<std::shared_ptr<Device>> devices;
        for (const NamedEngine& one : engines) {
            devices.push_back(deviceOf(one));
        }
        std::vector<float> h;
        Tensors<double> state = whole.state;
        for (std::int64_t first = 0; first < whole.inputShapes[0][0]; first += stepsOfPiece) {
            Problem piece = stepsOf(whole, first, stepsOfPiece);
            piece.state = state;
            const std::size_t turn = static_cast<std::size_t>(first / stepsOfPiece) % engines.size();
            LayerRun run(piece, *engines[turn].engine, *devices[turn]);
            run.forward(0);
            const std::vector<float> part = run.output(0);
            h.insert(h.end(), part.begin(), part.end());
            state = stateOf(run, state.size());
        }
        return h;
    }

    std::shared_ptr<Device> m_device = deviceOf(GetParam());
};

TEST_P(LstmEngine, WritesStepByStepWhatItReadsAtOnce)
{
    for (const LstmSizes& sizes : {LstmSizes{.steps = 6, .streams = 1, .width = 15, .units = 20},
                                   LstmSizes{.steps = 6, .streams = 1, .width = 64, .units = 36, .layers = 3},
                                   LstmSizes{.steps = 5, .streams = 3, .width = 7, .units = 33, .layers = 2},
                                   LstmSizes{.steps = 5, .streams = 4, .width = 8, .units = 130}}) {
        Problem whole = lstmProblem(sizes, Phase::Run);
        whole.inputs[1].assign(whole.inputs[1].size(), 1);
        whole.inputs[1][2 * static_cast<std::size_t>(sizes.streams)] = 0; // the first stream starts anew
        const std::vector<double> expected = answer(whole).outputs[0];
        LayerRun run(stepsOf(whole, 0, 1), engine(), *m_device);
        std::vector<float> h;
        for (std::int64_t step = 0; step < sizes.steps; ++step) {
            run.fill(stepsOf(whole, step, 1));
            run.forward(Pass{.startsOnlyFirst = true});
            const std::vector<float> one = run.output(0);
            h.insert(h.end(), one.begin(), one.end());
        }
        EXPECT_TRUE(allNear(h, expected, tolerance)) << sizes.units << " units";
        EXPECT_TRUE(run.marksStand());
    }
}

TEST_P(LstmEngine, HonoursEveryPatternOfStartingSequences)
{
    Problem problem = lstmProblem({.steps = 3, .streams = 2, .width = 3, .units = 4});
    LayerRun run(problem, engine(), *m_device);
    for (unsigned pattern = 0; pattern < 64; ++pattern) {
        for (unsigned mark = 0; mark < 6; ++mark) {
            problem.inputs[1][mark] = (pattern >> mark) & 1;
        }
        run.fill(problem);
        run.setState(problem.state);
        run.forward(0);
        run.backward();
        const Gradients slopes = gradients(problem);
        EXPECT_TRUE(allNear(run.output(0), answer(problem).outputs[0], tolerance)) << "pattern " << pattern;
        EXPECT_TRUE(allNear(run.inputGradient(0), slopes.inputs[0], tolerance)) << "pattern " << pattern;
        for (std::size_t weight = 0; weight < 3; ++weight) {
            EXPECT_TRUE(allNear(run.weightGradient(weight), slopes.weights[weight], tolerance))
                << "pattern " << pattern;
        }
    }
}

TEST_P(LstmEngine, StepByStepGivesTheWholeSequence)
{
    for (const Phase phase : {Phase::Train, Phase::Run}) {
        const Problem whole = lstmProblem({.steps = 6, .streams = 3, .width = 4, .units = 5, .layers = 2}, phase);
        EXPECT_TRUE(allNear(inPieces(whole, 1, {GetParam()}), answer(whole).outputs[0], tolerance));
    }
}

TEST_P(LstmEngine, CarriesTheStateFromBatchToBatch)
{
    const Problem whole = lstmProblem({.steps = 6, .streams = 3, .width = 4, .units = 5, .layers = 2});
    EXPECT_TRUE(allNear(inPieces(whole, 3, {GetParam()}), answer(whole).outputs[0], tolerance));
}

TEST_P(LstmEngine, HandsTheStateToAnyOtherEngine)
{
    const Problem whole = lstmProblem({.steps = 6, .streams = 3, .width = 4, .units = 5, .layers = 2});
    for (const NamedEngine& other : allEnginesOfAnySize()) {
        EXPECT_TRUE(allNear(inPieces(whole, 3, {GetParam(), other}), answer(whole).outputs[0], tolerance))
            << GetParam().name << ", then " << other.name;
    }
}

TEST_P(LstmEngine, KeepsItsStateBetweenPassesOfOneKernel)
{
    const Problem whole = lstmProblem({.steps = 6, .streams = 3, .width = 4, .units = 5});
    const Problem first = stepsOf(whole, 0, 3), second = stepsOf(whole, 3, 3);
    LayerRun run(first, engine(), *m_device);
    run.forward(0);
    run.backward();
    run.fill(second); // leaves the state alone
    run.forward(1);
    const std::vector<double> wanted = answer(whole).outputs[0];
    EXPECT_TRUE(allNear(run.output(0), std::vector<double>(wanted.end() - 3 * 3 * 5, wanted.end()), tolerance));
}

/// A recorded case (tests/golden/lstm_*.json) as a problem whose state comes and goes by ports, so that its slopes can
/// be compared too.
struct GoldenLstm {
    Problem problem;
    nlohmann::json file;
};

std::vector<double> numbers(const nlohmann::json& tensor)
{
    return tensor.at("data").get<std::vector<double>>();
}

GoldenLstm goldenLstm(const std::string& name)
{
    std::ifstream stream(sourceRoot() / "tests/golden" / ("lstm_" + name + ".json"));
    GoldenLstm golden{.problem = {.type = &layerType("LSTM")}, .file = nlohmann::json::parse(stream)};
    const auto extent = [&](const char* key) { return golden.file.at(key).get<std::int64_t>(); };
    Problem& problem = golden.problem;
    const auto layers = static_cast<std::int64_t>(golden.file.at("weights").size());
    problem.params = completeParams(problem.type->params,
                                    {{"num_output", extent("H")}, {"num_layers", layers}, {"expose_hidden", true}},
                                    Dialect::Bvlc, name);
    const Shape state{layers, extent("N"), extent("H")};
    problem.inputShapes = {{extent("T"), extent("N"), extent("I")}, {extent("T"), extent("N")}, state, state};
    problem.sizes = problem.type->infer({name, problem.params, problem.inputShapes, 3});
    problem.inputs = {numbers(golden.file.at("x")), numbers(golden.file.at("cont")), {}, {}};
    problem.outputGradients = {numbers(golden.file.at("dy")), {}, {}};
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const std::string key = "layer" + std::to_string(layer);
        for (const char* weight : {"Wx", "Wh", "b"}) {
            problem.weights.push_back(numbers(golden.file.at("weights").at(key).at(weight).at("value")));
        }
        const nlohmann::json& before = golden.file.at("state").at(key);
        for (const auto& [input, tensor] : {std::pair(2, "h0"), std::pair(3, "c0")}) {
            const std::vector<double> part = numbers(before.at(tensor).at("value"));
            problem.inputs[static_cast<std::size_t>(input)].insert(
                problem.inputs[static_cast<std::size_t>(input)].end(), part.begin(), part.end());
        }
    }
    return golden;
}

/// One state tensor of all stacked layers.
std::vector<double> goldenState(const nlohmann::json& file, const char* tensor, const char* kind)
{
    std::vector<double> all;
    for (std::size_t layer = 0; layer < file.at("weights").size(); ++layer) {
        const std::vector<double> part =
            numbers(file.at("state").at("layer" + std::to_string(layer)).at(tensor).at(kind));
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

TEST_P(LstmEngine, FollowsTheGoldenValues)
{
    for (const char* name : {"plain", "carried", "resets", "two_layers"}) {
        const auto [problem, file] = goldenLstm(name);
        LayerRun run(problem, engine(), *m_device);
        run.forward(0);
        run.backward();
        EXPECT_TRUE(allNear(run.output(0), numbers(file.at("y")), tolerance)) << name;
        EXPECT_TRUE(allNear(run.output(1), goldenState(file, "hT", "value"), tolerance)) << name;
        EXPECT_TRUE(allNear(run.output(2), goldenState(file, "cT", "value"), tolerance)) << name;
        EXPECT_TRUE(allNear(run.inputGradient(0), numbers(file.at("dx")), tolerance)) << name;
        EXPECT_TRUE(allNear(run.inputGradient(2), goldenState(file, "h0", "gradient"), tolerance)) << name;
        EXPECT_TRUE(allNear(run.inputGradient(3), goldenState(file, "c0", "gradient"), tolerance)) << name;
        std::size_t weight = 0;
        for (std::size_t layer = 0; layer < file.at("weights").size(); ++layer) {
            for (const char* tensor : {"Wx", "Wh", "b"}) {
                const auto& wanted = file.at("weights").at("layer" + std::to_string(layer)).at(tensor).at("gradient");
                EXPECT_TRUE(allNear(run.weightGradient(weight++), numbers(wanted), tolerance)) << name << " " << tensor;
            }
        }
    }
}

std::string nameOf(const ::testing::TestParamInfo<NamedEngine>& one)
{
    return one.param.name;
}

INSTANTIATE_TEST_SUITE_P(Cpu, LstmEngine, ::testing::ValuesIn(enginesOfAnySize(DeviceKind::Cpu)), nameOf);
INSTANTIATE_TEST_SUITE_P(Cuda, LstmEngine, ::testing::ValuesIn(enginesOfAnySize(DeviceKind::Cuda)), nameOf);

TEST(LstmReference, FollowsTheGoldenValuesToNineDigits)
{
    for (const char* name : {"plain", "carried", "resets", "two_layers"}) {
        const auto [problem, file] = goldenLstm(name);
        EXPECT_TRUE(allNear(answer(problem).outputs[0], numbers(file.at("y")), 1e-9)) << name;
        EXPECT_TRUE(allNear(gradients(problem).inputs[0], numbers(file.at("dx")), 1e-9)) << name;
    }
}

/// The inner net of an LSTM as a net of its own: every layer by the engine, no LSTM layer in it.
class UnrolledNet {
public:
    UnrolledNet(const Problem& problem, CpuDevice& device)
        : m_device(device),
          m_model(withSplits(unrollLstm({.steps = problem.inputShapes[0][0],
                                         .streams = problem.inputShapes[0][1],
                                         .width = problem.inputShapes[0][2],
                                         .units = intParam(problem.params, "num_output")})))
    {
        m_version = 1;
        const std::vector<const char*> names = {"Wx", "Wh", "b"};
        for (std::size_t index = 0; index < names.size(); ++index) {
            m_values[names[index]] = copyOf(problem.weights[index]);
            m_gradients[names[index]] = copyOf(std::vector<double>(problem.weights[index].size()));
        }
        const Shape state{1, problem.inputShapes[0][1], intParam(problem.params, "num_output")};
        bind("x", problem.inputShapes[0], problem.inputs[0]);
        bind("cont", problem.inputShapes[1], problem.inputs[1]);
        bind("h_0", state, problem.state[0]);
        bind("c_0", state, problem.state[1]);
        bind("h", problem.sizes.outputs[0], std::vector<double>(problem.outputGradients[0].size()));
        m_memory.push_back(copyOf(std::vector<double>(problem.inputs[0].size())));
        m_bound["x"].gradient = m_memory.back().data();
        m_memory.push_back(copyOf(problem.outputGradients[0]));
        m_bound["h"].gradient = m_memory.back().data();
    }

    void run()
    {
        Sequence net({.model = m_model,
                      .phase = Phase::Train,
                      .device = &m_device,
                      .bound = m_bound,
                      .kept = {},
                      .weights = [this](std::size_t layer, const Sizes&) { return weightsOf(m_model.layers[layer]); },
                      .state = {},
                      .random = {},
                      .engine = [](std::size_t, const LayerSetup&) -> const Engine& { return caffeCpuEngine(); },
                      .gradientsFromOutside = true});
        net.forward({});
        net.backward();
    }

    std::span<float> h() { return m_bound["h"].values(); }
    std::span<float> dx() { return m_bound["x"].gradients(); }
    std::span<float> gradient(const char* weight) { return m_gradients[weight].span(); }
    const Model& model() const { return m_model; }

private:
    Buffer copyOf(const std::vector<double>& values)
    {
        Buffer buffer = m_device.allocate(static_cast<std::int64_t>(values.size()));
        std::ranges::transform(values, buffer.data(), [](double value) { return static_cast<float>(value); });
        return buffer;
    }

    void bind(const std::string& name, const Shape& shape, const std::vector<double>& values)
    {
        m_memory.push_back(copyOf(values));
        m_bound[name] = {.shape = shape, .data = m_memory.back().data()};
    }

    CanonicalWeights weightsOf(const Layer& layer)
    {
        CanonicalWeights weights;
        weights.version = &m_version;
        for (const WeightSettings& weight : layer.weights) {
            weights.values.push_back(m_values.at(weight.name).span());
            weights.gradients.push_back(m_gradients.at(weight.name).span());
        }
        return weights;
    }

    CpuDevice& m_device;
    Model m_model;
    std::uint64_t m_version;
    std::vector<Buffer> m_memory;
    std::map<std::string, Buffer> m_values, m_gradients;
    std::map<std::string, Tensor> m_bound;
};

TEST(UnrolledLstm, RunAsAPlainModelEqualsTheLayerOnEveryEngine)
{
    CpuDevice device(2);
    const Problem problem = lstmProblem({.steps = 5, .streams = 3, .width = 4, .units = 6});
    UnrolledNet net(problem, device);
    net.run();
    for (const NamedEngine& one : allEnginesOfAnySize()) {
        const std::shared_ptr<Device> itsDevice = deviceOf(one);
        LayerRun layer(problem, *one.engine, *itsDevice);
        layer.forward(0);
        layer.backward();
        EXPECT_TRUE(allNear(net.h(), layer.output(0), tolerance)) << one.name;
        EXPECT_TRUE(allNear(net.dx(), layer.inputGradient(0), tolerance)) << one.name;
        EXPECT_TRUE(allNear(net.gradient("Wx"), layer.weightGradient(0), tolerance)) << one.name;
        EXPECT_TRUE(allNear(net.gradient("Wh"), layer.weightGradient(1), tolerance)) << one.name;
        EXPECT_TRUE(allNear(net.gradient("b"), layer.weightGradient(2), tolerance)) << one.name;
    }
}

TEST(UnrolledLstm, HasCaffesFourLayersAStep)
{
    CpuDevice device(1);
    const UnrolledNet net(lstmProblem({.steps = 5, .streams = 3, .width = 4, .units = 6}), device);
    const auto count = [&](const std::string& type) {
        return std::ranges::count(net.model().layers, type, &Layer::type);
    };
    EXPECT_EQ(count("LSTM"), 0);
    EXPECT_EQ(count("SCALE"), 5);
    EXPECT_EQ(count("INNERPRODUCT"), 6); // and one for the inputs of all steps
    EXPECT_EQ(count("ELTWISE"), 5);
    EXPECT_EQ(count("LSTM_UNIT"), 5);
}

TEST(LstmSimple, EqualsLstmWithTheSameWeights)
{
    CpuDevice device(2);
    const Problem lstm = lstmProblem({.steps = 5, .streams = 3, .width = 4, .units = 6});
    Problem simple = lstm;
    simple.type = &layerType("LSTM_SIMPLE");
    simple.params =
        completeParams(simple.type->params, {{"num_output", std::int64_t{6}}, {"batch_size", std::int64_t{3}}},
                       Dialect::Bvlc, "simple");
    simple.inputShapes = {{15, 4}, {15}};
    simple.sizes = simple.type->infer({"simple", simple.params, simple.inputShapes, 1});
    LayerRun one(lstm, caffeCpuEngine(), device), other(simple, caffeCpuEngine(), device);
    for (LayerRun* run : {&one, &other}) {
        run->forward(0);
        run->backward();
    }
    EXPECT_TRUE(allNear(other.output(0), one.output(0), tolerance));
    EXPECT_TRUE(allNear(other.state(1), one.state(1), tolerance));
    EXPECT_TRUE(allNear(other.inputGradient(0), one.inputGradient(0), tolerance));
    EXPECT_TRUE(allNear(other.weightGradient(1), one.weightGradient(1), tolerance));
}

} // namespace
} // namespace engine::test

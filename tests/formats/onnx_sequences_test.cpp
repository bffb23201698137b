// SPDX-License-Identifier: GPL-3.0-or-later
// Nets of sequences with an answer each as ONNX graphs and as PyTorch's weights.
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/onnx_evaluator.h"
#include "tests/formats/sequence_sample.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <cmath>

namespace engine {
namespace {

using onnx::Graph;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const SequenceCase rows = {.settings = "bidirectional: true", .lengths = true};

std::string sequenceFileOf(const PortableNet& net)
{
    TransferReport report;
    return printOnnx(net, report);
}

PortableNet readSequences(const std::string& bytes, const NetFileHints& hints = {})
{
    return parseOnnx(std::as_bytes(std::span(bytes)), "x.onnx", hints);
}

/// The sentence by which a file is refused after a change of its graph.
std::string sentenceAfter(const std::function<void(Graph&)>& change, const NetFileHints& hints = {})
{
    const std::string bytes = sequenceFileOf(sequenceNet(rows));
    Graph graph = onnx::parse(std::as_bytes(std::span(bytes)), "x.onnx");
    change(graph);
    return ::sentenceOf([&] { readSequences(onnx::print(graph), hints); });
}

std::vector<std::string> namesOf(const std::vector<onnx::Value>& values)
{
    std::vector<std::string> names;
    std::ranges::transform(values, std::back_inserter(names), &onnx::Value::name);
    return names;
}

std::vector<std::string> axesOf(const onnx::Value& value)
{
    std::vector<std::string> axes;
    for (const onnx::Value::Axis& axis : value.axes) {
        axes.push_back(axis.word.empty() ? std::to_string(axis.extent) : axis.word);
    }
    return axes;
}

} // namespace

TEST(OnnxSequences, GraphsSayWhatTheNetSays)
{
    for (const SequenceCase& one : sequenceCases()) {
        const PortableNet net = sequenceNet(one);
        const Samples samples = sequencesFor(one);
        std::map<std::string, onnx::Array> inputs;
        for (const GraphInput& input : graphInputs(net, samples)) {
            inputs[input.name] = {input.extents, input.values};
        }
        TransferReport report;
        const auto values = onnx::evaluated(graphOf(net, report), inputs);
        const std::vector<float> ours = answersOf(net, samples);
        const std::vector<double>& theirs = values.at(one.numbers ? "prediction" : "logits").values;
        ASSERT_EQ(ours.size(), theirs.size()) << one.name();
        double size = 0;
        for (std::size_t index = 0; index < ours.size(); ++index) {
            EXPECT_NEAR(static_cast<double>(ours[index]), theirs[index], 1e-5) << one.name() << ", " << index;
            size = std::max(size, std::abs(theirs[index]));
        }
        EXPECT_GT(size, 1e-2) << one.name() << ": nothing was compared";
        EXPECT_THAT(report.skipped, IsEmpty());
    }
}

TEST(OnnxSequences, GraphsComeBackAsTheyWent)
{
    for (const SequenceCase& one : sequenceCases()) {
        PortableNet net = sequenceNet(one);
        net.iteration = 7;
        const PortableNet back = readSequences(sequenceFileOf(net));
        EXPECT_EQ(back.weights, net.weights) << one.name();
        EXPECT_EQ(writeModel(back.model), writeModel(net.model)) << one.name();
        EXPECT_EQ(back.sequences, net.sequences) << one.name();
        EXPECT_EQ(back.vocabulary, net.vocabulary) << one.name();
        EXPECT_EQ(back.iteration, 7);
        EXPECT_THAT(back.report.skipped, IsEmpty());
    }
}

TEST(OnnxSequences, InputsAreNamedByWhatTheyAreAndTakeAnyBatch)
{
    TransferReport report;
    const Graph images = graphOf(sequenceNet({}), report);
    EXPECT_THAT(namesOf(images.inputs), ElementsAre("image"));
    EXPECT_THAT(axesOf(images.inputs[0]), ElementsAre("batch", "6", "3"));
    EXPECT_THAT(namesOf(images.outputs), ElementsAre("logits", "probabilities"));
    EXPECT_THAT(axesOf(images.outputs[0]), ElementsAre("batch", "4"));
    const Graph series = graphOf(sequenceNet({.kind = "TABLE", .numbers = true}), report);
    EXPECT_THAT(namesOf(series.inputs), ElementsAre("window"));
    EXPECT_THAT(namesOf(series.outputs), ElementsAre("prediction"));
    EXPECT_THAT(axesOf(series.outputs[0]), ElementsAre("batch"));
    const Graph lines = graphOf(sequenceNet({.kind = "LINES", .lengths = true}), report);
    EXPECT_THAT(namesOf(lines.inputs), ElementsAre("text", "lengths"));
    EXPECT_THAT(axesOf(lines.inputs[0]), ElementsAre("batch", "steps"));
    EXPECT_THROW(graphOf(sequenceNet({.kind = "LINES"}), report), Error) << "what is behind their ends counts";
    PortableNet unknown = sequenceNet({});
    unknown.sequences.reset();
    EXPECT_THAT(namesOf(graphOf(unknown, report).inputs), ElementsAre("data"));
}

TEST(OnnxSequences, ColumnsAndTargetsAreDoublesAsFloatsMayBeTooCoarse)
{
    const SequenceCase one{.kind = "TABLE", .numbers = true};
    PortableNet net = sequenceNet(one);
    constexpr double away = 1'700'000'000;
    net.sequences->inputScales[0].mean += away;
    net.sequences->targetScale.mean += away;
    TransferReport report;
    const Graph graph = graphOf(net, report);
    EXPECT_EQ(graph.inputs[0].element, onnx::doubleType);
    EXPECT_EQ(graph.outputs[0].element, onnx::doubleType);
    std::map<std::string, onnx::Array> inputs;
    for (GraphInput& input : graphInputs(net, sequencesFor(one))) {
        for (std::size_t index = 0; index < input.values.size(); index += 3) { // of three columns
            input.values[index] += away;
        }
        inputs[input.name] = {input.extents, input.values};
    }
    const std::vector<double> said = onnx::evaluated(graph, inputs).at("prediction").values;
    const std::vector<float> ours = answersOf(sequenceNet(one), sequencesFor(one));
    for (std::size_t index = 0; index < ours.size(); ++index) {
        EXPECT_NEAR(said[index] - away, static_cast<double>(ours[index]), 1e-4);
    }
    EXPECT_EQ(readSequences(sequenceFileOf(net)).weights, net.weights);
}

TEST(OnnxSequences, GraphsThatAreNotTheNetOfTheirMetadataAreRefusedByTheNode)
{
    EXPECT_EQ(sentenceAfter([](Graph&) {}), "");
    EXPECT_THAT(sentenceAfter([](Graph& graph) {
                    std::ranges::find(graph.nodes, "LSTM", &onnx::Node::type)->attributes[0].integer = 5;
                }),
                HasSubstr("x.onnx: node LSTM rnn: the net in the metadata has LSTM rnn there"));
    EXPECT_THAT(sentenceAfter([](Graph& graph) { graph.nodes.back().type = "Relu"; }), HasSubstr("node Relu Softmax_"));
    EXPECT_THAT(sentenceAfter([](Graph& graph) { graph.nodes.push_back(graph.nodes.back()); }),
                HasSubstr("the net in the metadata has nothing there"));
    EXPECT_THAT(sentenceAfter([](Graph& graph) { graph.nodes.pop_back(); }),
                HasSubstr("its last nodes, inputs or outputs are not those"));
    EXPECT_THAT(sentenceAfter([](Graph& graph) { graph.inputs.pop_back(); }),
                HasSubstr("its last nodes, inputs or outputs"));
    EXPECT_THAT(sentenceAfter([](Graph& graph) { graph.constants[0].values[0] = 1; }),
                HasSubstr("its constant image/scale is not that of the net"));
    EXPECT_THAT(sentenceAfter([](Graph& graph) {
                    graph.metadata["hamnet.model"] =
                        writeModel(sequenceNet({.settings = "bidirectional: true num_layers: 9"}).model);
                }),
                HasSubstr("has more weights than its graph"));
}

TEST(OnnxSequences, GraphsOfOthersAreRefusedByANode)
{
    const auto bare = [](Graph& graph) { graph.metadata.clear(); };
    EXPECT_THAT(sentenceAfter(bare), HasSubstr("x.onnx: node "));
    EXPECT_THAT(sentenceAfter(bare, {.model = sequenceNet(rows).model}),
                HasSubstr("its net reads a text, but the model"));
}

TEST(TorchSequences, HavePyTorchsNamesAndComeBack)
{
    for (const SequenceCase& one : sequenceCases()) {
        const PortableNet net = sequenceNet(one);
        TransferReport report;
        const TensorFile file = toTorch(net, report);
        EXPECT_NE(findTensor(file.tensors, "rnn.weight_ih_l0"), nullptr);
        EXPECT_NE(findTensor(file.tensors, "decoder.weight"), nullptr);
        const TorchFile about = torchFileOf(file.metadata, "x.safetensors");
        EXPECT_EQ(about.sequences, net.sequences);
        TransferReport back;
        EXPECT_EQ(fromTorch(file, net.model, back), net.weights) << one.name();
        EXPECT_THAT(back.skipped, IsEmpty());
    }
}

TEST(TorchSequences, RefuseDamagedWordsOnTheData)
{
    const auto sentenceFor = [](const std::string& text) -> std::string {
        return ::sentenceOf([&] { parseSequences(text, "x"); });
    };
    const std::string good = printSequences(sequencesFor({.kind = "TABLE", .numbers = true}).facts);
    EXPECT_EQ(sentenceFor(good), "");
    const std::string damaged = "x: what it says of its sequences is damaged";
    for (const char* text : {"", "{}", "[]", R"({"kind": 3})"}) {
        EXPECT_EQ(sentenceFor(text), damaged) << text;
    }
    for (const auto& [from, to] : {std::pair<std::string, std::string>{R"("steps":6)", R"("steps":0)"},
                                   {R"("kind":"table")", R"("kind":"text")"},
                                   {"[1990.0,12.5]", "[1990.0,0.0]"},
                                   {"[1990.0,12.5]", "[1990.0]"},
                                   {"[1990.0,12.5],", ""}}) {
        std::string text = good;
        ASSERT_NE(text.find(from), std::string::npos) << from << " in " << text;
        text.replace(text.find(from), from.size(), to);
        EXPECT_EQ(sentenceFor(text), damaged) << text;
    }
}

} // namespace engine

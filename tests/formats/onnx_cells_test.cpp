// SPDX-License-Identifier: GPL-3.0-or-later
// Typed cells (the layer CELL) in ONNX's graphs: a Scan for each direction of each layer.
#include "engine/cells/library.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sentence.h"
#include "tests/formats/exchange_sample.h"
#include "tests/formats/net_run.h"
#include "tests/formats/onnx_evaluator.h"
#include "tests/formats/sequence_sample.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <cmath>
#include <memory>

namespace engine {
namespace {

using onnx::Array;
using onnx::Graph;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t cellSteps = 5, cellStreams = 2, characters = 7;
constexpr double cellTolerance = 1e-5;

std::int64_t idAt(std::int64_t step, std::int64_t stream)
{
    return (step * step + 3 * stream) % characters;
}

/// A net of text with weights that make all of a cell matter.
PortableNet netWith(const SampleCell& cell)
{
    PortableNet net{.model = sampleModel(cell)};
    net.vocabulary = sampleVocabulary();
    net.weights = sampleWeights(net.model);
    scramble(net, 0.8F);
    return net;
}

SampleCell libraryCell(std::string_view name, int stacked = 1, bool bidirectional = false)
{
    SampleCell cell{.type = "CELL", .settings = say("cell: \"%1\"", name)};
    cell.stacked = stacked;
    cell.bidirectional = bidirectional;
    cell.units = 4;
    return cell;
}

SampleCell equations(const std::string& text)
{
    SampleCell cell = libraryCell("");
    cell.settings = say("equations: \"%1\"", text);
    return cell;
}

/// A part of the text for the graph, with the states that the part before it left.
std::map<std::string, Array> fed(const Graph& graph, std::int64_t first, std::int64_t last,
                                 const std::map<std::string, Array>& before)
{
    std::map<std::string, Array> inputs;
    for (const onnx::Value& value : graph.inputs) {
        Array& array = inputs[value.name];
        if (value.name == "data") {
            array.extents = {last - first, cellStreams};
            for (std::int64_t step = first; step < last; ++step) {
                for (std::int64_t stream = 0; stream < cellStreams; ++stream) {
                    array.values.push_back(static_cast<double>(idAt(step, stream)));
                }
            }
        } else if (before.empty()) {
            array.extents = {value.axes[0].extent, cellStreams, value.axes[2].extent};
            array.values.assign(static_cast<std::size_t>(array.count()), 0);
        } else {
            array = before.at(value.name.substr(0, value.name.size() - 1) + "T");
        }
    }
    return inputs;
}

/// The scores of the graph for the text, which is cut before step `cut`.
std::vector<double> scoresOf(const Graph& graph, std::int64_t cut)
{
    const auto first = evaluated(graph, fed(graph, 0, cut, {}));
    std::vector<double> scores = first.at("logits").values;
    if (cut < cellSteps) {
        const auto second = evaluated(graph, fed(graph, cut, cellSteps, first));
        const std::vector<double>& more = second.at("logits").values;
        scores.insert(scores.end(), more.begin(), more.end());
    }
    return scores;
}

void expectNear(const std::vector<float>& ours, const std::vector<double>& theirs)
{
    ASSERT_EQ(ours.size(), theirs.size());
    double size = 0;
    for (std::size_t index = 0; index < ours.size(); ++index) {
        EXPECT_NEAR(static_cast<double>(ours[index]), theirs[index], cellTolerance) << index;
        size = std::max(size, std::abs(theirs[index]));
    }
    EXPECT_GT(size, 1e-2) << "nothing was compared";
}

Graph exported(const PortableNet& net)
{
    TransferReport report;
    Graph graph = graphOf(net, report);
    EXPECT_THAT(report.notes, IsEmpty());
    EXPECT_THAT(report.skipped, IsEmpty());
    return graph;
}

std::string cellFileOf(const PortableNet& net)
{
    TransferReport report;
    return printOnnx(net, report);
}

PortableNet readCells(const std::string& bytes, const NetFileHints& hints = {})
{
    return parseOnnx(std::as_bytes(std::span(bytes)), "x.onnx", hints);
}

std::string sentenceOf(const Graph& graph)
{
    return ::sentenceOf([&] { readCells(onnx::print(graph)); });
}

/// The cells in nets of sequences, in one and in both directions, where they start again and where they do not.
std::vector<SequenceCase> sequenceCells()
{
    std::vector<SequenceCase> all;
    for (const char* const cell : {"lstm", "gru_reset_before", "slstm_two_heads", "mingru"}) {
        for (const char* const more : {"", " num_layers: 2 bidirectional: true"}) {
            const std::string settings = say("cell: \"%1\"%2", cell, more);
            for (const bool lengths : {false, true}) {
                all.push_back({.cell = "CELL", .settings = settings, .lengths = lengths});
            }
            for (const char* const end : {"Last", "MeanOverSteps"}) {
                all.push_back({.kind = "LINES", .cell = "CELL", .settings = settings, .end = end, .lengths = true});
            }
        }
    }
    return all;
}

TEST(OnnxCells, OfTheLibraryGiveWhatTheNetGives)
{
    for (const cells::LibraryCell& one : cells::libraryCells()) {
        for (const SampleCell& cell :
             {libraryCell(one.name), libraryCell(one.name, 2), libraryCell(one.name, 2, true)}) {
            SCOPED_TRACE(cell.name());
            const PortableNet net = netWith(cell);
            expectNear(logitsOf(net, {cellSteps, cellStreams, idAt}),
                       scoresOf(exported(net), cell.bidirectional ? cellSteps : cellSteps / 2));
        }
    }
}

TEST(OnnxCells, OfAnyEquationsGiveWhatTheNetGives)
{
    for (const char* const text :
         {// each function
          "a = tanh(W x) + log(softplus(-h[t-1])) - sqrt(square(b)) * relu(h[t-1])\\n"
          "h = max(abs(a), min(exp(-b), 0.3)) / (2 + sigmoid(a)) + layernorm(U a)",
          // what does not depend on the streams: as a state, before a matrix, in a norm
          "c = b\\nd = 0.5\\ng = V b + U[2] d + layernorm(b) + layernorm(d)\\nh = tanh(W x + g + c[t-1] * d[t-1])",
          // no state; nothing learned besides a matrix; one state that is not the output
          "h = tanh(W x + b)", "c = 0.5 * c[t-1] + W x\\nh = tanh(c)",
          // a matrix twice, a name of the graph's own
          "cont = tanh(W x + U h[t-1])\\nout = U cont\\nh = out * cont"}) {
        SCOPED_TRACE(text);
        const PortableNet net = netWith(equations(text));
        expectNear(logitsOf(net, {cellSteps, cellStreams, idAt}), scoresOf(exported(net), cellSteps / 2));
    }
}

TEST(OnnxCells, SayOfSequencesWhatTheNetSays)
{
    for (const SequenceCase& one : sequenceCells()) {
        SCOPED_TRACE(one.name());
        const PortableNet net = sequenceNet(one);
        const Samples samples = sequencesFor(one);
        std::map<std::string, Array> inputs;
        for (const GraphInput& input : graphInputs(net, samples)) {
            inputs[input.name] = {input.extents, input.values};
        }
        expectNear(answersOf(net, samples), evaluated(exported(net), inputs).at("logits").values);
    }
}

TEST(OnnxCells, HaveTheirWeightsAndStatesByName)
{
    const Graph graph = exported(netWith(libraryCell("lstm", 2)));
    for (const char* const name : {"lstm/l0.Wi", "lstm/l0.Ui", "lstm/l1.bo"}) {
        EXPECT_EQ(std::ranges::count(graph.constants, name, &onnx::Tensor::name), 1) << name;
    }
    std::vector<std::string> inputs, outputs;
    std::ranges::transform(graph.inputs, std::back_inserter(inputs), &onnx::Value::name);
    std::ranges::transform(graph.outputs, std::back_inserter(outputs), &onnx::Value::name);
    EXPECT_THAT(inputs, ElementsAre("data", "lstm.h0", "lstm.c0"));
    EXPECT_THAT(outputs, ElementsAre("logits", "probabilities", "lstm.hT", "lstm.cT"));
}

TEST(OnnxCells, ComeBackAsTheyWent)
{
    for (const cells::LibraryCell& one : cells::libraryCells()) {
        PortableNet net = netWith(libraryCell(one.name, 2, true));
        net.iteration = 7;
        const PortableNet back = readCells(cellFileOf(net));
        EXPECT_TRUE(sortedByName(back.weights) == sortedByName(net.weights)) << one.name;
        EXPECT_EQ(writeModel(back.model), writeModel(net.model)) << one.name;
        EXPECT_EQ(back.vocabulary, net.vocabulary);
        EXPECT_EQ(back.iteration, 7);
        EXPECT_THAT(back.report.skipped, IsEmpty());
    }
    for (const SequenceCase& one : sequenceCells()) {
        const PortableNet net = sequenceNet(one);
        const PortableNet back = readCells(cellFileOf(net));
        EXPECT_TRUE(sortedByName(back.weights) == sortedByName(net.weights)) << one.name();
        EXPECT_EQ(writeModel(back.model), writeModel(net.model)) << one.name();
    }
}

TEST(OnnxCells, GoIntoAnotherNetByTheirNames)
{
    const PortableNet net = netWith(libraryCell("lstm"));
    const PortableNet other = readCells(cellFileOf(net), {.model = sampleModel(libraryCell("coupled_lstm"))});
    ASSERT_NE(findTensor(other.weights, "lstm/Uf"), nullptr);
    EXPECT_EQ(findTensor(other.weights, "lstm/Uf")->values, findTensor(net.weights, "lstm/Uf")->values);
    ASSERT_THAT(other.report.skipped, testing::SizeIs(3)); // Wi, Ui, bi
    EXPECT_THAT(other.report.skipped[0], HasSubstr("lstm.Wi 4×3 was left out: the model has no place for it"));
}

TEST(OnnxCells, ThatWereChangedAreRefusedByTheNode)
{
    const std::string bytes = cellFileOf(netWith(libraryCell("janet")));
    Graph graph = onnx::parse(std::as_bytes(std::span(bytes)), "x.onnx");
    const auto scan = std::ranges::find(graph.nodes, "Scan", &onnx::Node::type);
    ASSERT_NE(scan, graph.nodes.end());
    Graph body = *scan->attributes.front().graph;
    body.nodes.back().type = "Tanh";
    scan->attributes.front().graph = std::make_shared<const Graph>(body);
    EXPECT_THAT(sentenceOf(graph),
                HasSubstr("x.onnx: node Scan lstm/step: the net in the metadata has Scan lstm/step there"));
    graph.metadata.clear();
    EXPECT_THAT(sentenceOf(graph), HasSubstr("x.onnx: node Scan lstm/step: "));
}

TEST(OnnxGraph, OfGraphsInsideEachOtherIsRefused)
{
    Graph graph;
    for (int depth = 0; depth < 20; ++depth) {
        Graph around;
        around.nodes.push_back({.type = "Scan", .name = "s", .inputs = {}, .outputs = {}});
        around.nodes.back().attributes.push_back({.name = "body", .graph = std::make_shared<const Graph>(graph)});
        graph = around;
    }
    EXPECT_THAT(sentenceOf(graph), HasSubstr("nested more than 24 deep"));
}

} // namespace
} // namespace engine

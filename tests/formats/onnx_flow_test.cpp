// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs that compute something else than a net of ours by one node: each is refused by a node's name, or the net that
// is read gives what the graph gives, by an evaluation of the graph in double precision.
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_graph.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sentence.h"
#include "tests/formats/net_run.h"
#include "tests/formats/onnx_evaluator.h"
#include "tests/support/night.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <optional>

namespace engine {
namespace {

using onnx::Array;
using onnx::Attribute;
using onnx::Graph;
using onnx::Node;
using onnx::Tensor;
using testing::HasSubstr;

/// The sizes of a net, and of the text that it reads.
struct Extents {
    std::int64_t characters = 7, width = 3, units = 2, layers = 1, steps = 5, streams = 4;
    std::string_view type = "LSTM", more = {};
};

constexpr Extents different;
// A net with one state runs by accident where that is cut from as many streams as there are steps to as many as there
// are streams, so these differ by more than a cut takes.
constexpr Extents withGru = {.steps = 7, .type = "GRU"};
constexpr Extents withRelu = {.steps = 7, .type = "RNN", .more = " activation: RELU"};
constexpr Extents bothWays = {.layers = 2, .more = " bidirectional: true"};
constexpr Extents gruBothWays = {.units = 3, .steps = 7, .type = "GRU", .more = " bidirectional: true"};
constexpr Extents alike = {.characters = 3, .width = 3, .units = 3, .layers = 2, .steps = 3, .streams = 3};

/// As Hamnet writes it, without its metadata.
Graph exported(const Extents& extents)
{
    PortableNet net{.model = readModel(say("%1%2 num_output: %3%4%5%6%7 num_layers: %8%9%10%11%12", R"(name: "flow"
layer { name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param { time_steps: 4 batch_size: 2 } }
layer { name: "letters" type: "Embed" bottom: "data" top: "vectors"
  embed_param { input_dim: )",
                                           extents.characters, extents.width, R"( } }
layer { name: "lstm" type: ")",
                                           extents.type, R"(" bottom: "vectors" bottom: "clip" top: "memory"
  recurrent_param { num_output: )",
                                           extents.units, extents.layers, extents.more, R"( } }
layer { name: "scores" type: "InnerProduct" bottom: "memory" top: "scores"
  inner_product_param { num_output: )",
                                           extents.characters, R"( axis: 2 } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param { axis: 2 } }
)"),
                                       "flow")};
    for (const LayerPlaces& layer : weightPlaces(net.model)) {
        for (const LayerWeight& place : layer.weights) {
            net.weights.push_back(
                {place.name, place.spec.shape, std::vector<float>(static_cast<std::size_t>(place.spec.shape.count()))});
        }
    }
    scramble(net, 0.8F);
    TransferReport report;
    Graph graph = graphOf(net, report);
    graph.metadata.clear();
    return graph;
}

std::int64_t idAt(const Extents& extents, std::int64_t step, std::int64_t stream)
{
    return (step * step + 3 * stream + step * stream) % extents.characters;
}

constexpr double tolerance = 1e-5;

enum class Order { StepsFirst, StreamsFirst };

/// What a graph is fed with: the ids [steps, streams], which it may take for [streams, steps], and zeros for states.
std::map<std::string, Array> fed(const Graph& graph, const Extents& extents, Order order)
{
    std::map<std::string, Array> inputs;
    for (const onnx::Value& value : graph.inputs) {
        Array& array = inputs[value.name];
        for (const onnx::Value::Axis& axis : value.axes) {
            const bool streams = axis.word == "streams";
            array.extents.push_back(axis.word.empty()                                                 ? axis.extent
                                    : streams == (order == Order::StepsFirst || value.name == "data") ? extents.streams
                                                                                                      : extents.steps);
        }
        array.values.assign(static_cast<std::size_t>(array.count()), 0);
    }
    Array& ids = inputs.at("data");
    for (std::int64_t step = 0; step < extents.steps; ++step) {
        for (std::int64_t stream = 0; stream < extents.streams; ++stream) {
            ids.values[static_cast<std::size_t>(step * extents.streams + stream)] =
                static_cast<double>(idAt(extents, step, stream));
        }
    }
    return inputs;
}

// Whether a net gives what its graph gives
// ---------------------------------------------------------------------------------------------------------------

/// [A, B, width] to [B, A, width].
std::vector<double> swapped(const std::vector<double>& values, std::int64_t a, std::int64_t b, std::size_t width)
{
    std::vector<double> result;
    for (std::int64_t inner = 0; inner < b; ++inner) {
        for (std::int64_t outer = 0; outer < a; ++outer) {
            const auto from = values.begin() + (outer * b + inner) * static_cast<std::ptrdiff_t>(width);
            result.insert(result.end(), from, from + static_cast<std::ptrdiff_t>(width));
        }
    }
    return result;
}

double differenceOf(const std::vector<double>& a, const std::vector<double>& b)
{
    double largest = a.size() == b.size() && !a.empty() ? 0 : HUGE_VAL;
    for (std::size_t index = 0; index < std::min(a.size(), b.size()); ++index) {
        const double difference = std::abs(a[index] - b[index]);
        largest = difference <= largest ? largest : difference; // NaN is a difference
    }
    return largest;
}

/// What the net gives where it reads the ids in this order.
std::vector<double> scoresOfNet(const PortableNet& net, const Extents& extents, Order order)
{
    const bool streamsFirst = order == Order::StreamsFirst;
    const IdRun run = {streamsFirst ? extents.streams : extents.steps, streamsFirst ? extents.steps : extents.streams,
                       [&](std::int64_t step, std::int64_t stream) {
                           return streamsFirst ? idAt(extents, stream, step) : idAt(extents, step, stream);
                       }};
    const std::vector<float> logits = logitsOf(net, run);
    const std::vector<double> values(logits.begin(), logits.end());
    const std::size_t width = values.size() / static_cast<std::size_t>(extents.steps * extents.streams);
    return streamsFirst ? swapped(values, extents.streams, extents.steps, width) : values;
}

/// Whether each row adds up to 1.
bool areChances(const std::vector<double>& values, std::size_t width)
{
    for (std::size_t row = 0; row + width <= values.size(); row += width) {
        double sum = 0;
        for (std::size_t index = row; index < row + width; ++index) {
            sum += values[index] > 0 ? values[index] : HUGE_VAL;
        }
        if (std::abs(sum - 1) > 1e-9) {
            return false;
        }
    }
    return true;
}

std::vector<double> mapped(std::vector<double> values, double (*function)(double))
{
    std::transform(values.begin(), values.end(), values.begin(), function);
    return values;
}

/// What the net gives in this order of the ids against what the graph gives, as chances where the graph's output is
/// some or their logarithms.
double differenceOf(const std::vector<double>& ours, const Array& output, const Extents& extents)
{
    const auto width = static_cast<std::size_t>(output.extents.back());
    std::vector<double> theirs = output.values;
    if (ours.size() != theirs.size()) {
        return HUGE_VAL;
    }
    if (areChances(theirs, width)) {
        theirs = mapped(theirs, std::log);
    }
    const bool chances = areChances(mapped(theirs, std::exp), width);
    const std::vector<double> other = swapped(ours, extents.steps, extents.streams, width);
    return std::min(differenceOf(chances ? logChances(ours, width) : ours, theirs),
                    differenceOf(chances ? logChances(other, width) : other, theirs));
}

/// The smallest difference between what a net that was read gives and what its graph gives: which axis of the ids
/// counts the steps, and the order of both in the output, are the graph's affair. Throws NotRunning where the graph
/// runs in neither order.
double differenceOf(const PortableNet& net, const Graph& graph, const Extents& extents)
{
    double smallest = HUGE_VAL;
    std::optional<onnx::NotRunning> failure;
    for (const Order order : {Order::StepsFirst, Order::StreamsFirst}) {
        try {
            const Array output = evaluated(graph, fed(graph, extents, order)).at(graph.outputs.back().name);
            smallest = std::min(smallest, differenceOf(scoresOfNet(net, extents, order), output, extents));
            if (smallest < tolerance) {
                return smallest;
            }
        } catch (const onnx::NotRunning& why) {
            if (failure) {
                throw;
            }
            failure = why;
        }
    }
    return smallest;
}

enum class Outcome { Read, ReadButDoesNotRun, Refused };

struct Verdict {
    Outcome outcome;
    std::string sentence;
};

/// Reads the graph; fails where it is read as another net than it runs, or refused without a node's name.
Verdict verdictOn(const Graph& graph, const Extents& extents, const std::string& what)
{
    const std::string bytes = onnx::print(graph);
    try {
        const PortableNet net = parseOnnx(std::as_bytes(std::span(bytes)), "x.onnx", {});
        try {
            EXPECT_LT(differenceOf(net, graph, extents), tolerance) << what;
        } catch (const onnx::NotEvaluated& why) {
            ADD_FAILURE() << what << ": it was read, but " << why.what();
        } catch (const onnx::NotRunning& why) {
            return {Outcome::ReadButDoesNotRun, why.what()};
        }
        return {Outcome::Read, {}};
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("x.onnx: node ")) << what;
        return {Outcome::Refused, error.what()};
    }
}

// Graphs to change
// ---------------------------------------------------------------------------------------------------------------

struct Sample {
    std::string name;
    Extents extents;
    Graph graph;
};

Node& nodeOf(Graph& graph, const std::string& type)
{
    const auto found =
        std::find_if(graph.nodes.begin(), graph.nodes.end(), [&](const Node& node) { return node.type == type; });
    if (found == graph.nodes.end()) {
        throw std::logic_error("no " + type);
    }
    return *found;
}

Attribute axisAttribute(std::int64_t axis)
{
    return {.name = "axis", .integer = axis};
}

/// With these outputs only, and without the nodes that lead to others. States stay.
void keepOutput(Graph& graph, const std::string& name, const std::string& type)
{
    std::erase_if(graph.nodes, [](const Node& node) { return node.outputs[0] == "probabilities"; });
    std::erase_if(graph.outputs,
                  [](const onnx::Value& value) { return value.name == "logits" || value.name == "probabilities"; });
    Node& last = nodeOf(graph, "Identity");
    last.type = type;
    last.outputs[0] = name;
    graph.outputs.push_back({.name = name, .axes = {}, .shaped = false});
}

/// As PyTorch has it with batch_first: streams before steps outside, rows into a Gemm.
void putStreamsFirst(Graph& graph)
{
    const auto transpose = [](const std::string& name, const std::string& from, const std::string& to) {
        return Node{.type = "Transpose",
                    .name = name,
                    .inputs = {from},
                    .outputs = {to},
                    .attributes = {{.name = "perm", .integers = {1, 0, 2}}}};
    };
    Node& lstm = nodeOf(graph, "LSTM");
    const std::string in = std::exchange(lstm.inputs[0], "steps_first");
    graph.nodes.insert(graph.nodes.begin() + (&lstm - graph.nodes.data()), transpose("to", in, "steps_first"));
    Node& product = nodeOf(graph, "MatMul");
    const std::string out = std::exchange(product.inputs[0], "rows");
    product.type = "Gemm";
    graph.constants.push_back({.name = "two", .shape = {2}, .integers = {-1, 2}});
    graph.nodes.insert(
        graph.nodes.begin() + (&product - graph.nodes.data()),
        {transpose("back", out, "streams_first"),
         Node{.type = "Reshape", .name = "flat", .inputs = {"streams_first", "two"}, .outputs = {"rows"}}});
}

/// As PyTorch's newer exporter flattens rows: by a product out of their shape. The names have the ".c" of readsText().
void computeTheShape(Graph& graph)
{
    std::vector<Node> nodes = {
        {.type = "Shape", .name = "shape", .inputs = {"streams_first"}, .outputs = {"all.counts"}}};
    for (const std::string axis : {"0", "1", "2"}) {
        const std::string next = std::to_string(std::stoi(axis) + 1);
        graph.constants.push_back({.name = "at" + axis, .shape = {1}, .integers = {std::stoi(axis)}});
        nodes.push_back({.type = "Slice",
                         .name = "count" + axis,
                         .inputs = {"all.counts", "at" + axis, "at" + next},
                         .outputs = {axis + ".count"}});
    }
    graph.constants.push_back({.name = "at3", .shape = {1}, .integers = {3}});
    nodes.push_back({.type = "Mul", .name = "rows", .inputs = {"0.count", "1.count"}, .outputs = {"rows.count"}});
    nodes.push_back({.type = "Concat",
                     .name = "target",
                     .inputs = {"rows.count", "2.count"},
                     .outputs = {"flat.counts"},
                     .attributes = {axisAttribute(0)}});
    Node& flat = nodeOf(graph, "Reshape");
    flat.inputs[1] = "flat.counts";
    graph.nodes.insert(graph.nodes.begin() + (&flat - graph.nodes.data()), nodes.begin(), nodes.end());
}

std::vector<Sample> samples()
{
    std::vector<Sample> all = {{"as exported", different, exported(different)},
                               {"with chances", different, exported(different)},
                               {"with fixed extents, all 3", alike, exported(alike)},
                               {"with streams first", different, exported(different)},
                               {"with a computed shape", different, exported(different)},
                               {"a GRU", withGru, exported(withGru)},
                               {"an RNN with Relu", withRelu, exported(withRelu)},
                               {"LSTMs in both directions", bothWays, exported(bothWays)},
                               {"a GRU in both directions", gruBothWays, exported(gruBothWays)}};
    for (Sample& sample : all) {
        const bool chances = sample.name == "with chances";
        keepOutput(sample.graph, chances ? "chances" : "logits", chances ? "Softmax" : "Identity");
    }
    for (onnx::Value& value : all[2].graph.inputs) {
        for (onnx::Value::Axis& axis : value.axes) {
            axis = axis.word.empty() ? axis : onnx::Value::Axis{.extent = 3};
        }
    }
    putStreamsFirst(all[3].graph);
    putStreamsFirst(all[4].graph);
    computeTheShape(all[4].graph);
    return all;
}

/// A node's input: what is put in between goes to this node only.
struct Edge {
    std::size_t node, input;
};

std::vector<Edge> edgesOf(const Graph& graph)
{
    std::vector<Edge> edges;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        for (std::size_t input = 0; input < graph.nodes[node].inputs.size(); ++input) {
            if (!graph.nodes[node].inputs[input].empty()) {
                edges.push_back({node, input});
            }
        }
    }
    return edges;
}

/// Nodes that are put into a graph: what comes in is "in", what goes out "out".
struct Insertion {
    std::string name;
    std::vector<Node> nodes;
    std::vector<Tensor> constants = {};
    enum class Meaning { Nothing, Something } meaning = Meaning::Something;
};

Node strange(const std::string& type, std::vector<std::string> inputs, std::vector<Attribute> attributes = {},
             const std::string& output = "out")
{
    return {.type = type,
            .name = "strange" + output,
            .inputs = std::move(inputs),
            .outputs = {output},
            .attributes = std::move(attributes)};
}

Tensor integersOf(const std::string& name, std::vector<std::int64_t> values)
{
    return {.name = name, .shape = {static_cast<std::int64_t>(values.size())}, .integers = std::move(values)};
}

Attribute permOf(std::vector<std::int64_t> order)
{
    return {.name = "perm", .integers = std::move(order)};
}

Attribute toAttribute(std::int64_t type)
{
    return {.name = "to", .integer = type};
}

/// Nodes that change nothing wherever floats of three axes go.
std::vector<Insertion> neutralInsertions()
{
    using enum Insertion::Meaning;
    std::vector<Insertion> all = {
        {"Identity", {strange("Identity", {"in"})}, {}, Nothing},
        {"Cast to float", {strange("Cast", {"in"}, {toAttribute(onnx::floatType)})}, {}, Nothing},
        {"Cast to double and back",
         {strange("Cast", {"in"}, {toAttribute(onnx::doubleType)}, "wide"),
          strange("Cast", {"wide"}, {toAttribute(onnx::floatType)})},
         {},
         Nothing},
        {"Dropout", {strange("Dropout", {"in", "ratio"})}, {{.name = "ratio", .shape = {}, .values = {0.5F}}}, Nothing},
        {"Unsqueeze and Squeeze",
         {strange("Unsqueeze", {"in", "one"}, {}, "more"), strange("Squeeze", {"more", "one"})},
         {integersOf("one", {1})},
         Nothing},
        {"Slice of all",
         {strange("Slice", {"in", "zero", "much", "zero"})},
         {integersOf("zero", {0}), integersOf("much", {0x7FFFFFFF})},
         Nothing},
        {"Concat of one", {strange("Concat", {"in"}, {axisAttribute(0)})}, {}, Nothing},
    };
    return all;
}

std::vector<Insertion> elementwiseInsertions()
{
    std::vector<Insertion> all;
    for (const char* type : {"Tanh", "Relu", "Sigmoid", "Neg", "Exp", "Gelu", "Softmax", "LogSoftmax", "Abs"}) {
        all.push_back({type, {strange(type, {"in"})}});
    }
    for (const char* type : {"Add", "Sub", "Mul", "Div", "Mod", "Pow"}) {
        for (const std::int64_t count : {1, 2, 3, 7}) {
            const Tensor tensor{.name = "number",
                                .shape = {count},
                                .values = std::vector<float>(static_cast<std::size_t>(count), 1.5F)};
            all.push_back({say("%1 %2", type, count), {strange(type, {"in", "number"})}, {tensor}});
        }
        all.push_back(
            {say("%1 of whole numbers", type), {strange(type, {"in", "number"})}, {integersOf("number", {1})}});
        all.push_back({say("%1 with itself", type), {strange(type, {"in", "in"})}});
    }
    all.push_back({"the next character",
                   {strange("Add", {"in", "one"}, {}, "more"), strange("Mod", {"more", "all"})},
                   {integersOf("one", {1}), integersOf("all", {7})}});
    for (const std::int64_t to : {onnx::int32Type, onnx::int64Type}) {
        all.push_back({"Cast to whole numbers", {strange("Cast", {"in"}, {toAttribute(to)})}});
        all.push_back({"Cast to whole numbers and back",
                       {strange("Cast", {"in"}, {toAttribute(to)}, "whole"),
                        strange("Cast", {"whole"}, {toAttribute(onnx::floatType)})}});
        all.push_back({"Cast to floats and back",
                       {strange("Cast", {"in"}, {toAttribute(onnx::floatType)}, "real"),
                        strange("Cast", {"real"}, {toAttribute(to)})}});
    }
    all.push_back({"Dropout in training",
                   {strange("Dropout", {"in", "ratio", "training"})},
                   {{.name = "ratio", .shape = {}, .values = {0.5F}}, integersOf("training", {1})}});
    return all;
}

std::vector<Insertion> shapeInsertions()
{
    std::vector<Insertion> all;
    for (const std::size_t rank : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
        std::vector<std::int64_t> order(rank);
        std::iota(order.begin(), order.end(), std::int64_t{0});
        do {
            const std::string words = toString(Shape(order));
            all.push_back({"Transpose " + words, {strange("Transpose", {"in"}, {permOf(order)})}});
        } while (std::next_permutation(order.begin(), order.end()));
    }
    all.push_back({"Transpose pair", // cancels
                   {strange("Transpose", {"in"}, {permOf({1, 2, 0})}, "turned"),
                    strange("Transpose", {"turned"}, {permOf({2, 0, 1})})}});
    for (const std::vector<std::int64_t>& target : std::vector<std::vector<std::int64_t>>{{0, 0, -1},
                                                                                          {0, -1, 0},
                                                                                          {-1, 0, 0},
                                                                                          {-1, 2},
                                                                                          {-1, 3},
                                                                                          {-1, 1, 2},
                                                                                          {4, 5, -1},
                                                                                          {5, 4, -1},
                                                                                          {3, 3, 3},
                                                                                          {-1},
                                                                                          {1, -1}}) {
        all.push_back({"Reshape " + toString(Shape(target)),
                       {strange("Reshape", {"in", "target"})},
                       {integersOf("target", target)}});
    }
    for (const std::int64_t axis : {-2, -1, 0, 1, 2, 3}) {
        all.push_back({say("Flatten %1", axis), {strange("Flatten", {"in"}, {axisAttribute(axis)})}});
        for (const char* type : {"Softmax", "LogSoftmax", "Concat", "ReduceMean", "CumSum"}) {
            all.push_back({say("%1 %2", type, axis), {strange(type, {"in"}, {axisAttribute(axis)})}});
        }
        all.push_back({say("Concat with itself %1", axis), {strange("Concat", {"in", "in"}, {axisAttribute(axis)})}});
        for (const char* type : {"Squeeze", "Unsqueeze"}) {
            all.push_back({say("%1 %2", type, axis), {strange(type, {"in", "axis"})}, {integersOf("axis", {axis})}});
        }
        for (const auto& [first, last] :
             {std::pair{0, 1}, std::pair{1, 0x7FFFFFFF}, std::pair{0, -1}, std::pair{0, 3}}) {
            all.push_back({say("Slice %1 %2 %3", first, last, axis),
                           {strange("Slice", {"in", "first", "last", "axis"})},
                           {integersOf("first", {first}), integersOf("last", {last}), integersOf("axis", {axis})}});
        }
        for (const std::int64_t index : {0, -1}) {
            all.push_back({say("Gather %1 %2", index, axis),
                           {strange("Gather", {"in", "index"}, {axisAttribute(axis)})},
                           {{.name = "index", .shape = {}, .integers = {index}}}});
        }
    }
    return all;
}

/// Matrices and LSTMs of a width that fits in many places.
std::vector<Insertion> layerInsertions()
{
    std::vector<Insertion> all;
    const auto numbers = [](std::int64_t count) {
        std::vector<float> values;
        for (std::int64_t index = 0; index < count; ++index) {
            values.push_back(static_cast<float>(std::sin(static_cast<double>(index) * 1.7)));
        }
        return values;
    };
    for (const std::int64_t width : {2, 3, 7}) {
        const Tensor square{.name = "square", .shape = {width, width}, .values = numbers(width * width)};
        all.push_back({say("MatMul %1", width), {strange("MatMul", {"in", "square"})}, {square}});
        all.push_back({say("MatMul from the left %1", width), {strange("MatMul", {"square", "in"})}, {square}});
        for (const std::int64_t turned : {0, 1}) {
            all.push_back({say("Gemm %1 %2", width, turned),
                           {strange("Gemm", {"in", "square"}, {{.name = "transB", .integer = turned}})},
                           {square}});
        }
        all.push_back({say("LSTM %1", width),
                       {strange("LSTM", {"in", "W", "R"}, {{.name = "hidden_size", .integer = width}}, "all"),
                        strange("Squeeze", {"all", "one"})},
                       {{.name = "W", .shape = {1, 4 * width, width}, .values = numbers(4 * width * width)},
                        {.name = "R", .shape = {1, 4 * width, width}, .values = numbers(4 * width * width)},
                        integersOf("one", {1})}});
    }
    return all;
}

std::vector<Insertion> insertions()
{
    std::vector<Insertion> all = neutralInsertions();
    for (const auto& more : {elementwiseInsertions(), shapeInsertions(), layerInsertions()}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

void rename(std::vector<std::string>& names, const std::string& from, const std::string& to)
{
    std::replace(names.begin(), names.end(), from, to);
}

/// Puts the nodes between, for this edge only.
Graph inserted(Graph graph, const Edge& edge, const Insertion& insertion)
{
    std::string& input = graph.nodes[edge.node].inputs[edge.input];
    std::vector<Node> nodes = insertion.nodes;
    for (Node& node : nodes) {
        rename(node.inputs, "in", input);
    }
    input = "out";
    graph.nodes.insert(graph.nodes.begin() + static_cast<std::ptrdiff_t>(edge.node), nodes.begin(), nodes.end());
    graph.constants.insert(graph.constants.end(), insertion.constants.begin(), insertion.constants.end());
    return graph;
}

std::string wordsOf(const Sample& sample, const Edge& edge)
{
    const Node& node = sample.graph.nodes[edge.node];
    return say("the net %1, input %2 of %3 %4", sample.name, edge.input + 1, node.type, node.name);
}

bool readsText(const Sample& sample, const Edge& edge)
{
    const std::string& value = sample.graph.nodes[edge.node].inputs[edge.input];
    return std::ranges::count(sample.graph.constants, value, &Tensor::name) == 0 && value != "data" &&
           value.find(".h") == std::string::npos && value.find(".c") == std::string::npos;
}

// ---------------------------------------------------------------------------------------------------------------

TEST(OnnxFlow, OfTheSamplesIsRead)
{
    for (const Sample& sample : samples()) {
        EXPECT_EQ(verdictOn(sample.graph, sample.extents, sample.name).sentence, "") << sample.name;
    }
}

TEST(OnnxFlow, NoticesAnotherNet)
{
    const Sample sample = samples().front();
    const std::string bytes = onnx::print(sample.graph);
    PortableNet net = parseOnnx(std::as_bytes(std::span(bytes)), "x.onnx", {});
    net.weights.back().values.back() += 0.01F;
    EXPECT_GT(differenceOf(net, sample.graph, sample.extents), 1e-3);
}

TEST(OnnxFlow, WithANodePutInAnywhereIsRefusedOrGivesTheSame)
{
    const std::vector<Insertion> all = insertions();
    EachOf cases(101);
    std::map<Outcome, int> counts;
    for (const Sample& sample : samples()) {
        for (const Edge& edge : edgesOf(sample.graph)) {
            for (const Insertion& insertion : all) {
                if (!cases.takesNext()) {
                    continue;
                }
                const std::string what = insertion.name + " in " + wordsOf(sample, edge);
                const Verdict verdict = verdictOn(inserted(sample.graph, edge, insertion), sample.extents, what);
                ++counts[verdict.outcome];
                EXPECT_FALSE(verdict.outcome == Outcome::ReadButDoesNotRun && readsText(sample, edge))
                    << what << ": " << verdict.sentence;
                if (insertion.meaning == Insertion::Meaning::Nothing && readsText(sample, edge)) {
                    EXPECT_EQ(verdict.sentence, "") << what;
                }
            }
        }
    }
    EXPECT_GT(counts[Outcome::Read], 1000 / cases.each()); // else too little was compared
    EXPECT_GT(counts[Outcome::Refused], 10'000 / cases.each());
}

/// Nodes at a value's side, whose result "beside" goes nowhere, to an output, or into what follows.
std::vector<Insertion> sideBranches()
{
    std::vector<Insertion> all;
    const auto add = [&](Insertion insertion) {
        insertion.nodes.back().outputs[0] = "beside";
        all.push_back(std::move(insertion));
    };
    for (Insertion& one : elementwiseInsertions()) {
        add(std::move(one));
    }
    for (Insertion& one : layerInsertions()) {
        add(std::move(one));
    }
    for (const char* type : {"ReduceMean", "CumSum", "OneHot"}) {
        add({type, {strange(type, {"in"})}});
    }
    return all;
}

enum class Use { None, Output, Added, Multiplied, Joined };

/// The insertion's nodes read the edge's value, and what the edge goes to reads both.
Graph withBranch(const Graph& graph, const Edge& edge, const Insertion& insertion, Use use)
{
    Graph result = inserted(graph, edge, insertion);
    Node& reader = result.nodes[edge.node + insertion.nodes.size()];
    const std::string before = graph.nodes[edge.node].inputs[edge.input];
    reader.inputs[edge.input] = before;
    if (use == Use::Output) {
        result.outputs.insert(result.outputs.begin(), {.name = "beside", .axes = {}, .shaped = false});
    } else if (use != Use::None) {
        reader.inputs[edge.input] = "both";
        const Node both = {.type = use == Use::Added        ? "Add"
                                   : use == Use::Multiplied ? "Mul"
                                                            : "Concat",
                           .name = "strange_both",
                           .inputs = {before, "beside"},
                           .outputs = {"both"},
                           .attributes =
                               use == Use::Joined ? std::vector{axisAttribute(-1)} : std::vector<Attribute>()};
        result.nodes.insert(result.nodes.begin() + static_cast<std::ptrdiff_t>(edge.node + insertion.nodes.size()),
                            both);
    }
    return result;
}

/// Chances beside the scores are no other net.
bool normalises(const Insertion& insertion)
{
    return insertion.nodes.back().type == "Softmax" || insertion.nodes.back().type == "LogSoftmax";
}

TEST(OnnxFlow, WithABranchIsRefusedByTheNameOfANodeInIt)
{
    const std::vector<Insertion> branches = sideBranches();
    EachOf cases(31);
    for (const Sample& sample : samples()) {
        for (const Edge& edge : edgesOf(sample.graph)) {
            for (const Insertion& insertion : branches) {
                for (const Use use : {Use::None, Use::Output, Use::Added, Use::Multiplied, Use::Joined}) {
                    if (!readsText(sample, edge) || !cases.takesNext()) {
                        continue;
                    }
                    const std::string what =
                        say("%1 beside (%2) %3", insertion.name, static_cast<int>(use), wordsOf(sample, edge));
                    const Verdict verdict =
                        verdictOn(withBranch(sample.graph, edge, insertion, use), sample.extents, what);
                    if (verdict.outcome == Outcome::Refused || use != Use::Output || !normalises(insertion)) {
                        EXPECT_THAT(verdict.sentence, HasSubstr("strange")) << what;
                    }
                }
            }
        }
    }
}

/// Settings of nodes as no exporter writes them, or as one does for another net.
std::vector<Attribute> otherSettings()
{
    std::vector<Attribute> all = {{.name = "unknown", .integer = 1}};
    for (const char* name :
         {"axis", "layout", "input_forget", "transA", "transB", "hidden_size", "linear_before_reset"}) {
        for (const std::int64_t value : {-3, -2, -1, 0, 1, 2, 3}) {
            all.push_back({.name = name, .integer = value});
        }
    }
    for (const char* name : {"alpha", "beta", "clip"}) {
        for (const float value : {0.0F, 0.5F, 1.0F, 2.0F}) {
            all.push_back({.name = name, .real = value});
        }
    }
    for (const char* value : {"forward", "reverse", "bidirectional", ""}) {
        all.push_back({.name = "direction", .text = value});
    }
    for (const std::vector<std::int64_t>& order : {std::vector<std::int64_t>{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {1, 0}}) {
        all.push_back(permOf(order));
    }
    for (const char* name : {"activation_alpha", "activation_beta"}) {
        all.push_back({.name = name, .integers = {1}});
    }
    return all;
}

TEST(OnnxFlow, WithAnotherSettingOfANodeIsRefusedByItsNameOrGivesTheSame)
{
    EachOf cases(11);
    for (const Sample& sample : samples()) {
        for (std::size_t place = 0; place < sample.graph.nodes.size(); ++place) {
            for (const Attribute& setting : otherSettings()) {
                if (!cases.takesNext()) {
                    continue;
                }
                Graph graph = sample.graph;
                Node& node = graph.nodes[place];
                std::erase_if(node.attributes, [&](const Attribute& one) { return one.name == setting.name; });
                node.attributes.push_back(setting);
                const std::string what = say("%1 %2 %3 of %4 %5, %6", setting.name, setting.integer.value_or(0),
                                             setting.text, node.type, node.name, sample.name);
                const Verdict verdict = verdictOn(graph, sample.extents, what);
                const bool ofStates = node.type == "Split" || node.type == "Concat";
                EXPECT_FALSE(verdict.outcome == Outcome::ReadButDoesNotRun && !ofStates)
                    << what << ": " << verdict.sentence;
            }
        }
    }
}

TEST(OnnxFlow, WithAnInputFromElsewhereIsRefusedOrGivesTheSame)
{
    EachOf cases(11);
    for (const Sample& sample : samples()) {
        std::vector<std::string> values = {""};
        for (const Tensor& tensor : sample.graph.constants) {
            values.push_back(tensor.name);
        }
        for (const onnx::Value& value : sample.graph.inputs) {
            values.push_back(value.name);
        }
        for (const Node& node : sample.graph.nodes) {
            values.insert(values.end(), node.outputs.begin(), node.outputs.end());
        }
        for (std::size_t node = 0; node < sample.graph.nodes.size(); ++node) {
            for (std::size_t input = 0; input < sample.graph.nodes[node].inputs.size(); ++input) {
                for (const std::string& value : values) {
                    if (!cases.takesNext()) {
                        continue;
                    }
                    Graph graph = sample.graph;
                    graph.nodes[node].inputs[input] = value;
                    verdictOn(graph, sample.extents, wordsOf(sample, {node, input}) + " is " + value);
                }
            }
        }
    }
}

} // namespace
} // namespace engine

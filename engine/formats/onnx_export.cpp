// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx.h"
#include "engine/formats/onnx_chain.h"
#include "engine/formats/prototxt.h"
#include "engine/formats/torch_weights.h"
#include "engine/graph/catalog.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace engine {
namespace {

using onnx::Attribute;
using onnx::Graph;
using onnx::Tensor;
using onnx::Value;

constexpr const char* idsName = "data";
constexpr const char* stepsAxis = "steps";
constexpr const char* streamsAxis = "streams";

Attribute integerAttribute(const std::string& name, std::int64_t value)
{
    return {.name = name, .integer = value};
}

Value::Axis any(const char* word)
{
    return {.extent = 0, .word = word};
}

Value::Axis of(std::int64_t extent)
{
    return {.extent = extent, .word = {}};
}

class Export {
public:
    Export(const PortableNet& net, TransferReport& report)
        : m_net(&net),
          m_weights(net.weights),
          m_model(forGeneration(net.model)),
          m_wiring(textWiring(m_model, Phase::Run)),
          m_report(&report)
    {
        for (LayerPlaces& places : weightPlaces(m_model)) {
            m_places.emplace(places.layer.name, std::move(places));
        }
    }

    Graph run()
    {
        m_graph.name = m_net->model.name.empty() ? "net" : m_net->model.name;
        m_graph.words =
            "data: numbers of characters. State tensors are zeros where a text starts; what comes out of one "
            "call goes into the next.";
        m_graph.inputs.push_back(
            {.name = idsName, .element = Value::Element::Integer, .axes = {any(stepsAxis), any(streamsAxis)}});
        m_used.insert(idsName);
        const std::vector<LayerSizes> sizes = inferSizes(m_model);
        std::map<std::string, Shape> shapes;
        for (std::size_t index = 0; index < sizes.size(); ++index) {
            add(m_model.layers[index], sizes[index]);
            for (std::size_t top = 0; top < m_model.layers[index].tops.size(); ++top) {
                shapes[m_model.layers[index].tops[top]] = sizes[index].sizes.outputs[top];
            }
        }
        const std::string scores = scoresOf(m_net->model);
        addOutputs(scores, shapes.at(scores));
        addMetadata();
        reportUnwritten();
        return std::move(m_graph);
    }

private:
    [[noreturn]] static void refuse(const Layer& layer, const std::string& why)
    {
        throw Error("layer " + layer.name + " has no place in an ONNX file: " + why);
    }

    void add(const Layer& layer, const LayerSizes& sizes)
    {
        const std::string type(layerType(layer.type).name);
        if (type == "TEXTDATA" || type == "INPUT") {
            return;
        }
        for (std::size_t port = 0; port < layer.bottoms.size(); ++port) {
            const bool marks = m_places.contains(layer.name) && stackOf(layer) && port == 1;
            if (!marks && layer.bottoms[port] == m_wiring.cont && !m_wiring.cont.empty()) {
                refuse(layer, "it reads the marks of starts, which only an LSTM, a GRU or an RNN may");
            }
        }
        if (type == "EMBED") {
            addEmbed(layer);
        } else if (m_places.contains(layer.name) && stackOf(layer)) {
            addRecurrent(layer, sizes);
        } else if (type == "INNERPRODUCT") {
            addInnerProduct(layer, sizes);
        } else if (type == "RESHAPE") {
            addReshape(layer, sizes);
        } else if (type == "DROPOUT") {
            m_values[layer.tops[0]] = input(layer, 0);
        } else {
            addPlain(layer, sizes, type);
        }
    }

    void addPlain(const Layer& layer, const LayerSizes& sizes, const std::string& type)
    {
        const Params params = completeParams(layer, m_model.dialect);
        if (type == "TANH") {
            define(layer, node("Tanh", {input(layer, 0)}, layer.name));
        } else if (type == "SIGMOID") {
            define(layer, node("Sigmoid", {input(layer, 0)}, layer.name));
        } else if (type == "RELU") {
            if (const double slope = floatParam(params, "negative_slope"); slope != 0) {
                refuse(layer,
                       sentence("its negative_slope is ", slope, ", but only a RELU of slope 0 is written there"));
            }
            define(layer, node("Relu", {input(layer, 0)}, layer.name));
        } else if (type == "SOFTMAX") {
            define(layer, node("Softmax", {input(layer, 0)}, layer.name,
                               {integerAttribute("axis", axisOf(params, sizes.inputs[0]))}));
        } else if (type == "SPLIT") {
            for (const std::string& top : layer.tops) {
                m_values[top] = input(layer, 0);
            }
        } else {
            refuse(layer, type +
                              " is none of the layers that Hamnet writes there (EMBED, LSTM, GRU, RNN, INNERPRODUCT, "
                              "DROPOUT, RESHAPE, SOFTMAX, TANH, SIGMOID, RELU, SPLIT)");
        }
    }

    static std::int64_t axisOf(const Params& params, const Shape& shape)
    {
        const std::int64_t axis = intParam(params, "axis");
        return axis < 0 ? axis + static_cast<std::int64_t>(shape.axes()) : axis;
    }

    // Values and constants

    std::string input(const Layer& layer, std::size_t port) const
    {
        const std::string& blob = layer.bottoms.at(port);
        if (blob == m_wiring.characters) {
            if (layerType(layer.type).name != "EMBED") {
                refuse(layer, "it reads the numbers of the characters themselves, which only an EMBED may");
            }
            return idsName;
        }
        return m_values.at(blob);
    }

    /// A name for a value that no other has.
    std::string unused(const std::string& wish)
    {
        std::string name = wish;
        while (!m_used.insert(name).second) {
            name += '_';
        }
        return name;
    }

    void define(const Layer& layer, const std::string& value) { m_values[layer.tops[0]] = value; }

    /// Adds a node of one output, and returns the output's name.
    std::string node(const std::string& type, std::vector<std::string> inputs, const std::string& wish,
                     std::vector<Attribute> attributes = {})
    {
        const std::string output = unused(wish);
        m_graph.nodes.push_back({.type = type,
                                 .name = sentence(type, "_", m_graph.nodes.size()),
                                 .inputs = std::move(inputs),
                                 .outputs = {output},
                                 .attributes = std::move(attributes)});
        return output;
    }

    std::string constant(const std::string& wish, const Shape& shape, std::vector<float> values)
    {
        m_graph.constants.push_back({.name = unused(wish), .shape = shape, .values = std::move(values)});
        return m_graph.constants.back().name;
    }

    std::string integers(const std::string& wish, const std::vector<std::int64_t>& values)
    {
        m_graph.constants.push_back({.name = unused(wish),
                                     .shape = {static_cast<std::int64_t>(values.size())},
                                     .values = {},
                                     .integers = values});
        return m_graph.constants.back().name;
    }

    const std::vector<LayerWeight>& weightsOf(const Layer& layer) const { return m_places.at(layer.name).weights; }

    const NamedTensor& take(const LayerWeight& place, const std::string& as)
    {
        m_report->moved.push_back({place.name, as, place.spec.shape});
        return m_weights.of(place);
    }

    /// The value with the axes from `axis` on as one.
    std::string flattened(const std::string& value, const Shape& shape, std::size_t axis, const std::string& layer)
    {
        if (shape.axes() == axis + 1) {
            return value;
        }
        std::vector<std::int64_t> extents(axis, 0);
        extents.push_back(-1);
        return node("Reshape", {value, integers(layer + "/flat_shape", extents)}, layer + "/flat");
    }

    // Layers

    void addEmbed(const Layer& layer)
    {
        const std::vector<LayerWeight>& weights = weightsOf(layer);
        const std::string rows = layer.name + "/W";
        std::string value =
            node("Gather", {constant(rows, weights[0].spec.shape, take(weights[0], rows).values), input(layer, 0)},
                 layer.name + "/rows", {integerAttribute("axis", 0)});
        if (weights.size() > 1) {
            const std::string bias = layer.name + "/b";
            value =
                node("Add", {value, constant(bias, weights[1].spec.shape, take(weights[1], bias).values)}, layer.name);
        }
        define(layer, value);
    }

    /// Of a layer over [T, N, ...]; nothing where the layer is none.
    std::optional<RecurrentStack> stackOf(const Layer& layer) const
    {
        const std::optional<RecurrentStack>& stack = m_places.at(layer.name).stack;
        return stack && !stack->rows ? stack : std::nullopt;
    }

    /// What the nodes of a recurrent layer have in common.
    struct Levels {
        const RecurrentStack* stack;
        std::vector<RecurrentPlaces> places;
        std::vector<std::vector<std::string>> first; ///< of each state, its parts before the first step
        std::int64_t units;
    };

    void addRecurrent(const Layer& layer, const LayerSizes& sizes)
    {
        const RecurrentStack stack = *stackOf(layer);
        if (layer.bottoms.size() > 2 || layer.tops.size() > 1) {
            refuse(layer, "its state goes by wires (expose_hidden)");
        }
        const auto count = static_cast<std::size_t>(stack.layers);
        Levels levels{.stack = &stack, .places = recurrentPlaces(m_places.at(layer.name)), .first = {}, .units = 0};
        levels.units = levels.places.front().units();
        for (const char state : stack.cell->states) {
            levels.first.push_back(addState(layer, {state, '0'}, count, levels.units));
        }
        std::vector<std::vector<std::string>> last(stack.cell->states.size());
        std::string value = flattened(input(layer, 0), sizes.inputs[0], 2, layer.name);
        for (std::size_t level = 0; level < count; ++level) {
            value = addLevel(layer, levels, level, value, last);
        }
        for (std::size_t state = 0; state < last.size(); ++state) {
            joinState(layer, {stack.cell->states[state], 'T'}, last[state], levels.units);
        }
        define(layer, value);
    }

    /// One node of ONNX for all directions of a stacked layer. Returns what it gives, as [T, N, D·H].
    std::string addLevel(const Layer& layer, const Levels& levels, std::size_t level, const std::string& value,
                         std::vector<std::vector<std::string>>& last)
    {
        const RecurrentStack& stack = *levels.stack;
        const std::string prefix = stack.layers == 1 ? layer.name : sentence(layer.name, "/l", level);
        onnx::Node node{.type = std::string(layerType(layer.type).name),
                        .name = prefix,
                        .inputs = levelInputs(value, levels, level, prefix),
                        .outputs = {},
                        .attributes = attributesOf(stack, levels.units)};
        std::vector<std::string> ends;
        for (std::size_t state = 0; state < levels.first.size(); ++state) {
            const std::string name = outputName(layer, {stack.cell->states[state], 'T'}, levels, level);
            ends.push_back(stack.isBidirectional() ? unused(name + "/directions") : name);
            last[state].push_back(name);
        }
        const std::string y = unused(prefix + "/Y");
        node.outputs = {y};
        node.outputs.insert(node.outputs.end(), ends.begin(), ends.end());
        m_graph.nodes.push_back(std::move(node));
        if (!stack.isBidirectional()) {
            return this->node("Squeeze", {y, integers(prefix + "/direction", {1})}, prefix);
        }
        for (std::size_t state = 0; state < ends.size(); ++state) {
            takeForward(ends[state], last[state].back());
        }
        const std::string turned =
            this->node("Transpose", {y}, prefix + "/turned", {{.name = "perm", .integers = {0, 2, 1, 3}}});
        return this->node("Reshape", {turned, integers(prefix + "/joined_shape", {0, 0, -1})}, prefix);
    }

    /// The first of two directions: of a backward one nothing goes on from call to call.
    void takeForward(const std::string& ends, const std::string& name)
    {
        m_graph.nodes.push_back({.type = "Slice",
                                 .name = name + "/forward",
                                 .inputs = {ends, integers(name + "/from", {0}), integers(name + "/to", {1}),
                                            integers(name + "/axis", {0})},
                                 .outputs = {name}});
    }

    static std::vector<Attribute> attributesOf(const RecurrentStack& stack, std::int64_t units)
    {
        std::vector<Attribute> attributes = {integerAttribute("hidden_size", units)};
        if (stack.isBidirectional()) {
            attributes.push_back({.name = "direction", .text = "bidirectional"});
        }
        if (const char* const reset = onnx::resetSetting(*stack.cell); reset != nullptr) {
            attributes.push_back(integerAttribute(reset, 1));
        }
        if (stack.cell != onnx::cellsOf(stack.cell->onnx.type).front()) { // whose functions are ONNX's defaults
            Attribute functions{.name = "activations"};
            for (std::int64_t direction = 0; direction < stack.directions; ++direction) {
                functions.texts.insert(functions.texts.end(), stack.cell->onnx.functions.begin(),
                                       stack.cell->onnx.functions.end());
            }
            attributes.push_back(std::move(functions));
        }
        return attributes;
    }

    std::vector<std::string> levelInputs(const std::string& x, const Levels& levels, std::size_t level,
                                         const std::string& prefix)
    {
        const RecurrentStack& stack = *levels.stack;
        const auto directions = static_cast<std::size_t>(stack.directions);
        const std::span<const RecurrentPlaces> parts = std::span(levels.places).subspan(level * directions, directions);
        const GateOrder order = gateOrder(*stack.cell, stack.cell->onnx.gates);
        const auto append = [&](std::vector<float>& values, const LayerWeight& place, const std::string& as) {
            const std::vector<float> rows = gatesTo(order, take(place, as).values);
            values.insert(values.end(), rows.begin(), rows.end());
        };
        std::vector<float> W, R, B;
        for (const RecurrentPlaces& part : parts) {
            append(W, *part.Wx, prefix + "/W");
            append(R, *part.Wh, prefix + "/R");
            append(B, *part.b, prefix + "/B"); // Wb and Rb; without bh of our own Rb is zeros
            if (part.bh != nullptr) {
                append(B, *part.bh, prefix + "/B");
            } else {
                B.resize(B.size() + static_cast<std::size_t>(part.b->spec.shape.count()));
            }
        }
        const std::int64_t rows = parts[0].b->spec.shape.count();
        std::vector<std::string> inputs = {
            x, constant(prefix + "/W", {stack.directions, rows, parts[0].width()}, std::move(W)),
            constant(prefix + "/R", {stack.directions, rows, levels.units}, std::move(R)),
            constant(prefix + "/B", {stack.directions, 2 * rows}, std::move(B)), ""};
        for (const std::vector<std::string>& state : levels.first) {
            inputs.push_back(stack.isBidirectional() ? withZeros(state[level]) : state[level]);
        }
        return inputs;
    }

    /// The forward direction's first state, and zeros behind it for the backward one.
    std::string withZeros(const std::string& forward)
    {
        const std::string shape = node("Shape", {forward}, forward + "/shape");
        const std::string zeros = node("ConstantOfShape", {shape}, forward + "/zeros");
        return node("Concat", {forward, zeros}, forward + "/directions", {integerAttribute("axis", 0)});
    }

    /// An input of the graph for the state of all stacked layers, cut into one for each.
    std::vector<std::string> addState(const Layer& layer, const std::string& state, std::size_t count,
                                      std::int64_t units)
    {
        const std::string name = unused(layer.name + "." + state);
        m_graph.inputs.push_back({.name = name,
                                  .element = Value::Element::Real,
                                  .axes = {of(static_cast<std::int64_t>(count)), any(streamsAxis), of(units)}});
        if (count == 1) {
            return {name};
        }
        std::vector<std::string> parts;
        for (std::size_t level = 0; level < count; ++level) {
            parts.push_back(unused(sentence(name, "/l", level)));
        }
        m_graph.nodes.push_back({.type = "Split",
                                 .name = name + "/split",
                                 .inputs = {name, integers(name + "/parts", std::vector<std::int64_t>(count, 1))},
                                 .outputs = parts,
                                 .attributes = {integerAttribute("axis", 0)}});
        return parts;
    }

    std::string outputName(const Layer& layer, const std::string& state, const Levels& levels, std::size_t level)
    {
        const std::string name = layer.name + "." + state;
        return unused(levels.stack->layers == 1 ? name : sentence(name, "/l", level));
    }

    void joinState(const Layer& layer, const std::string& state, const std::vector<std::string>& parts,
                   std::int64_t units)
    {
        const std::string value = parts.size() == 1
                                      ? parts[0]
                                      : node("Concat", parts, layer.name + "." + state, {integerAttribute("axis", 0)});
        m_states.push_back({.name = value,
                            .element = Value::Element::Real,
                            .axes = {of(static_cast<std::int64_t>(parts.size())), any(streamsAxis), of(units)}});
    }

    void addInnerProduct(const Layer& layer, const LayerSizes& sizes)
    {
        const LayerPlaces& places = m_places.at(layer.name);
        const std::int64_t axis = axisOf(places.params, sizes.inputs[0]);
        if (axis < 1) {
            refuse(layer, "its axis is 0, so that it reads all steps and streams at once");
        }
        const LayerWeight& place = places.weights[0];
        const std::string name = layer.name + "/W";
        const std::vector<float>& values = take(place, name).values;
        const Shape& shape = place.spec.shape; // [O, I] unless transposed
        const bool ready = flagParam(places.params, "transpose");
        const std::string matrix =
            ready ? constant(name, shape, values) : constant(name, {shape[1], shape[0]}, transposed(values, shape[0]));
        const std::string value =
            flattened(input(layer, 0), sizes.inputs[0], static_cast<std::size_t>(axis), layer.name);
        std::string result = node("MatMul", {value, matrix}, layer.name + "/product");
        if (places.weights.size() > 1) {
            const std::string bias = layer.name + "/b";
            result = node("Add",
                          {result, constant(bias, places.weights[1].spec.shape, take(places.weights[1], bias).values)},
                          layer.name);
        }
        define(layer, result);
    }

    void addReshape(const Layer& layer, const LayerSizes& sizes)
    {
        const Params params = completeParams(layer, m_model.dialect);
        const Shape& shape = sizes.inputs[0];
        const std::int64_t axis = intParam(params, "axis"), axes = intParam(params, "num_axes");
        const auto rank = static_cast<std::int64_t>(shape.axes());
        const std::int64_t first = axis < 0 ? axis + rank + 1 : axis, last = axes < 0 ? rank : first + axes;
        std::vector<std::int64_t> extents(static_cast<std::size_t>(first), 0);
        const std::vector<std::int64_t>& dims = intListParam(params, "shape");
        extents.insert(extents.end(), dims.begin(), dims.end());
        for (std::int64_t left = last; left < rank; ++left) {
            extents.push_back(shape[static_cast<std::size_t>(left)]);
        }
        if (extents.empty() || extents[0] > 0) {
            refuse(layer, "its shape fixes the number of steps");
        }
        define(layer, node("Reshape", {input(layer, 0), integers(layer.name + "/shape", extents)}, layer.name));
    }

    // The ends

    void addOutputs(const std::string& scores, const Shape& shape)
    {
        std::vector<Value::Axis> axes;
        const std::int64_t characters = shape[shape.axes() - 1];
        for (std::size_t axis = 0; axis + 1 < shape.axes(); ++axis) {
            axes.push_back(shape.axes() == 3 ? any(axis == 0 ? stepsAxis : streamsAxis)
                           : axis == 0       ? any("rows")
                                             : of(shape[axis]));
        }
        axes.push_back(of(characters));
        const std::string logits = node("Identity", {m_values.at(scores)}, "logits");
        m_graph.outputs.push_back({.name = logits, .element = Value::Element::Real, .axes = axes});
        const std::string probabilities = node("Softmax", {logits}, "probabilities", {integerAttribute("axis", -1)});
        m_graph.outputs.push_back({.name = probabilities, .element = Value::Element::Real, .axes = axes});
        m_graph.outputs.insert(m_graph.outputs.end(), m_states.begin(), m_states.end());
    }

    void addMetadata()
    {
        m_graph.metadata["hamnet.model"] = writeModel(m_net->model);
        m_graph.metadata["hamnet.iteration"] = std::to_string(m_net->iteration);
        if (m_net->vocabulary) {
            m_graph.metadata["hamnet.vocabulary"] = printVocabulary(*m_net->vocabulary);
        }
    }

    /// What only training uses has no place in the graph.
    void reportUnwritten()
    {
        std::set<std::string_view> written;
        for (const TensorMove& move : m_report->moved) {
            written.insert(move.from);
        }
        for (const NamedTensor& tensor : m_net->weights) {
            if (!written.contains(tensor.name)) {
                m_report->skipped.push_back(sentence("weight ", tensor.name, " ", tensor.shape,
                                                     " was left out: the net that writes text does not use it"));
            }
        }
    }

    const PortableNet* m_net;
    TensorIndex m_weights;
    Model m_model; ///< as it writes text
    TextWiring m_wiring;
    TransferReport* m_report;
    std::map<std::string, LayerPlaces> m_places; ///< by layer
    std::map<std::string, std::string> m_values; ///< by tensor: an in-place layer makes a new value
    std::set<std::string> m_used;                ///< names of values
    std::vector<Value> m_states;
    Graph m_graph;
};

/// Why Hamnet would refuse the file; nothing where it reads it.
std::optional<std::string> whyUnread(const Graph& graph)
{
    try {
        TransferReport unused;
        readChain(graph, "the graph", unused);
        return std::nullopt;
    } catch (const Error& error) {
        return error.what();
    }
}

/// Takes one stream at a time.
void fixStreams(Graph& graph)
{
    for (std::vector<Value>* values : {&graph.inputs, &graph.outputs}) {
        for (Value& value : *values) {
            for (Value::Axis& axis : value.axes) {
                axis = axis.word == streamsAxis ? of(1) : axis;
            }
        }
    }
}

} // namespace

onnx::Graph graphOf(const PortableNet& net, TransferReport& report)
{
    Graph graph = Export(net, report).run();
    if (whyUnread(graph)) {
        fixStreams(graph); // as a RESHAPE does that has the batch of one stream in its shape
        if (const std::optional<std::string> why = whyUnread(graph)) {
            report.notes.push_back("Hamnet itself does not read this file: " + *why);
        }
    }
    return graph;
}

std::string printOnnx(const PortableNet& net, TransferReport& report)
{
    return onnx::print(graphOf(net, report));
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/typed_cell.h"
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_chain.h"
#include "engine/formats/onnx/onnx_step.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
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
constexpr const char* batchAxis = "batch"; ///< sequences

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

/// Whether a step of an image is one of its columns.
bool readsColumns(const Model& model)
{
    return std::ranges::any_of(model.layers, [&](const Layer& layer) {
        return layerType(layer.type).name == "SEQUENCEDATA" &&
               textParam(completeParams(layer, model.dialect), "read") == "COLUMN";
    });
}

/// Which tensors of a net a run fills, in a text or in sequences with an answer each.
struct Feed {
    std::string ids;     ///< numbers of characters; empty where the net reads numbers
    std::string numbers; ///< of the steps
    std::string cont, lengths;
};

class Export {
public:
    Export(const PortableNet& net, TransferReport& report)
        : m_net(&net),
          m_weights(net.weights),
          m_model(inUse(net.model)),
          m_ofSequences(!dataKindOf(net.model).answersEachStep),
          m_report(&report)
    {
        for (LayerPlaces& places : weightPlaces(m_model)) {
            m_places.emplace(places.layer.name, std::move(places));
        }
    }

    Graph run()
    {
        m_graph.name = m_net->model.name.empty() ? "net" : m_net->model.name;
        if (m_ofSequences) {
            addSequences();
        } else {
            addText();
        }
        const std::vector<LayerSizes> sizes = inferSizes(m_model);
        std::map<std::string, Shape> shapes;
        for (std::size_t index = 0; index < sizes.size(); ++index) {
            add(m_model.layers[index], sizes[index]);
            for (std::size_t top = 0; top < m_model.layers[index].tops.size(); ++top) {
                shapes[m_model.layers[index].tops[top]] = sizes[index].sizes.outputs[top];
            }
        }
        if (m_ofSequences) {
            addAnswers(shapes);
        } else {
            const std::string scores = scoresOf(m_net->model);
            addOutputs(scores, shapes.at(scores));
        }
        addMetadata();
        reportUnwritten();
        return std::move(m_graph);
    }

private:
    [[noreturn]] static void refuse(const Layer& layer, const Sentence& why)
    {
        throw Error(say(ENGINE_TEXT("Sentences", "layer %1 has no place in an ONNX file: %2"), layer.name, why));
    }

    // What goes in

    void addInput(const std::string& name, Value::Element element, std::vector<Value::Axis> axes)
    {
        m_graph.inputs.push_back({.name = name, .element = element, .axes = std::move(axes)});
        m_used.insert(name);
    }

    void addText()
    {
        const DataWiring wiring = textWiring(m_model, Phase::Run);
        m_feed = {.ids = wiring.values, .numbers = {}, .cont = wiring.cont, .lengths = {}};
        m_graph.words = "data: numbers of characters. State tensors are zeros where a text starts; what comes out of "
                        "one call goes into the next.";
        addInput(idsName, Value::Element::Integer, {any(stepsAxis), any(streamsAxis)});
        m_values[m_feed.ids] = idsName;
    }

    const SampleFacts& facts() const
    {
        static const SampleFacts unknown;
        return m_net->sequences ? *m_net->sequences : unknown;
    }

    /// The sequences as a file of data has them, sequence by sequence, and what brings them to what the net reads.
    void addSequences()
    {
        m_samples = sampleWiring(m_net->model, Phase::Test);
        m_feed = {.ids = m_samples.width == 0 ? m_samples.values : std::string(),
                  .numbers = m_samples.width == 0 ? std::string() : m_samples.values,
                  .cont = m_samples.cont,
                  .lengths = m_samples.lengths};
        if (!facts().inputScales.empty() && std::ssize(facts().inputScales) != m_samples.width) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "the net reads %1 numbers a step, but its data are told as %2 columns"),
                    m_samples.width, facts().inputScales.size()));
        }
        const Value::Axis steps = m_samples.lengths.empty() ? of(m_samples.steps) : any(stepsAxis);
        if (!m_feed.ids.empty()) {
            m_graph.words = "text: numbers of characters, 0 behind the end of a shorter sequence.";
            addInput("text", Value::Element::Integer, {any(batchAxis), steps});
            m_startsAnew = sequencesNamed(facts().kind).ofCharacters && m_feed.lengths.empty() && !m_feed.cont.empty();
            m_values[m_feed.ids] = turned(m_startsAnew ? onlyReal("text") : "text", {1, 0});
        } else if (sequencesNamed(facts().kind).ofPictures) {
            m_graph.words = "image: pixels from 0 to 255.";
            const bool columns = readsColumns(m_net->model);
            addInput("image", Value::Element::Real,
                     {any(batchAxis), columns ? of(m_samples.width) : steps, columns ? steps : of(m_samples.width)});
            const std::string scaled =
                node("Mul", {"image", constant("image/scale", {1}, {pixelScale})}, "image/scaled");
            m_values[m_feed.numbers] = columns ? turned(scaled, {2, 0, 1}) : turned(scaled, {1, 0, 2});
        } else {
            const bool table = sequencesNamed(facts().kind).ofColumns;
            const std::string name = table ? "window" : "data";
            m_graph.words = table ? ENGINE_TEXT("Sentences", "window: rows of a table, in the columns' own units.")
                                  : ENGINE_TEXT("Sentences", "data: sequences.");
            addInput(name, coarsestInput() ? Value::Element::Double : Value::Element::Real,
                     {any(batchAxis), steps, of(m_samples.width)});
            m_values[m_feed.numbers] = turned(standardised(name), {1, 0, 2});
        }
        if (!m_feed.lengths.empty() || m_startsAnew) {
            m_graph.words += " lengths: how many steps of each sequence are real, at least 1.";
            addInput("lengths", Value::Element::Integer, {any(batchAxis)});
        }
    }

    std::string turned(const std::string& value, std::vector<std::int64_t> order)
    {
        return node("Transpose", {value}, value + "/steps", {{.name = "perm", .integers = std::move(order)}});
    }

    /// As the columns were brought to mean 0 and deviation 1 for the training.
    std::string standardised(const std::string& value)
    {
        const std::vector<Standardisation>& scales = facts().inputScales;
        if (std::ranges::all_of(scales, [](const Standardisation& one) { return one == Standardisation(); })) {
            return value;
        }
        std::vector<double> means;
        std::vector<float> deviations;
        for (const Standardisation& scale : scales) {
            means.push_back(scale.mean);
            deviations.push_back(static_cast<float>(scale.deviation));
        }
        const Shape shape = {static_cast<std::int64_t>(scales.size())};
        std::string centred;
        if (const std::optional<std::size_t> column = coarsestInput()) {
            tellDouble("the input window", scales[*column],
                       *column < facts().inputs.size() ? facts().inputs[*column] : std::to_string(*column + 1));
            centred = value;
            for (const std::string& part : inDouble(value + "/mean", shape, means)) {
                centred = node("Sub", {centred, part}, value + "/centred");
            }
            centred = node("Cast", {centred}, value + "/float", {integerAttribute("to", onnx::floatType)});
        } else {
            centred = node("Sub", {value, constant(value + "/mean", shape, {means.begin(), means.end()})},
                           value + "/centred");
        }
        return node("Div", {centred, constant(value + "/deviation", shape, deviations)}, value + "/standardised");
    }

    /// Whether a float near the mean has a noticeable error: more than 1e-5 of the deviation.
    bool isCoarse(const Standardisation& scale) const
    {
        constexpr double rounding = 0x1p-24, most = 1e-5;
        return std::abs(scale.mean) * rounding > most * scale.deviation;
    }

    /// The column of a table for which floats are the coarsest, where they are too coarse.
    std::optional<std::size_t> coarsestInput() const
    {
        const std::vector<Standardisation>& scales = facts().inputScales;
        const auto worst = std::ranges::max_element(
            scales, {}, [](const Standardisation& one) { return std::abs(one.mean) / one.deviation; });
        return worst != scales.end() && isCoarse(*worst) ? std::optional<std::size_t>(worst - scales.begin())
                                                         : std::nullopt;
    }

    void tellDouble(const char* what, const Standardisation& scale, const std::string& column)
    {
        const double apart = std::exp2(std::floor(std::log2(std::abs(scale.mean))) - 23);
        m_report->notes.push_back(
            say(ENGINE_TEXT("Sentences", "%1 is of doubles (float64): the numbers of %2 are %3 with a deviation of %4, "
                                         "and floats near that are %5 apart"),
                what, printable(column), scale.mean, scale.deviation, apart));
    }

    /// Two doubles whose sum has twice the digits of a float. Constants are floats.
    std::vector<std::string> inDouble(const std::string& name, const Shape& shape, const std::vector<double>& values)
    {
        std::vector<float> high(values.begin(), values.end()), low;
        for (std::size_t index = 0; index < values.size(); ++index) {
            low.push_back(static_cast<float>(values[index] - static_cast<double>(high[index])));
        }
        std::vector<std::string> parts;
        for (const auto& [part, numbers] : {std::pair("/high", high), std::pair("/low", low)}) {
            parts.push_back(node("Cast", {constant(name + part, shape, numbers)}, name + part + "/double",
                                 {integerAttribute("to", onnx::doubleType)}));
        }
        return parts;
    }

    void add(const Layer& layer, const LayerSizes& sizes)
    {
        const std::string type(layerType(layer.type).name);
        if (layerType(layer.type).group == LayerGroup::Source) {
            return;
        }
        for (std::size_t port = 0; port < layer.bottoms.size(); ++port) {
            const bool isCont = stackOf(layer) && port == 1;
            if (!isCont && layer.bottoms[port] == m_feed.cont && !m_feed.cont.empty()) {
                refuse(
                    layer,
                    ENGINE_TEXT("Sentences",
                                "it reads the marks of starts, which only a recurrent layer over whole sequences may"));
            }
        }
        if (type == "EMBED") {
            addEmbed(layer);
        } else if (stackOf(layer)) {
            addRecurrent(layer, sizes);
        } else if (type == "INNERPRODUCT") {
            addInnerProduct(layer, sizes);
        } else if (type == "RESHAPE") {
            addReshape(layer, sizes);
        } else if (type == "DROPOUT") {
            m_values[layer.tops[0]] = input(layer, 0);
        } else if (type == "LAST") {
            addLast(layer, sizes);
        } else if (type == "MEANOVERSTEPS") {
            addMean(layer, sizes);
        } else {
            addPlain(layer, sizes, type);
        }
    }

    void addPlain(const Layer& layer, const LayerSizes& sizes, const std::string& type)
    {
        const Params params = completeParams(layer, m_model.dialect);
        static const std::map<std::string_view, const char*> elementwise = {
            {"TANH", "Tanh"}, {"SIGMOID", "Sigmoid"}, {"RELU", "Relu"}};
        if (const auto same = elementwise.find(type); same != elementwise.end()) {
            if (const double slope = type == "RELU" ? floatParam(params, "negative_slope") : 0; slope != 0) {
                refuse(layer, say(ENGINE_TEXT("Sentences",
                                              "its negative_slope is %1, but only a RELU of slope 0 is written there"),
                                  slope));
            }
            define(layer, node(same->second, {input(layer, 0)}, layer.name));
        } else if (type == "SOFTMAX") {
            define(layer, node("Softmax", {input(layer, 0)}, layer.name,
                               {integerAttribute("axis", axisOf(params, sizes.inputs[0]))}));
        } else if (type == "SPLIT") {
            for (const std::string& top : layer.tops) {
                m_values[top] = input(layer, 0);
            }
        } else {
            refuse(layer,
                   say(ENGINE_TEXT("Sentences", "%1 is none of the layers that Hamnet writes there (EMBED, recurrent "
                                                "layers over whole sequences, INNERPRODUCT, DROPOUT, RESHAPE, SOFTMAX, "
                                                "TANH, SIGMOID, RELU, SPLIT, LAST, MEANOVERSTEPS)"),
                       type));
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
        const bool embeds = layerType(layer.type).name == "EMBED";
        if (blob == m_feed.ids && !embeds) {
            refuse(layer, ENGINE_TEXT("Sentences",
                                      "it reads the numbers of the characters themselves, which only an EMBED may"));
        }
        if (blob != m_feed.ids && embeds) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "it reads %1, which are no numbers of characters"), blob));
        }
        const auto value = m_values.find(blob);
        if (value == m_values.end()) {
            refuse(layer,
                   say(ENGINE_TEXT("Sentences", "it reads %1, which only a recurrent layer, LAST or MEANOVERSTEPS may"),
                       blob));
        }
        return value->second;
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
                                 .name = say("%1_%2", type, m_graph.nodes.size()),
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

    std::string integers(const std::string& wish, std::vector<std::int64_t> values)
    {
        const Shape shape = {std::ssize(values)};
        return integers(wish, shape, std::move(values));
    }

    std::string integers(const std::string& wish, const Shape& shape, std::vector<std::int64_t> values)
    {
        m_graph.constants.push_back(
            {.name = unused(wish), .shape = shape, .values = {}, .integers = std::move(values)});
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
        const std::optional<RecurrentStack> stack =
            recurrentStack(layerType(layer.type), completeParams(layer, m_model.dialect));
        return stack && !stack->rows ? stack : std::nullopt;
    }

    /// What the nodes of a recurrent layer have in common.
    struct Levels {
        const RecurrentStack* stack;
        std::vector<RecurrentPlaces> places;
        std::vector<std::vector<std::string>> first; ///< of each state, its parts before the first step
        std::int64_t width, units;                   ///< of what the first layer reads, and H
        bool lengths;                                ///< whether cont tells it where sequences end
        bool startsAnew;                             ///< whether what it says behind the ends is read
    };

    void addRecurrent(const Layer& layer, const LayerSizes& sizes)
    {
        const RecurrentStack stack = *stackOf(layer);
        if (layer.bottoms.size() > 2 || layer.tops.size() > 1) {
            refuse(layer, ENGINE_TEXT("Sentences", "its state goes by wires (expose_hidden)"));
        }
        const bool marked = m_ofSequences && layer.bottoms.size() == 2;
        if (marked && layer.bottoms[1] != m_feed.cont) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "its starts are %1, but those of the data are wanted"),
                              layer.bottoms[1]));
        }
        const auto count = static_cast<std::size_t>(stack.layers);
        Levels levels{.stack = &stack,
                      .places = {},
                      .first = {},
                      .width = sizes.inputs[0].count(2),
                      .units = intParam(completeParams(layer, m_model.dialect), "num_output"),
                      .lengths = marked && (!m_feed.lengths.empty() || m_startsAnew),
                      .startsAnew = marked && m_startsAnew};
        if (!stack.cell->typed) {
            levels.places = recurrentPlaces(m_places.at(layer.name));
        }
        for (const std::string_view state : m_ofSequences ? std::span<const std::string_view>() : stack.cell->states) {
            levels.first.push_back(addState(layer, std::string(state) + "0", count, levels.units));
        }
        std::vector<std::vector<std::string>> last(levels.first.size());
        std::string value = flattened(input(layer, 0), sizes.inputs[0], 2, layer.name);
        for (std::size_t level = 0; level < count; ++level) {
            value = stack.cell->typed ? addTypedLevel(layer, levels, level, value, last)
                                      : addLevel(layer, levels, level, value, last);
        }
        for (std::size_t state = 0; state < last.size(); ++state) {
            joinState(layer, say("%1T", stack.cell->states[state]), last[state], levels.units);
        }
        define(layer, value);
    }

    /// One node of ONNX for all directions of a stacked layer. Returns what it gives, as [T, N, D·H].
    std::string addLevel(const Layer& layer, const Levels& levels, std::size_t level, const std::string& value,
                         std::vector<std::vector<std::string>>& last)
    {
        const RecurrentStack& stack = *levels.stack;
        const std::string prefix = stack.layers == 1 ? layer.name : say("%1/l%2", layer.name, level);
        onnx::Node node{.type = std::string(layerType(layer.type).name),
                        .name = prefix,
                        .inputs = levelInputs(value, levels, level, prefix),
                        .outputs = {},
                        .attributes = attributesOf(stack, levels.units)};
        std::vector<std::string> ends;
        for (std::size_t state = 0; state < levels.first.size(); ++state) {
            const std::string name = unused(outputName(layer, say("%1T", stack.cell->states[state]), levels, level));
            ends.push_back(stack.isBidirectional() ? unused(name + "/directions") : name);
            last[state].push_back(name);
        }
        const std::string y = unused(prefix + "/Y");
        node.outputs = {y};
        node.outputs.insert(node.outputs.end(), ends.begin(), ends.end());
        m_graph.nodes.push_back(node);
        if (levels.startsAnew) {
            const std::string real = joined(y, stack, prefix);
            node.name += "/behind";
            node.inputs[0] = rolled(value, Roll::EndsFirst, prefix + "/ends_first");
            node.inputs[4] = restLengths();
            node.outputs = {unused(prefix + "/behind/Y")};
            m_graph.nodes.push_back(node);
            const std::string rest = joined(node.outputs.front(), stack, prefix + "/behind");
            return this->node("Add", {real, rolled(rest, Roll::Back, prefix + "/behind/back")}, prefix + "/all");
        }
        for (std::size_t state = 0; stack.isBidirectional() && state < ends.size(); ++state) {
            takeForward(ends[state], last[state].back());
        }
        return joined(y, stack, prefix);
    }

    /// [T, D, N, H] -> [T, N, D·H]
    std::string joined(const std::string& y, const RecurrentStack& stack, const std::string& name)
    {
        if (!stack.isBidirectional()) {
            return node("Squeeze", {y, integers(name + "/direction", {1})}, name);
        }
        const std::string turned =
            node("Transpose", {y}, name + "/turned", {{.name = "perm", .integers = {0, 2, 1, 3}}});
        return node("Reshape", {turned, integers(name + "/joined_shape", {0, 0, -1})}, name);
    }

    // Of lines whose lengths the net does not read. Behind the end of a shorter one Hamnet's recurrent layers start
    // again on zeros (cutBatch), and so the graph runs each twice: over the lines, where ONNX gives zeros behind their
    // ends, and over what is behind, which is turned to the front for that.

    /// A row [1, T]: 0, 1, 2, ...
    const std::string& stepNumbers()
    {
        if (m_stepNumbers.empty()) {
            std::vector<std::int64_t> numbers(static_cast<std::size_t>(m_samples.steps));
            std::iota(numbers.begin(), numbers.end(), 0);
            m_stepNumbers = integers("steps/numbers", {1, m_samples.steps}, std::move(numbers));
        }
        return m_stepNumbers;
    }

    /// Ids [N, T] with zeros behind the end.
    std::string onlyReal(const std::string& ids)
    {
        const std::string column = node("Unsqueeze", {"lengths", integers("lengths/axis", {1})}, "lengths/column");
        const std::string real = node("Less", {stepNumbers(), column}, ids + "/is_real");
        return node("Mul", {ids, node("Cast", {real}, ids + "/mask", {integerAttribute("to", onnx::int64Type)})},
                    ids + "/real");
    }

    /// How many steps are behind the end.
    const std::string& rest()
    {
        if (m_rest.empty()) {
            m_rest = node("Sub", {integers("lengths/most", {m_samples.steps}), "lengths"}, "lengths/rest");
        }
        return m_rest;
    }

    const std::string& restLengths()
    {
        if (m_restLengths.empty()) {
            m_restLengths = node("Cast", {rest()}, "lengths/rest_int32", {integerAttribute("to", onnx::int32Type)});
        }
        return m_restLengths;
    }

    enum class Roll { EndsFirst, Back };

    /// [T, N, W] with each sequence turned by its length, or back.
    std::string rolled(const std::string& value, Roll roll, const std::string& name)
    {
        std::string& places = roll == Roll::Back ? m_backPlaces : m_endPlaces;
        if (places.empty()) {
            const std::string start = roll == Roll::Back ? "lengths/back" : "lengths/ends_first";
            const std::string by = roll == Roll::Back ? rest() : "lengths";
            const std::string column = node("Unsqueeze", {by, integers(start + "/axis", {1})}, start + "/column");
            const std::string sum = node("Add", {stepNumbers(), column}, start + "/sum");
            const std::string step = node("Mod", {sum, integers(start + "/most", {m_samples.steps})}, start + "/step");
            places = node("Unsqueeze", {step, integers(start + "/last", {2})}, start);
        }
        const std::string bySequence =
            node("Transpose", {value}, name + "/sequences", {{.name = "perm", .integers = {1, 0, 2}}});
        const std::string gathered =
            node("GatherND", {bySequence, places}, name + "/gathered", {integerAttribute("batch_dims", 1)});
        return node("Transpose", {gathered}, name, {{.name = "perm", .integers = {1, 0, 2}}});
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
            constant(prefix + "/B", {stack.directions, 2 * rows}, std::move(B))};
        if (!levels.first.empty() || levels.lengths) {
            inputs.push_back(levels.lengths ? lengths(Value::Element::Integer) : std::string());
        }
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
            parts.push_back(unused(say("%1/l%2", name, level)));
        }
        m_graph.nodes.push_back({.type = "Split",
                                 .name = name + "/split",
                                 .inputs = {name, integers(name + "/parts", std::vector<std::int64_t>(count, 1))},
                                 .outputs = parts,
                                 .attributes = {integerAttribute("axis", 0)}});
        return parts;
    }

    static std::string outputName(const Layer& layer, const std::string& state, const Levels& levels, std::size_t level)
    {
        const std::string name = layer.name + "." + state;
        return levels.stack->layers == 1 ? name : say("%1/l%2", name, level);
    }

    /// A Scan for each direction of a stacked layer of a typed cell. Returns what they give, as [T, N, D·H].
    std::string addTypedLevel(const Layer& layer, const Levels& levels, std::size_t level, const std::string& value,
                              std::vector<std::vector<std::string>>& last)
    {
        const RecurrentStack& stack = *levels.stack;
        const std::string prefix = stack.layers == 1 ? layer.name : say("%1/l%2", layer.name, level);
        const std::vector<std::string> forward = addScan(layer, levels, level, Direction::Forward, value);
        for (std::size_t state = 0; state < levels.first.size(); ++state) {
            const std::string name = outputName(layer, say("%1T", stack.cell->states[state]), levels, level);
            last[state].push_back(node("Unsqueeze", {forward[state], integers(name + "/axis", {0})}, name));
        }
        if (!stack.isBidirectional()) {
            return forward.back();
        }
        const std::vector<std::string> backward = addScan(layer, levels, level, Direction::Backward, value);
        return node("Concat", {forward.back(), backward.back()}, prefix + "/directions", {integerAttribute("axis", 2)});
    }

    /// Returns its outputs: the states [N, H] after the last step, then h [T, N, H].
    std::vector<std::string> addScan(const Layer& layer, const Levels& levels, std::size_t level, Direction direction,
                                     const std::string& value)
    {
        const RecurrentStack& stack = *levels.stack;
        const cells::Definition& cell = stack.cell->typed->definition;
        const bool backward = direction == Direction::Backward;
        const std::string name = layer.name + "/" + stack.prefix(static_cast<std::int64_t>(level), direction) + "step";
        onnx::Node scan{.type = "Scan", .name = name, .inputs = {}, .outputs = {}};
        for (std::size_t state = 0; state < cell.states.size(); ++state) {
            scan.inputs.push_back(backward || levels.first.empty() ? zeros(value, levels.units)
                                                                   : firstOf(levels.first[state][level]));
            scan.outputs.push_back(unused(name + "/" + cell.states[state].name + "/last"));
        }
        scan.inputs.push_back(value);
        if (levels.lengths) {
            scan.inputs.push_back(cont(value, direction));
        }
        scan.outputs.push_back(unused(name + "/h"));
        const std::int64_t sequences = levels.lengths ? 2 : 1;
        scan.attributes = {
            {.name = "body",
             .graph = std::make_shared<const onnx::Graph>(stepOf(layer, levels, level, direction, name))},
            integerAttribute("num_scan_inputs", sequences),
            {.name = "scan_input_directions",
             .integers = std::vector<std::int64_t>(static_cast<std::size_t>(sequences), backward ? 1 : 0)},
            {.name = "scan_output_directions", .integers = {backward ? 1 : 0}}};
        m_graph.nodes.push_back(scan);
        return scan.outputs;
    }

    Graph stepOf(const Layer& layer, const Levels& levels, std::size_t level, Direction direction,
                 const std::string& name)
    {
        const RecurrentStack& stack = *levels.stack;
        const auto number = static_cast<std::int64_t>(level);
        const std::int64_t width = stack.widthOf(number, levels.width, levels.units);
        onnx::StepGraph step{.cell = stack.cell->typed->definition,
                             .sizes = {.width = width, .units = levels.units},
                             .learned = {},
                             .readsCont = levels.lengths,
                             .name = name,
                             .unused = [&](const std::string& wish) { return unused(wish); }};
        for (std::size_t weight = 0; weight < stack.cell->learned; ++weight) {
            step.learned.push_back(learned(weightsOf(layer)[stack.weight(number, direction, weight)]));
        }
        return onnx::stepGraph(step);
    }

    /// The constant of a learned tensor of a typed cell, by its name; layers may share one.
    const std::string& learned(const LayerWeight& place)
    {
        std::string& name = m_learned[place.name];
        if (name.empty()) {
            name = unused(place.name);
            m_graph.constants.push_back({.name = name, .shape = place.spec.shape, .values = take(place, name).values});
        }
        return name;
    }

    /// [1, N, H] -> [N, H]
    std::string firstOf(const std::string& state)
    {
        return node("Squeeze", {state, integers(state + "/axis", {0})}, state + "/streams");
    }

    /// Zeros [N, H] for what reads `value` [T, N, W].
    const std::string& zeros(const std::string& value, std::int64_t units)
    {
        std::string& zeros = m_zeros[units];
        if (zeros.empty()) {
            const std::string name = say("zeros/%1", units);
            const std::string shape = node("Shape", {value}, name + "/of");
            const std::string streams = node("Gather", {shape, integers(name + "/axis", {1})}, name + "/streams",
                                             {integerAttribute("axis", 0)});
            const std::string both = node("Concat", {streams, integers(name + "/units", {units})}, name + "/shape",
                                          {integerAttribute("axis", 0)});
            zeros = node("ConstantOfShape", {both}, name);
        }
        return zeros;
    }

    /// cont [T, N, 1] of sequences as a direction meets it: 0 before the first step behind the end, else 1; backward
    /// before the last step ahead of the end.
    const std::string& cont(const std::string& value, Direction direction)
    {
        const bool backward = direction == Direction::Backward;
        std::string& cont = backward ? m_backCont : m_cont;
        if (cont.empty()) {
            const std::string name = backward ? "cont/back" : "cont";
            const std::string start =
                backward ? node("Sub", {"lengths", integers(name + "/one", {1})}, name + "/last") : "lengths";
            const std::string starts = node("Equal", {stepRows(value, name), start}, name + "/starts");
            const std::string mask = node("Cast", {node("Not", {starts}, name + "/goes_on")}, name + "/mask",
                                          {integerAttribute("to", onnx::floatType)});
            cont = node("Unsqueeze", {mask, integers(name + "/width", {2})}, name);
        }
        return cont;
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
            refuse(layer, ENGINE_TEXT("Sentences", "its axis is 0, so that it reads all steps and streams at once"));
        }
        if (const std::int64_t heads = intParam(places.params, "heads"); heads > 1) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "its heads are %1, but only one is written there"), heads));
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
            refuse(layer, ENGINE_TEXT("Sentences", "its shape fixes the number of steps"));
        }
        define(layer, node("Reshape", {input(layer, 0), integers(layer.name + "/shape", extents)}, layer.name));
    }

    // Of sequences, one vector each

    /// The input `lengths` as the nodes want it, cast once for each.
    std::string lengths(Value::Element element)
    {
        const bool real = element == Value::Element::Real;
        std::string& cast = real ? m_realLengths : m_intLengths;
        if (cast.empty()) {
            cast = node("Cast", {"lengths"}, real ? "lengths/float" : "lengths/int32",
                        {integerAttribute("to", real ? onnx::floatType : onnx::int32Type)});
        }
        return cast;
    }

    /// Whether the layer skips what lies behind the end of a sequence.
    bool knowsLengths(const Layer& layer) const
    {
        if (layer.bottoms.size() < 2) {
            return false;
        }
        if (layer.bottoms[1] != m_feed.lengths) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "its lengths are %1, but those of the data are wanted"),
                              layer.bottoms[1]));
        }
        return true;
    }

    /// [T, N, W] -> [N, W], by the number of the step in a constant.
    std::string stepAt(const std::string& value, std::int64_t step, const std::string& name)
    {
        return node("Gather", {value, integers(name + "/step", Shape(), {step})}, name, {integerAttribute("axis", 0)});
    }

    /// [T, N, W] -> [N, W], the last real step of each sequence.
    std::string lastOf(const std::string& value, const Layer& layer, const std::string& name)
    {
        if (!knowsLengths(layer)) {
            return stepAt(value, -1, name);
        }
        const std::string last = node("Sub", {"lengths", integers(name + "/one", {1})}, name + "/last");
        const std::string places = node("Unsqueeze", {last, integers(name + "/axis", {1})}, name + "/places");
        const std::string bySequence =
            node("Transpose", {value}, name + "/sequences", {{.name = "perm", .integers = {1, 0, 2}}});
        return node("GatherND", {bySequence, places}, name, {integerAttribute("batch_dims", 1)});
    }

    void addLast(const Layer& layer, const LayerSizes& sizes)
    {
        const std::string value = flattened(input(layer, 0), sizes.inputs[0], 2, layer.name);
        if (!flagParam(completeParams(layer, m_model.dialect), "bidirectional")) {
            define(layer, lastOf(value, layer, layer.name));
            return;
        }
        const std::int64_t half = sizes.inputs[0][2] / 2;
        const std::vector<std::string> halves = {unused(layer.name + "/forward"), unused(layer.name + "/backward")};
        m_graph.nodes.push_back({.type = "Split",
                                 .name = layer.name + "/split",
                                 .inputs = {value, integers(layer.name + "/halves", {half, half})},
                                 .outputs = halves,
                                 .attributes = {integerAttribute("axis", 2)}});
        const std::string forward = lastOf(halves[0], layer, layer.name + "/forward_end");
        const std::string backward = stepAt(halves[1], 0, layer.name + "/backward_end");
        define(layer, node("Concat", {forward, backward}, layer.name, {integerAttribute("axis", 1)}));
    }

    void addMean(const Layer& layer, const LayerSizes& sizes)
    {
        if (sizes.inputs[0].axes() != 3) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "it reads %1, but steps × streams × width is wanted"),
                              sizes.inputs[0]));
        }
        const std::string value = input(layer, 0), name = layer.name;
        if (!knowsLengths(layer)) {
            define(layer, node("ReduceMean", {value}, name,
                               {{.name = "axes", .integers = {0}}, integerAttribute("keepdims", 0)}));
            return;
        }
        const std::string sum = node(
            "ReduceSum", {node("Mul", {value, realSteps(value, name)}, name + "/real"), integers(name + "/steps", {0})},
            name + "/sum", {integerAttribute("keepdims", 0)});
        const std::string counts =
            node("Unsqueeze", {lengths(Value::Element::Real), integers(name + "/column", {1})}, name + "/counts");
        define(layer, node("Div", {sum, counts}, name));
    }

    /// [T, 1]: the number of each step of a value [T, N, ...].
    std::string stepRows(const std::string& value, const std::string& name)
    {
        const auto number = [&](const char* of, std::int64_t integer) {
            return integers(name + of, Shape(), {integer});
        };
        const std::string count = node("Gather", {node("Shape", {value}, name + "/shape"), number("/axis", 0)},
                                       name + "/count", {integerAttribute("axis", 0)});
        const std::string range = node("Range", {number("/first", 0), count, number("/each", 1)}, name + "/range");
        return node("Unsqueeze", {range, integers(name + "/row", {1})}, name + "/rows");
    }

    /// [T, N, 1]: 1 for the steps of each sequence, 0 behind its end.
    std::string realSteps(const std::string& value, const std::string& name)
    {
        const std::string real = node("Less", {stepRows(value, name), "lengths"}, name + "/before_end");
        const std::string mask = node("Cast", {real}, name + "/mask", {integerAttribute("to", onnx::floatType)});
        return node("Unsqueeze", {mask, integers(name + "/width", {2})}, name + "/weights");
    }

    // The ends

    /// What the net says of each sequence: scores and chances of the classes, or a number in its own unit.
    void addAnswers(const std::map<std::string, Shape>& shapes)
    {
        const std::string& said = m_samples.scores;
        if (m_samples.answer == Answer::Classes) {
            const std::string rows = flattened(m_values.at(said), shapes.at(said), 1, "logits");
            addScores(rows, {any(batchAxis), of(shapes.at(said).count(1))});
            return;
        }
        const Standardisation& scale = facts().targetScale;
        std::string value =
            node("Reshape", {m_values.at(said), integers("prediction/shape", {-1})}, "prediction/numbers");
        if (scale != Standardisation()) {
            const auto number = [&](const char* name, double real) {
                return constant(name, {1}, {static_cast<float>(real)});
            };
            value = node("Mul", {value, number("prediction/deviation", scale.deviation)}, "prediction/scaled");
            if (isCoarse(scale)) {
                tellDouble("the output prediction", scale, facts().target);
                value = node("Cast", {value}, "prediction/double", {integerAttribute("to", onnx::doubleType)});
                for (const std::string& part : inDouble("prediction/mean", {1}, {scale.mean})) {
                    value = node("Add", {value, part}, "prediction/shifted");
                }
            } else {
                value = node("Add", {value, number("prediction/mean", scale.mean)}, "prediction/shifted");
            }
        }
        m_graph.outputs.push_back({.name = node("Identity", {value}, "prediction"),
                                   .element = isCoarse(scale) ? Value::Element::Double : Value::Element::Real,
                                   .axes = {any(batchAxis)}});
    }

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
        addScores(m_values.at(scores), axes);
        m_graph.outputs.insert(m_graph.outputs.end(), m_states.begin(), m_states.end());
    }

    void addScores(const std::string& scores, const std::vector<Value::Axis>& axes)
    {
        const std::string logits = node("Identity", {scores}, "logits");
        m_graph.outputs.push_back({.name = logits, .element = Value::Element::Real, .axes = axes});
        const std::string probabilities = node("Softmax", {logits}, "probabilities", {integerAttribute("axis", -1)});
        m_graph.outputs.push_back({.name = probabilities, .element = Value::Element::Real, .axes = axes});
    }

    void addMetadata()
    {
        m_graph.metadata["hamnet.model"] = writeModel(m_net->model);
        m_graph.metadata["hamnet.iteration"] = std::to_string(m_net->iteration);
        if (m_net->vocabulary) {
            m_graph.metadata["hamnet.vocabulary"] = printVocabulary(*m_net->vocabulary);
        }
        if (m_net->sequences) {
            m_graph.metadata["hamnet.sequences"] = printSequences(*m_net->sequences);
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
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "weight %1 %2 was left out: the net in use, without what only "
                                                 "training needs, does not have it"),
                        tensor.name, tensor.shape));
            }
        }
    }

    const PortableNet* m_net;
    TensorIndex m_weights;
    Model m_model; ///< as it writes text, or says something of sequences
    bool m_ofSequences;
    DataWiring m_samples; ///< of a net of sequences
    Feed m_feed;
    bool m_startsAnew = false; ///< behind the ends of lines whose lengths the net does not read
    std::string m_intLengths, m_realLengths, m_stepNumbers, m_rest, m_restLengths, m_endPlaces, m_backPlaces, m_cont,
        m_backCont;                               ///< values, once they are there
    std::map<std::int64_t, std::string> m_zeros;  ///< likewise, by width
    std::map<std::string, std::string> m_learned; ///< constants of typed cells, by their weights
    TransferReport* m_report;
    std::map<std::string, LayerPlaces> m_places; ///< by layer
    std::map<std::string, std::string> m_values; ///< by tensor: an in-place layer makes a new value
    std::set<std::string> m_used;                ///< names of values
    std::vector<Value> m_states;
    Graph m_graph;
};

/// Whether the streams keep apart in the graph of a net of text.
bool takesAnyStreams(const Graph& graph)
{
    try {
        TransferReport unused;
        readChain(graph, "the graph", unused);
        return true;
    } catch (const Error&) {
        return false;
    }
}

bool reshapes(const Model& model)
{
    return std::ranges::any_of(model.layers,
                               [](const Layer& layer) { return layerType(layer.type).name == "RESHAPE"; });
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

Model inUse(const Model& model)
{
    return dataKindOf(model).inUse(model);
}

onnx::Graph graphOf(const PortableNet& net, TransferReport& report)
{
    Graph graph = Export(net, report).run();
    if (dataKindOf(net.model).answersEachStep && reshapes(net.model) && !takesAnyStreams(graph)) {
        fixStreams(graph); // as the RESHAPE has the batch of one stream in its shape, for all that can be told
    }
    return graph;
}

std::string printOnnx(const PortableNet& net, TransferReport& report)
{
    return onnx::print(graphOf(net, report));
}

} // namespace engine

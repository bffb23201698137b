// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/code/computation.h"
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_chain.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace engine {
namespace {

using code::Computation;
using code::LayerNote;
using code::Operation;
using code::Part;
using code::Source;
using code::Variable;
using onnx::Attribute;
using onnx::Graph;
using onnx::Tensor;
using onnx::Value;
using Kind = Operation::Kind;

constexpr const char* stepsAxis = "steps";
constexpr const char* streamsAxis = "streams";
constexpr const char* batchAxis = "batch"; ///< sequences

Attribute integerAttribute(const std::string& name, std::int64_t value)
{
    return {.name = name, .integer = value};
}

/// The operator that does the same element by element; Square is a product.
const char* operatorOf(cells::Operation operation)
{
    using Of = cells::Operation;
    static const std::map<Of, const char*> names = {
        {Of::Negate, "Neg"}, {Of::Add, "Add"},    {Of::Subtract, "Sub"},    {Of::Multiply, "Mul"},
        {Of::Square, "Mul"}, {Of::Divide, "Div"}, {Of::Sigmoid, "Sigmoid"}, {Of::Tanh, "Tanh"},
        {Of::Relu, "Relu"},  {Of::Exp, "Exp"},    {Of::Log, "Log"},         {Of::Softplus, "Softplus"},
        {Of::Sqrt, "Sqrt"},  {Of::Abs, "Abs"},    {Of::Max, "Max"},         {Of::Min, "Min"}};
    return names.at(operation);
}

/// Prints a computation as nodes. What belongs to each step is [T, N, W], or [N, W] in the body of a Scan; what there
/// is once for a sequence [N, W].
class Export {
public:
    Export(const PortableNet& net, TransferReport& report)
        : m_net(net),
          m_report(report),
          m_facts(net.sequences.value_or(SampleFacts())),
          m_computed(code::computationOf(net, {}, code::Target::Graph)),
          m_weights(net.weights)
    {
        for (LayerPlaces& places : weightPlaces(inUse(net.model))) {
            m_places.emplace(places.layer.name, std::move(places));
        }
    }

    Graph run()
    {
        m_graph.name = m_net.model.name.empty() ? "net" : m_net.model.name;
        m_computed.writes ? addText() : addSequences();
        for (const Part& part : m_computed.parts) {
            add(part);
        }
        const std::string scores = read(m_computed.scores, m_computed.scoresWidth);
        if (m_computed.writes) {
            addScores(scores, {{.word = stepsAxis}, {.word = streamsAxis}, {.extent = m_computed.scoresWidth}});
            addStates();
        } else {
            addAnswers(scores);
        }
        m_graph.metadata = metadataOf(m_net);
        reportUnwritten();
        return std::move(m_graph);
    }

private:
    // What goes in

    void addInput(const std::string& name, std::int64_t element, std::vector<Value::Axis> axes)
    {
        m_graph.inputs.push_back({.name = name, .element = element, .axes = std::move(axes)});
        m_used.insert(name);
    }

    void addText()
    {
        m_graph.words = "data: numbers of characters. State tensors are zeros where a text starts; what comes out of "
                        "one call goes into the next.";
        m_ids = "data";
        addInput(m_ids, onnx::int64Type, {{.word = stepsAxis}, {.word = streamsAxis}});
    }

    /// The sequences as a file of data has them, sequence by sequence, and what brings them to what the net reads.
    void addSequences()
    {
        const Value::Axis steps =
            m_computed.anySteps ? Value::Axis{.word = stepsAxis} : Value::Axis{.extent = m_computed.steps};
        const DataKind& kind = sequencesNamed(m_facts.kind);
        if (m_computed.input < 0) {
            m_graph.words = "text: numbers of characters, 0 behind the end of a shorter sequence.";
            addInput("text", onnx::int64Type, {{.word = batchAxis}, steps});
            m_ids = turned("text", {1, 0});
        } else {
            addNumbers(kind, steps, m_computed.variable(m_computed.input).width);
        }
        if (m_computed.anySteps) {
            m_graph.words += " lengths: how many steps of each sequence are real, at least 1.";
            addInput("lengths", onnx::int64Type, {{.word = batchAxis}});
        }
    }

    void addNumbers(const DataKind& kind, const Value::Axis& steps, std::int64_t width)
    {
        if (!m_facts.inputScales.empty() && std::ssize(m_facts.inputScales) != width) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "the net reads %1 numbers a step, but its data are told as %2 columns"),
                    width, m_facts.inputScales.size()));
        }
        const Value::Axis numbers{.extent = width};
        std::string& input = m_values[m_computed.input];
        if (kind.ofPictures) {
            m_graph.words = "image: pixels from 0 to 255.";
            const bool columns = m_computed.columns;
            addInput("image", onnx::floatType,
                     {{.word = batchAxis}, columns ? numbers : steps, columns ? steps : numbers});
            const std::string scaled =
                node("Mul", {"image", constant("image/scale", {1}, {pixelScale})}, "image/scaled");
            input = columns ? turned(scaled, {2, 0, 1}) : turned(scaled, {1, 0, 2});
        } else {
            const bool isTable = kind.ofColumns && !m_facts.inputScales.empty();
            const std::string name = isTable ? "window" : "data";
            m_graph.words = isTable ? ENGINE_TEXT("Sentences", "window: rows of a table, in the columns' own units.")
                                    : ENGINE_TEXT("Sentences", "data: sequences.");
            addInput(name, isTable ? onnx::doubleType : onnx::floatType, {{.word = batchAxis}, steps, numbers});
            input = turned(isTable ? standardised(name) : name, {1, 0, 2});
        }
    }

    std::string turned(const std::string& value, std::vector<std::int64_t> order)
    {
        return node("Transpose", {value}, value + "/turned", {{.name = "perm", .integers = std::move(order)}});
    }

    /// As the columns were brought to mean 0 and deviation 1 for the training.
    std::string standardised(const std::string& value)
    {
        const std::vector<Standardisation>& scales = m_facts.inputScales;
        std::vector<double> means;
        std::vector<float> deviations;
        for (const Standardisation& scale : scales) {
            means.push_back(scale.mean);
            deviations.push_back(static_cast<float>(scale.deviation));
        }
        const Shape shape = {std::ssize(scales)};
        std::string centred = value;
        for (const std::string& part : inDouble(value + "/mean", shape, means)) {
            centred = node("Sub", {centred, part}, value + "/centred");
        }
        centred = node("Cast", {centred}, value + "/float", {integerAttribute("to", onnx::floatType)});
        return node("Div", {centred, constant(value + "/deviation", shape, deviations)}, value + "/standardised");
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

    // Values and constants

    /// A name for a value that no other has.
    std::string unused(const std::string& wish)
    {
        std::string name = wish;
        while (!m_used.insert(name).second) {
            name += '_';
        }
        return name;
    }

    /// Adds a node of one output, and returns the output's name.
    std::string node(const std::string& type, std::vector<std::string> inputs, const std::string& wish,
                     std::vector<Attribute> attributes = {})
    {
        const std::string output = unused(wish);
        m_target->nodes.push_back({.type = type,
                                   .name = say("%1_%2", type, m_graph.nodes.size() + m_target->nodes.size()),
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

    /// A list of them where no shape is given.
    std::string integers(const std::string& wish, std::vector<std::int64_t> values, std::optional<Shape> shape = {})
    {
        const Shape all = shape.value_or(Shape{std::ssize(values)});
        m_graph.constants.push_back({.name = unused(wish), .shape = all, .values = {}, .integers = std::move(values)});
        return m_graph.constants.back().name;
    }

    using Place = std::function<std::int64_t(std::int64_t)>; ///< where an element is, by its number

    /// A constant made of a weight, once for each form; zeros behind the weight's end.
    const std::string& constantOf(int number, const std::string& form, const Shape& shape, const Place& place)
    {
        const code::Weight& from = m_computed.weight(number);
        std::string& name = m_constants[{number, form}];
        if (name.empty()) {
            std::vector<float> values;
            for (std::int64_t element = 0; element < shape.count(); ++element) {
                const auto found = static_cast<std::size_t>(place(element));
                values.push_back(found < from.values.size() ? from.values[found] : 0);
            }
            name = constant(from.tensor, shape, std::move(values));
            m_report.moved.push_back({from.tensor, name, shape});
        }
        return name;
    }

    /// What a product reads: [I, O], of several heads with zeros where an output reads nothing of an input.
    const std::string& matrixOf(const Operation& product)
    {
        const Shape& shape = m_computed.weight(product.matrix).shape;
        const std::int64_t outputs = shape[0], inputs = shape[1], heads = product.heads;
        return constantOf(product.matrix, "columns", {inputs * heads, outputs}, [&](std::int64_t element) {
            const std::int64_t input = element / outputs, output = element % outputs;
            const bool reads = input / inputs == output / (outputs / heads);
            return reads ? output * inputs + input % inputs : outputs * inputs;
        });
    }

    /// `width` elements along the last axis.
    std::string read(const Source& source, std::int64_t width)
    {
        const std::int64_t count = source.count > 0 ? source.count : width;
        const Place place = [&](std::int64_t element) { return element / source.each % count + source.offset; };
        if (source.weight >= 0) {
            return constantOf(source.weight, say("%1 %2 %3 %4", source.offset, source.each, count, width), {width},
                              place);
        }
        const std::string& whole = m_values.at(source.variable);
        if (source.each != 1 || count != width) {
            return gathered(whole, width, place);
        }
        return source.offset == 0 && count == m_computed.variable(source.variable).width
                   ? whole
                   : sliced(whole, source.offset, source.offset + count, -1);
    }

    std::string gathered(const std::string& value, std::int64_t width, const Place& place)
    {
        std::vector<std::int64_t> places;
        for (std::int64_t element = 0; element < width; ++element) {
            places.push_back(place(element));
        }
        return node("Gather", {value, integers(value + "/places", std::move(places))}, value + "/gathered",
                    {integerAttribute("axis", -1)});
    }

    std::string sliced(const std::string& value, std::int64_t from, std::int64_t to, std::int64_t axis)
    {
        return sliced(value, from, to, axis, value + "/slice");
    }
    std::string sliced(const std::string& value, std::int64_t from, std::int64_t to, std::int64_t axis,
                       const std::string& name)
    {
        return node(
            "Slice",
            {value, integers(name + "/from", {from}), integers(name + "/to", {to}), integers(name + "/axis", {axis})},
            name);
    }

    // Operations

    void add(const Part& part)
    {
        const LayerNote& note = m_computed.layers[part.layer];
        if (note.stack && !note.stack->cell->typed) {
            if (m_native.insert(part.layer).second) {
                addStack(note);
            }
        } else if (!part.states.empty()) {
            addScan(part, note);
        } else {
            addOperations(part);
        }
    }

    void addOperations(const Part& part)
    {
        for (const Operation& operation : part.operations) {
            m_values[operation.result] = valueOf(operation, m_computed.variable(operation.result));
        }
    }

    std::string valueOf(const Operation& operation, const Variable& result)
    {
        const std::string& name = result.name;
        const std::int64_t rows = operation.rows;
        switch (operation.kind) {
        case Kind::Row: {
            const Shape& shape = m_computed.weight(operation.matrix).shape;
            const std::string& matrix =
                constantOf(operation.matrix, "rows", shape, [](std::int64_t index) { return index; });
            return node("Gather", {matrix, m_ids}, name, {integerAttribute("axis", 0)});
        }
        case Kind::Product: {
            const std::int64_t inputs = operation.heads * m_computed.weight(operation.matrix).shape[1];
            const std::string x = inRows(read(operation.sources[0], rows * inputs), rows, result);
            const std::string y = node("MatMul", {x, matrixOf(operation)}, name);
            return outOfRows(
                operation.bias < 0 ? y : node("Add", {y, read({.weight = operation.bias}, result.width / rows)}, name),
                rows, result);
        }
        case Kind::Element:
            return elementOf(operation, result);
        case Kind::Norm:
            return outOfRows(norm(inRows(read(operation.sources[0], result.width), rows, result), name), rows, result);
        case Kind::Softmax: {
            const std::string x = inRows(read(operation.sources[0], result.width), rows, result);
            return outOfRows(node("Softmax", {x}, name, {integerAttribute("axis", -1)}), rows, result);
        }
        case Kind::Reduce: {
            Source whole = operation.sources[0];
            whole.count *= rows;
            std::string x = inRows(read(whole, whole.count), rows, result);
            x = operation.reduced == 'a'   ? node("Abs", {x}, name)
                : operation.reduced == 'q' ? node("Mul", {x, x}, name)
                                           : x;
            const std::string sum = node("ReduceSum", {x, integers(name + "/axis", {-1})}, name);
            const auto factor = static_cast<float>(operation.factor);
            return outOfRows(node("Mul", {sum, constant(name + "/factor", {}, {factor})}, name), rows, result);
        }
        case Kind::Join:
            return joined(operation, result);
        case Kind::Last:
            return lastOf(operation, result);
        case Kind::Mean:
            return meanOf(read(operation.sources[0], result.width), name);
        }
        return {};
    }

    /// The value's last axis as `rows` axes, and back.
    std::string inRows(const std::string& value, std::int64_t rows, const Variable& like)
    {
        return rows == 1 ? value : reshaped(value, {rows, -1}, like);
    }
    std::string outOfRows(const std::string& value, std::int64_t rows, const Variable& like)
    {
        return rows == 1 ? value : reshaped(value, {-1}, like);
    }
    std::string reshaped(const std::string& value, std::vector<std::int64_t> last, const Variable& like)
    {
        const std::size_t leading = like.everyStep && m_target == &m_graph ? 2 : 1;
        last.insert(last.begin(), leading, 0);
        return node("Reshape", {value, integers(like.name + "/shape", std::move(last))}, like.name + "/rows");
    }

    std::string elementOf(const Operation& operation, const Variable& result)
    {
        const cells::ElementEquation& equation = operation.equation;
        std::vector<std::string> sources, values;
        std::vector<bool> hasStreams; ///< else it is one number or a vector, alike for all streams
        for (const Source& source : operation.sources) {
            sources.push_back(read(source, result.width));
        }
        for (const cells::Value& value : equation.graph.values()) {
            const auto at = [&](int number) { return static_cast<std::size_t>(number); };
            if (value.kind == cells::Value::Kind::Constant) {
                values.push_back(constant(result.name + "/number", {}, {static_cast<float>(value.number)}));
            } else if (value.kind != cells::Value::Kind::Operation) {
                const bool isVector = value.kind == cells::Value::Kind::Vector;
                values.push_back(sources[at(value.index) + (isVector ? equation.inputs.size() : 0)]);
            } else {
                std::vector<std::string> operands = {values[at(value.a)]};
                if (value.b >= 0 || value.operation == cells::Operation::Square) {
                    operands.push_back(values[at(value.b >= 0 ? value.b : value.a)]);
                }
                values.push_back(node(operatorOf(value.operation), std::move(operands), result.name));
            }
            hasStreams.push_back(value.kind == cells::Value::Kind::Input || (value.a >= 0 && hasStreams[at(value.a)]) ||
                                 (value.b >= 0 && hasStreams[at(value.b)]));
        }
        const auto last = static_cast<std::size_t>(equation.value);
        return hasStreams[last]
                   ? values[last]
                   : node("Expand", {values[last], node("Shape", {sources[0]}, result.name + "/shape")}, result.name);
    }

    /// (a - mean) / sqrt(mean of (a - mean)² + eps), over the last axis
    std::string norm(const std::string& a, const std::string& name)
    {
        constexpr float eps = 1e-5F;
        const auto mean = [&](const std::string& value, const char* of) {
            return node("ReduceMean", {value}, name + of, {{.name = "axes", .integers = {-1}}});
        };
        const std::string centred = node("Sub", {a, mean(a, "/mean")}, name + "/centred");
        const std::string variance = mean(node("Mul", {centred, centred}, name + "/squares"), "/variance");
        const std::string sum = node("Add", {variance, constant(name + "/eps", {}, {eps})}, name + "/sum");
        return node("Div", {centred, node("Sqrt", {sum}, name + "/deviation")}, name);
    }

    std::string joined(const Operation& operation, const Variable& result)
    {
        std::vector<std::string> parts;
        for (std::size_t index = 0; index < operation.sources.size(); ++index) {
            const Source& source = operation.sources[index];
            const std::int64_t count = source.count, stride = operation.strides[index];
            const auto place = [&](std::int64_t element) {
                return source.offset + element / count * stride + element % count;
            };
            parts.push_back(operation.rows == 1
                                ? read(source, count)
                                : inRows(gathered(m_values.at(source.variable), operation.rows * count, place),
                                         operation.rows, result));
        }
        const std::string all =
            parts.size() == 1 ? parts[0] : node("Concat", parts, result.name, {integerAttribute("axis", -1)});
        return outOfRows(all, operation.rows, result);
    }

    // Of sequences, one vector each

    /// The input `lengths` as the nodes want it, cast once for each.
    const std::string& lengths(std::int64_t type)
    {
        std::string& cast = m_lengths[type];
        if (cast.empty()) {
            cast = node("Cast", {"lengths"}, type == onnx::floatType ? "lengths/float" : "lengths/int32",
                        {integerAttribute("to", type)});
        }
        return cast;
    }

    /// [T, N, W] -> [N, W]
    std::string stepAt(const std::string& value, std::int64_t step, const std::string& name)
    {
        return node("Gather", {value, integers(name + "/step", {step}, Shape())}, name, {integerAttribute("axis", 0)});
    }

    /// [T, N, W] -> [N, W]: the last real step of each sequence; elements from Operation::from on are of the first.
    std::string lastOf(const Operation& operation, const Variable& result)
    {
        const std::string& name = result.name;
        const std::string value = read(operation.sources[0], result.width);
        const bool both = operation.from < result.width;
        std::string forward = both ? sliced(value, 0, operation.from, 2) : value;
        if (m_computed.anySteps) {
            const std::string last = node("Sub", {"lengths", integers(name + "/one", {1})}, name + "/last");
            const std::string places = node("Unsqueeze", {last, integers(name + "/axis", {1})}, name + "/places");
            forward = node("GatherND", {turned(forward, {1, 0, 2}), places}, name + "/end",
                           {integerAttribute("batch_dims", 1)});
        } else {
            forward = stepAt(forward, -1, name + "/end");
        }
        return both ? node("Concat",
                           {forward, stepAt(sliced(value, operation.from, result.width, 2), 0, name + "/begin")}, name,
                           {integerAttribute("axis", 1)})
                    : forward;
    }

    std::string meanOf(const std::string& value, const std::string& name)
    {
        if (!m_computed.anySteps) {
            return node("ReduceMean", {value}, name,
                        {{.name = "axes", .integers = {0}}, integerAttribute("keepdims", 0)});
        }
        const std::string sum =
            node("ReduceSum", {node("Mul", {value, realSteps(value)}, name + "/real"), integers(name + "/steps", {0})},
                 name + "/sum", {integerAttribute("keepdims", 0)});
        const std::string counts =
            node("Unsqueeze", {lengths(onnx::floatType), integers(name + "/column", {1})}, name + "/counts");
        return node("Div", {sum, counts}, name);
    }

    /// [T, N, 1] for a value [T, N, ...]: 1 for the steps of each sequence, 0 behind its end.
    const std::string& realSteps(const std::string& value)
    {
        if (m_realSteps.empty()) {
            const std::string name = "lengths/real";
            const auto number = [&](const char* what, std::int64_t integer) {
                return integers(name + what, {integer}, Shape());
            };
            const std::string count = node("Gather", {node("Shape", {value}, name + "/shape"), number("/axis", 0)},
                                           name + "/count", {integerAttribute("axis", 0)});
            const std::string range = node("Range", {number("/first", 0), count, number("/each", 1)}, name + "/range");
            const std::string steps = node("Unsqueeze", {range, integers(name + "/row", {1})}, name + "/steps");
            const std::string mask = node("Cast", {node("Less", {steps, "lengths"}, name + "/before_end")},
                                          name + "/mask", {integerAttribute("to", onnx::floatType)});
            m_realSteps = node("Unsqueeze", {mask, integers(name + "/width", {2})}, name);
        }
        return m_realSteps;
    }

    // Recurrent layers

    /// Of each state of a layer of a net of text, for each of its stacked layers: an input before the first step, and
    /// what there is after the last.
    struct States {
        std::vector<std::vector<std::string>> first, last;
    };

    States& statesOf(const LayerNote& note)
    {
        const auto [place, isNew] = m_states.try_emplace(&note);
        if (isNew && m_computed.writes) {
            for (const std::string_view state : note.stack->cell->states) {
                place->second.first.push_back(addState(note, say("%1.%2", note.name, std::string(state) + "0")));
            }
            place->second.last.resize(place->second.first.size());
        }
        return place->second;
    }

    static std::vector<Value::Axis> stateAxes(const LayerNote& note)
    {
        return {{.extent = note.stack->layers}, {.word = streamsAxis}, {.extent = note.units}};
    }

    /// An input of the graph for the state of all stacked layers, cut into one for each.
    std::vector<std::string> addState(const LayerNote& note, const std::string& wish)
    {
        const std::string name = unused(wish);
        const auto count = static_cast<std::size_t>(note.stack->layers);
        addInput(name, onnx::floatType, stateAxes(note));
        if (count == 1) {
            return {name};
        }
        onnx::Node split{.type = "Split",
                         .name = name + "/split",
                         .inputs = {name},
                         .outputs = {},
                         .attributes = {integerAttribute("axis", 0)}};
        for (std::size_t level = 0; level < count; ++level) {
            split.outputs.push_back(unused(say("%1/l%2", name, level)));
        }
        split.inputs.push_back(integers(name + "/parts", std::vector<std::int64_t>(count, 1)));
        m_graph.nodes.push_back(split);
        return split.outputs;
    }

    /// A name for what a stacked layer leaves of its state.
    std::string lastName(const LayerNote& note, std::size_t state, std::size_t level) const
    {
        const std::string name = say("%1.%2T", note.name, note.stack->cell->states[state]);
        return note.stack->layers == 1 ? name : say("%1/l%2", name, level);
    }

    /// Stacked layers by one node of ONNX each, for all directions.
    void addStack(const LayerNote& note)
    {
        const RecurrentStack& stack = *note.stack;
        States& states = statesOf(note);
        const std::vector<RecurrentPlaces> places = recurrentPlaces(m_places.at(note.name));
        const auto directions = static_cast<std::size_t>(stack.directions);
        std::string value = read(note.input, note.width);
        for (std::size_t level = 0; level < static_cast<std::size_t>(stack.layers); ++level) {
            const std::string prefix = stack.layers == 1 ? note.name : say("%1/l%2", note.name, level);
            onnx::Node node{
                .type = std::string(stack.cell->onnx.type),
                .name = prefix,
                .inputs = inputsOf(note, value, std::span(places).subspan(level * directions, directions), prefix),
                .outputs = {unused(prefix + "/Y")},
                .attributes = attributesOf(stack, note.units)};
            for (std::size_t state = 0; state < states.first.size(); ++state) {
                const std::string& first = states.first[state][level];
                node.inputs.push_back(stack.isBidirectional() ? withZeros(first) : first);
                const std::string name = lastName(note, state, level);
                node.outputs.push_back(unused(stack.isBidirectional() ? name + "/directions" : name));
                states.last[state].push_back(node.outputs.back());
            }
            m_graph.nodes.push_back(node);
            for (std::size_t state = 0; stack.isBidirectional() && state < states.last.size(); ++state) {
                std::string& last = states.last[state].back(); // of a backward direction nothing goes on
                last = sliced(last, 0, 1, 0, lastName(note, state, level));
            }
            value = stackJoined(node.outputs[0], stack, prefix);
        }
        m_values[note.output] = value;
    }

    /// [T, D, N, H] -> [T, N, D·H]
    std::string stackJoined(const std::string& y, const RecurrentStack& stack, const std::string& name)
    {
        if (!stack.isBidirectional()) {
            return node("Squeeze", {y, integers(name + "/direction", {1})}, name);
        }
        const std::string beside =
            node("Transpose", {y}, name + "/turned", {{.name = "perm", .integers = {0, 2, 1, 3}}});
        return node("Reshape", {beside, integers(name + "/joined_shape", {0, 0, -1})}, name);
    }

    static std::vector<Attribute> attributesOf(const RecurrentStack& stack, std::int64_t units)
    {
        std::vector<Attribute> attributes = {integerAttribute("hidden_size", units)};
        if (stack.isBidirectional()) {
            attributes.push_back({.name = "direction", .text = "bidirectional"});
        }
        if (stack.cell->recurrentBias) { // which the reset gate multiplies with Wh h_{t-1}
            attributes.push_back(integerAttribute("linear_before_reset", 1));
        }
        if (stack.cell != onnx::cellsOf(stack.cell->onnx.type).front()) { // whose functions are ONNX's defaults
            attributes.push_back({.name = "activations", .texts = onnx::functionsOf(*stack.cell, stack.directions)});
        }
        return attributes;
    }

    /// x, the weights of all directions, and how many steps of each sequence are read.
    std::vector<std::string> inputsOf(const LayerNote& note, const std::string& x,
                                      std::span<const RecurrentPlaces> parts, const std::string& prefix)
    {
        const RecurrentStack& stack = *note.stack;
        const GateOrder order = gateOrder(*stack.cell, stack.cell->onnx.gates);
        const auto append = [&](std::vector<float>& values, const LayerWeight& place, const char* as) {
            const std::vector<float> rows = gatesTo(order, m_weights.of(place).values);
            values.insert(values.end(), rows.begin(), rows.end());
            m_report.moved.push_back({place.name, prefix + as, place.spec.shape});
        };
        std::vector<float> W, R, B;
        for (const RecurrentPlaces& part : parts) {
            append(W, *part.Wx, "/W");
            append(R, *part.Wh, "/R");
            append(B, *part.b, "/B"); // Wb and Rb; without bh of our own Rb is zeros
            if (part.bh != nullptr) {
                append(B, *part.bh, "/B");
            } else {
                B.resize(B.size() + static_cast<std::size_t>(part.b->spec.shape.count()));
            }
        }
        const std::int64_t rows = parts[0].b->spec.shape.count();
        std::vector<std::string> inputs = {
            x, constant(prefix + "/W", {stack.directions, rows, parts[0].width()}, std::move(W)),
            constant(prefix + "/R", {stack.directions, rows, note.units}, std::move(R)),
            constant(prefix + "/B", {stack.directions, 2 * rows}, std::move(B))};
        if (m_computed.writes || m_computed.anySteps) {
            inputs.push_back(m_computed.anySteps && !m_computed.writes ? lengths(onnx::int32Type) : std::string());
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

    // Typed cells

    /// A Scan for each direction of each stacked layer, whose body is a step.
    void addScan(const Part& part, const LayerNote& note)
    {
        const bool backward = part.order == Part::Order::Backward;
        const bool masked = backward && m_computed.anySteps && !m_computed.writes;
        States& states = statesOf(note);
        const std::size_t level = states.last.empty() ? 0 : states.last[0].size();
        const bool carries = !backward && !states.first.empty();
        onnx::Node scan{
            .type = "Scan", .name = unused(note.name + "/" + part.place + "step"), .inputs = {}, .outputs = {}};
        Graph body;
        body.name = scan.name;
        const std::string x = m_values.at(part.input);
        const std::map<int, std::string> around = m_values;
        for (std::size_t state = 0; state < part.states.size(); ++state) {
            scan.inputs.push_back(carries ? firstOf(states.first[state][level]) : zeros(x, note.units));
            m_values[part.states[state].before] = bodyInput(body, m_computed.variable(part.states[state].before));
            scan.outputs.push_back(unused(say("%1/last%2", scan.name, state)));
        }
        scan.inputs.push_back(x);
        m_values[part.input] = bodyInput(body, {scan.name + "/x", m_computed.variable(part.input).width, true});
        std::string real; // behind its end a sequence read backward leaves no state
        if (masked) {
            scan.inputs.push_back(realSteps(x));
            real = bodyInput(body, {scan.name + "/real", 1, true});
        }
        scan.outputs.push_back(unused(scan.name + "/h"));
        m_target = &body;
        addOperations(part);
        for (const Part::State& state : part.states) {
            const std::string after = m_values.at(state.after);
            addBodyOutput(body, masked ? node("Mul", {after, real}, after + "/real") : after, note.units);
        }
        addBodyOutput(body, m_values.at(part.output), note.units);
        m_target = &m_graph;
        m_values = around;
        m_values[part.output] = scan.outputs.back();
        const auto sequences = static_cast<std::size_t>(masked ? 2 : 1);
        scan.attributes = {
            {.name = "body", .graph = std::make_shared<const Graph>(std::move(body))},
            integerAttribute("num_scan_inputs", masked ? 2 : 1),
            {.name = "scan_input_directions", .integers = std::vector<std::int64_t>(sequences, backward ? 1 : 0)},
            {.name = "scan_output_directions", .integers = {backward ? 1 : 0}}};
        m_graph.nodes.push_back(scan);
        for (std::size_t state = 0; carries && state < part.states.size(); ++state) {
            const std::string name = lastName(note, state, level);
            states.last[state].push_back(node("Unsqueeze", {scan.outputs[state], integers(name + "/axis", {0})}, name));
        }
    }

    std::string bodyInput(Graph& body, const Variable& like)
    {
        body.inputs.push_back({.name = unused(like.name), .axes = {{.word = streamsAxis}, {.extent = like.width}}});
        return body.inputs.back().name;
    }

    void addBodyOutput(Graph& body, const std::string& value, std::int64_t units)
    {
        const std::string name = node("Identity", {value}, value + "/out");
        body.outputs.push_back({.name = name, .axes = {{.word = streamsAxis}, {.extent = units}}});
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

    // The ends

    void addStates()
    {
        for (const LayerNote& note : m_computed.layers) {
            const auto found = m_states.find(&note);
            for (std::size_t state = 0; found != m_states.end() && state < found->second.last.size(); ++state) {
                const std::vector<std::string>& parts = found->second.last[state];
                const std::string value =
                    parts.size() == 1 ? parts[0]
                                      : node("Concat", parts, say("%1.%2T", note.name, note.stack->cell->states[state]),
                                             {integerAttribute("axis", 0)});
                m_graph.outputs.push_back({.name = value, .axes = stateAxes(note)});
            }
        }
    }

    /// What the net says of each sequence: scores and chances of the classes, or a number in its own unit.
    void addAnswers(const std::string& said)
    {
        if (m_computed.answer == Answer::Classes) {
            addScores(said, {{.word = batchAxis}, {.extent = m_computed.scoresWidth}});
            return;
        }
        const Standardisation& scale = m_facts.targetScale;
        const std::string deviation = constant("prediction/deviation", {1}, {static_cast<float>(scale.deviation)});
        const std::string numbers = node("Reshape", {said, integers("prediction/shape", {-1})}, "prediction/numbers");
        std::string value = node("Cast", {node("Mul", {numbers, deviation}, "prediction/scaled")}, "prediction/double",
                                 {integerAttribute("to", onnx::doubleType)});
        for (const std::string& part : inDouble("prediction/mean", {1}, {scale.mean})) {
            value = node("Add", {value, part}, "prediction/shifted");
        }
        m_graph.outputs.push_back({.name = node("Identity", {value}, "prediction"),
                                   .element = onnx::doubleType,
                                   .axes = {{.word = batchAxis}}});
    }

    void addScores(const std::string& scores, const std::vector<Value::Axis>& axes)
    {
        const std::string logits = node("Identity", {scores}, "logits");
        m_graph.outputs.push_back({.name = logits, .axes = axes});
        const std::string probabilities = node("Softmax", {logits}, "probabilities", {integerAttribute("axis", -1)});
        m_graph.outputs.push_back({.name = probabilities, .axes = axes});
    }

    /// What only training uses has no place in the graph.
    void reportUnwritten()
    {
        std::set<std::string_view> written;
        for (const TensorMove& move : m_report.moved) {
            written.insert(move.from);
        }
        for (const NamedTensor& tensor : m_net.weights) {
            if (!written.contains(tensor.name)) {
                m_report.skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "weight %1 %2 was left out: the net in use, without what only "
                                                 "training needs, does not have it"),
                        tensor.name, tensor.shape));
            }
        }
    }

    const PortableNet& m_net;
    TransferReport& m_report;
    SampleFacts m_facts;
    Computation m_computed;
    TensorIndex m_weights;
    std::map<std::string, LayerPlaces> m_places; ///< by layer
    std::string m_ids;
    std::map<int, std::string> m_values;                            ///< by variable
    std::map<std::pair<int, std::string>, std::string> m_constants; ///< by weight and form
    std::set<std::string> m_used;                                   ///< names of values
    std::set<std::size_t> m_native;                                 ///< layers that are there already
    std::map<const LayerNote*, States> m_states;
    std::map<std::int64_t, std::string> m_lengths, m_zeros; ///< values, once they are there: by type; by width
    std::string m_realSteps;
    Graph m_graph;
    Graph* m_target = &m_graph; ///< that nodes go to: the body of a Scan, or the whole
};

} // namespace

Model inUse(const Model& model)
{
    return dataKindOf(model).inUse(model);
}

onnx::Graph graphOf(const PortableNet& net, TransferReport& report)
{
    return Export(net, report).run();
}

std::string printOnnx(const PortableNet& net, TransferReport& report)
{
    return onnx::print(graphOf(net, report));
}

} // namespace engine

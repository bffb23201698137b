// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_chain.h"

#include "engine/formats/onnx/onnx_arrange.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace engine::onnx {
namespace {

/// What is known of a value.
struct Known {
    enum class Kind {
        Constant, ///< of the file, or made of constants and shapes
        Start,    ///< a state to start from: zeros, or what inputs of the graph say
        Text,     ///< the ids, or what the net has made of them
        End       ///< a state after the last step
    };

    Kind kind;
    const Node* node = nullptr;            ///< that made it
    const Tensor* tensor = &unknownTensor; ///< of Constant
    Layout layout = {};                    ///< of Text
    std::size_t place = 0;                 ///< of Text: how many steps have made it; none have made ids
    bool outside = false;                  ///< of Start: whether inputs of the graph are in it
    bool forwardOnly = false;              ///< of Start: whether zeros of a backward direction were put behind it
};

using Kind = Known::Kind;

constexpr const char* ownComputing =
    ENGINE_TEXT("Sentences", "it is no part of one chain from the ids to the scores, and "
                             "no weight, shape or state to start from");

constexpr std::size_t maxInputAxes = 8; // more than any text or state has
constexpr std::int64_t oneSoftmaxAxis = 13, withoutTestSetting = 7, withTrainingInput = 12; ///< opsets

/// The axes of ids. Nothing where more than two of them may be longer than 1: no text has so many.
std::optional<Layout> layoutOf(const Value& value)
{
    if (value.axes.size() > maxInputAxes) {
        return std::nullopt;
    }
    Layout layout;
    std::size_t moving = 0;
    for (const Value::Axis& axis : value.axes) {
        const bool fixed = axis.word.empty() && axis.extent > 0;
        layout.emplace_back();
        if (!fixed || axis.extent != 1) {
            if (moving == std::size(freeExtents)) {
                return std::nullopt;
            }
            layout.back() = {
                {moving == 0 ? Factor::Of::First : Factor::Of::Second, fixed ? axis.extent : freeExtents[moving]}};
            ++moving;
        }
    }
    return value.shaped ? std::optional(layout) : std::nullopt;
}

std::string inARow(std::span<const std::string> names)
{
    std::string all;
    for (const std::string& name : names) {
        all += (all.empty() ? "" : ", ") + name;
    }
    return all;
}

/// A node with what is known of its inputs; null where one is left out.
struct Call : CheckedNode {
    std::vector<const Known*> values = {};
    std::vector<const Tensor*> tensors = {}; ///< unknownTensor for what is no constant

    const Known* at(std::size_t place) const { return place < values.size() ? values[place] : nullptr; }

    /// Whether each input that gives the node's numbers, and is no setting, is so.
    bool each(auto isSo) const
    {
        return std::ranges::all_of(std::span(values).first(dataInputs(*this)),
                                   [&](const Known* value) { return value != nullptr && isSo(*value); });
    }

    std::int64_t count(Kind kind) const
    {
        return std::ranges::count_if(values, [&](const Known* one) { return one != nullptr && one->kind == kind; });
    }
};

class Walk {
public:
    Walk(const Graph& graph, const std::string& fileName) : m_graph(&graph), m_file(&fileName) {}

    PortableNet run()
    {
        m_net.model.name = m_graph->name;
        addConstants();
        addInputs();
        for (const Node& node : m_graph->nodes) {
            read(called(node));
        }
        finish();
        reportUnused();
        nameWeights();
        return std::move(m_net);
    }

private:
    using Rule = void (Walk::*)(const Call&);

    static constexpr std::size_t anyNumber = std::numeric_limits<std::size_t>::max();

    /// What a node of a type may have, and what it does with a text.
    struct Operator {
        std::set<std::string_view> attributes;
        std::size_t inputs, outputs = 1;
        Rule rule = nullptr;
        bool arranges = false; ///< it only cuts, joins, repeats or reshapes, so that zeros stay zeros
    };

    static const Operator* operatorOf(const std::string& type)
    {
        static const std::map<std::string_view, Operator> operators = {
            {"Add", {{}, 2, 1, &Walk::addSum}},
            {"Cast", {{"to", "saturate"}, 1, 1, &Walk::passCast, true}},
            {"Concat", {{"axis"}, anyNumber, 1, &Walk::pass, true}},
            {"ConstantOfShape", {{"value"}, 1}},
            {"Div", {{}, 2}},
            {"Dropout", {{"ratio", "seed", "is_test"}, 3, 2, &Walk::passDropout, true}},
            {"Expand", {{}, 2, 1, nullptr, true}},
            {"Flatten", {{"axis"}, 1, 1, &Walk::pass, true}},
            {"Gather", {{"axis"}, 2, 1, &Walk::addEmbedding, true}},
            {"Gemm", {{"alpha", "beta", "transA", "transB"}, 3, 1, &Walk::addGemm}},
            {"Identity", {{}, 1, 1, &Walk::pass, true}},
            {"LogSoftmax", {{"axis"}, 1, 1, &Walk::addActivation}},
            {"MatMul", {{}, 2, 1, &Walk::addProduct}},
            {"Mul", {{}, 2}},
            {"Relu", {{}, 1, 1, &Walk::addActivation}},
            {"Reshape", {{"allowzero"}, 2, 1, &Walk::pass, true}},
            {"Shape", {{"end", "start"}, 1}},
            {"Sigmoid", {{}, 1, 1, &Walk::addActivation}},
            {"Size", {{}, 1}},
            {"Slice", {{"axes", "ends", "starts"}, 5, 1, &Walk::pass, true}},
            {"Softmax", {{"axis"}, 1, 1, &Walk::addActivation}},
            {"Split", {{"axis", "num_outputs", "split"}, 2, anyNumber, nullptr, true}},
            {"Squeeze", {{"axes"}, 2, 1, &Walk::pass, true}},
            {"Sub", {{}, 2}},
            {"Tanh", {{}, 1, 1, &Walk::addActivation}},
            {"Tile", {{}, 2, 1, nullptr, true}},
            {"Transpose", {{"perm"}, 1, 1, &Walk::pass, true}},
            {"Unsqueeze", {{"axes"}, 2, 1, &Walk::pass, true}}};
        const auto found = operators.find(type);
        return found == operators.end() ? nullptr : &found->second;
    }

    // Values
    // -------------------------------------------------------------------------------------------------------------

    CheckedNode checked(const Node& node) const { return {node, *m_file, m_graph->opset}; }

    Call called(const Node& node) const
    {
        Call call{checked(node)};
        for (const std::string& name : node.inputs) {
            const auto found = m_values.find(name);
            call.require(name.empty() || found != m_values.end(),
                         say(ENGINE_TEXT("Sentences", "its input %1 is made by nothing before it"), printable(name)));
            call.values.push_back(name.empty() ? nullptr : &found->second);
            call.tensors.push_back(name.empty() ? nullptr : found->second.tensor);
        }
        return call;
    }

    void addConstants()
    {
        for (const Tensor& tensor : m_graph->constants) {
            if (m_values.emplace(tensor.name, Known{.kind = Kind::Constant, .tensor = &tensor}).second) {
                m_numbers += tensor.values.size();
            } else {
                m_net.report.skipped.push_back(say(
                    ENGINE_TEXT("Sentences",
                                "the constant %1 %2 was left out: the graph has another one of that name before it"),
                    printable(tensor.name), tensor.shape));
            }
        }
    }

    /// In old files a constant is an input, too, that may be replaced.
    void addInputs()
    {
        for (const Value& input : m_graph->inputs) {
            const std::optional<Layout> layout = layoutOf(input);
            const bool real = input.element == Value::Element::Real || input.element == Value::Element::Double;
            Known known{.kind = real ? Kind::Start : Kind::Constant, .outside = real};
            if (input.element == Value::Element::Integer && layout) {
                known = {.kind = Kind::Text, .layout = *layout};
            }
            m_values.emplace(input.name, std::move(known));
        }
    }

    void define(const CheckedNode& node, std::size_t output, Known value)
    {
        const std::vector<std::string>& outputs = node.node().outputs;
        value.node = &node.node();
        if (output < outputs.size() && !outputs[output].empty() &&
            !m_values.emplace(outputs[output], std::move(value)).second) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its output %1 has been made before"), printable(outputs[output])));
        }
    }

    Known made(Tensor tensor)
    {
        m_made.push_back(std::move(tensor));
        return {.kind = Kind::Constant, .tensor = &m_made.back()};
    }

    /// Counts numbers that are copied. A graph may use a constant several times, but not so that a small file becomes a
    /// large net.
    void charge(const CheckedNode& node, std::size_t numbers)
    {
        constexpr std::size_t times = 8;
        m_copied += numbers;
        node.require(m_copied <= times * m_numbers,
                     ENGINE_TEXT("Sentences", "the graph's constants are used more often than a net uses its weights"));
    }

    /// A constant of floats, to be copied. Throws Error, which calls it `what`.
    const Tensor& numbers(const Call& node, std::size_t place, const char* what)
    {
        const Known* const value = node.at(place);
        const Tensor& tensor = value == nullptr ? unknownTensor : *value->tensor;
        node.require(hasFloats(tensor), say(ENGINE_TEXT("Sentences", "its %1 %2 is no constant of this file that has "
                                                                     "floats, as is wanted"),
                                            what, printable(node.input(place))));
        charge(node, tensor.values.size());
        return tensor;
    }

    // Nodes
    // -------------------------------------------------------------------------------------------------------------

    void read(const Call& node)
    {
        const Operator* const known = operatorOf(node.type());
        node.require(node.node().domain.empty(),
                     say(ENGINE_TEXT("Sentences", "it is an operator of %1, but those of ONNX are wanted"),
                         printable(node.node().domain)));
        node.require(!node.node().outputs.empty(), ENGINE_TEXT("Sentences", "it has no output"));
        if (known != nullptr) {
            node.requireAttributes(known->attributes);
            node.requirePorts(known->inputs, known->outputs);
        }
        if (node.type() == "Shape" || node.type() == "Size") {
            define(node, 0, shapeOf(node));
        } else if (node.count(Kind::Text) > 0) {
            follow(node, known);
        } else if (node.count(Kind::End) > 0) { // states after the last step may be put together for an output
            node.require(known != nullptr && (known->rule == &Walk::pass || known->rule == &Walk::passCast) &&
                             node.each([](const Known& one) { return one.kind == Kind::End; }),
                         ENGINE_TEXT("Sentences", "it reads the state that a recurrent node has after the last step, "
                                                  "but the scores of each step are wanted"));
            define(node, 0, {.kind = Kind::End});
        } else {
            const Known value = withoutText(node, known);
            for (std::size_t output = 0; output < node.node().outputs.size(); ++output) {
                define(node, output, value);
            }
        }
    }

    void follow(const Call& node, const Operator* known)
    {
        if (!cellsOf(node.type()).empty()) {
            addCell(node);
            return;
        }
        node.require(known != nullptr && known->rule != nullptr,
                     ENGINE_TEXT("Sentences", "Hamnet has no such layer; a chain of Gather, recurrent cells, MatMul "
                                              "or Gemm, Tanh, Sigmoid, Relu and Softmax, with weights that are "
                                              "floats, is wanted"));
        node.require(node.count(Kind::Text) == 1,
                     ENGINE_TEXT("Sentences", "it puts together what several nodes make of the text, but a net in "
                                              "one chain is wanted"));
        (this->*known->rule)(node);
    }

    // Constants, shapes and states to start from

    Known withoutText(const Call& node, const Operator* known)
    {
        if (node.type() == "Constant") {
            return constantOf(node);
        }
        if (node.type() == "ConstantOfShape") {
            return filled(node);
        }
        const Tensor* const first = node.tensors.empty() ? nullptr : node.tensors.front();
        const bool constant = !node.tensors.empty() && node.count(Kind::Start) == 0;
        const bool whole =
            constant && std::ranges::all_of(node.tensors, [](auto* one) { return one == nullptr || isWhole(*one); });
        const std::int64_t to = node.type() == "Cast" ? node.integer("to", 0) : 0;
        node.require(!constant || whole || (to != halfType && to != bfloatType) || first == nullptr ||
                         first->values.empty() || commonOf(*first) == 0.0F,
                     ENGINE_TEXT("Sentences", "it rounds weights to 16 bits, but weights as they are used are wanted; "
                                              "export the net with its weights in float16 or float32"));
        const bool sameKind =
            node.type() == "Identity" || (node.type() == "Cast" && (whole ? isInteger(to) : isReal(to)));
        if (constant && sameKind && first != nullptr) {
            return *node.at(0);
        }
        if (constant && computesSizes(node.type())) {
            std::size_t count = 0;
            for (const Tensor* tensor : node.tensors) {
                count += tensor == nullptr ? 0 : tensor->values.size();
            }
            charge(node, count);
            if (std::optional<Tensor> result = folded(node, node.tensors)) {
                return made(std::move(*result));
            }
        }
        if (whole && computesSizes(node.type())) { // a shape, which is not known where it was not folded
            return repeated(node.type() == "Expand" || node.type() == "Tile" ? first : nullptr);
        }
        node.require(known != nullptr && known->arranges && node.each(isStart), ownComputing);
        return {.kind = Kind::Start,
                .outside = !node.each([](const Known& one) { return !one.outside; }),
                .forwardOnly = node.type() == "Concat" && node.values.size() == 2 && !node.at(1)->outside &&
                               node.integer("axis", 0) == 0};
    }

    /// Whether exporters compute shapes with it.
    static bool computesSizes(const std::string& type)
    {
        static const std::set<std::string_view> others = {"And",       "Equal",     "Greater",    "Less",      "Max",
                                                          "Min",       "Mod",       "Not",        "Or",        "Range",
                                                          "ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum", "Where"};
        return others.contains(type) || operatorOf(type) != nullptr;
    }

    /// Whole numbers of which it is known at most that each is this one.
    Known repeated(const Tensor* number)
    {
        const bool known = number != nullptr && number->integers.size() == 1;
        return known ? made({.name = {}, .shape = {}, .integers = number->integers, .known = false})
                     : Known{.kind = Kind::Constant};
    }

    Known filled(const CheckedNode& node)
    {
        const Attribute* const value = node.node().attribute("value"); // 0.0 where it is left out
        const Tensor* const number = value != nullptr && value->tensor ? &*value->tensor : nullptr;
        if (number != nullptr && !number->integers.empty()) {
            return repeated(number);
        }
        node.require(value == nullptr || (number != nullptr && commonOf(*number) == 0.0F),
                     ENGINE_TEXT("Sentences", "it makes other numbers than zeros, which no state starts from"));
        return {.kind = Kind::Start};
    }

    Known constantOf(const CheckedNode& node)
    {
        const std::vector<Attribute>& all = node.node().attributes;
        node.require(all.size() == 1 && node.node().outputs.size() == 1,
                     say(ENGINE_TEXT("Sentences", "it has %1 attributes and %2 outputs, but one of each is wanted"),
                         all.size(), node.node().outputs.size()));
        const Attribute& given = all.front();
        if (given.name == "value" && given.tensor) {
            m_numbers += given.tensor->values.size();
            return {.kind = Kind::Constant, .tensor = &*given.tensor};
        }
        Tensor tensor{.name = node.node().outputs[0], .shape = {}, .values = given.reals, .integers = given.integers};
        tensor.shape = {std::ssize(tensor.values) + std::ssize(tensor.integers)};
        if (given.name == "value_float" && given.real) {
            tensor = {.name = tensor.name, .shape = {}, .values = {*given.real}};
        } else if (given.name == "value_int" && given.integer) {
            tensor = {.name = tensor.name, .shape = {}, .integers = {*given.integer}};
        } else {
            tensor.known = given.name == "value_floats" || given.name == "value_ints";
        }
        m_numbers += tensor.values.size();
        return made(std::move(tensor));
    }

    Known shapeOf(const Call& node)
    {
        const Known* const value = node.at(0);
        std::optional<Extents> extents;
        if (value != nullptr && value->kind == Kind::Text) {
            extents = extentsOf(value->layout);
        } else if (value != nullptr && value->tensor->known) {
            extents = value->tensor->shape.extents();
        }
        if (!extents || node.type() == "Size") {
            return {.kind = Kind::Constant};
        }
        const auto count = std::ssize(*extents);
        const std::int64_t first = placeWithin(node.integer("start", 0), count),
                           last = placeWithin(node.integer("end", count), count);
        extents = Extents(extents->begin() + first, extents->begin() + std::max(first, last));
        return made({.name = node.node().outputs[0], .shape = {std::ssize(*extents)}, .integers = *extents});
    }

    static bool isStart(const Known& value)
    {
        return value.kind == Kind::Start || (value.kind == Kind::Constant && commonOf(*value.tensor) == 0.0F);
    }

    // Nodes that give the numbers of the text as they are
    // -------------------------------------------------------------------------------------------------------------

    /// The text, which must be the node's first input.
    static const Known& textOf(const Call& node)
    {
        const Known* const first = node.at(0);
        node.require(first != nullptr && first->kind == Kind::Text,
                     ENGINE_TEXT("Sentences", "its first input is not what the text has become, but another one is"));
        return *first;
    }

    void passWith(const Call& node, Layout layout)
    {
        Known passed = textOf(node);
        passed.layout = std::move(layout);
        define(node, 0, std::move(passed));
    }

    void pass(const Call& node)
    {
        std::optional<Layout> layout = arranged(node, textOf(node).layout, node.tensors);
        node.require(layout.has_value(),
                     ENGINE_TEXT("Sentences", "it takes a part of the text's numbers, or may mix those of several "
                                              "characters, but all of each are wanted, and apart from others"));
        passWith(node, std::move(*layout));
    }

    void passDropout(const Call& node)
    {
        const Known* const training = node.at(2);
        const bool off = training == nullptr || training->tensor->integers == std::vector<std::int64_t>{0};
        node.require((node.opset() >= withoutTestSetting || node.integer("is_test", 0) != 0) &&
                         (node.opset() < withTrainingInput || off),
                     ENGINE_TEXT("Sentences", "it drops numbers, as in training, but a net that reads text as trained "
                                              "is wanted"));
        passWith(node, textOf(node).layout);
    }

    void passCast(const Call& node)
    {
        const Known& text = textOf(node);
        const std::int64_t to = node.integer("to", 0);
        node.require(text.place == 0 ? isInteger(to) : isReal(to),
                     ENGINE_TEXT("Sentences", "it makes other numbers of the text: ids are whole numbers, and what "
                                              "the net makes of them are floats"));
        if (to == halfType || to == bfloatType) {
            m_net.report.notes.push_back(
                say(ENGINE_TEXT("Sentences", "node %1 rounds to 16 bits; Hamnet computes on in fp32"),
                    labelOf(node.node())));
        }
        passWith(node, text.layout);
    }

    // Layers
    // -------------------------------------------------------------------------------------------------------------

    static constexpr std::int64_t widthAxis = 2; ///< of [T, N, width]

    /// Throws Error unless the text ends the chain so far, from which nothing else may go on.
    void requireEnd(const CheckedNode& node, const Known& text) const
    {
        if (text.place < m_steps.size()) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it goes on from where node %1 does, too, but a net in one chain "
                                                     "from the ids to the scores is wanted"),
                            labelOf(*m_steps[text.place])));
        }
        if (!m_steps.empty() && m_steps.back()->type == "LogSoftmax") {
            checked(*m_steps.back())
                .refuse(ENGINE_TEXT("Sentences", "it lies inside the net, where Hamnet has no such layer; behind the "
                                                 "scores it is read"));
        }
    }

    void addStep(const CheckedNode& node, Layout layout)
    {
        m_steps.push_back(&node.node());
        define(node, 0, {.kind = Kind::Text, .layout = std::move(layout), .place = m_steps.size()});
    }

    std::string numbered(const std::string& name) { return say("%1%2", name, ++m_numbered[name]); }

    /// A layer that goes on from the last one.
    void draw(const std::string& name, std::string_view type, Params params)
    {
        const std::string top = numbered(name);
        m_net.model.layers.push_back(
            {.name = top, .type = std::string(type), .bottoms = {m_text}, .tops = {top}, .params = std::move(params)});
        m_text = top;
        m_stack = {};
    }

    static Params::value_type xavier() { return {"weight_filler", Filler{.type = "xavier"}}; }

    /// In canonical layout, in the order of the drawn layers'.
    void addWeight(const CheckedNode& node, const Shape& shape, std::vector<float> values)
    {
        m_net.weights.push_back({labelOf(node.node()), shape, std::move(values)});
    }

    /// Gives the weights the names that they have in the drawn net.
    void nameWeights()
    {
        std::size_t index = 0;
        for (const LayerPlaces& layer : weightPlaces(m_net.model)) {
            for (const LayerWeight& place : layer.weights) {
                NamedTensor& weight = m_net.weights.at(index++);
                m_net.report.moved.push_back({weight.name, place.name, weight.shape});
                weight.name = place.name;
            }
        }
    }

    /// A Gather: the rows of a constant matrix by ids.
    void addEmbedding(const Call& node)
    {
        const Known* const ids = node.at(1);
        node.require(ids != nullptr && ids->kind == Kind::Text && ids->place == 0,
                     ENGINE_TEXT("Sentences", "it takes a part only, but rows of a constant by the ids, or each "
                                              "character's numbers, all of them, are wanted"));
        const Tensor& rows = numbers(node, 0, "matrix");
        node.require(rows.shape.axes() == 2 && node.integer("axis", 0) == 0,
                     say(ENGINE_TEXT("Sentences", "it takes parts of %1 along axis %2, but rows (axis 0) of a matrix "
                                                  "are wanted"),
                         rows.shape, node.integer("axis", 0)));
        Layout layout = ids->layout;
        layout.push_back(axisOf(Factor::Of::Width, rows.shape[1]));
        requireEnd(node, *ids);
        draw("embed", "EMBED",
             {{"num_output", rows.shape[1]}, {"bias_term", false}, {"input_dim", rows.shape[0]}, xavier()});
        addWeight(node, rows.shape, rows.values);
        addStep(node, std::move(layout));
    }

    static Axis axisOf(Factor::Of of, std::int64_t extent) { return extent == 1 ? Axis() : Axis{{of, extent}}; }

    /// A Softmax or LogSoftmax behind the scores counts as a step, too; finish() takes the drawn one away again.
    void addActivation(const Call& node)
    {
        static const std::map<std::string_view, std::string_view> layers = {
            {"Tanh", "TANH"}, {"Relu", "RELU"}, {"Sigmoid", "SIGMOID"}, {"Softmax", "SOFTMAX"}};
        const Known& text = textOf(node);
        requireNumbers(node, text);
        const bool normalises = node.type().ends_with("Softmax");
        if (normalises) { // before opset 13 all axes from its own on count
            const std::int64_t axis = node.integer("axis", node.opset() >= oneSoftmaxAxis ? -1 : 1);
            node.require(
                axisFrom(axis, text.layout.size()) == text.layout.size() - 1 && widthOf(text.layout) > 0,
                say(ENGINE_TEXT("Sentences", "its axis %1 is not the last one, with each character's numbers alone"),
                    axis));
        }
        if (const auto layer = layers.find(node.type()); layer != layers.end()) {
            draw(engine::folded(layer->second), layer->second, normalises ? Params{{"axis", widthAxis}} : Params());
        }
        addStep(node, text.layout);
    }

    void requireNumbers(const CheckedNode& node, const Known& text) const
    {
        node.require(text.place > 0,
                     ENGINE_TEXT("Sentences", "it computes with the ids, but a Gather of a constant's rows by the "
                                              "ids as they come from the graph's input is wanted"));
        requireEnd(node, text);
    }

    /// The text with its width on the last axis, as what is multiplied with a matrix.
    const Known& wideTextOf(const Call& node) const
    {
        const Known& text = textOf(node);
        requireNumbers(node, text);
        node.require(
            widthOf(text.layout) > 0,
            ENGINE_TEXT("Sentences", "its input's last axis is not the one on which each character's numbers lie"));
        return text;
    }

    void addProduct(const Call& node) { addLinear(node, false, nullptr); }

    void addGemm(const Call& node)
    {
        node.require(wideTextOf(node).layout.size() == 2 && node.integer("transA", 0) == 0 &&
                         node.real("alpha", 1) == 1 && node.real("beta", 1) == 1,
                     ENGINE_TEXT("Sentences", "rows of characters with transA 0, alpha 1 and beta 1 are wanted"));
        const Tensor* const bias = node.input(2).empty() ? nullptr : &numbers(node, 2, "bias");
        addLinear(node, node.integer("transB", 0) != 0, bias);
    }

    /// A matrix [I, O], or [O, I] where it is `ready`.
    void addLinear(const Call& node, bool ready, const Tensor* bias)
    {
        const Tensor& matrix = numbers(node, 1, "matrix");
        const Known& text = wideTextOf(node);
        const std::int64_t width = widthOf(text.layout);
        node.require(
            matrix.shape.axes() == 2 && matrix.shape[ready ? 1 : 0] == width,
            say(ENGINE_TEXT("Sentences", "its matrix is %1, but one for %2 inputs is wanted"), matrix.shape, width));
        const std::int64_t outputs = matrix.shape[ready ? 0 : 1];
        Layout layout = text.layout;
        layout.back() = axisOf(Factor::Of::Width, outputs);
        draw("scores", "INNERPRODUCT",
             {{"num_output", outputs}, {"bias_term", bias != nullptr}, {"axis", widthAxis}, xavier()});
        addWeight(node, {outputs, width}, ready ? matrix.values : transposed(matrix.values, width));
        if (bias != nullptr) {
            addBias(node, *bias, layout);
        }
        addStep(node, std::move(layout));
    }

    /// Throws Error unless the constant adds one number to each of the width, or the same to all.
    void addBias(const CheckedNode& node, const Tensor& bias, const Layout& layout)
    {
        const std::int64_t width = widthOf(layout), count = std::ssize(bias.values);
        const std::size_t axes = bias.shape.axes();
        const bool alongWidth = axes > 0 && bias.shape[axes - 1] == count && count == width;
        node.require(width > 0 && axes <= layout.size() && (count == 1 || alongWidth),
                     say(ENGINE_TEXT("Sentences", "it adds %1 where %2 numbers along the last axis are wanted"),
                         bias.shape, width));
        addWeight(node, {width},
                  count == 1 ? std::vector<float>(static_cast<std::size_t>(width), bias.values[0]) : bias.values);
    }

    void addSum(const Call& node)
    {
        const bool textFirst = node.at(0) != nullptr && node.at(0)->kind == Kind::Text;
        const Known& text = *node.at(textFirst ? 0 : 1);
        requireNumbers(node, text);
        Params& before = m_net.model.layers.back().params;
        const auto term = before.find("bias_term");
        node.require(term != before.end() && term->second == ParamValue(false),
                     say(ENGINE_TEXT("Sentences", "it adds to what node %1 gives, which has no place for a bias (or "
                                                  "for a second one) in Hamnet"),
                         labelOf(*m_steps.back())));
        term->second = true;
        addBias(node, numbers(node, textFirst ? 1 : 0, "bias"), text.layout);
        addStep(node, text.layout);
    }

    // Recurrent cells
    // -------------------------------------------------------------------------------------------------------------

    static constexpr std::size_t lengthsPlace = 4, firstState = 5;

    void addCell(const Call& node)
    {
        const Attribute* const given = node.node().attribute("direction");
        const std::string direction = given == nullptr ? "forward" : given->text;
        const bool forward = direction == "forward", reverse = direction == "reverse";
        node.require(
            forward || reverse || direction == "bidirectional",
            say(ENGINE_TEXT("Sentences", "its direction is %1, but forward, reverse or bidirectional is wanted"),
                printable(direction)));
        const std::int64_t directions = forward || reverse ? 1 : 2;
        requireSettings(node);
        const Cell& cell = cellByFunctions(node, directions);
        const Known& text = wideTextOf(node);
        node.require(text.layout.size() == 3 && text.layout[0].size() < 2 && text.layout[1].size() < 2,
                     ENGINE_TEXT("Sentences", "its input has other axes than steps, streams and width, one each"));
        requireStates(node, cell, forward);
        requireSteps(node, text, cell, forward);
        requireLengths(node, text);
        const Tensor &wx = numbers(node, 1, "W"), &wh = numbers(node, 2, "R");
        const std::int64_t width = widthOf(text.layout), units = wh.shape.axes() == 3 ? wh.shape[2] : 0;
        const std::int64_t rows = cell.gateCount() * units;
        const Tensor* const bias = node.input(3).empty() ? nullptr : &numbers(node, 3, "B");
        const Shape biases = bias == nullptr ? Shape{directions, 2 * rows} : bias->shape;
        node.require(units > 0 && wx.shape == Shape{directions, rows, width} &&
                         wh.shape == Shape{directions, rows, units} && node.integer("hidden_size", units) == units &&
                         biases == Shape{directions, 2 * rows},
                     say(ENGINE_TEXT("Sentences", "its weights are %1, %2 and %3, which no %4 of %5 directions, %6 "
                                                  "inputs and this hidden_size has"),
                         wx.shape, wh.shape, biases, node.type(), directions, width));
        Layout layout = text.layout;
        layout.back() = axisOf(Factor::Of::Width, units);
        // The numbers of two cells of one unit are the two directions' alone.
        layout.insert(layout.begin() + 1, axisOf(units == 1 ? Factor::Of::Width : Factor::Of::Direction, directions));
        drawCell({&cell, units, forward ? 1 : 2}, reverse);
        for (std::int64_t part = 0; part < (forward ? 1 : 2); ++part) {
            addWeights(node, cell, !reverse || part > 0, {&wx, &wh, bias}, reverse ? 0 : part);
        }
        if (reverse) {
            drawBackwardHalf(node, units);
        }
        addStep(node, std::move(layout));
        for (std::size_t state = 1; state <= cell.states.size(); ++state) {
            define(node, state, {.kind = Kind::End});
        }
    }

    /// What layers that may be stacked have in common.
    struct Stacked {
        const Cell* cell = nullptr;
        std::int64_t units = 0, directions = 0;
        bool operator==(const Stacked&) const = default;
    };

    /// One more of the layers that are stacked so far, or a layer of its own.
    void drawCell(const Stacked& mine, bool alone)
    {
        constexpr std::int64_t most = 16;
        if (m_stack == mine && !alone) {
            std::int64_t& count = std::get<std::int64_t>(m_net.model.layers.back().params["num_layers"]);
            if (count < most) {
                ++count;
                return;
            }
        }
        Params params = {{"num_output", mine.units}, {"num_layers", std::int64_t{1}}, xavier()};
        if (mine.directions > 1) {
            params["bidirectional"] = m_readsBackward = true;
        }
        if (const std::optional<Cell::Choice>& choice = mine.cell->choice) {
            params[std::string(choice->key)] = std::string(choice->value);
        }
        draw(engine::folded(mine.cell->layer), mine.cell->layer, std::move(params));
        m_net.model.layers.back().bottoms.emplace_back("clip");
        m_stack = alone ? Stacked() : mine;
    }

    /// Cuts off the half [T, N, units] of the backward direction. The forward one is not used.
    void drawBackwardHalf(const CheckedNode& node, std::int64_t units)
    {
        draw("slice", "SLICE", {{"axis", widthAxis}, {"slice_point", std::vector<std::int64_t>{units}}});
        const std::string forward = m_text + "_forward";
        m_net.model.layers.back().tops = {forward, m_text};
        m_net.model.layers.push_back({.name = numbered("silence"), .type = "SILENCE", .bottoms = {forward}});
        m_net.report.notes.push_back(
            say(ENGINE_TEXT("Sentences", "node %1 only reads backwards: it is drawn as a layer of both directions, "
                                         "whose forward half is zeros and is cut off"),
                labelOf(node.node())));
    }

    /// Of one direction: number `part` of those in W [D, G·H, I], R [D, G·H, H] and B [D, 2·G·H], or zeros.
    void addWeights(const CheckedNode& node, const Cell& cell, bool given, const std::vector<const Tensor*>& tensors,
                    std::int64_t part)
    {
        const GateOrder order = gateOrder(cell, cell.onnx.gates);
        const Shape shape = {tensors[0]->shape[1]};
        const auto rows = static_cast<std::size_t>(shape[0]);
        const auto mine = [&](const Tensor* tensor, std::size_t count) {
            std::vector<float> values(count);
            if (given && tensor != nullptr) {
                std::copy_n(tensor->values.begin() + static_cast<std::ptrdiff_t>(count) * part, count, values.begin());
            }
            return values;
        };
        for (const Tensor* const tensor : {tensors[0], tensors[1]}) {
            const std::int64_t width = tensor->shape[2];
            addWeight(node, {shape[0], width}, gatesFrom(order, mine(tensor, rows * static_cast<std::size_t>(width))));
        }
        std::vector<float> bias = mine(tensors[2], 2 * rows);
        const std::span<const float> first = std::span<const float>(bias).first(rows),
                                     second = std::span<const float>(bias).subspan(rows);
        if (!cell.recurrentBias) {
            std::ranges::transform(second, first, bias.begin(), std::plus<>());
        }
        addWeight(node, shape, gatesFrom(order, first));
        if (cell.recurrentBias) {
            addWeight(node, shape, gatesFrom(order, second));
        }
    }

    /// Throws Error for what Hamnet's cell of that name does not do.
    static void requireSettings(const CheckedNode& node)
    {
        const Cell& cell = *cellsOf(node.type()).front(); // the others have the same tensors
        const std::size_t states = cell.states.size(), peepholes = firstState + states;
        std::map<std::string_view, std::int64_t> wanted = {{"layout", 0}};
        if (states > 1) {
            wanted["input_forget"] = 0;
        }
        if (const char* const reset = resetSetting(cell)) {
            wanted[reset] = 1;
        }
        std::set<std::string_view> known = {"activations", "direction", "hidden_size"};
        for (const auto& [setting, value] : wanted) {
            known.insert(setting);
            const std::int64_t found = node.integer(setting.data(), 0);
            node.require(found == value,
                         say(ENGINE_TEXT("Sentences", "its %1 is %2, but %3 is wanted"), setting, found, value));
        }
        node.requireAttributes(known);
        node.require(
            node.input(peepholes).empty(),
            say(ENGINE_TEXT("Sentences", "it has peepholes (input P), which Hamnet's %1 has not"), node.type()));
        node.requirePorts(states > 1 ? peepholes + 1 : peepholes, 1 + states);
    }

    /// By the activations of each direction, which must be the same.
    static const Cell& cellByFunctions(const CheckedNode& node, std::int64_t directions)
    {
        const std::vector<const Cell*> all = cellsOf(node.type());
        const Attribute* const given = node.node().attribute("activations");
        if (given == nullptr) {
            return *all.front(); // whose functions are ONNX's defaults
        }
        const std::string found = inARow(given->texts);
        Sentence wanted;
        for (const Cell* cell : all) {
            const std::string fitting = inARow(functionsOf(*cell, directions));
            if (engine::folded(found) == engine::folded(fitting)) {
                return *cell;
            }
            wanted = wanted.empty() ? Sentence(fitting) : say(ENGINE_TEXT("Sentences", "%1 or %2"), wanted, fitting);
        }
        node.refuse(say(ENGINE_TEXT("Sentences", "its activations are %1, but must be %2"), printable(found), wanted));
    }

    /// A state that comes from outside is zeros where a text starts, as Hamnet's is.
    void requireStates(const Call& node, const Cell& cell, bool forward)
    {
        for (std::size_t place = firstState; place < firstState + cell.states.size(); ++place) {
            const char* const name = place == firstState ? "initial_h" : "initial_c";
            const Known* const state = node.at(place);
            node.require(state == nullptr || isStart(*state),
                         say(ENGINE_TEXT("Sentences", "its %1 is %2, but zeros or an input of the graph are wanted, as "
                                                      "Hamnet's %3 starts from zeros"),
                             name, printable(node.input(place)), node.type()));
            if (!forward && state != nullptr && state->outside && !state->forwardOnly) {
                m_net.report.notes.push_back(
                    say(ENGINE_TEXT("Sentences", "node %1 gets the %2 of its backward direction from outside; Hamnet "
                                                 "starts that direction from zeros in each batch"),
                        labelOf(node.node()), name));
            }
        }
    }

    /// Throws Error unless the first axis is the steps, the same for all recurrent layers, and the second the streams.
    /// A net that reads one step at a time must be given its state, so that the steps are its caller's.
    void requireSteps(const Call& node, const Known& text, const Cell& cell, bool forward)
    {
        const Axis& steps = text.layout[0];
        node.require(m_along.value_or(steps) == steps,
                     ENGINE_TEXT("Sentences", "it goes along another axis of the ids than the recurrent node before "
                                              "it, but the same steps are wanted"));
        m_along = steps;
        bool outside = forward;
        for (std::size_t place = firstState; place < firstState + cell.states.size(); ++place) {
            outside = outside && node.at(place) != nullptr && node.at(place)->outside;
        }
        node.require(!steps.empty() || outside,
                     ENGINE_TEXT("Sentences", "it reads one step and starts from zeros at each, but steps on its "
                                              "first axis or a state from an input of the graph are wanted"));
    }

    /// Hamnet reads all steps of all streams.
    void requireLengths(const Call& node, const Known& text)
    {
        const Known* const lengths = node.at(lengthsPlace);
        if (lengths == nullptr) {
            return;
        }
        const std::int64_t steps = text.layout[0].empty() ? 1 : text.layout[0].front().extent;
        const std::vector<std::int64_t>& known = lengths->tensor->integers;
        node.require(!known.empty() && std::ranges::count(known, steps) == std::ssize(known),
                     say(ENGINE_TEXT("Sentences", "its sequence_lens %1 is not known to be the number of steps for "
                                                  "each stream, but all steps are wanted"),
                         printable(node.input(lengthsPlace))));
    }

    // The end
    // -------------------------------------------------------------------------------------------------------------

    /// Draws what stands around the layers. Throws Error where the outputs are not the scores.
    void finish()
    {
        std::size_t end = 0;
        for (const Value& output : m_graph->outputs) {
            const auto value = m_values.find(output.name);
            if (value == m_values.end()) {
                throw Error(say(ENGINE_TEXT("Sentences", "%1: its output %2 is made by no node"), *m_file,
                                printable(output.name)));
            }
            end = value->second.kind == Kind::Text ? std::max(end, value->second.place) : end;
        }
        if (m_steps.empty()) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: no net that reads text was found in its graph, which starts with "
                                             "a Gather of a constant and ends with a MatMul or Gemm of one"),
                    *m_file));
        }
        if (end < m_steps.size()) {
            checked(*m_steps[end])
                .refuse(
                    ENGINE_TEXT("Sentences",
                                "what it makes reaches no output of the graph, but each node must be part of one chain "
                                "from the ids to the scores"));
        }
        const std::size_t scores = m_steps.back()->type.ends_with("Softmax") ? end - 1 : end;
        for (const Value& output : m_graph->outputs) {
            if (const Known& value = m_values.at(output.name); value.kind == Kind::Text && value.place > 0) {
                requireScores(output.name, value, scores);
            }
        }
        std::vector<Layer>& layers = m_net.model.layers;
        if (m_steps.back()->type == "Softmax") {
            m_text = layers.back().bottoms.front();
            layers.pop_back();
        }
        checked(*m_steps[scores - 1])
            .require(
                layers.back().type == "INNERPRODUCT",
                ENGINE_TEXT("Sentences", "the net's scores come from it, but a MatMul or Gemm is wanted at the end"));
        drawEnds();
    }

    /// What reads backward has seen the next character, so it is asked for the characters that it reads.
    void drawEnds()
    {
        Layer text{.name = "text", .type = "TEXTDATA", .tops = {"data", "clip"}};
        if (m_readsBackward) {
            text.params["order"] = std::string("WINDOWS");
            m_net.report.notes.push_back(
                ENGINE_TEXT("Sentences", "a layer of the net also reads backwards, so the net is drawn to predict the "
                                         "characters that it reads, not the next one; it cannot write a text"));
        } else {
            text.tops.emplace_back("label");
        }
        std::vector<Layer>& layers = m_net.model.layers;
        layers.push_back({.name = "loss",
                          .type = "SOFTMAXWITHLOSS",
                          .bottoms = {m_text, m_readsBackward ? "data" : "label"},
                          .tops = {"loss"},
                          .params = {{"axis", widthAxis}}});
        layers.insert(layers.begin(), std::move(text));
        m_net.report.notes.push_back(
            ENGINE_TEXT("Sentences", "the net was drawn after the graph; dropout and the batch's size are Hamnet's"));
    }

    /// Throws Error where an output before the scores could be meant as them, or the scores lie along another axis.
    void requireScores(const std::string& output, const Known& value, std::size_t scores)
    {
        if (value.place >= scores) {
            checked(*value.node)
                .require(widthOf(value.layout) > 0,
                         say(ENGINE_TEXT("Sentences", "the output %1 does not have each character's scores on its "
                                                      "last axis, as is wanted"),
                             printable(output)));
            return;
        }
        const Node& maker = *m_steps[value.place - 1];
        checked(*m_steps[value.place])
            .require(maker.type == "Gather" || !cellsOf(maker.type).empty(),
                     say(ENGINE_TEXT("Sentences", "it goes on from what the graph gives as its output %1, but one "
                                                  "output with the scores is wanted"),
                         printable(output)));
        m_net.report.notes.push_back(
            say(ENGINE_TEXT("Sentences", "the output %1, what node %2 gives, is not carried over"), printable(output),
                labelOf(maker)));
    }

    /// Tells of constants that might be weights and that nothing reads.
    void reportUnused()
    {
        std::set<std::string_view> read;
        for (const Node& node : m_graph->nodes) {
            read.insert(node.inputs.begin(), node.inputs.end());
        }
        for (const Tensor& tensor : m_graph->constants) {
            if (tensor.integers.empty() && tensor.shape.axes() > 0 && read.insert(tensor.name).second) {
                m_net.report.skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "the constant %1 %2 was left out: no layer of the net takes it"),
                        printable(tensor.name), tensor.shape));
            }
        }
    }

    const Graph* m_graph;
    const std::string* m_file;
    std::unordered_map<std::string_view, Known> m_values;
    std::deque<Tensor> m_made;               ///< constants that nodes have made
    std::size_t m_numbers = 0, m_copied = 0; ///< of the file's constants, and copied from them
    std::vector<const Node*> m_steps; ///< that change the numbers of the text: for a layer, its bias, or at the end
    PortableNet m_net;
    std::string m_text = "data"; ///< the last layer's top
    std::map<std::string, int> m_numbered;
    Stacked m_stack;              ///< the last layer, where another one may be stacked on it
    bool m_readsBackward = false; ///< whether some layer does
    std::optional<Axis> m_along;  ///< the steps of the recurrent layers
};

} // namespace

std::vector<const Cell*> cellsOf(std::string_view type)
{
    std::vector<const Cell*> cells;
    std::ranges::copy_if(recurrentCells(), std::back_inserter(cells),
                         [&](const Cell* cell) { return !type.empty() && cell->onnx.type == type; });
    return cells;
}

std::vector<std::string> functionsOf(const Cell& cell, std::int64_t directions)
{
    std::vector<std::string> functions;
    for (std::int64_t direction = 0; direction < directions; ++direction) {
        functions.insert(functions.end(), cell.onnx.functions.begin(), cell.onnx.functions.end());
    }
    return functions;
}

const char* resetSetting(const Cell& cell)
{
    return cell.recurrentBias ? "linear_before_reset" : nullptr;
}

PortableNet drawnAfter(const Graph& graph, const std::string& fileName)
{
    return Walk(graph, fileName).run();
}

} // namespace engine::onnx

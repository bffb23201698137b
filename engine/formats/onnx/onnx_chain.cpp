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
    const Node* node = nullptr;     ///< that made it
    const Tensor* tensor = nullptr; ///< of Constant
    Layout layout = {};             ///< of Text
    std::size_t place = 0;          ///< of Text: how many steps have made it; none have made ids
    std::size_t input = 0;          ///< of ids: which of the graph's inputs they are
    bool outside = false;           ///< of Start: whether inputs of the graph are in it
    bool forwardOnly = false;       ///< of Start: whether zeros of a backward direction were put behind it
};

using Kind = Known::Kind;

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

class Walk {
public:
    Walk(const Graph& graph, const std::string& fileName, TransferReport& report)
        : m_graph(&graph), m_file(&fileName), m_report(&report)
    {}

    std::vector<Stage> run()
    {
        addConstants();
        addInputs();
        for (const Node& node : m_graph->nodes) {
            read(checked(node));
        }
        finish();
        reportUnused();
        return std::move(m_stages);
    }

private:
    using Rule = void (Walk::*)(const CheckedNode&);

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
            {"Add", {{}, 2, 1, &Walk::addBias}},
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

    void addConstants()
    {
        for (const Tensor& tensor : m_graph->constants) {
            if (m_values.emplace(tensor.name, Known{.kind = Kind::Constant, .tensor = &tensor}).second) {
                m_numbers += tensor.values.size();
            } else {
                m_report->skipped.push_back(say(
                    ENGINE_TEXT("Sentences",
                                "the constant %1 %2 was left out: the graph has another one of that name before it"),
                    printable(tensor.name), tensor.shape));
            }
        }
    }

    /// In old files a constant is an input, too, that may be replaced.
    void addInputs()
    {
        for (std::size_t place = 0; place < m_graph->inputs.size(); ++place) {
            const Value& input = m_graph->inputs[place];
            const std::optional<Layout> layout = layoutOf(input);
            if (input.element == Value::Element::Integer && layout) {
                m_values.emplace(input.name, Known{.kind = Kind::Text, .layout = *layout, .input = place});
            } else if (input.element == Value::Element::Real || input.element == Value::Element::Double) {
                m_values.emplace(input.name, Known{.kind = Kind::Start, .outside = true});
            } else {
                m_values.emplace(input.name, Known{.kind = Kind::Constant, .tensor = &unknownTensor});
            }
        }
    }

    const Known* of(const std::string& value) const
    {
        const auto found = m_values.find(value);
        return value.empty() || found == m_values.end() ? nullptr : &found->second;
    }

    /// Of the node's input number `place`; null where it is left out.
    const Known* of(const CheckedNode& node, std::size_t place) const
    {
        const std::string& name = node.input(place);
        const Known* const found = of(name);
        if (found == nullptr && !name.empty()) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its input %1 is made by nothing before it"), printable(name)));
        }
        return found;
    }

    /// The node's inputs as settings or constants.
    std::vector<const Tensor*> tensorsOf(const CheckedNode& node) const
    {
        std::vector<const Tensor*> tensors;
        for (std::size_t place = 0; place < node.node().inputs.size(); ++place) {
            const Known* const value = of(node, place);
            tensors.push_back(value == nullptr                ? nullptr
                              : value->kind == Kind::Constant ? value->tensor
                                                              : &unknownTensor);
        }
        return tensors;
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
        if (m_copied > times * m_numbers) {
            node.refuse(
                ENGINE_TEXT("Sentences", "the graph's constants are used more often than a net uses its weights"));
        }
    }

    /// A constant of floats, to be copied. Throws Error, which calls it `what`.
    const Tensor& numbers(const CheckedNode& node, std::size_t place, const char* what)
    {
        const Known* const value = of(node, place);
        if (value == nullptr || value->kind != Kind::Constant) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its %1 is no constant of the file, but one is wanted"), what));
        }
        const Tensor& tensor = *value->tensor;
        if (!hasFloats(tensor)) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its %1, the constant %2 %3, has no floats in this file"), what,
                            printable(node.input(place)), tensor.shape));
        }
        charge(node, tensor.values.size());
        return tensor;
    }

    // Nodes
    // -------------------------------------------------------------------------------------------------------------

    void read(const CheckedNode& node)
    {
        if (!node.node().domain.empty()) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it is an operator of %1, but those of ONNX are wanted"),
                            printable(node.node().domain)));
        }
        if (node.node().outputs.empty()) {
            node.refuse(ENGINE_TEXT("Sentences", "it has no output"));
        }
        const Operator* const known = operatorOf(node.type());
        if (known != nullptr) {
            node.requireAttributes(known->attributes);
            node.requirePorts(known->inputs, known->outputs);
        }
        std::size_t texts = 0, ends = 0;
        for (std::size_t place = 0; place < node.node().inputs.size(); ++place) {
            const Known* const value = of(node, place);
            texts += value != nullptr && value->kind == Kind::Text ? 1 : 0;
            ends += value != nullptr && value->kind == Kind::End ? 1 : 0;
        }
        if (node.type() == "Shape") {
            define(node, 0, shapeOf(node));
        } else if (node.type() == "Size") {
            define(node, 0, {.kind = Kind::Constant, .tensor = &unknownTensor});
        } else if (texts > 0) {
            follow(node, known, texts);
        } else if (ends > 0) {
            passEnd(node, known);
        } else {
            const Known value = withoutText(node, known);
            for (std::size_t output = 0; output < node.node().outputs.size(); ++output) {
                define(node, output, value);
            }
        }
    }

    void follow(const CheckedNode& node, const Operator* known, std::size_t texts)
    {
        if (!cellsOf(node.type()).empty()) {
            addCell(node);
            return;
        }
        if (known == nullptr || known->rule == nullptr) {
            node.refuse(ENGINE_TEXT("Sentences", "Hamnet has no such layer; a chain of Gather, recurrent cells, MatMul "
                                                 "or Gemm, Tanh, Sigmoid, Relu and Softmax, with weights that are "
                                                 "floats, is wanted"));
        }
        if (texts > 1) {
            node.refuse(ENGINE_TEXT("Sentences", "it puts together what several nodes make of the text, but a net in "
                                                 "one chain is wanted"));
        }
        (this->*known->rule)(node);
    }

    /// States after the last step may be put together for an output.
    void passEnd(const CheckedNode& node, const Operator* known)
    {
        const std::size_t count = node.type() == "Concat" ? node.node().inputs.size() : 1;
        for (std::size_t place = 0; place < count; ++place) {
            const Known* const value = of(node, place);
            const bool keeps = known != nullptr && (known->rule == &Walk::pass || known->rule == &Walk::passCast);
            if (!keeps || value == nullptr || value->kind != Kind::End) {
                node.refuse(ENGINE_TEXT("Sentences", "it reads the state that a recurrent node has after the last "
                                                     "step, but the scores of each step are wanted"));
            }
        }
        define(node, 0, {.kind = Kind::End});
    }

    // Constants, shapes and states to start from

    Known withoutText(const CheckedNode& node, const Operator* known)
    {
        if (node.type() == "Constant") {
            return constantOf(node);
        }
        const std::vector<const Tensor*> tensors = tensorsOf(node);
        if (node.type() == "ConstantOfShape") {
            return filled(node);
        }
        bool constant = !tensors.empty(), whole = constant;
        for (std::size_t place = 0; place < tensors.size(); ++place) {
            const Known* const value = of(node, place);
            constant = constant && (value == nullptr || value->kind == Kind::Constant);
            whole = whole && constant && (value == nullptr || isWhole(*value->tensor));
        }
        const std::int64_t to = node.type() == "Cast" ? node.integer("to", 0) : 0;
        if (constant && !whole && (to == halfType || to == bfloatType) && tensors.front() != nullptr &&
            !tensors.front()->values.empty() && commonOf(*tensors.front()) != 0.0F) {
            node.refuse(ENGINE_TEXT("Sentences", "it rounds weights to 16 bits, but weights as they are used are "
                                                 "wanted; export the net with its weights in float16 or float32"));
        }
        const bool sameKind =
            node.type() == "Identity" || (node.type() == "Cast" && (whole ? isInteger(to) : isReal(to)));
        if (constant && sameKind && tensors.front() != nullptr) {
            return *of(node, 0);
        }
        if (constant && computesSizes(node.type())) {
            std::size_t count = 0;
            for (const Tensor* tensor : tensors) {
                count += tensor == nullptr ? 0 : tensor->values.size();
            }
            charge(node, count);
            if (std::optional<Tensor> result = folded(node, tensors)) {
                return made(std::move(*result));
            }
        }
        if (whole && computesSizes(node.type())) {
            return repeated(node.type() == "Expand" || node.type() == "Tile" ? tensors.front() : nullptr);
        }
        if (known == nullptr || !known->arranges) {
            node.refuse(ENGINE_TEXT("Sentences", "it computes something on its own, but a net in one chain from the "
                                                 "ids to the scores is wanted"));
        }
        return startOf(node);
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
                     : Known{.kind = Kind::Constant, .tensor = &unknownTensor};
    }

    Known filled(const CheckedNode& node)
    {
        const Attribute* const value = node.node().attribute("value"); // 0.0 where it is left out
        const Tensor* const number = value != nullptr && value->tensor ? &*value->tensor : nullptr;
        if (number != nullptr && !number->integers.empty()) {
            return repeated(number);
        }
        if (value != nullptr && (number == nullptr || commonOf(*number) != 0.0F)) {
            node.refuse(ENGINE_TEXT("Sentences", "it makes other numbers than zeros, which no state starts from"));
        }
        return {.kind = Kind::Start};
    }

    Known constantOf(const CheckedNode& node)
    {
        const Attribute* const given = node.node().attributes.size() == 1 ? &node.node().attributes.front() : nullptr;
        if (given == nullptr || node.node().outputs.size() != 1) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it has %1 attributes and %2 outputs, but one of each is wanted"),
                            node.node().attributes.size(), node.node().outputs.size()));
        }
        if (given->name == "value" && given->tensor) {
            m_numbers += given->tensor->values.size();
            return {.kind = Kind::Constant, .tensor = &*given->tensor};
        }
        Tensor tensor{.name = node.node().outputs[0], .shape = {}, .values = given->reals, .integers = given->integers};
        tensor.shape = {std::ssize(tensor.values) + std::ssize(tensor.integers)};
        if (given->name == "value_float" && given->real) {
            tensor = {.name = tensor.name, .shape = {}, .values = {*given->real}};
        } else if (given->name == "value_int" && given->integer) {
            tensor = {.name = tensor.name, .shape = {}, .integers = {*given->integer}};
        } else if (given->name != "value_floats" && given->name != "value_ints") {
            tensor.known = false;
        }
        m_numbers += tensor.values.size();
        return made(std::move(tensor));
    }

    Known shapeOf(const CheckedNode& node)
    {
        const Known* const value = of(node, 0);
        std::optional<Extents> extents;
        if (value != nullptr && value->kind == Kind::Text) {
            extents = extentsOf(value->layout);
        } else if (value != nullptr && value->kind == Kind::Constant && value->tensor->known) {
            extents = value->tensor->shape.extents();
        }
        if (!extents) {
            return {.kind = Kind::Constant, .tensor = &unknownTensor};
        }
        const auto count = std::ssize(*extents);
        const auto within = [&](std::int64_t place) {
            return std::clamp<std::int64_t>(place < 0 ? place + count : place, 0, count);
        };
        const std::int64_t first = within(node.integer("start", 0)), last = within(node.integer("end", count));
        extents = Extents(extents->begin() + first, extents->begin() + std::max(first, last));
        return made({.name = node.node().outputs[0], .shape = {std::ssize(*extents)}, .integers = *extents});
    }

    static bool isStart(const Known& value)
    {
        return value.kind == Kind::Start || (value.kind == Kind::Constant && commonOf(*value.tensor) == 0.0F);
    }

    Known startOf(const CheckedNode& node) const
    {
        Known start{.kind = Kind::Start};
        const std::size_t count = node.type() == "Concat" ? node.node().inputs.size() : 1;
        for (std::size_t place = 0; place < count; ++place) {
            const Known* const part = of(node, place);
            if (part == nullptr || !isStart(*part)) {
                node.refuse(ENGINE_TEXT("Sentences", "it computes something on its own, but weights, shapes and states "
                                                     "of zeros or from inputs of the graph are wanted"));
            }
            start.forwardOnly = count == 2 && place == 1 && !part->outside && node.integer("axis", 0) == 0;
            start.outside = start.outside || part->outside;
        }
        return start;
    }

    // Nodes that give the numbers of the text as they are
    // -------------------------------------------------------------------------------------------------------------

    /// The text, which must be the node's first input.
    const Known& textOf(const CheckedNode& node) const
    {
        const Known* const first = of(node, 0);
        if (first == nullptr || first->kind != Kind::Text) {
            node.refuse(
                ENGINE_TEXT("Sentences", "its first input is not what the text has become, but another one is"));
        }
        return *first;
    }

    void passWith(const CheckedNode& node, Layout layout)
    {
        Known passed = textOf(node);
        passed.layout = std::move(layout);
        define(node, 0, std::move(passed));
    }

    void pass(const CheckedNode& node)
    {
        const std::vector<const Tensor*> tensors = tensorsOf(node);
        std::optional<Layout> layout = arranged(node, textOf(node).layout, tensors);
        if (!layout) {
            node.refuse(ENGINE_TEXT("Sentences", "it takes a part of the text's numbers, or may mix those of several "
                                                 "characters, but all of each are wanted, and apart from others"));
        }
        passWith(node, std::move(*layout));
    }

    void passDropout(const CheckedNode& node)
    {
        const Known* const training = of(node, 2);
        const bool off = training == nullptr || (training->kind == Kind::Constant &&
                                                 training->tensor->integers == std::vector<std::int64_t>{0});
        if ((node.opset() < withoutTestSetting && node.integer("is_test", 0) == 0) ||
            (node.opset() >= withTrainingInput && !off)) {
            node.refuse(ENGINE_TEXT(
                "Sentences", "it drops numbers, as in training, but a net that reads text as trained is wanted"));
        }
        passWith(node, textOf(node).layout);
    }

    void passCast(const CheckedNode& node)
    {
        const Known& text = textOf(node);
        const std::int64_t to = node.integer("to", 0);
        if (text.place == 0 ? !isInteger(to) : !isReal(to)) {
            node.refuse(ENGINE_TEXT("Sentences", "it makes other numbers of the text: ids are whole numbers, and what "
                                                 "the net makes of them are floats"));
        }
        if (to == halfType || to == bfloatType) {
            m_report->notes.push_back(
                say(ENGINE_TEXT("Sentences", "node %1 rounds to 16 bits; Hamnet computes on in fp32"),
                    labelOf(node.node())));
        }
        passWith(node, text.layout);
    }

    // Stages
    // -------------------------------------------------------------------------------------------------------------

    /// Throws Error unless the text ends the chain so far, from which nothing else may go on.
    void requireEnd(const CheckedNode& node, const Known& text) const
    {
        if (text.place < m_steps.size()) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it goes on from where node %1 does, too, but a net in one chain "
                                                     "from the ids to the scores is wanted"),
                            labelOf(*m_steps[text.place])));
        }
    }

    void addStep(const CheckedNode& node, Layout layout)
    {
        if (!m_steps.empty() && m_steps.back()->type == "LogSoftmax") {
            checked(*m_steps.back())
                .refuse(ENGINE_TEXT(
                    "Sentences",
                    "it lies inside the net, where Hamnet has no such layer; behind the scores it is read"));
        }
        m_steps.push_back(&node.node());
        define(node, 0, {.kind = Kind::Text, .layout = std::move(layout), .place = m_steps.size()});
    }

    void addStage(const CheckedNode& node, Stage stage, Layout layout)
    {
        addStep(node, std::move(layout));
        stage.node = labelOf(node.node());
        m_stages.push_back(std::move(stage));
    }

    /// A Gather: the rows of a constant matrix by ids.
    void addEmbedding(const CheckedNode& node)
    {
        const Known* const ids = of(node, 1);
        if (ids == nullptr || ids->kind != Kind::Text || ids->place > 0) {
            node.refuse(ENGINE_TEXT("Sentences", "it takes a part only, but rows of a constant by the ids, or each "
                                                 "character's numbers, all of them, are wanted"));
        }
        const Tensor& rows = numbers(node, 0, "matrix");
        if (rows.shape.axes() != 2 || node.integer("axis", 0) != 0) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it takes parts of %1 along axis %2, but rows (axis 0) of a "
                                                     "matrix are wanted"),
                            rows.shape, node.integer("axis", 0)));
        }
        Layout layout = ids->layout;
        layout.push_back(axisOf(Factor::Of::Width, rows.shape[1]));
        requireEnd(node, *ids);
        m_ids = ids->input;
        addStage(
            node,
            {.kind = Stage::Kind::Embedding, .node = {}, .layer = "EMBED", .weights = {{"W", rows.shape, rows.values}}},
            std::move(layout));
    }

    static Axis axisOf(Factor::Of of, std::int64_t extent) { return extent == 1 ? Axis() : Axis{{of, extent}}; }

    void addActivation(const CheckedNode& node)
    {
        static const std::map<std::string_view, std::string_view> layers = {
            {"Tanh", "TANH"}, {"Relu", "RELU"}, {"Sigmoid", "SIGMOID"}, {"Softmax", "SOFTMAX"}};
        const Known& text = textOf(node);
        requireNumbers(node, text);
        const auto layer = layers.find(node.type());
        if (node.type() == "Softmax" || node.type() == "LogSoftmax") {
            requireWidth(node, text.layout);
        }
        if (layer == layers.end()) {
            addStep(node, text.layout); // LogSoftmax, only ever behind the scores
        } else {
            addStage(node, {.kind = Stage::Kind::Activation, .node = {}, .layer = layer->second}, text.layout);
        }
    }

    /// Throws Error where a Softmax adds up over anything but the width. Before opset 13 all axes from its own on
    /// count.
    static void requireWidth(const CheckedNode& node, const Layout& layout)
    {
        const bool one = node.opset() >= oneSoftmaxAxis;
        const std::int64_t axis = node.integer("axis", one ? -1 : 1);
        if (axisFrom(axis, layout.size()) != layout.size() - 1 || widthOf(layout) == 0) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its axis %1 is not the last one, with each character's numbers alone"),
                    axis));
        }
    }

    void requireNumbers(const CheckedNode& node, const Known& text) const
    {
        if (text.place == 0) {
            node.refuse(ENGINE_TEXT("Sentences", "it computes with the ids, but a Gather of a constant's rows by the "
                                                 "ids as they come from the graph's input is wanted"));
        }
        requireEnd(node, text);
    }

    /// The text with its width on the last axis, as what is multiplied with a matrix.
    const Known& wideTextOf(const CheckedNode& node) const
    {
        const Known& text = textOf(node);
        requireNumbers(node, text);
        if (widthOf(text.layout) == 0) {
            node.refuse(
                ENGINE_TEXT("Sentences", "its input's last axis is not the one on which each character's numbers lie"));
        }
        return text;
    }

    void addProduct(const CheckedNode& node) { addLinear(node, numbers(node, 1, "matrix"), false, nullptr); }

    void addGemm(const CheckedNode& node)
    {
        if (wideTextOf(node).layout.size() != 2 || node.integer("transA", 0) != 0 || node.real("alpha", 1) != 1 ||
            node.real("beta", 1) != 1) {
            node.refuse(ENGINE_TEXT("Sentences", "rows of characters with transA 0, alpha 1 and beta 1 are wanted"));
        }
        const Tensor* const bias = node.input(2).empty() ? nullptr : &numbers(node, 2, "bias");
        addLinear(node, numbers(node, 1, "matrix"), node.integer("transB", 0) != 0, bias);
    }

    /// A matrix [I, O], or [O, I] where it is `ready`.
    void addLinear(const CheckedNode& node, const Tensor& matrix, bool ready, const Tensor* bias)
    {
        const Known& text = wideTextOf(node);
        const std::int64_t width = widthOf(text.layout);
        if (matrix.shape.axes() != 2 || matrix.shape[ready ? 1 : 0] != width) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its matrix is %1, but one for %2 inputs is wanted"), matrix.shape,
                            width));
        }
        const std::int64_t outputs = matrix.shape[ready ? 0 : 1];
        Layout layout = text.layout;
        layout.back() = axisOf(Factor::Of::Width, outputs);
        Stage stage{.kind = Stage::Kind::Linear, .node = {}, .layer = "INNERPRODUCT"};
        stage.weights = {{"W", {outputs, width}, ready ? matrix.values : transposed(matrix.values, width)}};
        if (bias != nullptr) {
            stage.weights.push_back(biasOf(node, *bias, layout));
        }
        addStage(node, std::move(stage), std::move(layout));
    }

    /// Throws Error unless the constant adds one number to each of the width, or the same to all.
    static NamedTensor biasOf(const CheckedNode& node, const Tensor& bias, const Layout& layout)
    {
        const std::int64_t width = widthOf(layout);
        const std::size_t axes = bias.shape.axes(), count = bias.values.size();
        const bool alongWidth = axes > 0 && bias.shape[axes - 1] == static_cast<std::int64_t>(count);
        if (width == 0 || axes > layout.size() || (count != 1 && (!alongWidth || std::ssize(bias.values) != width))) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it adds %1 where %2 numbers along the last axis are wanted"),
                            bias.shape, width));
        }
        return {"b",
                {width},
                count == 1 ? std::vector<float>(static_cast<std::size_t>(width), bias.values[0]) : bias.values};
    }

    void addBias(const CheckedNode& node)
    {
        const bool textFirst = of(node, 0) != nullptr && of(node, 0)->kind == Kind::Text;
        const Known& text = *of(node, textFirst ? 0 : 1);
        requireNumbers(node, text);
        addStep(node, text.layout);
        Stage& before = m_stages.back();
        const bool takes = before.kind == Stage::Kind::Embedding || before.kind == Stage::Kind::Linear;
        if (!takes || before.weights.size() > 1) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it adds to what node %1 gives, which has no place for a bias "
                                                     "(or for a second one) in Hamnet"),
                            before.node));
        }
        before.weights.push_back(biasOf(node, numbers(node, textFirst ? 1 : 0, "bias"), text.layout));
    }

    // Recurrent cells
    // -------------------------------------------------------------------------------------------------------------

    enum class Reads { Forward, Backward, Both };

    static constexpr std::size_t lengthsPlace = 4, firstState = 5;

    void addCell(const CheckedNode& node)
    {
        const Reads reads = directionOf(node);
        const std::int64_t directions = reads == Reads::Both ? 2 : 1;
        requireSettings(node);
        const Cell& cell = cellByFunctions(node, directions);
        const Known& text = wideTextOf(node);
        if (text.layout.size() != 3 || text.layout[0].size() > 1 || text.layout[1].size() > 1) {
            node.refuse(ENGINE_TEXT("Sentences", "its input has other axes than steps, streams and width, one each"));
        }
        requireStates(node, cell, reads);
        requireSteps(node, text, cell, reads);
        requireLengths(node, text);
        const Tensor &wx = numbers(node, 1, "W"), &wh = numbers(node, 2, "R");
        const std::int64_t width = widthOf(text.layout), units = wh.shape.axes() == 3 ? wh.shape[2] : 0;
        const std::int64_t rows = cell.gateCount() * units;
        const Tensor* const bias = node.input(3).empty() ? nullptr : &numbers(node, 3, "B");
        if (units < 1 || wx.shape != Shape{directions, rows, width} || wh.shape != Shape{directions, rows, units} ||
            node.integer("hidden_size", units) != units ||
            (bias != nullptr && bias->shape != Shape{directions, 2 * rows})) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its weights are %1, %2 and %3, which no %4 of %5 directions, %6 "
                                                     "inputs and this hidden_size has"),
                            wx.shape, wh.shape, bias == nullptr ? Shape{directions, 2 * rows} : bias->shape,
                            node.type(), directions, width));
        }
        Layout layout = text.layout;
        layout.back() = axisOf(Factor::Of::Width, units);
        // The numbers of two cells of one unit are the two directions' alone.
        layout.insert(layout.begin() + 1, axisOf(units == 1 ? Factor::Of::Width : Factor::Of::Direction, directions));
        Stage stage{.kind = Stage::Kind::Recurrent,
                    .node = {},
                    .layer = cell.layer,
                    .cell = &cell,
                    .directions = reads == Reads::Forward ? 1 : 2,
                    .units = units,
                    .reverse = reads == Reads::Backward};
        for (std::int64_t direction = 0; direction < stage.directions; ++direction) {
            const bool back = direction > 0, given = !stage.reverse || back;
            addWeights(stage, back ? "back." : "", given, std::vector{&wx, &wh, bias}, directions == 2 && back ? 1 : 0);
        }
        addStage(node, std::move(stage), std::move(layout));
        for (std::size_t state = 1; state <= cell.states.size(); ++state) {
            define(node, state, {.kind = Kind::End});
        }
    }

    /// Of one direction: number `part` of those in W [D, G·H, I], R [D, G·H, H] and B [D, 2·G·H], or zeros.
    static void addWeights(Stage& stage, const char* prefix, bool given, const std::vector<const Tensor*>& tensors,
                           std::int64_t part)
    {
        const Cell& cell = *stage.cell;
        const GateOrder order = gateOrder(cell, cell.onnx.gates);
        const auto rows = static_cast<std::size_t>(cell.gateCount() * stage.units);
        const auto mine = [&](const Tensor* tensor, std::size_t count) {
            const auto first = static_cast<std::ptrdiff_t>(count) * part;
            return given && tensor != nullptr
                       ? std::vector(tensor->values.begin() + first,
                                     tensor->values.begin() + first + static_cast<std::ptrdiff_t>(count))
                       : std::vector<float>(count);
        };
        const auto add = [&](RecurrentWeight which, const Shape& shape, std::span<const float> values) {
            stage.weights.push_back({say("%1%2", prefix, weightName(which)), shape, gatesFrom(order, values)});
        };
        for (const RecurrentWeight which : {RecurrentWeight::Wx, RecurrentWeight::Wh}) {
            const Tensor& tensor = *tensors[static_cast<std::size_t>(which)];
            add(which, {tensor.shape[1], tensor.shape[2]},
                mine(&tensor, rows * static_cast<std::size_t>(tensor.shape[2])));
        }
        std::vector<float> bias = mine(tensors[2], 2 * rows);
        const std::span<const float> second = std::span<const float>(bias).subspan(rows);
        if (!cell.recurrentBias) {
            std::ranges::transform(second, bias, bias.begin(), std::plus<>());
        }
        const Shape shape = {static_cast<std::int64_t>(rows)};
        add(RecurrentWeight::b, shape, std::span<const float>(bias).first(rows));
        if (cell.recurrentBias) {
            add(RecurrentWeight::bh, shape, second);
        }
    }

    static Reads directionOf(const CheckedNode& node)
    {
        const Attribute* const direction = node.node().attribute("direction");
        if (direction == nullptr || direction->text == "forward") {
            return Reads::Forward;
        }
        if (direction->text != "bidirectional" && direction->text != "reverse") {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its direction is %1, but forward, reverse or bidirectional is wanted"),
                    printable(direction->text)));
        }
        return direction->text == "reverse" ? Reads::Backward : Reads::Both;
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
            if (const std::int64_t found = node.integer(setting.data(), 0); found != value) {
                node.refuse(say(ENGINE_TEXT("Sentences", "its %1 is %2, but %3 is wanted"), setting, found, value));
            }
        }
        node.requireAttributes(known);
        if (!node.input(peepholes).empty()) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "it has peepholes (input P), which Hamnet's %1 has not"), node.type()));
        }
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
            std::vector<std::string> functions;
            for (std::int64_t direction = 0; direction < directions; ++direction) {
                functions.insert(functions.end(), cell->onnx.functions.begin(), cell->onnx.functions.end());
            }
            const std::string fitting = inARow(functions);
            if (engine::folded(found) == engine::folded(fitting)) {
                return *cell;
            }
            wanted = wanted.empty() ? Sentence(fitting) : say(ENGINE_TEXT("Sentences", "%1 or %2"), wanted, fitting);
        }
        node.refuse(say(ENGINE_TEXT("Sentences", "its activations are %1, but must be %2"), printable(found), wanted));
    }

    /// A state that comes from outside is zeros where a text starts, as Hamnet's is.
    void requireStates(const CheckedNode& node, const Cell& cell, Reads reads)
    {
        for (std::size_t place = firstState; place < firstState + cell.states.size(); ++place) {
            const char* const name = place == firstState ? "initial_h" : "initial_c";
            const Known* const state = of(node, place);
            if (state != nullptr && !isStart(*state)) {
                node.refuse(say(ENGINE_TEXT("Sentences", "its %1 is %2, but zeros or an input of the graph are wanted, "
                                                         "as Hamnet's %3 starts from zeros"),
                                name, printable(node.input(place)), node.type()));
            }
            if (reads != Reads::Forward && state != nullptr && state->outside && !state->forwardOnly) {
                m_report->notes.push_back(
                    say(ENGINE_TEXT("Sentences", "node %1 gets the %2 of its backward direction from outside; Hamnet "
                                                 "starts that direction from zeros in each batch"),
                        labelOf(node.node()), name));
            }
        }
    }

    /// Throws Error unless the first axis is the steps, the same for all recurrent stages, and the second the streams.
    /// A net that reads one step at a time must be given its state, so that the steps are its caller's.
    void requireSteps(const CheckedNode& node, const Known& text, const Cell& cell, Reads reads)
    {
        const Axis& steps = text.layout[0];
        if (m_along && *m_along != steps) {
            node.refuse(ENGINE_TEXT("Sentences", "it goes along another axis of the ids than the recurrent node before "
                                                 "it, but the same steps are wanted"));
        }
        m_along = steps;
        if (!steps.empty()) {
            return;
        }
        if (reads != Reads::Forward) {
            node.refuse(ENGINE_TEXT("Sentences", "it reads backwards, and one step, but all steps are wanted: those "
                                                 "behind a step are what a backward direction reads"));
        }
        bool outside = true;
        for (std::size_t place = firstState; place < firstState + cell.states.size(); ++place) {
            outside = outside && of(node, place) != nullptr && of(node, place)->outside;
        }
        if (!outside) {
            node.refuse(ENGINE_TEXT("Sentences", "it reads one step and starts from zeros at each, but steps on its "
                                                 "first axis or a state from an input of the graph are wanted"));
        }
    }

    /// Hamnet reads all steps of all streams.
    void requireLengths(const CheckedNode& node, const Known& text)
    {
        const Known* const lengths = of(node, lengthsPlace);
        if (lengths == nullptr) {
            return;
        }
        if (lengths->kind == Kind::Text && lengths->place == 0 && lengths->input != m_ids) {
            m_report->notes.push_back(
                say(ENGINE_TEXT("Sentences",
                                "node %1 gets sequence_lens from outside; Hamnet reads all steps of each stream"),
                    labelOf(node.node())));
            return;
        }
        const std::int64_t steps = text.layout[0].empty() ? 1 : text.layout[0].front().extent;
        const bool constant = lengths->kind == Kind::Constant && !lengths->tensor->integers.empty();
        if (!constant ||
            std::ranges::any_of(lengths->tensor->integers, [&](std::int64_t length) { return length != steps; })) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its sequence_lens %1 is not known to be the number of steps for "
                                                     "each stream, but all steps are wanted"),
                            printable(node.input(lengthsPlace))));
        }
    }

    // The end
    // -------------------------------------------------------------------------------------------------------------

    /// Throws Error where the outputs are not the scores.
    void finish()
    {
        std::size_t end = 0;
        for (const Value& output : m_graph->outputs) {
            const Known* const value = of(output.name);
            if (value == nullptr) {
                throw Error(say(ENGINE_TEXT("Sentences", "%1: its output %2 is made by no node"), *m_file,
                                printable(output.name)));
            }
            end = value->kind == Kind::Text ? std::max(end, value->place) : end;
        }
        if (end < m_steps.size()) {
            checked(*m_steps[end])
                .refuse(
                    ENGINE_TEXT("Sentences",
                                "what it makes reaches no output of the graph, but each node must be part of one chain "
                                "from the ids to the scores"));
        }
        const bool normalised = end > 1 && (m_steps.back()->type == "LogSoftmax" || m_steps.back()->type == "Softmax");
        if (normalised && m_steps.back()->type == "Softmax") {
            m_stages.pop_back();
        }
        for (const Value& output : m_graph->outputs) {
            if (const Known& value = *of(output.name); value.kind == Kind::Text && value.place > 0) {
                requireScores(output.name, value, normalised ? end - 1 : end);
            }
        }
    }

    /// Throws Error where an output before the scores could be meant as them, or the scores lie along another axis.
    void requireScores(const std::string& output, const Known& value, std::size_t scores) const
    {
        if (value.place >= scores) {
            if (widthOf(value.layout) == 0) {
                checked(*value.node)
                    .refuse(say(ENGINE_TEXT("Sentences", "the output %1 does not have each character's scores on its "
                                                         "last axis, as is wanted"),
                                printable(output)));
            }
            return;
        }
        const Node& maker = *m_steps[value.place - 1];
        if (maker.type != "Gather" && cellsOf(maker.type).empty()) {
            checked(*m_steps[value.place])
                .refuse(say(ENGINE_TEXT("Sentences", "it goes on from what the graph gives as its output %1, but one "
                                                     "output with the scores is wanted"),
                            printable(output)));
        }
        m_report->notes.push_back(
            say(ENGINE_TEXT("Sentences", "the output %1, what node %2 gives, is not carried over"), printable(output),
                labelOf(maker)));
    }

    /// Tells of constants that might be weights and that nothing reads.
    void reportUnused() const
    {
        std::set<std::string_view> read;
        for (const Node& node : m_graph->nodes) {
            read.insert(node.inputs.begin(), node.inputs.end());
        }
        for (const Tensor& tensor : m_graph->constants) {
            if (tensor.integers.empty() && tensor.shape.axes() > 0 && read.insert(tensor.name).second) {
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "the constant %1 %2 was left out: no layer of the net takes it"),
                        printable(tensor.name), tensor.shape));
            }
        }
    }

    const Graph* m_graph;
    const std::string* m_file;
    TransferReport* m_report;
    std::unordered_map<std::string_view, Known> m_values;
    std::deque<Tensor> m_made;               ///< constants that nodes have made
    std::size_t m_numbers = 0, m_copied = 0; ///< of the file's constants, and copied from them
    std::vector<Stage> m_stages;
    std::vector<const Node*> m_steps; ///< that change the numbers of the text: a stage each, a bias or LogSoftmax
    std::size_t m_ids = 0;            ///< among the graph's inputs
    std::optional<Axis> m_along;      ///< the steps of the recurrent stages
};

} // namespace

std::vector<const Cell*> cellsOf(std::string_view type)
{
    std::vector<const Cell*> cells;
    std::ranges::copy_if(recurrentCells(), std::back_inserter(cells),
                         [&](const Cell* cell) { return !type.empty() && cell->onnx.type == type; });
    return cells;
}

const char* resetSetting(const Cell& cell)
{
    return cell.recurrentBias ? "linear_before_reset" : nullptr;
}

std::vector<Stage> readChain(const Graph& graph, const std::string& fileName, TransferReport& report)
{
    return Walk(graph, fileName, report).run();
}

} // namespace engine::onnx

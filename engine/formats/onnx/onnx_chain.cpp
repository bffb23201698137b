// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_chain.h"

#include "engine/formats/onnx/onnx_arrange.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
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
    const Tensor* tensor = &unknownTensor; ///< of Constant
    const Tensor* sizes = nullptr;         ///< of Start: its extents, where they may be known
    bool outside = false;                  ///< of Start: whether it is what inputs of the graph say, all of it
    Layout layout = {};                    ///< of Text
    std::int64_t width = 1;                ///< of Text: how many numbers each character has
    std::size_t place = 0;                 ///< of Text: how many steps have made it; none have made ids
};

using Kind = Known::Kind;

// What is wanted of a node that is not as it must be.
constexpr const char* ownComputing =
    ENGINE_TEXT("Sentences", "it is no part of one chain from the ids to the scores, and "
                             "no weight, shape or state to start from");
constexpr const char* allNumbers =
    ENGINE_TEXT("Sentences", "it takes a part of the text's numbers, or may mix those of several "
                             "characters, but all of each are wanted, and apart from others");
constexpr const char* sameNumbers =
    ENGINE_TEXT("Sentences", "it makes other numbers of the text: ids are whole numbers, and what "
                             "the net makes of them are floats");
constexpr const char* noTraining =
    ENGINE_TEXT("Sentences", "it drops numbers, as in training, but a net that reads text as trained is wanted");
constexpr const char* rowsById =
    ENGINE_TEXT("Sentences", "it takes a part only, but rows of a constant by the ids, or each "
                             "character's numbers, all of them, are wanted");
constexpr const char* oneMatrix = ENGINE_TEXT(
    "Sentences", "wanted is a constant matrix for each character's numbers, which lie on the last axis of what "
                 "a layer gives, and one bias behind it (of a Gemm, with transA 0, alpha 1 and beta 1)");
constexpr const char* ofLayers =
    ENGINE_TEXT("Sentences", "wanted is what a layer gives, with each character's numbers on the last axis");
constexpr const char* hamnetsCell = ENGINE_TEXT(
    "Sentences", "wanted is a cell of Hamnet's: constant weights, layout 0, linear_before_reset 1 in a GRU, no "
                 "peepholes, the same functions in all directions (LSTM and GRU: Sigmoid and Tanh, RNN: Tanh or "
                 "Relu), all steps of steps × streams × width, along the same axis as other cells, from zeros "
                 "or an input of the graph");
constexpr const char* oneChain = ENGINE_TEXT(
    "Sentences", "wanted is one chain of nodes from the ids to one output, which has each character's scores on "
                 "its last axis, as a MatMul or Gemm gives them");

constexpr std::size_t maxInputAxes = 8; // more than any text or state has
constexpr std::int64_t oneSoftmaxAxis = 13, withoutTestSetting = 7, withTrainingInput = 12; ///< opsets

/// The axes of ids. Nothing where more than two of them may be longer than 1: no text has so many.
std::optional<Layout> layoutOf(const Value& value)
{
    Layout layout;
    std::size_t moving = 0;
    for (const Value::Axis& axis : value.axes) {
        const std::int64_t extent = axis.word.empty() ? std::max<std::int64_t>(axis.extent, 0) : 0; // 0: any
        if (extent >= freeExtents[0] || (extent != 1 && moving == std::size(freeExtents))) {
            return std::nullopt;
        }
        layout.push_back(extent == 1 ? Axis() : axisOf(extent > 0 ? extent : freeExtents[moving], rowStrides[moving]));
        moving += extent == 1 ? 0 : 1;
    }
    return value.shaped && layout.size() <= maxInputAxes ? std::optional(layout) : std::nullopt;
}

/// How many numbers each character has, where they lie on the last axis, alone; else 0.
std::int64_t widthOf(const Known& text)
{
    return !text.layout.empty() && text.layout.back() == axisOf(text.width) ? text.width : 0;
}

class Walk {
public:
    Walk(const Graph& graph, const std::string& fileName) : m_graph(&graph), m_file(&fileName) {}

    PortableNet run()
    {
        m_net.model.name = m_graph->name;
        addConstants();
        addInputs();
        for (const Node& node : m_graph->nodes) {
            take(node);
            read();
        }
        finish();
        reportUnused();
        nameWeights();
        return std::move(m_net);
    }

private:
    using Rule = Known (Walk::*)(); ///< the first output

    /// What a node of a type may have, and what it does with a text: the sentence is for one that does otherwise.
    struct Operator {
        std::set<std::string_view> attributes;
        Rule rule = nullptr;
        const char* wanted = ownComputing;
        bool arranges = false; ///< it only cuts, joins, repeats or reshapes, so that zeros stay zeros
    };

    static const Operator* operatorOf(const Node& node)
    {
        static const std::map<std::string_view, Operator> operators = {
            {"Add", {{}, &Walk::addSum, oneMatrix}},
            {"Cast", {{"to", "saturate"}, &Walk::passCast, sameNumbers, true}},
            {"Concat", {{"axis"}, &Walk::pass, allNumbers, true}},
            {"ConstantOfShape", {{"value"}}},
            {"Div", {}},
            {"Dropout", {{"ratio", "seed", "is_test"}, &Walk::passDropout, noTraining, true}},
            {"Expand", {{}, nullptr, ownComputing, true}},
            {"GRU",
             {{"activations", "direction", "hidden_size", "layout", "linear_before_reset"},
              &Walk::addCell,
              hamnetsCell}},
            {"Gather", {{"axis"}, &Walk::addEmbedding, rowsById, true}},
            {"Gemm", {{"alpha", "beta", "transA", "transB"}, &Walk::addLinear, oneMatrix}},
            {"Identity", {{}, &Walk::pass, allNumbers, true}},
            {"LSTM",
             {{"activations", "direction", "hidden_size", "input_forget", "layout"}, &Walk::addCell, hamnetsCell}},
            {"LogSoftmax", {{"axis"}, &Walk::addActivation, ofLayers}},
            {"MatMul", {{}, &Walk::addLinear, oneMatrix}},
            {"Mul", {}},
            {"RNN", {{"activations", "direction", "hidden_size", "layout"}, &Walk::addCell, hamnetsCell}},
            {"Relu", {{}, &Walk::addActivation, ofLayers}},
            {"Reshape", {{"allowzero"}, &Walk::pass, allNumbers, true}},
            {"Shape", {{"end", "start"}}},
            {"Sigmoid", {{}, &Walk::addActivation, ofLayers}},
            {"Size", {}},
            {"Slice", {{"axes", "ends", "starts"}, &Walk::pass, allNumbers, true}},
            {"Softmax", {{"axis"}, &Walk::addActivation, ofLayers}},
            {"Split", {{"axis", "num_outputs", "split"}, nullptr, ownComputing, true}},
            {"Squeeze", {{"axes"}, &Walk::pass, allNumbers, true}},
            {"Sub", {}},
            {"Tanh", {{}, &Walk::addActivation, ofLayers}},
            {"Tile", {{}, nullptr, ownComputing, true}},
            {"Transpose", {{"perm"}, &Walk::pass, allNumbers, true}},
            {"Unsqueeze", {{"axes"}, &Walk::pass, allNumbers, true}}};
        const auto found = operators.find(node.type);
        return found == operators.end() || !node.domain.empty() ? nullptr : &found->second;
    }

    // Values
    // -------------------------------------------------------------------------------------------------------------

    /// The node that is read now.
    void take(const Node& node)
    {
        m_node = &node;
        m_wanted = ownComputing;
        m_inputs.clear();
        m_tensors.clear();
        for (const std::string& name : node.inputs) {
            const auto found = m_values.find(name);
            require(name.empty() || found != m_values.end(),
                    say(ENGINE_TEXT("Sentences", "its input %1 is made by nothing before it"), printable(name)));
            m_inputs.push_back(name.empty() ? nullptr : &found->second);
            m_tensors.push_back(name.empty() ? nullptr : found->second.tensor);
        }
    }

    void require(bool isSo) const { require(isSo, Sentence(m_wanted)); }
    void require(bool isSo, const Sentence& otherwise) const
    {
        if (!isSo) {
            refuse(*m_node, *m_file, otherwise);
        }
    }

    /// The same, by the attribute or input that is at fault and what it is.
    void requireOf(bool isSo, std::string_view name, const auto& value) const
    {
        require(isSo, say(ENGINE_TEXT("Sentences", "found %1 %2; %3"), name, value, Sentence(m_wanted)));
    }

    /// Empty where it is left out.
    std::string input(std::size_t place) const { return place < m_node->inputs.size() ? m_node->inputs[place] : ""; }

    /// Attributes of a node must be known, once and of their kind.
    void requireAttributes(const std::set<std::string_view>& attributes) const
    {
        static const std::map<std::string_view, std::int64_t> types = {
            {"activations", textsAttribute}, {"alpha", realAttribute},     {"axes", integersAttribute},
            {"beta", realAttribute},         {"direction", textAttribute}, {"ends", integersAttribute},
            {"perm", integersAttribute},     {"ratio", realAttribute},     {"split", integersAttribute},
            {"starts", integersAttribute},   {"value", tensorAttribute}};
        for (const Attribute& one : m_node->attributes) {
            require(attributes.contains(one.name) && m_node->attribute(one.name) == &one,
                    say(ENGINE_TEXT("Sentences", "it has the attribute %1, which Hamnet does not read"),
                        printable(one.name)));
            const auto type = types.find(one.name);
            require(one.type == (type == types.end() ? integerAttribute : type->second),
                    say(ENGINE_TEXT("Sentences", "its attribute %1 is of another kind than ONNX's"), one.name));
        }
    }

    const Known* at(std::size_t place) const { return place < m_inputs.size() ? m_inputs[place] : nullptr; }

    /// Whether each input that gives the node's numbers, and is no setting, is so.
    bool each(auto isSo) const
    {
        return std::ranges::all_of(std::span(m_inputs).first(dataInputs(*m_node)),
                                   [&](const Known* value) { return value != nullptr && isSo(*value); });
    }

    std::int64_t count(Kind kind) const
    {
        return std::ranges::count_if(m_inputs, [&](const Known* one) { return one != nullptr && one->kind == kind; });
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
            const std::optional<Layout> layout = isInteger(input.element) ? layoutOf(input) : std::nullopt;
            const bool real = isReal(input.element);
            m_values.emplace(input.name, layout ? Known{.kind = Kind::Text, .layout = *layout}
                                                : Known{.kind = real ? Kind::Start : Kind::Constant, .outside = real});
        }
    }

    void define(std::size_t output, Known value)
    {
        const std::vector<std::string>& outputs = m_node->outputs;
        if (output < outputs.size() && !outputs[output].empty()) {
            require(m_values.emplace(outputs[output], std::move(value)).second,
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
    void charge(std::size_t numbers)
    {
        constexpr std::size_t times = 8;
        m_copied += numbers;
        require(m_copied <= times * m_numbers,
                ENGINE_TEXT("Sentences", "the graph's constants are used more often than a net uses its weights"));
    }

    /// A constant of floats, to be copied. ONNX calls this input `name`.
    const Tensor& numbers(std::size_t place, const char* name)
    {
        const Known* const value = at(place);
        requireOf(value != nullptr && hasFloats(*value->tensor), name, printable(input(place)));
        charge(value->tensor->values.size());
        return *value->tensor;
    }

    // Nodes
    // -------------------------------------------------------------------------------------------------------------

    void read()
    {
        const Operator* const known = operatorOf(*m_node);
        if (known != nullptr) {
            requireAttributes(known->attributes);
        }
        if (known != nullptr && (m_node->type == "Shape" || m_node->type == "Size")) {
            define(0, shapeOf());
        } else if (count(Kind::Text) > 0) {
            follow(known);
        } else if (count(Kind::End) > 0) { // states after the last step may be put together for an output
            require(known != nullptr && (known->rule == &Walk::pass || known->rule == &Walk::passCast) &&
                        each([](const Known& one) { return one.kind == Kind::End; }),
                    ENGINE_TEXT("Sentences", "it reads the state that a recurrent node has after the last step, "
                                             "but the scores of each step are wanted"));
            define(0, {.kind = Kind::End});
        } else {
            const Known value = withoutText(known);
            for (std::size_t output = 0; output < m_node->outputs.size(); ++output) {
                define(output, value);
            }
        }
    }

    void follow(const Operator* known)
    {
        require(known != nullptr && known->rule != nullptr,
                ENGINE_TEXT("Sentences", "Hamnet has no such layer; a chain of Gather, recurrent cells, MatMul "
                                         "or Gemm, Tanh, Sigmoid, Relu and Softmax, with weights that are "
                                         "floats, is wanted"));
        require(count(Kind::Text) == 1 || known->rule == &Walk::addCell, oneChain); // a cell names the input
        m_wanted = known->wanted;
        define(0, (this->*known->rule)());
    }

    // Constants, shapes and states to start from

    /// What exporters compute sizes with may be not known; it is refused where it is used.
    Known withoutText(const Operator* known)
    {
        const std::string& type = m_node->type;
        if (type == "Constant" && m_node->domain.empty()) {
            return constantOf();
        }
        static const std::set<std::string_view> ofSizes = {
            "And", "Equal", "Greater", "Less",      "Max",       "Min",        "Mod",      "Not",
            "Or",  "Range", "Where",   "ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum"};
        const bool isSizes = !m_tensors.empty() && count(Kind::Start) == 0 &&
                             std::ranges::all_of(m_tensors, [](auto* one) { return one == nullptr || isWhole(*one); });
        const auto unknown = [&] {
            require(isSizes && (known != nullptr || ofSizes.contains(type)));
            return Known{.kind = Kind::Constant};
        };
        if (known == nullptr || at(0) == nullptr) {
            return unknown();
        }
        const Tensor& first = *at(0)->tensor;
        const std::int64_t to = type == "Cast" ? m_node->integer("to", 0) : 0;
        require((to != halfType && to != bfloatType) || first.values.empty() || commonOf(first) == 0.0F,
                ENGINE_TEXT("Sentences", "it rounds weights to 16 bits, but weights as they are used are wanted; "
                                         "export the net with its weights in float16 or float32"));
        if (count(Kind::Start) == 0) {
            if (type == "Identity" || (type == "Cast" && (isWhole(first) ? isInteger(to) : isReal(to)))) {
                return *at(0);
            }
            std::size_t count = 0;
            for (const Tensor* tensor : m_tensors) {
                count += tensor == nullptr ? 0 : tensor->values.size();
            }
            charge(count);
            if (std::optional<Tensor> result = folded(*m_node, m_tensors)) {
                return made(std::move(*result));
            }
        }
        // Of what is made as often as a shape says it may be known at least what.
        const Attribute* const value = m_node->attribute("value");
        const Tensor zero{.name = {}, .shape = {}, .values = {0}};
        const bool fills = type == "ConstantOfShape", repeats = fills || type == "Expand" || type == "Tile";
        const Tensor& one = !fills ? first : value != nullptr && value->tensor ? *value->tensor : zero;
        if (repeats && one.known && one.integers.size() == 1) {
            return made({.name = {}, .shape = {}, .integers = one.integers, .known = false});
        }
        if (fills ? commonOf(one) != 0.0F : !known->arranges || !each(isStart)) {
            return unknown();
        }
        const bool isShaped = fills || (type == "Expand" && first.known && first.shape.axes() == 0);
        return {.kind = Kind::Start,
                .sizes = isShaped ? m_tensors.back() : nullptr,
                .outside = each([](const Known& part) { return part.outside; })};
    }

    Known constantOf()
    {
        require(m_node->attributes.size() == 1);
        const Attribute& given = m_node->attributes.front();
        Tensor tensor{.name = {}, .shape = {}, .values = given.reals};
        if (given.tensor) {
            tensor = *given.tensor;
        } else if (given.real) {
            tensor.values = {*given.real};
        } else if (given.integer) {
            tensor.integers = {*given.integer};
        } else {
            tensor.integers = given.reals.empty() ? given.integers : tensor.integers;
            tensor.shape = {std::ssize(tensor.values) + std::ssize(tensor.integers)};
            tensor.known = tensor.shape[0] > 0;
        }
        m_numbers += tensor.values.size();
        return made(std::move(tensor));
    }

    Known shapeOf()
    {
        const Known* const value = at(0);
        std::optional<Extents> extents = value != nullptr ? numbersIn(value->sizes) : std::nullopt;
        if (value != nullptr && value->kind == Kind::Text) {
            extents = extentsOf(value->layout);
        } else if (value != nullptr && value->tensor->known) {
            extents = value->tensor->shape.extents();
        }
        if (!extents || m_node->type == "Size") {
            return {.kind = Kind::Constant};
        }
        const auto count = std::ssize(*extents);
        const auto place = [&](const char* name, std::int64_t otherwise) {
            const std::int64_t given = m_node->integer(name, otherwise);
            return std::clamp<std::int64_t>(given < 0 ? given + count : given, 0, count);
        };
        const std::int64_t first = place("start", 0), last = std::max(first, place("end", count));
        extents = Extents(extents->begin() + first, extents->begin() + last);
        return made({.name = {}, .shape = {last - first}, .integers = *extents});
    }

    static bool isStart(const Known& value)
    {
        return value.kind == Kind::Start || (value.kind == Kind::Constant && commonOf(*value.tensor) == 0.0F);
    }

    // Nodes that give the numbers of the text as they are
    // -------------------------------------------------------------------------------------------------------------

    /// The text, which must be the node's first input.
    const Known& textOf() const
    {
        const Known* const first = at(0);
        require(first != nullptr && first->kind == Kind::Text);
        return *first;
    }

    Known pass()
    {
        Known text = textOf();
        std::optional<View> view = arranged(*m_node, text.layout, m_tensors);
        require(view && view->isAll);
        text.layout = std::move(view->layout);
        return text;
    }

    Known passDropout()
    {
        const Known* const training = at(2);
        const bool off = training == nullptr || training->tensor->integers == std::vector<std::int64_t>{0};
        require((m_graph->opset >= withoutTestSetting || m_node->integer("is_test", 0) != 0) &&
                (m_graph->opset < withTrainingInput || off));
        return textOf();
    }

    Known passCast()
    {
        const Known& text = textOf();
        const std::int64_t to = m_node->integer("to", 0);
        require(text.place == 0 ? isInteger(to) : isReal(to));
        if (to == halfType || to == bfloatType) {
            m_net.report.notes.push_back(say(
                ENGINE_TEXT("Sentences", "node %1 rounds to 16 bits; Hamnet computes on in fp32"), labelOf(*m_node)));
        }
        return text;
    }

    // Layers
    // -------------------------------------------------------------------------------------------------------------

    static constexpr std::int64_t widthAxis = 2; ///< of [T, N, width]

    /// Throws Error unless the text, of ids for a Gather, ends the chain so far, from which nothing else may go on.
    void requireEnd(const Known& text) const
    {
        require((text.place == 0) == (m_node->type == "Gather"));
        if (const std::size_t count = m_steps.size();
            text.place < count || (count > 0 && m_steps.back()->type == "LogSoftmax")) {
            refuse(*m_steps[std::min(text.place, count - 1)], *m_file, oneChain);
        }
    }

    Known madeBy(Layout layout, std::int64_t width)
    {
        m_steps.push_back(m_node);
        return {.kind = Kind::Text, .layout = std::move(layout), .width = width, .place = m_steps.size()};
    }

    std::string numbered(const std::string& name) { return say("%1%2", name, ++m_numbered[name]); }

    /// A layer that goes on from the last one.
    void draw(const std::string& name, std::string_view type, Params params)
    {
        const std::string top = numbered(name);
        m_net.model.layers.push_back(
            {.name = top, .type = std::string(type), .bottoms = {m_text}, .tops = {top}, .params = std::move(params)});
        m_text = top;
    }

    static Params::value_type xavier() { return {"weight_filler", Filler{.type = "xavier"}}; }

    /// In canonical layout, in the order of the drawn layers'.
    void addWeight(const Shape& shape, std::vector<float> values)
    {
        m_net.weights.push_back({labelOf(*m_node), shape, std::move(values)});
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
    Known addEmbedding()
    {
        const Known* const ids = at(1);
        require(ids != nullptr && ids->kind == Kind::Text && ids->place == 0);
        const Tensor& rows = numbers(0, "data");
        require(rows.shape.axes() == 2 && m_node->integer("axis", 0) == 0);
        Layout layout = ids->layout;
        layout.push_back(axisOf(rows.shape[1]));
        requireEnd(*ids);
        draw("embed", "EMBED",
             {{"num_output", rows.shape[1]}, {"bias_term", false}, {"input_dim", rows.shape[0]}, xavier()});
        addWeight(rows.shape, rows.values);
        return madeBy(std::move(layout), rows.shape[1]);
    }

    /// A Softmax or LogSoftmax behind the scores counts as a step, too; finish() takes the drawn one away again.
    Known addActivation()
    {
        static const std::map<std::string_view, std::string_view> layers = {
            {"Tanh", "TANH"}, {"Relu", "RELU"}, {"Sigmoid", "SIGMOID"}, {"Softmax", "SOFTMAX"}};
        const Known& text = textOf();
        requireEnd(text);
        const bool normalises = m_node->type.ends_with("Softmax");
        if (normalises) { // before opset 13 all axes from its own on count
            const std::int64_t axis = m_node->integer("axis", m_graph->opset >= oneSoftmaxAxis ? -1 : 1);
            require(axisFrom(axis, text.layout.size()) == text.layout.size() - 1 && widthOf(text) > 0);
        }
        if (const auto layer = layers.find(m_node->type); layer != layers.end()) {
            draw(engine::folded(layer->second), layer->second, normalises ? Params{{"axis", widthAxis}} : Params());
        }
        return madeBy(text.layout, text.width);
    }

    /// The text with its width on the last axis, as what is multiplied with a matrix.
    const Known& wideTextOf() const
    {
        const Known& text = textOf();
        requireEnd(text);
        requireOf(widthOf(text) > 0, cellsOf(m_node->type).empty() ? "A" : "X", printable(input(0)));
        return text;
    }

    /// A matrix [I, O], of a Gemm with transB [O, I].
    Known addLinear()
    {
        const auto isOne = [&](const char* factor) {
            const Attribute* const given = m_node->attribute(factor);
            return given == nullptr || given->real == 1.0F;
        };
        const Known& text = wideTextOf();
        const Tensor& matrix = numbers(1, "B");
        const Tensor* const bias = input(2).empty() ? nullptr : &numbers(2, "C");
        const std::int64_t width = text.width;
        const bool ready = m_node->integer("transB", 0) != 0;
        require((m_node->type != "Gemm" || text.layout.size() == 2) && m_node->integer("transA", 0) == 0 &&
                isOne("alpha") && isOne("beta"));
        requireOf(matrix.shape.axes() == 2 && matrix.shape[ready ? 1 : 0] == width, "B", matrix.shape);
        const std::int64_t outputs = matrix.shape[ready ? 0 : 1];
        Layout layout = text.layout;
        layout.back() = axisOf(outputs);
        draw("scores", "INNERPRODUCT",
             {{"num_output", outputs}, {"bias_term", bias != nullptr}, {"axis", widthAxis}, xavier()});
        addWeight({outputs, width}, ready ? matrix.values : transposed(matrix.values, width));
        if (bias != nullptr) {
            addBias(*bias, layout.size(), outputs);
        }
        return madeBy(std::move(layout), outputs);
    }

    /// Throws Error unless the constant adds one number to each of the width, or the same to all.
    void addBias(const Tensor& bias, std::size_t most, std::int64_t width)
    {
        const std::int64_t count = std::ssize(bias.values);
        const std::size_t axes = bias.shape.axes();
        const bool alongWidth = axes > 0 && bias.shape[axes - 1] == count && count == width;
        require(width > 0 && axes <= most && (count == 1 || alongWidth));
        addWeight({width},
                  count == 1 ? std::vector<float>(static_cast<std::size_t>(width), bias.values[0]) : bias.values);
    }

    Known addSum()
    {
        const bool textFirst = at(0) != nullptr && at(0)->kind == Kind::Text;
        const Known& text = *at(textFirst ? 0 : 1);
        requireEnd(text);
        Params& before = m_net.model.layers.back().params;
        const auto term = before.find("bias_term");
        require(term != before.end() && term->second == ParamValue(false));
        term->second = true;
        addBias(numbers(textFirst ? 1 : 0, textFirst ? "B" : "A"), text.layout.size(), widthOf(text));
        return madeBy(text.layout, text.width);
    }

    // Recurrent cells
    // -------------------------------------------------------------------------------------------------------------

    static constexpr std::size_t lengthsPlace = 4, firstState = 5, peepholesPlace = 7;

    Known addCell()
    {
        const Attribute* const given = m_node->attribute("direction");
        const std::string direction = given == nullptr ? "forward" : given->text;
        const bool forward = direction == "forward", reverse = direction == "reverse";
        requireOf(forward || reverse || direction == "bidirectional", "direction", printable(direction));
        const std::int64_t directions = forward || reverse ? 1 : 2;
        const Cell& cell = cellFor(directions);
        const Known& text = wideTextOf();
        requireOf(text.layout.size() == 3 && text.layout[0].size() < 2 && text.layout[1].size() < 2, "X",
                  printable(input(0)));
        requireStart(text.layout[0], cell, forward);
        if (const Known* const lengths = at(lengthsPlace)) { // Hamnet reads all steps of all streams
            const std::vector<std::int64_t>& known = lengths->tensor->integers;
            const std::int64_t steps = text.layout[0].empty() ? 1 : text.layout[0].front().extent;
            requireOf(!known.empty() && std::ranges::count(known, steps) == std::ssize(known), "sequence_lens",
                      printable(input(lengthsPlace)));
        }
        const Tensor &wx = numbers(1, "W"), &wh = numbers(2, "R");
        const std::int64_t width = text.width, units = wh.shape.axes() == 3 ? wh.shape[2] : 0;
        const std::int64_t rows = cell.gateCount() * units;
        const Tensor* const bias = input(3).empty() ? nullptr : &numbers(3, "B");
        const Shape biases = bias == nullptr ? Shape{directions, 2 * rows} : bias->shape;
        requireOf(units > 0 && wh.shape == Shape{directions, rows, units}, "R", wh.shape);
        requireOf(wx.shape == Shape{directions, rows, width}, "W", wx.shape);
        requireOf(biases == Shape{directions, 2 * rows}, "B", biases);
        const std::int64_t size = m_node->integer("hidden_size", units);
        requireOf(size == units, "hidden_size", size);
        Layout layout = text.layout;
        layout.back() = axisOf(units);
        layout.insert(layout.begin() + 1, axisOf(directions, units));
        drawCell(cell, units, !forward, reverse);
        std::vector<std::vector<float>> all = {wx.values, wh.values, {}};
        all[2] = bias != nullptr ? bias->values : std::vector<float>(static_cast<std::size_t>(biases.count()));
        for (std::vector<float>& values : all) { // of a forward direction before a backward one alone: zeros
            values.insert(values.begin(), reverse ? values.size() : 0, 0.0F);
        }
        for (std::int64_t part = 0; part < (forward ? 1 : 2); ++part) {
            addWeights(cell, all, {part, rows, width, units});
        }
        if (reverse) {
            drawBackwardHalf(units);
        }
        for (std::size_t state = 1; state <= cell.states.size(); ++state) {
            define(state, {.kind = Kind::End});
        }
        return madeBy(std::move(layout), directions * units);
    }

    /// One more of the layers that are stacked so far, or a layer of its own.
    void drawCell(const Cell& cell, std::int64_t units, bool bothWays, bool alone)
    {
        constexpr std::int64_t most = 16;
        Params params = {{"num_output", units}, xavier()};
        if (bothWays) {
            params["bidirectional"] = m_readsBackward = true;
        }
        if (const std::optional<Cell::Choice>& choice = cell.choice) {
            params[std::string(choice->key)] = std::string(choice->value);
        }
        if (Layer& before = m_net.model.layers.back(); before.type == cell.layer && !alone) {
            auto& count = std::get<std::int64_t>(before.params.at("num_layers"));
            params["num_layers"] = count;
            if (before.params == params && count < most) {
                ++count;
                return;
            }
        }
        params["num_layers"] = std::int64_t{1};
        draw(engine::folded(cell.layer), cell.layer, std::move(params));
        m_net.model.layers.back().bottoms.emplace_back("clip");
    }

    /// Cuts off the half [T, N, units] of the backward direction. The forward one is not used.
    void drawBackwardHalf(std::int64_t units)
    {
        draw("slice", "SLICE", {{"axis", widthAxis}, {"slice_point", std::vector<std::int64_t>{units}}});
        const std::string forward = m_text + "_forward";
        m_net.model.layers.back().tops = {forward, m_text};
        m_net.model.layers.push_back({.name = numbered("silence"), .type = "SILENCE", .bottoms = {forward}});
        m_net.report.notes.push_back(
            say(ENGINE_TEXT("Sentences", "node %1 only reads backwards: it is drawn as a layer of both directions, "
                                         "whose forward half is zeros and is cut off"),
                labelOf(*m_node)));
    }

    struct Part {
        std::int64_t direction, rows, width, units;
    };

    /// Of one direction: its part of W [D, G·H, I], R [D, G·H, H] and B [D, 2·G·H].
    void addWeights(const Cell& cell, std::span<const std::vector<float>> all, const Part& part)
    {
        const GateOrder order = gateOrder(cell, cell.onnx.gates);
        const auto mine = [&](std::size_t which, std::int64_t columns) {
            const auto count = static_cast<std::size_t>(part.rows * columns);
            return std::span(all[which]).subspan(static_cast<std::size_t>(part.direction) * count, count);
        };
        addWeight({part.rows, part.width}, gatesFrom(order, mine(0, part.width)));
        addWeight({part.rows, part.units}, gatesFrom(order, mine(1, part.units)));
        const auto rows = static_cast<std::size_t>(part.rows);
        const std::span<const float> first = mine(2, 2).first(rows), second = mine(2, 2).last(rows);
        std::vector<float> bias(first.begin(), first.end());
        if (!cell.recurrentBias) {
            std::ranges::transform(first, second, bias.begin(), std::plus<>());
        }
        addWeight({part.rows}, gatesFrom(order, bias));
        if (cell.recurrentBias) {
            addWeight({part.rows}, gatesFrom(order, second));
        }
    }

    /// By the activations of each direction, which must be the same. Throws Error for what Hamnet's cell of that name
    /// does not do.
    const Cell& cellFor(std::int64_t directions) const
    {
        const std::vector<const Cell*> all = cellsOf(m_node->type);
        const bool resets = all.front()->recurrentBias; // which a reset gate multiplies with Wh h_{t-1}
        for (const auto& [name, wanted] :
             {std::pair("layout", 0), std::pair("input_forget", 0), std::pair("linear_before_reset", resets ? 1 : 0)}) {
            const std::int64_t found = m_node->integer(name, 0);
            requireOf(found == wanted, name, found);
        }
        requireOf(input(peepholesPlace).empty(), "P", printable(input(peepholesPlace)));
        const Attribute* const given = m_node->attribute("activations"); // ONNX's defaults are the first's
        const auto cell = std::ranges::find_if(all, [&](const Cell* one) {
            return given == nullptr ||
                   std::ranges::equal(given->texts, functionsOf(*one, directions), {}, engine::folded, engine::folded);
        });
        std::string found;
        for (const std::string& function : given != nullptr ? given->texts : std::vector<std::string>()) {
            found += (found.empty() ? "" : ", ") + function;
        }
        requireOf(cell != all.end(), "activations", printable(found));
        return **cell;
    }

    /// Throws Error unless the first axis is the steps, the same for all recurrent layers, and each state starts from
    /// zeros, or from outside, where it is zeros at a text's start, as Hamnet's is. A net that reads one step at a time
    /// must be given its state, so that the steps are its caller's.
    void requireStart(const Axis& steps, const Cell& cell, bool forward)
    {
        bool outside = forward;
        for (std::size_t place = firstState; place < firstState + cell.states.size(); ++place) {
            const char* const name = place == firstState ? "initial_h" : "initial_c";
            const Known* const state = at(place);
            requireOf(state == nullptr || isStart(*state), name, printable(input(place)));
            const bool given = state != nullptr && state->outside;
            outside = outside && given;
            if (!forward && given) {
                m_net.report.notes.push_back(
                    say(ENGINE_TEXT("Sentences", "node %1 gets the %2 of its backward direction from outside; Hamnet "
                                                 "starts that direction from zeros in each batch"),
                        labelOf(*m_node), name));
            }
        }
        requireOf(m_along.value_or(steps) == steps, "X", printable(input(0)));
        require(!steps.empty() || outside,
                ENGINE_TEXT("Sentences", "it reads one step and starts from zeros at each, but steps on its "
                                         "first axis or a state from an input of the graph are wanted"));
        m_along = steps;
    }

    // The end
    // -------------------------------------------------------------------------------------------------------------

    /// Draws what stands around the layers. Throws Error where the outputs are not the scores, or one before them could
    /// be meant as them.
    void finish()
    {
        if (m_steps.empty()) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: no net that reads text was found in its graph, which starts with "
                                             "a Gather of a constant and ends with a MatMul or Gemm of one"),
                    *m_file));
        }
        const Node& last = *m_steps.back();
        const std::size_t scores = m_steps.size() - (last.type.ends_with("Softmax") ? 1 : 0);
        bool isReached = false;
        for (const Value& output : m_graph->outputs) {
            const auto value = m_values.find(output.name);
            if (value == m_values.end()) {
                throw Error(say(ENGINE_TEXT("Sentences", "%1: its output %2 is made by no node"), *m_file,
                                printable(output.name)));
            }
            const std::size_t place = value->second.place;
            if (place == 0) {
                continue;
            }
            isReached = isReached || place == m_steps.size();
            const Node& maker = *m_steps[place - 1];
            if (place < scores && (maker.type == "Gather" || !cellsOf(maker.type).empty())) {
                m_net.report.notes.push_back(
                    say(ENGINE_TEXT("Sentences", "the output %1, what node %2 gives, is not carried over"),
                        printable(output.name), labelOf(maker)));
            } else if (place < scores || widthOf(value->second) == 0) {
                refuse(place < scores ? *m_steps[place] : maker, *m_file, oneChain);
            }
        }
        std::vector<Layer>& layers = m_net.model.layers;
        if (last.type == "Softmax") {
            m_text = layers.back().bottoms.front();
            layers.pop_back();
        }
        if (!isReached || layers.back().type != "INNERPRODUCT") {
            refuse(isReached ? *m_steps[scores - 1] : last, *m_file, oneChain);
        }
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
    const Node* m_node = nullptr;         ///< that is read
    const char* m_wanted = ownComputing;  ///< the sentence where it is not as it must be
    std::vector<const Known*> m_inputs;   ///< null where one is left out
    std::vector<const Tensor*> m_tensors; ///< the same; unknownTensor for what is no constant
    std::unordered_map<std::string_view, Known> m_values;
    std::deque<Tensor> m_made;               ///< constants that nodes have made
    std::size_t m_numbers = 0, m_copied = 0; ///< of the file's constants, and copied from them
    std::vector<const Node*> m_steps; ///< that change the numbers of the text: for a layer, its bias, or at the end
    PortableNet m_net;
    std::string m_text = "data"; ///< the last layer's top
    std::map<std::string, int> m_numbered;
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

std::string labelOf(const Node& node)
{
    const std::string output = node.outputs.empty() ? "" : node.outputs.front();
    const std::string name =
        node.name.empty() ? say(ENGINE_TEXT("Sentences", "(output %1)"), printable(output)) : Sentence(node.name);
    return say("%1 %2", printable(node.type), printable(name));
}

void refuse(const Node& node, const std::string& fileName, const Sentence& why)
{
    throw Error(say(ENGINE_TEXT("Sentences", "%1: node %2: %3"), fileName, labelOf(node), why));
}

PortableNet drawnAfter(const Graph& graph, const std::string& fileName)
{
    return Walk(graph, fileName).run();
}

} // namespace engine::onnx

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
    const Tensor* tensor = &unknownTensor; ///< of Constant
    Layout layout = {};                    ///< of Text
    std::size_t place = 0;                 ///< of Text: how many steps have made it; none have made ids
    bool outside = false;                  ///< of Start: whether inputs of the graph are in it
    bool forwardOnly = false;              ///< of Start: whether zeros of a backward direction were put behind it
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

/// A node with what is known of its inputs; null where one is left out.
struct Call {
    const Node& node;
    const std::string& file;
    const char* wanted = ownComputing; ///< the sentence where it is not as it must be
    std::vector<const Known*> values = {};
    std::vector<const Tensor*> tensors = {}; ///< unknownTensor for what is no constant

    [[noreturn]] void refuse(const Sentence& why) const { engine::onnx::refuse(node, file, why); }

    void require(bool isSo) const { require(isSo, Sentence(wanted)); }
    void require(bool isSo, const Sentence& otherwise) const
    {
        if (!isSo) {
            refuse(otherwise);
        }
    }

    /// The same, by the attribute or input that is at fault and what it is.
    void requireOf(bool isSo, std::string_view name, const auto& value) const
    {
        if (!isSo) {
            refuse(say(ENGINE_TEXT("Sentences", "found %1 %2; %3"), name, value, Sentence(wanted)));
        }
    }

    /// Empty where it is left out.
    std::string input(std::size_t place) const { return place < node.inputs.size() ? node.inputs[place] : ""; }

    /// What can be said of a node by itself: attributes that are known, once and of their kind, and no more inputs and
    /// outputs than it has, as of a version of the operator that came later.
    void requireForm(const std::set<std::string_view>& attributes, std::size_t inputs, std::size_t outputs) const
    {
        static const std::set<std::string_view> lists = {"axes", "ends", "perm", "split", "starts"},
                                                reals = {"alpha", "beta", "ratio"};
        for (const Attribute& one : node.attributes) {
            require(attributes.contains(one.name) && node.attribute(one.name) == &one,
                    say(ENGINE_TEXT("Sentences", "it has the attribute %1, which Hamnet does not read"),
                        printable(one.name)));
            const bool fits = lists.contains(one.name)    ? one == Attribute{.name = one.name, .integers = one.integers}
                              : reals.contains(one.name)  ? one.real.has_value()
                              : one.name == "value"       ? one.tensor.has_value()
                              : one.name == "activations" ? !one.texts.empty()
                              : one.name == "direction"   ? !one.text.empty()
                                                          : one.integer.has_value();
            require(fits, say(ENGINE_TEXT("Sentences", "its attribute %1 is of another kind than ONNX's"), one.name));
        }
        require(node.inputs.size() <= inputs && node.outputs.size() <= outputs,
                say(ENGINE_TEXT("Sentences",
                                "it has %1 inputs and %2 outputs, but %3 and %4 are the most that Hamnet reads"),
                    node.inputs.size(), node.outputs.size(), inputs, outputs));
    }

    const Known* at(std::size_t place) const { return place < values.size() ? values[place] : nullptr; }

    /// Whether each input that gives the node's numbers, and is no setting, is so.
    bool each(auto isSo) const
    {
        return std::ranges::all_of(std::span(values).first(dataInputs(node)),
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

    /// What a node of a type may have, and what it does with a text: the sentence is for one that does otherwise.
    struct Operator {
        std::set<std::string_view> attributes;
        std::size_t inputs, outputs = 1;
        Rule rule = nullptr;
        const char* wanted = ownComputing;
        bool arranges = false; ///< it only cuts, joins, repeats or reshapes, so that zeros stay zeros
    };

    static const Operator* operatorOf(const std::string& type)
    {
        static const std::map<std::string_view, Operator> operators = {
            {"Add", {{}, 2, 1, &Walk::addSum, oneMatrix}},
            {"Cast", {{"to", "saturate"}, 1, 1, &Walk::passCast, sameNumbers, true}},
            {"Concat", {{"axis"}, anyNumber, 1, &Walk::pass, allNumbers, true}},
            {"ConstantOfShape", {{"value"}, 1}},
            {"Div", {{}, 2}},
            {"Dropout", {{"ratio", "seed", "is_test"}, 3, 2, &Walk::passDropout, noTraining, true}},
            {"Expand", {{}, 2, 1, nullptr, ownComputing, true}},
            {"Gather", {{"axis"}, 2, 1, &Walk::addEmbedding, rowsById, true}},
            {"Gemm", {{"alpha", "beta", "transA", "transB"}, 3, 1, &Walk::addLinear, oneMatrix}},
            {"Identity", {{}, 1, 1, &Walk::pass, allNumbers, true}},
            {"LogSoftmax", {{"axis"}, 1, 1, &Walk::addActivation, ofLayers}},
            {"MatMul", {{}, 2, 1, &Walk::addLinear, oneMatrix}},
            {"Mul", {{}, 2}},
            {"Relu", {{}, 1, 1, &Walk::addActivation, ofLayers}},
            {"Reshape", {{"allowzero"}, 2, 1, &Walk::pass, allNumbers, true}},
            {"Shape", {{"end", "start"}, 1}},
            {"Sigmoid", {{}, 1, 1, &Walk::addActivation, ofLayers}},
            {"Size", {{}, 1}},
            {"Slice", {{"axes", "ends", "starts"}, 5, 1, &Walk::pass, allNumbers, true}},
            {"Softmax", {{"axis"}, 1, 1, &Walk::addActivation, ofLayers}},
            {"Split", {{"axis", "num_outputs", "split"}, 2, anyNumber, nullptr, ownComputing, true}},
            {"Squeeze", {{"axes"}, 2, 1, &Walk::pass, allNumbers, true}},
            {"Sub", {{}, 2}},
            {"Tanh", {{}, 1, 1, &Walk::addActivation, ofLayers}},
            {"Tile", {{}, 2, 1, nullptr, ownComputing, true}},
            {"Transpose", {{"perm"}, 1, 1, &Walk::pass, allNumbers, true}},
            {"Unsqueeze", {{"axes"}, 2, 1, &Walk::pass, allNumbers, true}}};
        const auto found = operators.find(type);
        return found == operators.end() ? nullptr : &found->second;
    }

    // Values
    // -------------------------------------------------------------------------------------------------------------

    Call called(const Node& node) const
    {
        Call call{node, *m_file};
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
            const bool real = isReal(input.element);
            Known known{.kind = real ? Kind::Start : Kind::Constant, .outside = real};
            if (isInteger(input.element) && layout) {
                known = {.kind = Kind::Text, .layout = *layout};
            }
            m_values.emplace(input.name, std::move(known));
        }
    }

    void define(const Call& call, std::size_t output, Known value)
    {
        const std::vector<std::string>& outputs = call.node.outputs;
        if (output < outputs.size() && !outputs[output].empty()) {
            call.require(
                m_values.emplace(outputs[output], std::move(value)).second,
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
    void charge(const Call& call, std::size_t numbers)
    {
        constexpr std::size_t times = 8;
        m_copied += numbers;
        call.require(m_copied <= times * m_numbers,
                     ENGINE_TEXT("Sentences", "the graph's constants are used more often than a net uses its weights"));
    }

    /// A constant of floats, to be copied. ONNX calls this input `name`.
    const Tensor& numbers(const Call& call, std::size_t place, const char* name)
    {
        const Known* const value = call.at(place);
        call.requireOf(value != nullptr && hasFloats(*value->tensor), name, printable(call.input(place)));
        charge(call, value->tensor->values.size());
        return *value->tensor;
    }

    // Nodes
    // -------------------------------------------------------------------------------------------------------------

    void read(Call call)
    {
        const Operator* const known = operatorOf(call.node.type);
        call.require(call.node.domain.empty(),
                     say(ENGINE_TEXT("Sentences", "it is an operator of %1, but those of ONNX are wanted"),
                         printable(call.node.domain)));
        if (known != nullptr) {
            call.requireForm(known->attributes, known->inputs, known->outputs);
        }
        if (call.node.type == "Shape" || call.node.type == "Size") {
            define(call, 0, shapeOf(call));
        } else if (call.count(Kind::Text) > 0) {
            follow(call, known);
        } else if (call.count(Kind::End) > 0) { // states after the last step may be put together for an output
            call.require(known != nullptr && (known->rule == &Walk::pass || known->rule == &Walk::passCast) &&
                             call.each([](const Known& one) { return one.kind == Kind::End; }),
                         ENGINE_TEXT("Sentences", "it reads the state that a recurrent node has after the last step, "
                                                  "but the scores of each step are wanted"));
            define(call, 0, {.kind = Kind::End});
        } else {
            const Known value = withoutText(call, known);
            for (std::size_t output = 0; output < call.node.outputs.size(); ++output) {
                define(call, output, value);
            }
        }
    }

    void follow(Call& call, const Operator* known)
    {
        if (!cellsOf(call.node.type).empty()) {
            call.wanted = hamnetsCell;
            addCell(call);
            return;
        }
        call.require(known != nullptr && known->rule != nullptr,
                     ENGINE_TEXT("Sentences", "Hamnet has no such layer; a chain of Gather, recurrent cells, MatMul "
                                              "or Gemm, Tanh, Sigmoid, Relu and Softmax, with weights that are "
                                              "floats, is wanted"));
        call.require(call.count(Kind::Text) == 1,
                     ENGINE_TEXT("Sentences", "it puts together what several nodes make of the text, but a net in "
                                              "one chain is wanted"));
        call.wanted = known->wanted;
        (this->*known->rule)(call);
    }

    // Constants, shapes and states to start from

    Known withoutText(const Call& call, const Operator* known)
    {
        if (call.node.type == "Constant") {
            return constantOf(call);
        }
        if (call.node.type == "ConstantOfShape") {
            return filled(call);
        }
        const Tensor* const first = call.tensors.empty() ? nullptr : call.tensors.front();
        const bool constant = !call.tensors.empty() && call.count(Kind::Start) == 0;
        const bool whole =
            constant && std::ranges::all_of(call.tensors, [](auto* one) { return one == nullptr || isWhole(*one); });
        const std::int64_t to = call.node.type == "Cast" ? call.node.integer("to", 0) : 0;
        call.require(!constant || whole || (to != halfType && to != bfloatType) || first == nullptr ||
                         first->values.empty() || commonOf(*first) == 0.0F,
                     ENGINE_TEXT("Sentences", "it rounds weights to 16 bits, but weights as they are used are wanted; "
                                              "export the net with its weights in float16 or float32"));
        const bool sameKind =
            call.node.type == "Identity" || (call.node.type == "Cast" && (whole ? isInteger(to) : isReal(to)));
        if (constant && sameKind && first != nullptr) {
            return *call.at(0);
        }
        if (constant && known != nullptr) {
            std::size_t count = 0;
            for (const Tensor* tensor : call.tensors) {
                count += tensor == nullptr ? 0 : tensor->values.size();
            }
            charge(call, count);
            if (std::optional<Tensor> result = folded(call.node, call.tensors)) {
                return made(std::move(*result));
            }
        }
        if (whole && computesSizes(call.node.type)) { // a shape, not known where it was not folded
            return repeated(call.node.type == "Expand" || call.node.type == "Tile" ? first : nullptr);
        }
        call.require(known != nullptr && known->arranges && call.each(isStart));
        return {.kind = Kind::Start,
                .outside = !call.each([](const Known& one) { return !one.outside; }),
                .forwardOnly = call.node.type == "Concat" && call.values.size() == 2 && !call.at(1)->outside &&
                               call.node.integer("axis", 0) == 0};
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

    Known filled(const Call& call)
    {
        const Attribute* const value = call.node.attribute("value"); // 0.0 where it is left out
        const Tensor* const number = value != nullptr && value->tensor ? &*value->tensor : nullptr;
        if (number != nullptr && !number->integers.empty()) {
            return repeated(number);
        }
        call.require(value == nullptr || (number != nullptr && commonOf(*number) == 0.0F));
        return {.kind = Kind::Start};
    }

    Known constantOf(const Call& call)
    {
        const std::vector<Attribute>& all = call.node.attributes;
        call.require(all.size() == 1);
        const Attribute& given = all.front();
        if (given.name == "value" && given.tensor) {
            m_numbers += given.tensor->values.size();
            return {.kind = Kind::Constant, .tensor = &*given.tensor};
        }
        Tensor tensor{.name = {}, .shape = {}, .values = given.reals, .integers = given.integers};
        tensor.shape = {std::ssize(tensor.values) + std::ssize(tensor.integers)};
        if (given.name == "value_float" && given.real) {
            tensor = {.name = {}, .shape = {}, .values = {*given.real}};
        } else if (given.name == "value_int" && given.integer) {
            tensor = {.name = {}, .shape = {}, .integers = {*given.integer}};
        } else {
            tensor.known = given.name == "value_floats" || given.name == "value_ints";
        }
        m_numbers += tensor.values.size();
        return made(std::move(tensor));
    }

    Known shapeOf(const Call& call)
    {
        const Known* const value = call.at(0);
        std::optional<Extents> extents;
        if (value != nullptr && value->kind == Kind::Text) {
            extents = extentsOf(value->layout);
        } else if (value != nullptr && value->tensor->known) {
            extents = value->tensor->shape.extents();
        }
        if (!extents || call.node.type == "Size") {
            return {.kind = Kind::Constant};
        }
        const auto count = std::ssize(*extents);
        const std::int64_t first = placeWithin(call.node.integer("start", 0), count),
                           last = placeWithin(call.node.integer("end", count), count);
        extents = Extents(extents->begin() + first, extents->begin() + std::max(first, last));
        return made({.name = {}, .shape = {std::ssize(*extents)}, .integers = *extents});
    }

    static bool isStart(const Known& value)
    {
        return value.kind == Kind::Start || (value.kind == Kind::Constant && commonOf(*value.tensor) == 0.0F);
    }

    // Nodes that give the numbers of the text as they are
    // -------------------------------------------------------------------------------------------------------------

    /// The text, which must be the node's first input.
    static const Known& textOf(const Call& call)
    {
        const Known* const first = call.at(0);
        call.require(first != nullptr && first->kind == Kind::Text);
        return *first;
    }

    void passWith(const Call& call, Layout layout)
    {
        Known passed = textOf(call);
        passed.layout = std::move(layout);
        define(call, 0, std::move(passed));
    }

    void pass(const Call& call)
    {
        std::optional<Layout> layout = arranged(call.node, textOf(call).layout, call.tensors);
        call.require(layout.has_value());
        passWith(call, std::move(*layout));
    }

    void passDropout(const Call& call)
    {
        const Known* const training = call.at(2);
        const bool off = training == nullptr || training->tensor->integers == std::vector<std::int64_t>{0};
        call.require((m_graph->opset >= withoutTestSetting || call.node.integer("is_test", 0) != 0) &&
                     (m_graph->opset < withTrainingInput || off));
        passWith(call, textOf(call).layout);
    }

    void passCast(const Call& call)
    {
        const Known& text = textOf(call);
        const std::int64_t to = call.node.integer("to", 0);
        call.require(text.place == 0 ? isInteger(to) : isReal(to));
        if (to == halfType || to == bfloatType) {
            m_net.report.notes.push_back(say(
                ENGINE_TEXT("Sentences", "node %1 rounds to 16 bits; Hamnet computes on in fp32"), labelOf(call.node)));
        }
        passWith(call, text.layout);
    }

    // Layers
    // -------------------------------------------------------------------------------------------------------------

    static constexpr std::int64_t widthAxis = 2; ///< of [T, N, width]

    /// Throws Error unless the text ends the chain so far, from which nothing else may go on.
    void requireEnd(const Call& call, const Known& text) const
    {
        if (text.place < m_steps.size()) {
            call.refuse(say(ENGINE_TEXT("Sentences", "it goes on from where node %1 does, too, but a net in one chain "
                                                     "from the ids to the scores is wanted"),
                            labelOf(*m_steps[text.place])));
        }
        if (!m_steps.empty() && m_steps.back()->type == "LogSoftmax") {
            refuse(*m_steps.back(), *m_file,
                   ENGINE_TEXT("Sentences", "it lies inside the net, where Hamnet has no such layer; behind the "
                                            "scores it is read"));
        }
    }

    void addStep(const Call& call, Layout layout)
    {
        m_steps.push_back(&call.node);
        define(call, 0, {.kind = Kind::Text, .layout = std::move(layout), .place = m_steps.size()});
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
    void addWeight(const Call& call, const Shape& shape, std::vector<float> values)
    {
        m_net.weights.push_back({labelOf(call.node), shape, std::move(values)});
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
    void addEmbedding(const Call& call)
    {
        const Known* const ids = call.at(1);
        call.require(ids != nullptr && ids->kind == Kind::Text && ids->place == 0);
        const Tensor& rows = numbers(call, 0, "data");
        call.require(rows.shape.axes() == 2 && call.node.integer("axis", 0) == 0);
        Layout layout = ids->layout;
        layout.push_back(axisOf(Factor::Of::Width, rows.shape[1]));
        requireEnd(call, *ids);
        draw("embed", "EMBED",
             {{"num_output", rows.shape[1]}, {"bias_term", false}, {"input_dim", rows.shape[0]}, xavier()});
        addWeight(call, rows.shape, rows.values);
        addStep(call, std::move(layout));
    }

    static Axis axisOf(Factor::Of of, std::int64_t extent) { return extent == 1 ? Axis() : Axis{{of, extent}}; }

    /// A Softmax or LogSoftmax behind the scores counts as a step, too; finish() takes the drawn one away again.
    void addActivation(const Call& call)
    {
        static const std::map<std::string_view, std::string_view> layers = {
            {"Tanh", "TANH"}, {"Relu", "RELU"}, {"Sigmoid", "SIGMOID"}, {"Softmax", "SOFTMAX"}};
        const Known& text = textOf(call);
        requireNumbers(call, text);
        const bool normalises = call.node.type.ends_with("Softmax");
        if (normalises) { // before opset 13 all axes from its own on count
            const std::int64_t axis = call.node.integer("axis", m_graph->opset >= oneSoftmaxAxis ? -1 : 1);
            call.require(axisFrom(axis, text.layout.size()) == text.layout.size() - 1 && widthOf(text.layout) > 0);
        }
        if (const auto layer = layers.find(call.node.type); layer != layers.end()) {
            draw(engine::folded(layer->second), layer->second, normalises ? Params{{"axis", widthAxis}} : Params());
        }
        addStep(call, text.layout);
    }

    void requireNumbers(const Call& call, const Known& text) const
    {
        call.require(text.place > 0);
        requireEnd(call, text);
    }

    /// The text with its width on the last axis, as what is multiplied with a matrix.
    const Known& wideTextOf(const Call& call) const
    {
        const Known& text = textOf(call);
        requireNumbers(call, text);
        call.requireOf(widthOf(text.layout) > 0, cellsOf(call.node.type).empty() ? "A" : "X", printable(call.input(0)));
        return text;
    }

    /// A matrix [I, O], of a Gemm with transB [O, I].
    void addLinear(const Call& call)
    {
        const auto isOne = [&](const char* factor) {
            const Attribute* const given = call.node.attribute(factor);
            return given == nullptr || given->real == 1.0F;
        };
        const Known& text = wideTextOf(call);
        const Tensor& matrix = numbers(call, 1, "B");
        const Tensor* const bias = call.input(2).empty() ? nullptr : &numbers(call, 2, "C");
        const std::int64_t width = widthOf(text.layout);
        const bool ready = call.node.integer("transB", 0) != 0;
        call.require((call.node.type != "Gemm" || text.layout.size() == 2) && call.node.integer("transA", 0) == 0 &&
                     isOne("alpha") && isOne("beta"));
        call.requireOf(matrix.shape.axes() == 2 && matrix.shape[ready ? 1 : 0] == width, "B", matrix.shape);
        const std::int64_t outputs = matrix.shape[ready ? 0 : 1];
        Layout layout = text.layout;
        layout.back() = axisOf(Factor::Of::Width, outputs);
        draw("scores", "INNERPRODUCT",
             {{"num_output", outputs}, {"bias_term", bias != nullptr}, {"axis", widthAxis}, xavier()});
        addWeight(call, {outputs, width}, ready ? matrix.values : transposed(matrix.values, width));
        if (bias != nullptr) {
            addBias(call, *bias, layout);
        }
        addStep(call, std::move(layout));
    }

    /// Throws Error unless the constant adds one number to each of the width, or the same to all.
    void addBias(const Call& call, const Tensor& bias, const Layout& layout)
    {
        const std::int64_t width = widthOf(layout), count = std::ssize(bias.values);
        const std::size_t axes = bias.shape.axes();
        const bool alongWidth = axes > 0 && bias.shape[axes - 1] == count && count == width;
        call.require(width > 0 && axes <= layout.size() && (count == 1 || alongWidth));
        addWeight(call, {width},
                  count == 1 ? std::vector<float>(static_cast<std::size_t>(width), bias.values[0]) : bias.values);
    }

    void addSum(const Call& call)
    {
        const bool textFirst = call.at(0) != nullptr && call.at(0)->kind == Kind::Text;
        const Known& text = *call.at(textFirst ? 0 : 1);
        requireNumbers(call, text);
        Params& before = m_net.model.layers.back().params;
        const auto term = before.find("bias_term");
        call.require(term != before.end() && term->second == ParamValue(false));
        term->second = true;
        addBias(call, numbers(call, textFirst ? 1 : 0, textFirst ? "B" : "A"), text.layout);
        addStep(call, text.layout);
    }

    // Recurrent cells
    // -------------------------------------------------------------------------------------------------------------

    static constexpr std::size_t lengthsPlace = 4, firstState = 5;

    void addCell(const Call& call)
    {
        const Attribute* const given = call.node.attribute("direction");
        const std::string direction = given == nullptr ? "forward" : given->text;
        const bool forward = direction == "forward", reverse = direction == "reverse";
        call.requireOf(forward || reverse || direction == "bidirectional", "direction", printable(direction));
        const std::int64_t directions = forward || reverse ? 1 : 2;
        requireSettings(call);
        const Cell& cell = cellByFunctions(call, directions);
        const Known& text = wideTextOf(call);
        call.requireOf(text.layout.size() == 3 && text.layout[0].size() < 2 && text.layout[1].size() < 2, "X",
                       printable(call.input(0)));
        requireStart(call, text.layout[0], cell, forward);
        if (const Known* const lengths = call.at(lengthsPlace)) { // Hamnet reads all steps of all streams
            const std::vector<std::int64_t>& known = lengths->tensor->integers;
            const std::int64_t steps = text.layout[0].empty() ? 1 : text.layout[0].front().extent;
            call.requireOf(!known.empty() && std::ranges::count(known, steps) == std::ssize(known), "sequence_lens",
                           printable(call.input(lengthsPlace)));
        }
        const Tensor &wx = numbers(call, 1, "W"), &wh = numbers(call, 2, "R");
        const std::int64_t width = widthOf(text.layout), units = wh.shape.axes() == 3 ? wh.shape[2] : 0;
        const std::int64_t rows = cell.gateCount() * units;
        const Tensor* const bias = call.input(3).empty() ? nullptr : &numbers(call, 3, "B");
        const Shape biases = bias == nullptr ? Shape{directions, 2 * rows} : bias->shape;
        call.requireOf(units > 0 && wh.shape == Shape{directions, rows, units}, "R", wh.shape);
        call.requireOf(wx.shape == Shape{directions, rows, width}, "W", wx.shape);
        call.requireOf(biases == Shape{directions, 2 * rows}, "B", biases);
        const std::int64_t size = call.node.integer("hidden_size", units);
        call.requireOf(size == units, "hidden_size", size);
        Layout layout = text.layout;
        layout.back() = axisOf(Factor::Of::Width, units);
        // The numbers of two cells of one unit are the two directions' alone.
        layout.insert(layout.begin() + 1, axisOf(units == 1 ? Factor::Of::Width : Factor::Of::Direction, directions));
        drawCell(cell, units, !forward, reverse);
        for (std::int64_t part = 0; part < (forward ? 1 : 2); ++part) {
            addWeights(call, cell, !reverse || part > 0, {&wx, &wh, bias}, reverse ? 0 : part);
        }
        if (reverse) {
            drawBackwardHalf(call, units);
        }
        addStep(call, std::move(layout));
        for (std::size_t state = 1; state <= cell.states.size(); ++state) {
            define(call, state, {.kind = Kind::End});
        }
    }

    /// One more of the layers that are stacked so far, or a layer of its own.
    void drawCell(const Cell& cell, std::int64_t units, bool bothWays, bool alone)
    {
        constexpr std::int64_t most = 16;
        Params params = {{"num_output", units}, {"num_layers", std::int64_t{1}}, xavier()};
        if (bothWays) {
            params["bidirectional"] = m_readsBackward = true;
        }
        if (const std::optional<Cell::Choice>& choice = cell.choice) {
            params[std::string(choice->key)] = std::string(choice->value);
        }
        if (Layer& before = m_net.model.layers.back(); before.type == cell.layer && !alone) {
            const std::int64_t count = std::get<std::int64_t>(before.params.at("num_layers"));
            params["num_layers"] = count;
            if (before.params == params && count < most) {
                before.params["num_layers"] = count + 1;
                return;
            }
            params["num_layers"] = std::int64_t{1};
        }
        draw(engine::folded(cell.layer), cell.layer, std::move(params));
        m_net.model.layers.back().bottoms.emplace_back("clip");
    }

    /// Cuts off the half [T, N, units] of the backward direction. The forward one is not used.
    void drawBackwardHalf(const Call& call, std::int64_t units)
    {
        draw("slice", "SLICE", {{"axis", widthAxis}, {"slice_point", std::vector<std::int64_t>{units}}});
        const std::string forward = m_text + "_forward";
        m_net.model.layers.back().tops = {forward, m_text};
        m_net.model.layers.push_back({.name = numbered("silence"), .type = "SILENCE", .bottoms = {forward}});
        m_net.report.notes.push_back(
            say(ENGINE_TEXT("Sentences", "node %1 only reads backwards: it is drawn as a layer of both directions, "
                                         "whose forward half is zeros and is cut off"),
                labelOf(call.node)));
    }

    /// Of one direction: number `part` of those in W [D, G·H, I], R [D, G·H, H] and B [D, 2·G·H], or zeros.
    void addWeights(const Call& call, const Cell& cell, bool given, const std::vector<const Tensor*>& tensors,
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
            addWeight(call, {shape[0], width}, gatesFrom(order, mine(tensor, rows * static_cast<std::size_t>(width))));
        }
        std::vector<float> bias = mine(tensors[2], 2 * rows);
        const std::span<const float> first = std::span<const float>(bias).first(rows),
                                     second = std::span<const float>(bias).subspan(rows);
        if (!cell.recurrentBias) {
            std::ranges::transform(second, first, bias.begin(), std::plus<>());
        }
        addWeight(call, shape, gatesFrom(order, first));
        if (cell.recurrentBias) {
            addWeight(call, shape, gatesFrom(order, second));
        }
    }

    /// Throws Error for what Hamnet's cell of that name does not do.
    static void requireSettings(const Call& call)
    {
        const Cell& cell = *cellsOf(call.node.type).front(); // the others have the same tensors
        const std::size_t states = cell.states.size(), peepholes = firstState + states;
        std::map<std::string, std::int64_t> settings = {{"layout", 0}};
        if (states > 1) {
            settings["input_forget"] = 0;
        }
        if (const char* const reset = resetSetting(cell)) {
            settings[reset] = 1;
        }
        std::set<std::string_view> attributes = {"activations", "direction", "hidden_size"};
        for (const auto& [name, value] : settings) {
            attributes.insert(name);
        }
        call.requireForm(attributes, states > 1 ? peepholes + 1 : peepholes, 1 + states);
        for (const auto& [name, value] : settings) {
            const std::int64_t found = call.node.integer(name, 0);
            call.requireOf(found == value, name, found);
        }
        call.requireOf(call.input(peepholes).empty(), "P", printable(call.input(peepholes)));
    }

    /// By the activations of each direction, which must be the same.
    static const Cell& cellByFunctions(const Call& call, std::int64_t directions)
    {
        const std::vector<const Cell*> all = cellsOf(call.node.type);
        const Attribute* const given = call.node.attribute("activations");
        if (given == nullptr) {
            return *all.front(); // whose functions are ONNX's defaults
        }
        const auto cell = std::ranges::find_if(all, [&](const Cell* one) {
            return std::ranges::equal(given->texts, functionsOf(*one, directions), {}, engine::folded, engine::folded);
        });
        std::string found;
        for (const std::string& function : given->texts) {
            found += (found.empty() ? "" : ", ") + function;
        }
        call.requireOf(cell != all.end(), "activations", printable(found));
        return **cell;
    }

    /// Throws Error unless the first axis is the steps, the same for all recurrent layers, and each state starts from
    /// zeros, or from outside, where it is zeros at a text's start, as Hamnet's is. A net that reads one step at a time
    /// must be given its state, so that the steps are its caller's.
    void requireStart(const Call& call, const Axis& steps, const Cell& cell, bool forward)
    {
        bool outside = forward;
        for (std::size_t place = firstState; place < firstState + cell.states.size(); ++place) {
            const char* const name = place == firstState ? "initial_h" : "initial_c";
            const Known* const state = call.at(place);
            call.requireOf(state == nullptr || isStart(*state), name, printable(call.input(place)));
            const bool given = state != nullptr && state->outside;
            outside = outside && given;
            if (!forward && given && !state->forwardOnly) {
                m_net.report.notes.push_back(
                    say(ENGINE_TEXT("Sentences", "node %1 gets the %2 of its backward direction from outside; Hamnet "
                                                 "starts that direction from zeros in each batch"),
                        labelOf(call.node), name));
            }
        }
        call.require(m_along.value_or(steps) == steps,
                     ENGINE_TEXT("Sentences", "it goes along another axis of the ids than the recurrent node before "
                                              "it, but the same steps are wanted"));
        call.require(!steps.empty() || outside,
                     ENGINE_TEXT("Sentences", "it reads one step and starts from zeros at each, but steps on its "
                                              "first axis or a state from an input of the graph are wanted"));
        m_along = steps;
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
            refuse(*m_steps[end], *m_file, oneChain);
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
        if (layers.back().type != "INNERPRODUCT") {
            refuse(*m_steps[scores - 1], *m_file, oneChain);
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

    /// Throws Error where an output before the scores could be meant as them, or the scores lie along another axis.
    void requireScores(const std::string& output, const Known& value, std::size_t scores)
    {
        const Node& maker = *m_steps[value.place - 1];
        const bool isScores = value.place >= scores;
        if (isScores ? widthOf(value.layout) == 0 : maker.type != "Gather" && cellsOf(maker.type).empty()) {
            refuse(isScores ? maker : *m_steps[value.place], *m_file, oneChain);
        }
        if (isScores) {
            return;
        }
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

std::string labelOf(const Node& node)
{
    const auto output = std::ranges::find_if(node.outputs, [](const std::string& name) { return !name.empty(); });
    const std::string name = !node.name.empty() ? node.name
                             : output == node.outputs.end()
                                 ? "without a name"
                                 : say(ENGINE_TEXT("Sentences", "(output %1)"), printable(*output));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_chain.h"

#include "engine/formats/onnx/onnx_meanings.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <functional>
#include <map>

namespace engine::onnx {
namespace {

using Kind = Meaning::Kind;

constexpr std::int64_t inputsForSettings = 13; ///< the opset from which Softmax works on one axis

/// A stage, and which it reads from: a tree, of which one path leads to the scores.
struct StageNode {
    Stage stage;
    std::optional<std::size_t> before = {};
    std::size_t input = 0; ///< of the graph: the ids
    std::size_t depth = 1;
    bool reachesOutput = false;

    /// Of two that are equally far from the ids, scores before chances.
    bool isBehind(const StageNode& other) const
    {
        return depth != other.depth ? depth > other.depth : other.normalises() && !normalises();
    }
    bool normalises() const { return stage.kind == Stage::Kind::LogSoftmax || stage.layer == "SOFTMAX"; }
};

/// Nodes of ONNX and of ONNX Runtime that compute with weights of a byte or less.
bool isQuantised(const std::string& type)
{
    static const std::set<std::string_view> types = {
        "QuantizeLinear", "DequantizeLinear",      "DynamicQuantizeLinear", "DynamicQuantizeLSTM",
        "MatMulInteger",  "DynamicQuantizeMatMul", "MatMulIntegerToFloat",  "QLinearMatMul",
        "QGemm",          "MatMulNBits",           "GatherBlockQuantized"};
    return types.contains(type);
}

class Walk {
public:
    Walk(const Graph& graph, const std::string& fileName, TransferReport& report)
        : m_graph(&graph), m_file(&fileName), m_report(&report), m_meanings(graph, fileName, report)
    {}

    Chain run()
    {
        for (const Node& node : m_graph->nodes) {
            read(m_meanings.checked(node));
        }
        Chain chain = finished();
        m_meanings.reportUnused(std::move(m_taken));
        chain.made = std::move(m_meanings).release();
        return chain;
    }

private:
    using Rule = void (Walk::*)(const CheckedNode&);

    void read(const CheckedNode& node)
    {
        requireKnown(node);
        bool text = false, end = false;
        for (std::size_t place = 0; place < node.node().inputs.size(); ++place) {
            const Meaning* const meaning = m_meanings.of(node, place);
            text = text || (meaning != nullptr && meaning->kind == Kind::Text);
            end = end || (meaning != nullptr && meaning->kind == Kind::End);
        }
        const bool asksShape = node.type() == "Shape" || node.type() == "Size";
        if ((!text && !end && !isLookUp(node)) || asksShape) {
            m_meanings.add(node);
            return;
        }
        m_taken.insert(node.node().inputs.begin(), node.node().inputs.end());
        if (text) {
            follow(node);
        } else if (end) {
            passEnd(node);
        } else {
            addEmbedding(node);
        }
    }

    static void requireKnown(const CheckedNode& node)
    {
        if (isQuantised(node.type())) {
            node.refuse(ENGINE_TEXT("Sentences", "it computes with quantised numbers, but quantised nets are not read; "
                                                 "wanted is the net as it was before, with weights that are floats"));
        }
        if (!node.node().domain.empty()) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it is an operator of %1, but those of ONNX are wanted"),
                            shortened(node.node().domain)));
        }
        if (node.node().outputs.empty()) {
            node.refuse(ENGINE_TEXT("Sentences", "it has no output"));
        }
    }

    void follow(const CheckedNode& node)
    {
        static const std::map<std::string_view, Rule> rules = {{"MatMul", &Walk::addProduct},
                                                               {"Gemm", &Walk::addGemm},
                                                               {"Add", &Walk::addBias},
                                                               {"Tanh", &Walk::addActivation},
                                                               {"Relu", &Walk::addActivation},
                                                               {"Sigmoid", &Walk::addActivation},
                                                               {"Softmax", &Walk::addActivation},
                                                               {"LogSoftmax", &Walk::addActivation},
                                                               {"Dropout", &Walk::passDropout},
                                                               {"Cast", &Walk::passCast},
                                                               {"Identity", &Walk::pass},
                                                               {"Transpose", &Walk::pass},
                                                               {"Reshape", &Walk::pass},
                                                               {"Flatten", &Walk::pass},
                                                               {"Squeeze", &Walk::pass},
                                                               {"Unsqueeze", &Walk::pass},
                                                               {"Slice", &Walk::pass},
                                                               {"Concat", &Walk::pass},
                                                               {"Gather", &Walk::pass}};
        requireOneText(node);
        if (!cellsOf(node.type()).empty()) {
            addLevel(node);
            return;
        }
        const auto rule = rules.find(node.type());
        if (rule == rules.end()) {
            node.refuse(ENGINE_TEXT("Sentences", "Hamnet has no such layer; a chain of Gather, recurrent cells, MatMul "
                                                 "or Gemm, Tanh, Sigmoid, Relu and Softmax is wanted"));
        }
        (this->*rule->second)(node);
    }

    /// Throws Error where branches of the text come together.
    void requireOneText(const CheckedNode& node) const
    {
        const Meaning* first = nullptr;
        for (std::size_t place = 0; place < node.node().inputs.size(); ++place) {
            const Meaning* const meaning = m_meanings.of(node, place);
            if (meaning == nullptr || meaning->kind != Kind::Text) {
                continue;
            }
            if (first != nullptr) {
                node.refuse(
                    say(ENGINE_TEXT("Sentences",
                                    "it reads what nodes %1 and %2 make of the text, but a net in one chain is wanted"),
                        labelOf(*m_steps[first->place].stage.node), labelOf(*m_steps[meaning->place].stage.node)));
            }
            first = meaning;
        }
    }

    /// The text, which must be the node's first input.
    const Meaning& textOf(const CheckedNode& node) const
    {
        const Meaning* const first = m_meanings.of(node, 0);
        if (first == nullptr || first->kind != Kind::Text) {
            node.refuse(
                ENGINE_TEXT("Sentences", "its first input is not what the text has become, but another one is"));
        }
        return *first;
    }

    // Stages

    void addStage(const CheckedNode& node, const Stage& stage, std::size_t before, Layout layout)
    {
        addStep(node,
                {.stage = stage, .before = before, .input = m_steps[before].input, .depth = m_steps[before].depth + 1},
                std::move(layout));
    }

    void addStep(const CheckedNode& node, StageNode step, Layout layout)
    {
        m_steps.push_back(std::move(step));
        m_meanings.define(node, 0,
                          {.kind = Kind::Text,
                           .node = &node.node(),
                           .layout = std::move(layout),
                           .tracked = true,
                           .place = m_steps.size() - 1});
    }

    /// Rows of a constant matrix by numbers that come from outside.
    bool isLookUp(const CheckedNode& node) const
    {
        const Meaning *const rows = m_meanings.of(node, 0), *const ids = m_meanings.of(node, 1);
        return node.type() == "Gather" && rows != nullptr && rows->kind == Kind::Constant &&
               rows->tensor->shape.axes() == 2 && rows->tensor->integers.empty() && ids != nullptr &&
               (ids->kind == Kind::Input || ids->kind == Kind::Computed);
    }

    void addEmbedding(const CheckedNode& node)
    {
        const Meaning& ids = *m_meanings.of(node, 1);
        node.requireAttributes({"axis"});
        node.requirePorts(2, 1);
        if (ids.kind == Kind::Computed) {
            m_meanings.checked(*ids.node).refuse(
                say(ENGINE_TEXT("Sentences", "it changes the numbers that node %1 looks up, but the ids as they come "
                                             "from the graph's input are wanted"),
                    labelOf(node.node())));
        }
        if (ids.element != Value::Element::Integer || !ids.tracked) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its ids are %1, but whole numbers of steps and streams are wanted"),
                    ids.tracked ? ENGINE_TEXT("Sentences", "no whole numbers")
                                : ENGINE_TEXT("Sentences", "not on two axes at most")));
        }
        if (node.integer("axis", 0) != 0) {
            node.refuse(say(
                ENGINE_TEXT("Sentences", "it takes columns of its constant (axis %1), but rows (axis 0) are wanted"),
                node.integer("axis", 0)));
        }
        const Tensor& rows = m_meanings.numbers(node, 0, "matrix");
        Layout layout = ids.layout;
        layout.of(Factor::Width) = {.number = rows.shape[1]};
        layout.axes.emplace_back(Factor::Width);
        addStep(node,
                {.stage = {.kind = Stage::Kind::Embedding, .node = &node.node(), .layer = "EMBED", .matrix = &rows},
                 .input = ids.place},
                std::move(layout));
    }

    // Rules for nodes that change nothing

    void pass(const CheckedNode& node)
    {
        const Meaning& text = textOf(node);
        Relaid relaid = m_meanings.relaid(node, text.layout);
        if (!relaid.layout) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "%1, but each character's numbers are wanted, all of them and unmixed"),
                    relaid.why));
        }
        passWith(node, text, std::move(*relaid.layout));
    }

    void passWith(const CheckedNode& node, const Meaning& text, Layout layout)
    {
        Meaning passed = text;
        passed.node = &node.node();
        passed.layout = joined(std::move(layout));
        m_meanings.define(node, 0, std::move(passed));
    }

    void passDropout(const CheckedNode& node)
    {
        constexpr std::int64_t withoutTestSetting = 7, withTrainingInput = 12;
        const Meaning& text = textOf(node);
        node.requireAttributes({"ratio", "seed", "is_test"});
        node.requirePorts(3, 2);
        const Meaning* const training = m_meanings.of(node, 2);
        const bool off = training == nullptr || training->sizes.every == Extent{.number = 0};
        if ((node.opset() < withoutTestSetting && node.integer("is_test", 0) == 0) ||
            (node.opset() >= withTrainingInput && !off)) {
            node.refuse(ENGINE_TEXT(
                "Sentences", "it drops numbers, as in training, but a net that reads text as trained is wanted"));
        }
        passWith(node, text, text.layout);
    }

    void passCast(const CheckedNode& node)
    {
        const Meaning& text = textOf(node);
        const std::int64_t to = node.integer("to", 0);
        node.requireAttributes({"to", "saturate"});
        if (!isReal(to)) {
            node.refuse(ENGINE_TEXT(
                "Sentences", "it makes other numbers than floats of what the text has become, but floats are wanted"));
        }
        if (to == halfType || to == bfloatType) {
            m_report->notes.push_back(
                say(ENGINE_TEXT("Sentences", "node %1 rounds to 16 bits; Hamnet computes on in fp32"),
                    labelOf(node.node())));
        }
        passWith(node, text, text.layout);
    }

    /// States after the last step may be put together for an output.
    void passEnd(const CheckedNode& node)
    {
        static const std::set<std::string_view> types = {"Identity", "Concat",    "Squeeze", "Unsqueeze", "Reshape",
                                                         "Flatten",  "Transpose", "Cast",    "Slice"};
        const std::size_t count = node.type() == "Concat" ? node.node().inputs.size() : 1;
        for (std::size_t place = 0; place < count; ++place) {
            const Meaning* const meaning = m_meanings.of(node, place);
            if (!types.contains(node.type()) || !isArranging(node) || meaning == nullptr ||
                meaning->kind != Kind::End) {
                node.refuse(say(ENGINE_TEXT("Sentences", "it reads the state that node %1 has after the last step, but "
                                                         "the scores of each step are wanted"),
                                labelOf(*endBefore(node))));
            }
        }
        m_meanings.define(node, 0, {.kind = Kind::End, .node = endBefore(node)});
    }

    const Node* endBefore(const CheckedNode& node) const
    {
        for (std::size_t place = 0;; ++place) {
            const Meaning* const meaning = m_meanings.of(node, place);
            if (meaning != nullptr && meaning->kind == Kind::End) {
                return meaning->node;
            }
        }
    }

    // Rules for layers

    void addActivation(const CheckedNode& node)
    {
        static const std::map<std::string_view, std::string_view> layers = {
            {"Tanh", "TANH"}, {"Relu", "RELU"}, {"Sigmoid", "SIGMOID"}, {"Softmax", "SOFTMAX"}};
        const Meaning& text = textOf(node);
        const auto layer = layers.find(node.type());
        const bool normalises = node.type() == "Softmax" || node.type() == "LogSoftmax";
        node.requirePorts(1, 1);
        node.requireAttributes(normalises ? std::set<std::string_view>{"axis"} : std::set<std::string_view>());
        if (normalises) {
            requireWidth(node, text.layout);
        }
        const bool known = layer != layers.end();
        addStage(node,
                 {.kind = known ? Stage::Kind::Activation : Stage::Kind::LogSoftmax,
                  .node = &node.node(),
                  .layer = known ? layer->second : std::string_view()},
                 text.place, text.layout);
    }

    /// Throws Error where a Softmax adds up over anything but the width. Before opset 13 all axes from its own on
    /// count.
    static void requireWidth(const CheckedNode& node, const Layout& layout)
    {
        const bool one = node.opset() >= inputsForSettings;
        const std::optional<std::size_t> axis = axisFrom(node.integer("axis", one ? -1 : 1), layout.axes.size());
        Axis over;
        for (std::size_t place = axis.value_or(0); place < layout.axes.size(); ++place) {
            if (place == axis || !one) {
                over.append(layout.axes[place]);
            }
        }
        if (!axis || !over.is(Factor::Width) || layout.has(Factor::Direction)) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its axis %1 is not the one on which each character's numbers lie"),
                    node.integer("axis", one ? -1 : 1)));
        }
    }

    /// The text with its width on the last axis, as what is multiplied with a matrix.
    const Meaning& wideTextOf(const CheckedNode& node) const
    {
        const Meaning& text = textOf(node);
        if (!text.layout.endsWithWidth()) {
            node.refuse(
                ENGINE_TEXT("Sentences", "its input's last axis is not the one on which each character's numbers lie"));
        }
        return text;
    }

    void addLinear(const CheckedNode& node, const Meaning& text, Stage stage)
    {
        const Shape& shape = stage.matrix->shape;
        const std::int64_t width = text.layout.of(Factor::Width).number;
        const std::size_t inputAxis = stage.ready ? 1 : 0;
        if (shape.axes() != 2 || shape[inputAxis] != width) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its matrix is %1, but one for %2 inputs is wanted"), shape, width));
        }
        Layout layout = text.layout;
        layout.of(Factor::Width) = {.number = shape[1 - inputAxis]};
        if (stage.bias != nullptr) {
            requireBias(node, *stage.bias, layout);
        }
        addStage(node, stage, text.place, std::move(layout));
    }

    void addProduct(const CheckedNode& node)
    {
        node.requireAttributes({});
        node.requirePorts(2, 1);
        const Meaning& text = wideTextOf(node);
        addLinear(node, text,
                  {.kind = Stage::Kind::Linear,
                   .node = &node.node(),
                   .layer = "INNERPRODUCT",
                   .matrix = &m_meanings.numbers(node, 1, "matrix")});
    }

    void addGemm(const CheckedNode& node)
    {
        node.requireAttributes({"alpha", "beta", "transA", "transB"});
        node.requirePorts(3, 1);
        const Meaning& text = wideTextOf(node);
        if (text.layout.axes.size() != 2 || node.integer("transA", 0) != 0) {
            node.refuse(ENGINE_TEXT(
                "Sentences", "it reads no rows of characters as they are, but transA 0 and two axes are wanted"));
        }
        for (const char* factor : {"alpha", "beta"}) {
            if (node.real(factor, 1) != 1) {
                node.refuse(
                    say(ENGINE_TEXT("Sentences", "its %1 is %2, but 1 is wanted"), factor, node.real(factor, 1)));
            }
        }
        addLinear(node, text,
                  {.kind = Stage::Kind::Linear,
                   .node = &node.node(),
                   .layer = "INNERPRODUCT",
                   .matrix = &m_meanings.numbers(node, 1, "matrix"),
                   .bias = node.input(2).empty() ? nullptr : &m_meanings.numbers(node, 2, "bias"),
                   .ready = node.integer("transB", 0) != 0});
    }

    /// Throws Error unless the constant adds one number to each of the width, or the same to all.
    static void requireBias(const CheckedNode& node, const Tensor& bias, const Layout& layout)
    {
        const std::size_t axes = bias.shape.axes(), rank = layout.axes.size();
        bool fits = axes <= rank;
        for (std::size_t axis = 0; fits && axis < axes; ++axis) {
            const bool width = layout.axes[rank - axes + axis].is(Factor::Width);
            fits = bias.shape[axis] == 1 || (width && bias.shape[axis] == layout.of(Factor::Width).number);
        }
        if (!fits) {
            node.refuse(say(ENGINE_TEXT("Sentences", "it adds %1 where %2 numbers along the width are wanted"),
                            bias.shape, layout.of(Factor::Width).number));
        }
    }

    void addBias(const CheckedNode& node)
    {
        node.requireAttributes({});
        node.requirePorts(2, 1);
        const std::size_t place = m_meanings.of(node, 0) != nullptr && m_meanings.of(node, 0)->kind == Kind::Text;
        const Meaning& text = *m_meanings.of(node, 1 - place);
        const Tensor& bias = m_meanings.numbers(node, place, "bias");
        const Stage& before = m_steps[text.place].stage;
        const bool takes = before.kind == Stage::Kind::Embedding || before.kind == Stage::Kind::Linear;
        if (!takes || before.bias != nullptr) {
            node.refuse(say(
                ENGINE_TEXT("Sentences", "it adds %1 to what node %2 gives, which has no place for a bias in Hamnet"),
                bias.shape, labelOf(*before.node)));
        }
        requireBias(node, bias, text.layout);
        addStage(node, {.kind = Stage::Kind::Bias, .node = &node.node(), .layer = {}, .bias = &bias}, text.place,
                 text.layout);
    }

    // Recurrent cells

    void addLevel(const CheckedNode& node)
    {
        const Cell& cell = requirePlainCell(node);
        const Meaning& text = wideTextOf(node);
        if (text.layout.axes.size() != 3) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its input has %1 axes, but three are wanted: steps, streams and width"),
                    text.layout.axes.size()));
        }
        const Directions read = directionsOf(node);
        const std::int64_t directions = read == Directions::Both ? 2 : 1;
        requireStates(node, cell, read);
        requireSteps(node, text, cell, read);
        requireAllSteps(node, text.layout);
        const Tensor &wx = m_meanings.numbers(node, 1, "W"), &wh = m_meanings.numbers(node, 2, "R");
        const std::int64_t width = text.layout.of(Factor::Width).number;
        const std::int64_t units = wh.shape.axes() == 3 ? wh.shape[2] : 0, rows = cell.gateCount() * units;
        if (units < 1 || wx.shape != Shape{directions, rows, width} || wh.shape != Shape{directions, rows, units} ||
            node.integer("hidden_size", units) != units) {
            node.refuse(say(
                ENGINE_TEXT("Sentences", "its weights are %1 and %2, which no %3 of %4 inputs%5 and hidden_size has"),
                wx.shape, wh.shape, node.type(), width,
                directions == 1 ? "" : ENGINE_TEXT("Sentences", ", bidirectional,")));
        }
        const Tensor* const bias = node.input(3).empty() ? nullptr : &m_meanings.numbers(node, 3, "B");
        if (bias != nullptr && bias->shape != Shape{directions, 2 * rows}) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its biases are %1, but %2 is wanted"), bias->shape,
                            Shape{directions, 2 * rows}));
        }
        Layout layout = text.layout;
        layout.of(Factor::Width) = {.number = units};
        layout.of(Factor::Direction) = {.number = directions};
        layout.axes.insert(layout.axes.begin() + 1, directions == 1 ? Axis() : Axis(Factor::Direction));
        addStage(node,
                 {.kind = Stage::Kind::Recurrent,
                  .node = &node.node(),
                  .layer = cell.layer,
                  .matrix = &wx,
                  .recurrent = &wh,
                  .bias = bias,
                  .cell = &cell,
                  .reverse = read == Directions::Backward},
                 text.place, std::move(layout));
        for (std::size_t state = 1; state <= cell.states.size(); ++state) {
            m_meanings.define(node, state, {.kind = Kind::End, .node = &node.node()});
        }
    }

    enum class Directions { Forward, Backward, Both };

    static Directions directionsOf(const CheckedNode& node)
    {
        const Attribute* const direction = node.node().attribute("direction");
        if (direction == nullptr || direction->text == "forward") {
            return Directions::Forward;
        }
        if (direction->text != "bidirectional" && direction->text != "reverse") {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its direction is %1, but forward, reverse or bidirectional is wanted"),
                    shortened(direction->text)));
        }
        return direction->text == "reverse" ? Directions::Backward : Directions::Both;
    }

    /// Throws Error for what Hamnet's cell of that name does not do.
    static const Cell& requirePlainCell(const CheckedNode& node)
    {
        for (const char* setting : {"clip", "activation_alpha", "activation_beta"}) {
            if (node.has(setting)) {
                node.refuse(say(ENGINE_TEXT("Sentences", "it has the setting %1, which Hamnet's %2 has not"), setting,
                                node.type()));
            }
        }
        const Cell& cell = *cellsOf(node.type()).front(); // the others have the same tensors
        const char* const reset = resetSetting(cell);
        const std::size_t states = cell.states.size(), peepholes = firstState + states;
        std::set<std::string_view> settings = {"activations", "direction", "hidden_size", "layout"};
        settings.insert(states > 1 ? "input_forget" : "layout");
        settings.insert(reset == nullptr ? "layout" : reset);
        node.requireAttributes(settings);
        node.requirePorts(states > 1 ? peepholes + 1 : peepholes, 1 + states);
        if (node.integer("input_forget", 0) != 0) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its input_forget is %1, but 0 is wanted: Hamnet's %2 couples no gates"),
                    node.integer("input_forget", 0), node.type()));
        }
        if (!node.input(peepholes).empty()) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "it has peepholes (input P), which Hamnet's %1 has not"), node.type()));
        }
        if (reset != nullptr && node.integer(reset, 0) != 1) {
            node.refuse(
                say(ENGINE_TEXT("Sentences", "its %1 is %2, but 1 is wanted: Hamnet's %3 resets behind the product"),
                    reset, node.integer(reset, 0), node.type()));
        }
        if (node.integer("layout", 0) != 0) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its layout is %1, but 0, steps before streams, is wanted"),
                            node.integer("layout", 0)));
        }
        return cellByFunctions(node);
    }

    static std::string inARow(const std::vector<std::string>& names)
    {
        std::string all;
        for (const std::string& name : names) {
            all += (all.empty() ? "" : ", ") + name;
        }
        return all;
    }

    /// By the activations of each direction, which must be the same.
    static const Cell& cellByFunctions(const CheckedNode& node)
    {
        const std::vector<const Cell*> all = cellsOf(node.type());
        const Attribute* const given = node.node().attribute("activations");
        if (given == nullptr) {
            return *all.front(); // whose functions are ONNX's defaults
        }
        const std::int64_t directions = directionsOf(node) == Directions::Both ? 2 : 1;
        Sentence wanted;
        for (const Cell* cell : all) {
            const std::span<const std::string_view> once = cell->onnx.functions;
            const auto fits = [&](std::size_t place) {
                return engine::folded(given->texts[place]) == engine::folded(once[place % once.size()]);
            };
            bool same = given->texts.size() == once.size() * static_cast<std::size_t>(directions);
            for (std::size_t place = 0; same && place < given->texts.size(); ++place) {
                same = fits(place);
            }
            if (same) {
                return *cell;
            }
            const std::string functions = inARow(std::vector<std::string>(once.begin(), once.end()));
            wanted =
                wanted.empty() ? Sentence(functions) : say(ENGINE_TEXT("Sentences", "%1 or %2"), wanted, functions);
        }
        node.refuse(say(ENGINE_TEXT("Sentences", "its activations are %1, but must be %2%3"),
                        shortened(inARow(given->texts)), wanted,
                        directions == 1 ? "" : ENGINE_TEXT("Sentences", " for each direction")));
    }

    static constexpr std::size_t lengthsPlace = 4, firstState = 5;

    /// A state that comes from outside is zeros where a text starts, as Hamnet's is.
    void requireStates(const CheckedNode& node, const Cell& cell, Directions read)
    {
        for (std::size_t place = firstState; place < firstState + cell.states.size(); ++place) {
            const char* const name = place == firstState ? "initial_h" : "initial_c";
            const Meaning* const state = m_meanings.of(node, place);
            if (state == nullptr) {
                continue;
            }
            const Sentence wanted =
                say(ENGINE_TEXT("Sentences",
                                ", but zeros or an input of the graph are wanted, as Hamnet's %1 starts from zeros"),
                    node.type());
            if (state->kind == Kind::Constant && !Meanings::isStart(*state)) {
                node.refuse(say(ENGINE_TEXT("Sentences", "its %1 is the constant %2%3"), name,
                                shortened(node.input(place)), wanted));
            }
            if (state->kind == Kind::Computed) {
                m_meanings.checked(*state->node)
                    .refuse(say(ENGINE_TEXT("Sentences", "it computes the %1 of node %2%3"), name, labelOf(node.node()),
                                wanted));
            }
            if (!Meanings::isStart(*state)) {
                node.refuse(say(ENGINE_TEXT("Sentences", "its %1 is made of the text or of shapes%2"), name, wanted));
            }
            m_meanings.noteState(*state);
            if (read != Directions::Forward && startsOutside(node, place) && !state->backwardIsZeros) {
                m_report->notes.push_back(
                    say(ENGINE_TEXT("Sentences", "node %1 gets the %2 of its backward direction from outside; Hamnet "
                                                 "starts that direction from zeros in each batch"),
                        labelOf(node.node()), name));
            }
        }
    }

    bool startsOutside(const CheckedNode& node, std::size_t place) const
    {
        const Meaning* const state = m_meanings.of(node, place);
        return state != nullptr && (state->outside || state->kind == Kind::Input);
    }

    /// Throws Error unless the first axis is the steps, the same for all recurrent stages, and the second the streams.
    /// A net that reads one step at a time must be given its state, so that the steps are its caller's.
    void requireSteps(const CheckedNode& node, const Meaning& text, const Cell& cell, Directions read)
    {
        const Axis &steps = text.layout.axes[0], &streams = text.layout.axes[1];
        if (steps.factors().size() > 1 || streams.factors().size() > 1) {
            node.refuse(
                ENGINE_TEXT("Sentences", "its input has steps and streams on one axis, but one axis each is wanted"));
        }
        if (!m_along) {
            m_along = {&node.node(), steps};
        } else if (!(m_along->axis == steps)) {
            node.refuse(
                say(ENGINE_TEXT("Sentences",
                                "it goes along another axis of the ids than node %1, but the same steps are wanted"),
                    labelOf(*m_along->node)));
        }
        if (steps.isOne() && read != Directions::Forward) {
            node.refuse(ENGINE_TEXT("Sentences", "it reads backwards, and one step, but all steps are wanted: those "
                                                 "behind a step are what a backward direction reads"));
        }
        bool outside = true;
        for (std::size_t place = firstState; place < firstState + cell.states.size(); ++place) {
            outside = outside && startsOutside(node, place);
        }
        if (steps.isOne() && !outside && !hasAxisOfOne(m_graph->inputs[m_steps[text.place].input])) {
            node.refuse(ENGINE_TEXT("Sentences", "it reads one step and starts from zeros at each, but steps on its "
                                                 "first axis or a state from an input of the graph are wanted"));
        }
    }

    static bool hasAxisOfOne(const Value& ids)
    {
        return ids.axes.empty() || std::any_of(ids.axes.begin(), ids.axes.end(), [](const Value::Axis& axis) {
                   return axis.word.empty() && axis.extent == 1;
               });
    }

    /// Hamnet reads all steps of all streams.
    void requireAllSteps(const CheckedNode& node, const Layout& layout)
    {
        const Meaning* const lengths = m_meanings.of(node, lengthsPlace);
        if (lengths == nullptr) {
            return;
        }
        if (lengths->kind == Kind::Input && lengths->element == Value::Element::Integer) {
            m_meanings.noteState(*lengths);
            m_report->notes.push_back(
                say(ENGINE_TEXT("Sentences",
                                "node %1 gets sequence_lens from outside; Hamnet reads all steps of each stream"),
                    labelOf(node.node())));
            return;
        }
        if (lengths->kind == Kind::Computed) {
            m_meanings.checked(*lengths->node)
                .refuse(say(
                    ENGINE_TEXT("Sentences",
                                "it computes the sequence_lens of node %1, but all steps of each stream are wanted"),
                    labelOf(node.node())));
        }
        if (!lengths->sizes.every || lengths->sizes.every != layout.extentOf(layout.axes[0])) {
            node.refuse(say(ENGINE_TEXT("Sentences", "its sequence_lens %1 is not known to be the number of steps for "
                                                     "each stream, but all steps are wanted"),
                            shortened(node.input(lengthsPlace))));
        }
    }

    // The end
    // -------------------------------------------------------------------------------------------------------------

    Chain finished()
    {
        if (const Node* const strange = m_meanings.firstStrange(); strange != nullptr) {
            m_meanings.checked(*strange).refuse(ENGINE_TEXT(
                "Sentences",
                "it computes something on its own, but a net in one chain from the ids to the scores is wanted"));
        }
        if (m_steps.empty()) {
            return {};
        }
        const std::optional<std::size_t> end = markOutputs();
        if (!end) {
            m_meanings.checked(*m_steps.back().stage.node)
                .refuse(ENGINE_TEXT(
                    "Sentences",
                    "what it makes of each step reaches no output of the graph, but the scores are wanted as one"));
        }
        const bool normalised = m_steps[*end].normalises() && m_steps[*end].before;
        const std::size_t scores = normalised ? *m_steps[*end].before : *end;
        std::vector<std::size_t> path;
        for (std::optional<std::size_t> step = scores; step; step = m_steps[*step].before) {
            path.push_back(*step);
        }
        std::reverse(path.begin(), path.end());
        requireOneChain(path);
        requireScoresByWidth(scores);
        return chainOf(path);
    }

    /// Marks what reaches an output, and returns the last stage that one gives.
    std::optional<std::size_t> markOutputs()
    {
        std::optional<std::size_t> end;
        for (const Value& output : m_graph->outputs) {
            m_taken.insert(output.name);
            const Meaning* const meaning = m_meanings.of(output.name);
            if (meaning == nullptr) {
                throw Error(say(ENGINE_TEXT("Sentences", "%1: its output %2 is made by no node"), *m_file,
                                shortened(output.name)));
            }
            if (meaning->kind != Kind::Text) {
                continue;
            }
            end = !end || m_steps[meaning->place].isBehind(m_steps[*end]) ? meaning->place : *end;
            for (std::optional<std::size_t> step = meaning->place; step && !m_steps[*step].reachesOutput;
                 step = m_steps[*step].before) {
                m_steps[*step].reachesOutput = true;
            }
        }
        return end;
    }

    /// Throws Error for a stage beside the path, unless it only normalises the scores for an output of its own.
    void requireOneChain(const std::vector<std::size_t>& path) const
    {
        std::vector<bool> onPath(m_steps.size());
        for (const std::size_t step : path) {
            onPath[step] = true;
        }
        for (std::size_t place = 0; place < m_steps.size(); ++place) {
            const StageNode& step = m_steps[place];
            if (onPath[place] || (step.normalises() && step.before == path.back() && step.reachesOutput)) {
                continue;
            }
            refuseBranch(place, onPath);
        }
        const StageNode& first = m_steps[path.front()];
        if (m_meanings.givesState(first.input)) {
            m_meanings.checked(*first.stage.node)
                .refuse(say(ENGINE_TEXT("Sentences", "its ids come from the input %1, which a recurrent node reads as "
                                                     "its state or sequence_lens, but an input of their own is wanted"),
                            shortened(m_graph->inputs[first.input].name)));
        }
    }

    [[noreturn]] void refuseBranch(std::size_t place, const std::vector<bool>& onPath) const
    {
        const CheckedNode node = m_meanings.checked(*m_steps[place].stage.node);
        if (!m_steps[place].reachesOutput) {
            node.refuse(ENGINE_TEXT("Sentences", "what it makes reaches no output of the graph, but each node must be "
                                                 "part of one chain from the ids to the scores"));
        }
        std::optional<std::size_t> fork = m_steps[place].before;
        while (fork && !onPath[*fork]) {
            fork = m_steps[*fork].before;
        }
        std::string other;
        for (std::size_t step = 0; step < m_steps.size(); ++step) {
            if (onPath[step] && m_steps[step].before == fork) {
                other = say(ENGINE_TEXT("Sentences", ", beside the one through node %1"),
                            labelOf(*m_steps[step].stage.node));
            }
        }
        node.refuse(say(ENGINE_TEXT("Sentences", "it starts a second path from the ids to an output%1, but a net in "
                                                 "one chain from the ids to the scores is wanted"),
                        other));
    }

    void requireScoresByWidth(std::size_t scores) const
    {
        for (const Value& output : m_graph->outputs) {
            const Meaning& meaning = *m_meanings.of(output.name);
            if (meaning.kind != Kind::Text) {
                continue;
            }
            const bool ofScores = meaning.place == scores ||
                                  (m_steps[meaning.place].normalises() && m_steps[meaning.place].before == scores);
            if (ofScores && !meaning.layout.endsWithWidth()) {
                m_meanings.checked(*meaning.node)
                    .refuse(
                        say(ENGINE_TEXT(
                                "Sentences",
                                "the output %1 does not have each character's scores on its last axis, as is wanted"),
                            shortened(output.name)));
            }
            if (!ofScores) {
                requireNoScores(output, meaning.place, scores);
                m_report->notes.push_back(
                    say(ENGINE_TEXT("Sentences", "the output %1, what node %2 gives, is not carried over"),
                        shortened(output.name), labelOf(*m_steps[meaning.place].stage.node)));
            }
        }
    }

    /// Throws Error where an output before the scores could be meant as them.
    void requireNoScores(const Value& output, std::size_t place, std::size_t scores) const
    {
        const Stage::Kind kind = m_steps[place].stage.kind;
        if (kind != Stage::Kind::Embedding && kind != Stage::Kind::Recurrent) {
            m_meanings.checked(*m_steps[scores].stage.node)
                .refuse(say(ENGINE_TEXT("Sentences", "it goes on from what the graph gives as its output %1, but one "
                                                     "output with the scores is wanted"),
                            shortened(output.name)));
        }
    }

    Chain chainOf(const std::vector<std::size_t>& path) const
    {
        Chain chain;
        for (const std::size_t place : path) {
            const Stage& stage = m_steps[place].stage;
            if (stage.kind == Stage::Kind::LogSoftmax) {
                m_meanings.checked(*stage.node)
                    .refuse(ENGINE_TEXT(
                        "Sentences",
                        "it lies inside the net, where Hamnet has no such layer; behind the scores it is read"));
            }
            if (stage.kind == Stage::Kind::Bias) {
                chain.stages.back().bias = stage.bias;
            } else {
                chain.stages.push_back(stage);
            }
            if (stage.reverse) {
                chain.stages.push_back({.kind = Stage::Kind::BackwardHalf, .node = stage.node, .layer = "SLICE"});
            }
        }
        return chain;
    }

    struct Along {
        const Node* node;
        Axis axis;
    };

    const Graph* m_graph;
    const std::string* m_file;
    TransferReport* m_report;
    Meanings m_meanings;
    std::vector<StageNode> m_steps;
    std::optional<Along> m_along;       ///< the first recurrent stage, and which axis is its steps
    std::set<std::string_view> m_taken; ///< values that were read on the way
};

std::vector<float> biasOf(const Stage& stage, std::int64_t count)
{
    const std::vector<float>& values = stage.bias->values;
    return values.size() == static_cast<std::size_t>(count)
               ? values
               : std::vector<float>(static_cast<std::size_t>(count), values.front());
}

std::vector<NamedTensor> recurrentWeights(const Stage& stage)
{
    const Cell& cell = *stage.cell;
    const GateOrder order = gateOrder(cell, cell.onnx.gates);
    const RecurrentStack stack{.cell = &cell, .directions = stage.directions()};
    const std::int64_t given = stage.matrix->shape[0]; // directions: the last ones of the stack's
    std::vector<NamedTensor> weights;
    for (std::int64_t direction = 0; direction < stack.directions; ++direction) {
        const std::int64_t place = direction - (stack.directions - given);
        // Of a tensor [D, ...], the numbers of this direction; zeros for one that the file has not.
        const auto mine = [&](const Tensor& tensor) {
            const std::size_t count = tensor.values.size() / static_cast<std::size_t>(given);
            const auto first =
                tensor.values.begin() + static_cast<std::ptrdiff_t>(count) * std::max(place, std::int64_t{0});
            return place < 0 ? std::vector<float>(count)
                             : std::vector<float>(first, first + static_cast<std::ptrdiff_t>(count));
        };
        const auto add = [&](RecurrentWeight which, const Shape& shape, std::span<const float> values) {
            const bool back = direction > 0;
            weights.push_back({say("%1%2", back ? "back." : "", weightName(which)), shape, gatesFrom(order, values)});
        };
        const std::int64_t rows = stage.matrix->shape[1];
        add(RecurrentWeight::Wx, {rows, stage.matrix->shape[2]}, mine(*stage.matrix));
        add(RecurrentWeight::Wh, {rows, stage.units()}, mine(*stage.recurrent));
        const auto count = static_cast<std::size_t>(rows);
        std::vector<float> bias(2 * count);
        if (stage.bias != nullptr) {
            bias = mine(*stage.bias);
        }
        const std::span<const float> second = std::span(bias).subspan(count);
        if (!cell.recurrentBias) {
            std::transform(second.begin(), second.end(), bias.begin(), bias.begin(), std::plus<>());
        }
        add(RecurrentWeight::b, {rows}, std::span(bias).first(count));
        if (cell.recurrentBias) {
            add(RecurrentWeight::bh, {rows}, second);
        }
    }
    return weights;
}

} // namespace

std::vector<NamedTensor> weightsOf(const Stage& stage)
{
    if (stage.kind == Stage::Kind::Recurrent) {
        return recurrentWeights(stage);
    }
    if (stage.matrix == nullptr) {
        return {};
    }
    const Shape& shape = stage.matrix->shape;
    const bool turns = stage.kind == Stage::Kind::Linear && !stage.ready;
    std::vector<NamedTensor> weights = {
        {"W", turns ? Shape{shape[1], shape[0]} : shape,
         turns ? engine::transposed(stage.matrix->values, shape[0]) : stage.matrix->values}};
    if (stage.bias != nullptr) {
        const std::int64_t count = weights[0].shape[stage.kind == Stage::Kind::Embedding ? 1 : 0];
        weights.push_back({"b", {count}, biasOf(stage, count)});
    }
    return weights;
}

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

Chain readChain(const Graph& graph, const std::string& fileName, TransferReport& report)
{
    return Walk(graph, fileName, report).run();
}

} // namespace engine::onnx

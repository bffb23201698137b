// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_step.h"

#include "engine/cells/graph.h"
#include "engine/graph/sentence.h"

#include <map>
#include <string_view>
#include <utility>

namespace engine::onnx {
namespace {

using cells::Operation;
using ValueKind = cells::Value::Kind;

constexpr const char* streamsAxis = "streams";
constexpr float normEps = 1e-5F;

/// The operator that does the same element by element.
std::string_view operatorOf(Operation operation)
{
    switch (operation) {
    case Operation::Negate:
        return "Neg";
    case Operation::Add:
        return "Add";
    case Operation::Subtract:
        return "Sub";
    case Operation::Multiply:
    case Operation::Square: // by itself
        return "Mul";
    case Operation::Divide:
        return "Div";
    case Operation::Sigmoid:
        return "Sigmoid";
    case Operation::Tanh:
        return "Tanh";
    case Operation::Relu:
        return "Relu";
    case Operation::Exp:
        return "Exp";
    case Operation::Log:
        return "Log";
    case Operation::Softplus:
        return "Softplus";
    case Operation::Sqrt:
        return "Sqrt";
    case Operation::Abs:
        return "Abs";
    case Operation::Max:
        return "Max";
    case Operation::Min:
        return "Min";
    case Operation::AtLeast:
    case Operation::Less: // of derivatives only
        break;
    }
    return {};
}

class StepWriter {
public:
    explicit StepWriter(const StepGraph& step) : m_step(step), m_cell(cells::stepGraph(step.cell)) {}

    Graph run()
    {
        m_graph.name = m_step.name;
        addInputs();
        for (std::size_t equation = 0; equation < m_cell.equations.size(); ++equation) {
            m_words.emplace(m_cell.equations[equation], m_step.cell.syntax.equations[equation].name);
        }
        for (int number = 0; number < m_cell.graph.size(); ++number) {
            m_values.push_back(valueOf(number));
        }
        for (const cells::State& state : m_step.cell.states) {
            addOutput(m_cell.equations[state.equation], state.name + "/after");
        }
        addOutput(m_cell.equations[m_step.cell.output], "out");
        return std::move(m_graph);
    }

private:
    /// A value of the step. Without streams it is one number or a vector [H], alike for all of them.
    struct Named {
        std::string name;
        bool hasStreams;
    };

    std::string input(const std::string& wish, std::int64_t width)
    {
        std::string name = unused(wish);
        m_graph.inputs.push_back({.name = name, .axes = {{.word = streamsAxis}, {.extent = width}}});
        return name;
    }

    /// In m_inputs as the cell's graph counts them: x, then the states, which cont multiplies.
    void addInputs()
    {
        std::vector<std::string> states;
        for (const cells::State& state : m_step.cell.states) {
            states.push_back(input(state.name + "/before", m_step.sizes.units));
        }
        m_inputs = {input("x", m_step.sizes.width)};
        const std::string cont = m_step.readsCont ? input("cont", 1) : std::string();
        for (std::string& state : states) {
            m_inputs.push_back(m_step.readsCont ? node("Mul", {state, cont}, state + "/kept") : std::move(state));
        }
    }

    void addOutput(int value, const std::string& wish)
    {
        const std::string name = node("Identity", {withStreams(value)}, inStep(wish));
        m_graph.outputs.push_back({.name = name, .axes = {{.word = streamsAxis}, {.extent = m_step.sizes.units}}});
    }

    Named valueOf(int number)
    {
        const cells::Value& value = m_cell.graph[number];
        const auto word = m_words.find(number);
        const std::string wish = inStep(word != m_words.end() ? word->second : std::to_string(number));
        switch (value.kind) {
        case ValueKind::Constant:
            return {constant(wish, static_cast<float>(value.number)), false};
        case ValueKind::Vector:
            return {m_step.learned[static_cast<std::size_t>(value.index)], false};
        case ValueKind::Input:
            return {m_inputs[static_cast<std::size_t>(value.index)], true};
        case ValueKind::Operation:
            return elementwise(value, wish);
        case ValueKind::Products: // of one term: sums are operations
            return {product(value.terms.front(), wish), true};
        case ValueKind::Norm:
            return {norm(withStreams(value.a), wish), true};
        case ValueKind::OutputGradient:
        case ValueKind::NormGradient: // of derivatives only
            break;
        }
        return {};
    }

    Named elementwise(const cells::Value& value, const std::string& wish)
    {
        const Named& a = at(value.a);
        const Named& b = value.b >= 0 ? at(value.b) : a;
        std::vector<std::string> operands = {a.name};
        if (takesTwo(value.operation) || value.operation == Operation::Square) {
            operands.push_back(b.name);
        }
        return {node(std::string(operatorOf(value.operation)), std::move(operands), wish),
                a.hasStreams || b.hasStreams};
    }

    /// A matrix [O, I] times a vector [I] of each stream; of several heads, block k times the vector's part k.
    std::string product(const cells::Value::Term& term, const std::string& wish)
    {
        const std::string& matrix = m_step.learned[static_cast<std::size_t>(term.matrix)];
        const std::string vector = withStreams(term.operand);
        const int heads = m_step.cell.learned[static_cast<std::size_t>(term.matrix)].heads;
        if (heads == 1) {
            return product(vector, matrix, wish);
        }
        const std::vector<std::string> blocks = split(matrix, 0, heads, wish + "/matrix");
        const std::vector<std::string> parts = split(vector, 1, heads, wish + "/vector");
        std::vector<std::string> products;
        for (std::size_t head = 0; head < parts.size(); ++head) {
            products.push_back(product(parts[head], blocks[head], say("%1/head%2", wish, head)));
        }
        return node("Concat", std::move(products), wish, {{.name = "axis", .integer = 1}});
    }

    std::string product(const std::string& vector, const std::string& matrix, const std::string& wish)
    {
        return node("Gemm", {vector, matrix}, wish, {{.name = "transB", .integer = 1}});
    }

    std::vector<std::string> split(const std::string& value, std::int64_t axis, int heads, const std::string& wish)
    {
        std::vector<std::string> parts;
        for (int head = 0; head < heads; ++head) {
            parts.push_back(m_step.unused(say("%1%2", wish, head)));
        }
        const std::vector<std::int64_t> rows(parts.size(), m_step.sizes.units / heads);
        m_graph.nodes.push_back({.type = "Split",
                                 .name = wish,
                                 .inputs = {value, integers(wish + "/rows", rows)},
                                 .outputs = parts,
                                 .attributes = {{.name = "axis", .integer = axis}}});
        return parts;
    }

    /// (a - mean) / sqrt(mean of (a - mean)² + eps), over the units
    std::string norm(const std::string& a, const std::string& wish)
    {
        const auto mean = [&](const std::string& value, const std::string& name) {
            return node("ReduceMean", {value}, name, {{.name = "axes", .integers = {-1}}});
        };
        const std::string centred = node("Sub", {a, mean(a, wish + "/mean")}, wish + "/centred");
        const std::string variance = mean(node("Mul", {centred, centred}, wish + "/squares"), wish + "/variance");
        const std::string sum = node("Add", {variance, constant(wish + "/eps", normEps)}, wish + "/sum");
        return node("Div", {centred, node("Sqrt", {sum}, wish + "/deviation")}, wish);
    }

    const Named& at(int value) const { return m_values[static_cast<std::size_t>(value)]; }

    /// The value as [N, H] or [N, I].
    std::string withStreams(int value)
    {
        const Named& here = at(value);
        if (here.hasStreams) {
            return here.name;
        }
        if (m_shape.empty()) {
            const std::string wish = inStep("shape");
            const std::string shape = node("Shape", {m_inputs.front()}, wish + "/x");
            const std::string streams = node("Gather", {shape, integers(wish + "/first", {0})}, wish + "/streams");
            m_shape = node("Concat", {streams, integers(wish + "/units", {m_step.sizes.units})}, wish,
                           {{.name = "axis", .integer = 0}});
        }
        return node("Expand", {here.name, m_shape}, here.name + "/each");
    }

    std::string inStep(const std::string& wish) const { return m_step.name + "/" + wish; }
    std::string unused(const std::string& wish) const { return m_step.unused(inStep(wish)); }

    std::string node(const std::string& type, std::vector<std::string> inputs, const std::string& wish,
                     std::vector<Attribute> attributes = {})
    {
        const std::string output = m_step.unused(wish);
        m_graph.nodes.push_back({.type = type,
                                 .name = output,
                                 .inputs = std::move(inputs),
                                 .outputs = {output},
                                 .attributes = std::move(attributes)});
        return output;
    }

    std::string constant(const std::string& wish, float number)
    {
        m_graph.constants.push_back({.name = m_step.unused(wish), .shape = {}, .values = {number}});
        return m_graph.constants.back().name;
    }

    std::string integers(const std::string& wish, const std::vector<std::int64_t>& values)
    {
        m_graph.constants.push_back(
            {.name = m_step.unused(wish), .shape = {static_cast<std::int64_t>(values.size())}, .integers = values});
        return m_graph.constants.back().name;
    }

    const StepGraph& m_step;
    cells::StepGraph m_cell;
    std::vector<std::string> m_inputs;
    std::map<int, std::string> m_words; ///< what equations call a value
    std::vector<Named> m_values;
    std::string m_shape; ///< [N, H] as numbers, once it is there
    Graph m_graph;
};

} // namespace

Graph stepGraph(const StepGraph& step)
{
    return StepWriter(step).run();
}

} // namespace engine::onnx

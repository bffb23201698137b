// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/element_equation.h"

#include <algorithm>
#include <sstream>

namespace engine::cells {
namespace {

std::vector<std::string> wordsOf(std::string_view text)
{
    std::istringstream stream{std::string(text)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        if (std::ranges::count(words, word) > 0) {
            throw Error(say(ENGINE_TEXT("Sentences", "reads names \"%1\" twice"), word));
        }
        words.push_back(word);
    }
    return words;
}

/// Adds the equation's nodes to its graph, one by one.
class ElementBuilder {
public:
    ElementBuilder(const Syntax& syntax, std::string_view inputs)
        : m_syntax(syntax), m_made{.name = {}, .inputs = wordsOf(inputs), .vectors = {}, .graph = {}, .value = -1}
    {}

    ElementEquation equation()
    {
        if (m_syntax.equations.size() != 1 || !m_syntax.firstValues.empty()) {
            throw Error(say(ENGINE_TEXT("Sentences", "the text has %1 equations and %2 first values, but must be one "
                                                     "equation"),
                            m_syntax.equations.size(), m_syntax.firstValues.size()));
        }
        for (const Node& node : m_syntax.nodes) {
            m_values.push_back(valueOf(node));
        }
        m_made.name = m_syntax.equations.front().name;
        m_made.value = valueAt(m_syntax.equations.front().value);
        return std::move(m_made);
    }

private:
    int valueAt(int node) const { return m_values[static_cast<std::size_t>(node)]; }

    int valueOf(const Node& node)
    {
        switch (node.kind) {
        case Node::Kind::Number:
            return m_made.graph.constant(node.number);
        case Node::Kind::Name:
            return named(node.name);
        case Node::Kind::Operation:
            return m_made.graph.operation(node.operation, valueAt(node.a), node.b < 0 ? -1 : valueAt(node.b));
        default:
            throw CellError(node.place, say(ENGINE_TEXT("Sentences", "line %1, column %2: a matrix, layernorm and "
                                                                     "[t-1] cannot stand in an equation that works "
                                                                     "element by element"),
                                            node.place.line, node.place.column));
        }
    }

    int named(const std::string& name)
    {
        const auto input = std::ranges::find(m_made.inputs, name);
        if (input != m_made.inputs.end()) {
            return m_made.graph.add(
                {.kind = Value::Kind::Input, .index = static_cast<int>(input - m_made.inputs.begin())});
        }
        auto vector = std::ranges::find(m_made.vectors, name);
        if (vector == m_made.vectors.end()) {
            vector = m_made.vectors.insert(vector, name);
        }
        return m_made.graph.add(
            {.kind = Value::Kind::Vector, .index = static_cast<int>(vector - m_made.vectors.begin())});
    }

    const Syntax& m_syntax;
    ElementEquation m_made;
    std::vector<int> m_values; ///< of each node
};

/// What a program has to give: values of the graph.
struct Wanted {
    std::vector<Program::Store> stores;
    std::vector<Program::Sum> sums;
};

Instruction instructionOf(const Value& value, const ElementTensors& tensors, const std::vector<int>& registers)
{
    const auto number = [](std::size_t tensor) { return static_cast<int>(tensor); };
    const auto registerOf = [&](int operand) {
        return operand < 0 ? -1 : registers[static_cast<std::size_t>(operand)];
    };
    switch (value.kind) {
    case Value::Kind::Constant:
        return {.kind = Instruction::Kind::Constant, .number = value.number};
    case Value::Kind::Vector:
        return {.kind = Instruction::Kind::Load, .a = number(tensors.vector(static_cast<std::size_t>(value.index)))};
    case Value::Kind::Input:
        return {.kind = Instruction::Kind::Load, .a = value.index};
    case Value::Kind::OutputGradient:
        return {.kind = Instruction::Kind::Load, .a = number(tensors.outputGradient())};
    default: // there are no others
        return {.kind = Instruction::Kind::Operation,
                .operation = value.operation,
                .a = registerOf(value.a),
                .b = registerOf(value.b)};
    }
}

/// The values that are wanted and all that they are made of, in the graph's order.
Program programOf(const Graph& graph, const ElementTensors& tensors, const Wanted& wanted)
{
    std::vector<bool> live(static_cast<std::size_t>(graph.size()));
    const auto mark = [&](int value) { live[static_cast<std::size_t>(value)] = true; };
    for (const Program::Store& store : wanted.stores) {
        mark(store.source);
    }
    for (const Program::Sum& sum : wanted.sums) {
        mark(sum.source);
    }
    for (int value = graph.size(); value-- > 0;) {
        if (live[static_cast<std::size_t>(value)]) {
            forEachOperand(graph[value], mark);
        }
    }
    Program program;
    std::vector<int> registers(live.size(), -1);
    for (int value = 0; value < graph.size(); ++value) {
        if (live[static_cast<std::size_t>(value)]) {
            registers[static_cast<std::size_t>(value)] = static_cast<int>(program.instructions.size());
            program.instructions.push_back(instructionOf(graph[value], tensors, registers));
        }
    }
    for (const auto& [source, tensor] : wanted.stores) {
        program.stores.push_back({registers[static_cast<std::size_t>(source)], tensor});
    }
    for (const auto& [source, vector] : wanted.sums) {
        program.sums.push_back({registers[static_cast<std::size_t>(source)], vector});
    }
    return program;
}

} // namespace

ElementEquation elementEquation(std::string_view text, std::string_view inputs)
{
    return ElementBuilder(parse(text), inputs).equation();
}

Program forwardProgram(const ElementEquation& equation)
{
    const ElementTensors tensors(equation);
    return programOf(equation.graph, tensors,
                     {.stores = {{equation.value, static_cast<int>(tensors.output())}}, .sums = {}});
}

Program backwardProgram(const ElementEquation& equation, const ElementWishes& wishes)
{
    Graph graph = equation.graph;
    const ElementTensors tensors(equation);
    const Derivative derivative =
        differentiate(graph, {equation.value}, {true}, static_cast<int>(equation.inputs.size()));
    Wanted wanted;
    for (std::size_t input = 0; input < wishes.inputs.size(); ++input) {
        if (wishes.inputs[input]) {
            const int gradient = derivative.inputs[input];
            wanted.stores.push_back(
                {gradient < 0 ? graph.constant(0) : gradient, static_cast<int>(tensors.inputGradient(input))});
        }
    }
    for (const auto& [vector, rows] : derivative.vectors) {
        if (wishes.vectors[static_cast<std::size_t>(vector)]) {
            wanted.sums.push_back({rows, vector});
        }
    }
    return programOf(graph, tensors, wanted);
}

} // namespace engine::cells

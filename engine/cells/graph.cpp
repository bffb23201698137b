// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/graph.h"

#include <utility>

namespace engine::cells {

int Graph::add(Value value)
{
    const auto [known, isNew] = m_numbers.emplace(value, size());
    if (isNew) {
        m_values.push_back(std::move(value));
    }
    return known->second;
}

namespace {

/// Adds the values of a cell's nodes, one by one.
class StepBuilder {
public:
    explicit StepBuilder(const Definition& cell) : m_cell(cell) {}

    StepGraph step()
    {
        for (const Node& node : m_cell.syntax.nodes) {
            m_values.push_back(valueOf(node));
        }
        for (const Equation& equation : m_cell.syntax.equations) {
            m_step.equations.push_back(valueAt(equation.value));
        }
        return std::move(m_step);
    }

private:
    int valueAt(int node) const { return m_values[static_cast<std::size_t>(node)]; }

    int valueOf(const Node& node)
    {
        Graph& graph = m_step.graph;
        switch (node.kind) {
        case Node::Kind::Number:
            return graph.constant(node.number);
        case Node::Kind::Name:
            break; // define() leaves none
        case Node::Kind::Input:
            return graph.add({.kind = Value::Kind::Input, .index = 0});
        case Node::Kind::Equation:
            return valueAt(m_cell.syntax.equations[static_cast<std::size_t>(node.index)].value);
        case Node::Kind::Vector:
            return graph.add({.kind = Value::Kind::Vector, .index = node.index});
        case Node::Kind::State:
            return graph.add({.kind = Value::Kind::Input, .index = 1 + node.index});
        case Node::Kind::Product:
            return graph.add({.kind = Value::Kind::Products, .terms = {{node.index, valueAt(node.a), false}}});
        case Node::Kind::Operation:
            return graph.operation(node.operation, valueAt(node.a), node.b < 0 ? -1 : valueAt(node.b));
        case Node::Kind::LayerNorm:
            return graph.add({.kind = Value::Kind::Norm, .a = valueAt(node.a)});
        }
        return -1;
    }

    const Definition& m_cell;
    std::vector<int> m_values; ///< of each node
    StepGraph m_step;
};

} // namespace

StepGraph stepGraph(const Definition& cell)
{
    return StepBuilder(cell).step();
}

} // namespace engine::cells

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/derivative.h"

#include <utility>

namespace engine::cells {
namespace {

/// Goes through the values from the last to the first; when it meets one, all that its gradient is the sum of is there.
class Differentiation {
public:
    Differentiation(Graph& graph, int inputs) : m_graph(graph), m_count(graph.size())
    {
        m_derivative.inputs.assign(static_cast<std::size_t>(inputs), -1);
        m_gradients.assign(static_cast<std::size_t>(m_count), -1);
        m_terms.resize(static_cast<std::size_t>(m_count));
        for (const Value& value : graph.values()) {
            bool depends = value.kind == Value::Kind::Vector || value.kind == Value::Kind::Input ||
                           value.kind == Value::Kind::Products;
            forEachOperand(value,
                           [&](int operand) { depends = depends || m_depends[static_cast<std::size_t>(operand)]; });
            m_depends.push_back(depends);
        }
    }

    Derivative of(const std::vector<int>& outputs, const std::vector<bool>& arrives)
    {
        for (std::size_t output = 0; output < outputs.size(); ++output) {
            if (arrives[output]) {
                add(outputs[output],
                    m_graph.add({.kind = Value::Kind::OutputGradient, .index = static_cast<int>(output)}));
            }
        }
        for (int value = m_count; value-- > 0;) {
            if (std::vector<Value::Term>& terms = m_terms[static_cast<std::size_t>(value)]; !terms.empty()) {
                add(value, m_graph.add({.kind = Value::Kind::Products, .terms = std::move(terms)}));
            }
            if (const int gradient = m_gradients[static_cast<std::size_t>(value)]; gradient >= 0) {
                passOn(value, gradient);
            }
        }
        return std::move(m_derivative);
    }

private:
    /// Adds to the gradient by a value.
    void add(int value, int term)
    {
        if (!m_depends[static_cast<std::size_t>(value)]) {
            return;
        }
        int& gradient = m_gradients[static_cast<std::size_t>(value)];
        gradient = gradient < 0 ? term : m_graph.operation(Operation::Add, gradient, term);
    }

    void passOn(int value, int gradient)
    {
        const Value made = m_graph[value]; // a copy: the graph grows
        switch (made.kind) {
        case Value::Kind::Vector:
            m_derivative.vectors.push_back({made.index, gradient});
            break;
        case Value::Kind::Input:
            m_derivative.inputs[static_cast<std::size_t>(made.index)] = gradient;
            break;
        case Value::Kind::Operation:
            passOperation(value, made, gradient);
            break;
        case Value::Kind::Products:
            for (const auto& [matrix, operand, transposed] : made.terms) {
                m_derivative.matrices.push_back({matrix, operand, gradient});
                if (m_depends[static_cast<std::size_t>(operand)]) {
                    m_terms[static_cast<std::size_t>(operand)].push_back({matrix, gradient, true});
                }
            }
            break;
        case Value::Kind::Norm:
            add(made.a,
                m_graph.add({.kind = Value::Kind::NormGradient, .index = made.index, .a = value, .b = gradient}));
            break;
        case Value::Kind::Constant:
        case Value::Kind::OutputGradient:
        case Value::Kind::NormGradient:
            break;
        }
    }

    int times(int gradient, int slope) { return m_graph.operation(Operation::Multiply, gradient, slope); }
    int make(Operation operation, int a, int b = -1) { return m_graph.operation(operation, a, b); }

    /// v = operation(a, b); g is the gradient by v.
    void passOperation(int v, const Value& made, int g)
    {
        const auto [a, b] = std::pair(made.a, made.b);
        switch (made.operation) {
        case Operation::Negate:
            add(a, make(Operation::Negate, g));
            break;
        case Operation::Add:
            add(a, g);
            add(b, g);
            break;
        case Operation::Subtract:
            add(a, g);
            add(b, make(Operation::Negate, g));
            break;
        case Operation::Multiply:
            add(a, times(g, b));
            add(b, times(g, a));
            break;
        case Operation::Divide: {
            const int quotient = make(Operation::Divide, g, b);
            add(a, quotient);
            add(b, make(Operation::Negate, times(quotient, v)));
            break;
        }
        case Operation::Max:
            add(a, times(g, make(Operation::AtLeast, a, b)));
            add(b, times(g, make(Operation::Less, a, b)));
            break;
        case Operation::Min:
            add(a, times(g, make(Operation::AtLeast, b, a)));
            add(b, times(g, make(Operation::Less, b, a)));
            break;
        default:
            add(a, passFunction(v, made, g));
            break;
        }
    }

    /// The gradient by the operand of a function of one.
    int passFunction(int v, const Value& made, int g)
    {
        const int a = made.a, zero = m_graph.constant(0), one = m_graph.constant(1), two = m_graph.constant(2);
        switch (made.operation) {
        case Operation::Sigmoid:
            return times(g, times(v, make(Operation::Subtract, one, v)));
        case Operation::Tanh:
            return times(g, make(Operation::Subtract, one, make(Operation::Square, v)));
        case Operation::Relu:
            return times(g, make(Operation::Less, zero, v));
        case Operation::Exp:
            return times(g, v);
        case Operation::Log:
            return make(Operation::Divide, g, a);
        case Operation::Softplus:
            return times(g, make(Operation::Sigmoid, a));
        case Operation::Sqrt:
            return make(Operation::Divide, g, times(two, v));
        case Operation::Square:
            return times(g, times(two, a));
        case Operation::Abs:
            return times(g, make(Operation::Subtract, make(Operation::Less, zero, a), make(Operation::Less, a, zero)));
        default:
            return zero; // AtLeast and Less are constant but where they jump; no cell has them
        }
    }

    Graph& m_graph;
    int m_count;                 ///< of values before there were gradients
    std::vector<bool> m_depends; ///< of each of them: on an input or on what is learned
    std::vector<int> m_gradients;
    std::vector<std::vector<Value::Term>> m_terms; ///< what products add to each gradient
    Derivative m_derivative;
};

} // namespace

Derivative differentiate(Graph& graph, const std::vector<int>& outputs, const std::vector<bool>& arrives, int inputs)
{
    return Differentiation(graph, inputs).of(outputs, arrives);
}

} // namespace engine::cells

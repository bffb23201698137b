// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/definition.h"

#include <compare>
#include <cstddef>
#include <map>
#include <vector>

namespace engine::cells {

/// A value of the graph: what it is made of stands before it. Every value is one row: of one stream at one step.
struct Value {
    enum class Kind {
        Constant,       ///< `number` in each unit
        Vector,         ///< a learned vector, Definition::learned[index]
        Input,          ///< `index` of what comes from outside the graph: see Part
        OutputGradient, ///< the gradient of the graph's output `index`
        Operation,      ///< on a and b, element by element
        Products,       ///< the sum of `terms`
        Norm,           ///< layernorm of a; `index` numbers the norms of a graph
        NormGradient    ///< the gradient by the operand of the norm a, from b, that by its result
    };

    /// matrix × operand, or its transpose × operand.
    struct Term {
        int matrix; ///< a place in Definition::learned
        int operand;
        bool transposed;

        auto operator<=>(const Term&) const = default; // NOLINT: clang-tidy 14 sees a null pointer in it
    };

    Kind kind;
    Operation operation = Operation::Negate;
    double number = 0;
    int index = -1;
    int a = -1, b = -1;
    std::vector<Term> terms = {};

    std::partial_ordering operator<=>(const Value&) const = default; // NOLINT: likewise
};

/// Calls visit(operand) for each value that this one is made of.
template <typename Visit>
void forEachOperand(const Value& value, const Visit& visit)
{
    for (const int operand : {value.a, value.b}) {
        if (operand >= 0) {
            visit(operand);
        }
    }
    for (const Value::Term& term : value.terms) {
        visit(term.operand);
    }
}

/// Values in single-assignment form: what would be computed twice is one value.
class Graph {
public:
    const std::vector<Value>& values() const { return m_values; }
    const Value& operator[](int value) const { return m_values[static_cast<std::size_t>(value)]; }
    int size() const { return static_cast<int>(m_values.size()); }

    /// The number of the value, which may be there already.
    int add(Value value);
    int constant(double number) { return add({.kind = Value::Kind::Constant, .number = number}); }
    int operation(Operation operation, int a, int b = -1)
    {
        return add({.kind = Value::Kind::Operation, .operation = operation, .a = a, .b = b});
    }

private:
    std::vector<Value> m_values;
    std::map<Value, int> m_numbers;
};

/// A step of the cell, all of it.
struct StepGraph {
    Graph graph;                ///< input 0 is x, input 1 + s is state s before the step
    std::vector<int> equations; ///< the value of each
};

StepGraph stepGraph(const Definition& cell);

} // namespace engine::cells

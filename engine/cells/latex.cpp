// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/latex.h"

#include "engine/cells/names.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace engine::cells {
namespace {

/// How tightly a text holds together, from what may stand in a sum to what is one thing.
enum class Binding { Sum, Sign, Product, Matrix, One };

struct Mathematics {
    std::string text = {};
    Binding binding = Binding::One;
    bool isNumber = false;
};

/// "f" of f, "W_{f}" of Wf, "\mathrm{gate}" of gate; `when` goes below it, too.
std::string symbol(std::string_view name, std::string_view when)
{
    std::string head(name.substr(0, 1)), below(name.substr(name.find('_') == 1 ? 2 : 1));
    const bool isWord = below.size() > 1 && !isMatrixName(name) && name[1] != '_';
    std::ranges::replace(below, '_', ' ');
    if (isWord) {
        head = say("\\mathrm{%1%2}", head, std::exchange(below, ""));
    } else if (below.size() > 1) {
        below = say("\\mathrm{%1}", below);
    }
    below += (below.empty() || when.empty() ? "" : ",") + std::string(when);
    return below.empty() ? head : say("%1_{%2}", head, below);
}

std::string inside(const Mathematics& part)
{
    return "\\left(" + part.text + "\\right)";
}

/// In parentheses where it holds together less tightly.
std::string bound(const Mathematics& part, Binding wanted)
{
    return part.binding < wanted ? inside(part) : part.text;
}

/// A product with a matrix looks unlike one element by element.
std::string factor(const Mathematics& part)
{
    return part.binding == Binding::Matrix ? inside(part) : bound(part, Binding::Product);
}

std::string number(double value)
{
    std::string text = toText(value); // "1e-05"
    if (const std::size_t exponent = text.find('e'); exponent != std::string::npos) {
        const std::string power = std::to_string(std::stoi(text.substr(exponent + 1)));
        return say("%1 \\cdot 10^{%2}", text.substr(0, exponent), power);
    }
    return text;
}

/// Sets the nodes one after the other: what a node is made of is set before it, and used once.
class Setter {
public:
    explicit Setter(const Definition& cell) : m_cell(cell), m_set(cell.syntax.nodes.size()) {}

    std::string equation(std::size_t index)
    {
        const std::vector<Equation>& all = m_cell.syntax.equations;
        const int first = index == 0 ? 0 : all[index - 1].value + 1;
        for (int node = first; node <= all[index].value; ++node) {
            const Node& made = m_cell.syntax.nodes[static_cast<std::size_t>(node)];
            at(node) = mathematics(made);
            for (const int operand : {made.a, made.b}) {
                if (operand >= 0) {
                    at(operand) = {};
                }
            }
        }
        return symbol(all[index].name, "t") + " = " + at(all[index].value).text;
    }

private:
    Mathematics& at(int node) { return m_set[static_cast<std::size_t>(node)]; }

    Mathematics mathematics(const Node& node)
    {
        switch (node.kind) {
        case Node::Kind::Number:
            return {number(node.number), Binding::Product, true};
        case Node::Kind::Name:
        case Node::Kind::Vector:
            return {symbol(node.name, ""), Binding::One};
        case Node::Kind::Input:
        case Node::Kind::Equation:
            return {symbol(node.name, "t"), Binding::One};
        case Node::Kind::State:
            return {symbol(node.name, "t-1"), Binding::One};
        case Node::Kind::Product:
            return {symbol(node.name, "") + "\\, " + bound(at(node.a), Binding::Matrix), Binding::Matrix};
        case Node::Kind::LayerNorm:
            return {"\\mathrm{LN}" + inside(at(node.a)), Binding::One};
        case Node::Kind::Operation:
            break;
        }
        return node.b < 0 ? ofOne(node, at(node.a)) : ofTwo(node, at(node.a), at(node.b));
    }

    static Mathematics ofOne(const Node& node, const Mathematics& a)
    {
        switch (node.operation) {
        case Operation::Negate:
            return {"-" + bound(a, Binding::Product), Binding::Sign};
        case Operation::Sqrt:
            return {"\\sqrt{" + a.text + "}", Binding::One};
        case Operation::Square:
            return {inside(a) + "^{2}", Binding::One};
        case Operation::Abs:
            return {"\\left|" + a.text + "\\right|", Binding::One};
        case Operation::Sigmoid:
            return {"\\sigma" + inside(a), Binding::One};
        case Operation::Tanh:
            return {"\\tanh" + inside(a), Binding::One};
        case Operation::Exp:
            return {"\\exp" + inside(a), Binding::One};
        case Operation::Log:
            return {"\\log" + inside(a), Binding::One};
        case Operation::Relu:
            return {"\\mathrm{relu}" + inside(a), Binding::One};
        default:
            return {"\\mathrm{softplus}" + inside(a), Binding::One};
        }
    }

    static Mathematics ofTwo(const Node& node, Mathematics& a, const Mathematics& b)
    {
        switch (node.operation) {
        case Operation::Add:
            return {std::move(a.text) + " + " + bound(b, Binding::Product), Binding::Sum};
        case Operation::Subtract:
            return {std::move(a.text) + " - " + bound(b, Binding::Product), Binding::Sum};
        case Operation::Multiply:
            return {factor(a) +
                        (a.isNumber   ? "\\, "
                         : b.isNumber ? " \\cdot "
                                      : " \\odot ") +
                        factor(b),
                    Binding::Product};
        case Operation::Divide:
            return {"\\frac{" + a.text + "}{" + b.text + "}", Binding::One};
        case Operation::Max:
            return {"\\max\\left(" + a.text + ",\\, " + b.text + "\\right)", Binding::One};
        default:
            return {"\\min\\left(" + a.text + ",\\, " + b.text + "\\right)", Binding::One};
        }
    }

    const Definition& m_cell;
    std::vector<Mathematics> m_set;
};

} // namespace

std::string latexOf(const Definition& cell, std::size_t equation)
{
    return Setter(cell).equation(equation);
}

} // namespace engine::cells

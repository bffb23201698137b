// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/latex.h"

#include "engine/cells/names.h"

#include <algorithm>
#include <cstdlib>
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

/// What stands before and behind a part.
struct Around {
    std::string_view open, close;
};

std::string around(const Around& signs, std::string_view part)
{
    return std::string(signs.open) + std::string(part) + std::string(signs.close);
}

/// How mathematics is written.
struct Notation {
    Around letter, word, below, parentheses, root, square, magnitude, numerator, denominator, power;
    std::string_view minus, sigmoid, tanh, exp, log, relu, softplus, max, min, norm;
    std::string_view matrixTimes, elementTimes, numberTimes, timesNumber, comma;
    bool stacksFractions;
};

constexpr Notation latexNotation = {
    .letter = {"", ""},
    .word = {"\\mathrm{", "}"},
    .below = {"_{", "}"},
    .parentheses = {"\\left(", "\\right)"},
    .root = {"\\sqrt{", "}"},
    .square = {"\\left(", "\\right)^{2}"},
    .magnitude = {"\\left|", "\\right|"},
    .numerator = {"\\frac{", "}"},
    .denominator = {"{", "}"},
    .power = {" \\cdot 10^{", "}"},
    .minus = "-",
    .sigmoid = "\\sigma",
    .tanh = "\\tanh",
    .exp = "\\exp",
    .log = "\\log",
    .relu = "\\mathrm{relu}",
    .softplus = "\\mathrm{softplus}",
    .max = "\\max",
    .min = "\\min",
    .norm = "\\mathrm{LN}",
    .matrixTimes = "\\, ",
    .elementTimes = " \\odot ",
    .numberTimes = "\\, ",
    .timesNumber = " \\cdot ",
    .comma = ",\\, ",
    .stacksFractions = true,
};

constexpr Notation htmlNotation = {
    .letter = {"<i>", "</i>"},
    .word = {"", ""},
    .below = {"<sub>", "</sub>"},
    .parentheses = {"(", ")"},
    .root = {"√(", ")"},
    .square = {"(", ")<sup>2</sup>"},
    .magnitude = {"|", "|"},
    .numerator = {"", " / "},
    .denominator = {"", ""},
    .power = {" · 10<sup>", "</sup>"},
    .minus = "−",
    .sigmoid = "σ",
    .tanh = "tanh",
    .exp = "exp",
    .log = "log",
    .relu = "relu",
    .softplus = "softplus",
    .max = "max",
    .min = "min",
    .norm = "LN",
    .matrixTimes = "&nbsp;",
    .elementTimes = " ⊙ ",
    .numberTimes = "&nbsp;",
    .timesNumber = " · ",
    .comma = ", ",
    .stacksFractions = false,
};

/// Sets the nodes one after the other: what a node is made of is set before it, and used once.
class Setter {
public:
    Setter(const Definition& cell, const Notation& notation)
        : m_cell(cell), m_notation(notation), m_set(cell.syntax.nodes.size())
    {}

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
        return symbol(all[index].name, now()) + " = " + at(all[index].value).text;
    }

private:
    Mathematics& at(int node) { return m_set[static_cast<std::size_t>(node)]; }

    std::string now() const { return around(m_notation.letter, "t"); }
    std::string before() const { return now() + std::string(m_notation.minus) + "1"; }

    /// "f" of f, "W_{f}" of Wf, "\\mathrm{gate}" of gate; `when` goes below it, too.
    std::string symbol(std::string_view name, std::string_view when) const
    {
        std::string head(name.substr(0, 1)), below(name.substr(name.find('_') == 1 ? 2 : 1));
        const bool isWord = below.size() > 1 && !isMatrixName(name) && name[1] != '_';
        std::ranges::replace(below, '_', ' ');
        if (isWord) {
            head = around(m_notation.word, head + std::exchange(below, ""));
        } else {
            head = around(m_notation.letter, head);
            below = below.empty() ? "" : around(below.size() > 1 ? m_notation.word : m_notation.letter, below);
        }
        below += (below.empty() || when.empty() ? "" : ",") + std::string(when);
        return below.empty() ? head : head + around(m_notation.below, below);
    }

    std::string inside(const Mathematics& part) const { return around(m_notation.parentheses, part.text); }

    /// In parentheses where it holds together less tightly.
    std::string bound(const Mathematics& part, Binding wanted) const
    {
        return part.binding < wanted ? inside(part) : part.text;
    }

    /// A product with a matrix looks unlike one element by element.
    std::string factor(const Mathematics& part) const
    {
        return part.binding == Binding::Matrix ? inside(part) : bound(part, Binding::Product);
    }

    std::string number(double value) const
    {
        std::string text = toText(value); // "1e-05"
        if (const std::size_t exponent = text.find('e'); exponent != std::string::npos) {
            const int power = std::stoi(text.substr(exponent + 1));
            return text.substr(0, exponent) +
                   around(m_notation.power, (power < 0 ? std::string(m_notation.minus) : std::string()) +
                                                std::to_string(std::abs(power)));
        }
        return text;
    }

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
            return {symbol(node.name, now()), Binding::One};
        case Node::Kind::State:
            return {symbol(node.name, before()), Binding::One};
        case Node::Kind::Product:
            return {symbol(node.name, "") + std::string(m_notation.matrixTimes) + bound(at(node.a), Binding::Matrix),
                    Binding::Matrix};
        case Node::Kind::LayerNorm:
            return call(m_notation.norm, at(node.a));
        case Node::Kind::Operation:
            break;
        }
        return node.b < 0 ? ofOne(node, at(node.a)) : ofTwo(node, at(node.a), at(node.b));
    }

    Mathematics call(std::string_view function, const Mathematics& a) const
    {
        return {std::string(function) + inside(a), Binding::One};
    }

    Mathematics ofOne(const Node& node, const Mathematics& a) const
    {
        switch (node.operation) {
        case Operation::Negate:
            return {std::string(m_notation.minus) + bound(a, Binding::Product), Binding::Sign};
        case Operation::Sqrt:
            return {around(m_notation.root, a.text), Binding::One};
        case Operation::Square:
            return {around(m_notation.square, a.text), Binding::One};
        case Operation::Abs:
            return {around(m_notation.magnitude, a.text), Binding::One};
        case Operation::Sigmoid:
            return call(m_notation.sigmoid, a);
        case Operation::Tanh:
            return call(m_notation.tanh, a);
        case Operation::Exp:
            return call(m_notation.exp, a);
        case Operation::Log:
            return call(m_notation.log, a);
        case Operation::Relu:
            return call(m_notation.relu, a);
        default:
            return call(m_notation.softplus, a);
        }
    }

    Mathematics ofTwo(const Node& node, Mathematics& a, const Mathematics& b) const
    {
        switch (node.operation) {
        case Operation::Add:
            return {std::move(a.text) + " + " + bound(b, Binding::Product), Binding::Sum};
        case Operation::Subtract:
            return {std::move(a.text) + " " + std::string(m_notation.minus) + " " + bound(b, Binding::Product),
                    Binding::Sum};
        case Operation::Multiply:
            return {factor(a) +
                        std::string(a.isNumber   ? m_notation.numberTimes
                                    : b.isNumber ? m_notation.timesNumber
                                                 : m_notation.elementTimes) +
                        factor(b),
                    Binding::Product};
        case Operation::Divide:
            return fraction(a, b);
        default:
            return call(node.operation == Operation::Max ? m_notation.max : m_notation.min,
                        {a.text + std::string(m_notation.comma) + b.text});
        }
    }

    Mathematics fraction(const Mathematics& a, const Mathematics& b) const
    {
        const bool stacks = m_notation.stacksFractions;
        return {around(m_notation.numerator, stacks ? a.text : bound(a, Binding::Product)) +
                    around(m_notation.denominator, stacks ? b.text : bound(b, Binding::One)),
                stacks ? Binding::One : Binding::Product};
    }

    const Definition& m_cell;
    const Notation& m_notation;
    std::vector<Mathematics> m_set;
};

} // namespace

std::string latexOf(const Definition& cell, std::size_t equation)
{
    return Setter(cell, latexNotation).equation(equation);
}

std::string htmlOf(const Definition& cell, std::size_t equation)
{
    return Setter(cell, htmlNotation).equation(equation);
}

} // namespace engine::cells

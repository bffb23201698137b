// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cells/random_cell.h"

#include <algorithm>
#include <cctype>
#include <random>
#include <regex>

namespace engine::cells::test {
namespace {

/// Part of an expression, and how it may stand in a larger one.
struct Term {
    std::string text;
    enum class Kind { Sum, Product, Negated, Word } kind = Kind::Word;

    std::string inParenthesesWhere(bool isLoose) const { return isLoose ? "(" + text + ")" : text; }
};

constexpr auto sum = Term::Kind::Sum, product = Term::Kind::Product;

bool isNumber(const Term& term)
{
    return term.kind == Term::Kind::Word && std::isdigit(static_cast<unsigned char>(term.text.front())) != 0;
}

bool hasWord(const std::string& text, const std::string& word)
{
    return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

/// With a sign between them, or as a function of both.
Term joined(const Term& left, const std::string& sign, const Term& right)
{
    if (sign.size() > 1) {
        return {sign + "(" + left.text + ", " + right.text + ")"};
    }
    const Term::Kind kind = sign == "+" || sign == "-" ? sum : product;
    const bool rightIsLoose = right.kind == sum || (kind == product && right.kind == product);
    return {left.inParenthesesWhere(kind == product && left.kind == sum) + " " + sign + " " +
                right.inParenthesesWhere(rightIsLoose),
            kind};
}

/// Draws equations. Functions with a pole or a limited domain get operands that keep off.
class Drawing {
public:
    explicit Drawing(std::uint64_t seed) : m_random(seed) {}

    std::vector<RandomEquation> equations()
    {
        const std::vector<std::string> names = {"i", "f", "g_1", "c", "gate"};
        const int count = below(5);
        for (int equation = 0; equation < count; ++equation) {
            m_all.push_back(names[static_cast<std::size_t>(equation)]);
        }
        m_all.emplace_back("h");
        std::vector<RandomEquation> equations;
        for (const std::string& name : m_all) {
            equations.push_back({name, "tanh(" + expression(3).text + ")"});
            m_given.push_back(name);
        }
        std::string& h = equations.back().value;
        const Term more = expression(2);
        h += " + " + more.inParenthesesWhere(more.kind == sum);
        if (!hasWord(h, "x") && h.find("[t-1]") == std::string::npos) {
            h += " + W x";
        }
        for (const std::string& name : m_all) {
            if (name != "h" &&
                std::ranges::none_of(equations, [&](const RandomEquation& one) { return hasWord(one.value, name); })) {
                h += " + " + name; // each equation has to be needed
            }
        }
        return equations;
    }

private:
    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    const std::string& oneOf(const std::vector<std::string>& all)
    {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }

    Term expression(int depth)
    {
        if (depth == 0 || below(5) == 0) {
            return leaf();
        }
        switch (below(7)) {
        case 0:
            return ofTwo(std::string(oneOf({"+", "-", "*"})), depth - 1);
        case 1:
            return matrix(expression(depth - 1));
        case 2:
            return ofTwo(std::string(oneOf({"max", "min", "*"})), depth - 1);
        case 3: {
            const Term above = expression(depth - 1);
            return joined(above, "/", safe(depth - 1));
        }
        case 4: {
            const std::string function = oneOf({"log", "sqrt"});
            return {function + "(" + safe(depth - 1).text + ")"};
        }
        case 5:
            return {"exp(sigmoid(" + expression(depth - 1).text + "))"};
        default: {
            const std::string function =
                oneOf({"sigmoid", "tanh", "relu", "softplus", "square", "abs", "layernorm", "-"});
            const Term of = expression(depth - 1);
            return function == "-"
                       ? Term{"-" + of.inParenthesesWhere(of.kind == sum || of.kind == product), Term::Kind::Negated}
                       : Term{function + "(" + of.text + ")"};
        }
        }
    }

    Term ofTwo(const std::string& sign, int depth)
    {
        const Term left = expression(depth), right = expression(depth);
        return joined(left, sign, right);
    }

    /// At least one half.
    Term safe(int depth)
    {
        const std::string function = oneOf({"abs", "square", "softplus"});
        return {"0.5 + " + function + "(" + expression(depth).text + ")", sum};
    }

    Term matrix(const Term& operand)
    {
        const int name = below(6);
        const bool ofInput = operand.text == "x" && below(8) > 0;
        if (isNumber(operand)) {
            return operand;
        }
        return {std::string(ofInput ? "W" : "U") + static_cast<char>('a' + name) +
                (!ofInput && name == 0 ? "[2] " : " ") + operand.inParenthesesWhere(operand.kind != Term::Kind::Word)};
    }

    Term leaf()
    {
        switch (below(7)) {
        case 0:
            return {std::to_string(0.25 * (1 + below(8)))};
        case 1:
        case 2:
            return matrix({"x"});
        case 3:
            return {oneOf(m_all) + "[t-1]"};
        case 4:
            return matrix({oneOf(m_all) + "[t-1]"});
        case 5:
            if (!m_given.empty()) {
                return {oneOf(m_given)};
            }
            [[fallthrough]];
        default:
            return {below(12) == 0 ? "x" : oneOf({"b", "bias", "p1"})};
        }
    }

    std::mt19937_64 m_random;
    std::vector<std::string> m_all, m_given;
};

} // namespace

std::vector<RandomEquation> randomEquations(std::uint64_t seed)
{
    return Drawing(seed).equations();
}

std::string textOf(const std::vector<RandomEquation>& equations)
{
    std::string text;
    for (const RandomEquation& equation : equations) {
        text += equation.name + " = " + equation.value + "\n";
    }
    return text;
}

} // namespace engine::cells::test

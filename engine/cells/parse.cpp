// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/names.h"
#include "engine/cells/tokens.h"

#include <algorithm>
#include <span>
#include <utility>

namespace engine::cells {
namespace {

/// Recursive descent:
///
///     text       = { [ "init" name "=" [ "-" ] number | name "=" sum ] line-end }
///     sum        = product { ( "+" | "-" ) product }
///     product    = signed { ( "*" | "/" ) signed }
///     signed     = "-" signed | operand
///     operand    = number | vector
///     vector     = "(" sum ")" | matrix [ "[" heads "]" ] vector | function "(" sum { "," sum } ")"
///                | name [ "[" "t" "-" "1" "]" ]
class Parser {
public:
    explicit Parser(std::string_view text) : m_tokens(text) {}

    Syntax text()
    {
        while (!m_tokens.atEnd()) {
            if (m_tokens.isNext(Kind::LineEnd)) {
                m_tokens.take();
            } else {
                line();
            }
        }
        return std::move(m_syntax);
    }

private:
    using Kind = Token::Kind;

    /// Parses one level deeper.
    template <typename Parse>
    int deeper(const Parse& parse)
    {
        const Place place = m_tokens.next().place;
        if (++m_depth > deepestNesting) {
            throw CellError(place,
                            say(ENGINE_TEXT("Sentences", "line %1, column %2: the expression is nested more than "
                                                         "%3 deep; a part of it may be an equation of its own"),
                                place.line, place.column, deepestNesting));
        }
        const int node = parse();
        --m_depth;
        return node;
    }

    int add(Node node)
    {
        m_syntax.nodes.push_back(std::move(node));
        return static_cast<int>(m_syntax.nodes.size()) - 1;
    }

    int add(Operation operation, Place place, int a, int b = -1)
    {
        return add({.kind = Node::Kind::Operation, .place = place, .operation = operation, .a = a, .b = b});
    }

    void line()
    {
        const Token name = m_tokens.take(Kind::Name, ENGINE_TEXT("Sentences", "the name that the equation gives"));
        if (name.text == initWord && !m_tokens.isNext("=")) {
            firstValue();
        } else {
            m_tokens.take("=");
            const int value = sum();
            m_syntax.equations.push_back({std::string(name.text), name.place, value});
            m_tokens.take(Kind::LineEnd, ENGINE_TEXT("Sentences", "+ - * / or the end of the line"));
        }
        if (m_syntax.equations.size() + m_syntax.firstValues.size() > maxEquations) {
            throw CellError(name.place, say(ENGINE_TEXT("Sentences", "line %1: the cell has more than %2 equations"),
                                            name.place.line, maxEquations));
        }
    }

    void firstValue()
    {
        const Token name = m_tokens.take(Kind::Name, ENGINE_TEXT("Sentences", "the name of a learned vector"));
        m_tokens.take("=");
        const double sign = m_tokens.takeIf("-") ? -1 : 1;
        const double value = m_tokens.take(Kind::Number, ENGINE_TEXT("Sentences", "a number")).number;
        m_syntax.firstValues.push_back({std::string(name.text), name.place, sign * value});
        m_tokens.take(Kind::LineEnd, ENGINE_TEXT("Sentences", "the end of the line"));
    }

    int sum()
    {
        int left = product();
        while (m_tokens.isNext("+") || m_tokens.isNext("-")) {
            const Token sign = m_tokens.take();
            const int right = product();
            left = add(sign.text == "+" ? Operation::Add : Operation::Subtract, sign.place, left, right);
        }
        return left;
    }

    int product()
    {
        int left = signedOperand();
        while (m_tokens.isNext("*") || m_tokens.isNext("/")) {
            const Token sign = m_tokens.take();
            const int right = signedOperand();
            left = add(sign.text == "*" ? Operation::Multiply : Operation::Divide, sign.place, left, right);
        }
        return left;
    }

    int signedOperand()
    {
        const Place place = m_tokens.next().place;
        if (m_tokens.takeIf("-")) {
            const int operand = deeper([this] { return signedOperand(); });
            return add(Operation::Negate, place, operand);
        }
        if (m_tokens.isNext(Kind::Number)) {
            return add({.kind = Node::Kind::Number, .place = place, .number = m_tokens.take().number});
        }
        return vector(ENGINE_TEXT("Sentences", "a name, a number, ( or -"));
    }

    int vector(const Sentence& wanted)
    {
        if (m_tokens.takeIf("(")) {
            const int inside = deeper([this] { return sum(); });
            m_tokens.take(")");
            return inside;
        }
        const Token name = m_tokens.take(Kind::Name, wanted);
        if (const Function* function = functionNamed(name.text); function != nullptr || name.text == layerNormWord) {
            return call(name, function);
        }
        if (isMatrixName(name.text)) {
            std::vector<std::string_view> same = functionNames();
            std::erase_if(same, [&](std::string_view one) { return one != folded(name.text); });
            refuseFunction(name, same);
            return matrix(name);
        }
        Node node{.kind = Node::Kind::Name, .place = name.place, .name = std::string(name.text)};
        if (m_tokens.isNext("[")) {
            before();
            node.kind = Node::Kind::State;
        } else if (m_tokens.isNext("(")) {
            refuseFunction(name, functionNames());
        }
        return add(std::move(node));
    }

    /// A name is that of a function and misspelt, if it is near to one of `names` and no equation gives it: before "(",
    /// or with capital letters.
    void refuseFunction(const Token& name, std::span<const std::string_view> names) const
    {
        const Sentence meant = hint(name.text, names);
        if (!meant.empty() &&
            std::ranges::find(m_syntax.equations, name.text, &Equation::name) == m_syntax.equations.end()) {
            throw CellError(name.place,
                            say(ENGINE_TEXT("Sentences", "line %1, column %2: there is no function \"%3\"%4"),
                                name.place.line, name.place.column, printable(name.text), meant),
                            nearestMend(name.place, name.text, names));
        }
    }

    /// "[t-1]"
    void before()
    {
        for (const std::string_view wanted : {"[", "t", "-", "1", "]"}) {
            if (m_tokens.next().text != wanted) {
                m_tokens.fail(ENGINE_TEXT("Sentences", "[t-1], the step before"));
            }
            m_tokens.take();
        }
    }

    int call(const Token& name, const Function* function)
    {
        m_tokens.take("(");
        const int a = deeper([this] { return sum(); });
        int b = -1;
        if (function != nullptr && takesTwo(function->operation)) {
            m_tokens.take(",");
            b = deeper([this] { return sum(); });
        }
        m_tokens.take(")");
        return function != nullptr ? add(function->operation, name.place, a, b)
                                   : add({.kind = Node::Kind::LayerNorm, .place = name.place, .a = a});
    }

    int matrix(const Token& name)
    {
        Node node{.kind = Node::Kind::Product, .place = name.place, .name = std::string(name.text)};
        if (m_tokens.takeIf("[")) {
            constexpr int maxHeads = 65'536;
            const double heads = m_tokens.next().number;
            if (!(heads >= 1 && heads <= maxHeads && heads == static_cast<int>(heads))) {
                m_tokens.fail(ENGINE_TEXT("Sentences", "the number of heads of the matrix, from 1"));
            }
            m_tokens.take();
            m_tokens.take("]");
            node.heads = static_cast<int>(heads);
        }
        const Sentence wanted = say(ENGINE_TEXT("Sentences", "the vector that the matrix \"%1\" multiplies: a name, a "
                                                             "function, ( or another matrix"),
                                    printable(name.text));
        node.a = deeper([&] { return vector(wanted); });
        return add(std::move(node));
    }

    Tokens m_tokens;
    int m_depth = 0;
    Syntax m_syntax;
};

} // namespace

Syntax parse(std::string_view text)
{
    return Parser(text).text();
}

} // namespace engine::cells

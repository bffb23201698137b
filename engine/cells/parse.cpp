// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/names.h"
#include "engine/cells/tokens.h"

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
    explicit Parser(std::string_view text) : m_tokens(tokensOf(text)) {}

    Syntax text()
    {
        while (m_at < m_tokens.size()) {
            if (next().kind != Token::Kind::LineEnd) {
                line();
            }
            ++m_at;
        }
        return std::move(m_syntax);
    }

private:
    const Token& next() const { return m_tokens[m_at]; }
    const Token& take() { return m_tokens[m_at++]; }
    bool isNext(std::string_view sign) const { return next().kind == Token::Kind::Sign && next().text == sign; }

    [[noreturn]] void fail(const Sentence& wanted) const
    {
        const Place place = next().place;
        if (next().kind == Token::Kind::LineEnd) {
            throw CellError(place,
                            say(ENGINE_TEXT("Sentences", "line %1, column %2: the line ends, but there must be %3"),
                                place.line, place.column, wanted));
        }
        throw CellError(place, say(ENGINE_TEXT("Sentences", "line %1, column %2: found \"%3\", but there must be %4"),
                                   place.line, place.column, printable(next().text), wanted));
    }

    void expect(std::string_view sign)
    {
        if (!isNext(sign)) {
            fail(say("\"%1\"", sign));
        }
        ++m_at;
    }

    /// Parses one level deeper.
    template <typename Parse>
    int deeper(const Parse& parse)
    {
        const Place place = next().place;
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
        if (next().kind != Token::Kind::Name) {
            fail(ENGINE_TEXT("Sentences", "the name that the equation gives"));
        }
        const Token name = take();
        if (name.text == initWord && !isNext("=")) {
            firstValue();
        } else {
            expect("=");
            const int value = sum();
            m_syntax.equations.push_back({std::string(name.text), name.place, value});
        }
        if (next().kind != Token::Kind::LineEnd) {
            fail(ENGINE_TEXT("Sentences", "+ - * / or the end of the line"));
        }
        if (m_syntax.equations.size() + m_syntax.firstValues.size() > mostEquations) {
            throw CellError(name.place, say(ENGINE_TEXT("Sentences", "line %1: the cell has more than %2 equations"),
                                            name.place.line, mostEquations));
        }
    }

    void firstValue()
    {
        if (next().kind != Token::Kind::Name) {
            fail(ENGINE_TEXT("Sentences", "the name of a learned vector"));
        }
        const Token name = take();
        expect("=");
        const double sign = isNext("-") ? -1 : 1;
        m_at += sign < 0 ? 1 : 0;
        if (next().kind != Token::Kind::Number) {
            fail(ENGINE_TEXT("Sentences", "a number"));
        }
        m_syntax.firstValues.push_back({std::string(name.text), name.place, sign * take().number});
    }

    int sum()
    {
        int left = product();
        while (isNext("+") || isNext("-")) {
            const Token sign = take();
            const int right = product();
            left = add(sign.text == "+" ? Operation::Add : Operation::Subtract, sign.place, left, right);
        }
        return left;
    }

    int product()
    {
        int left = signedOperand();
        while (isNext("*") || isNext("/")) {
            const Token sign = take();
            const int right = signedOperand();
            left = add(sign.text == "*" ? Operation::Multiply : Operation::Divide, sign.place, left, right);
        }
        return left;
    }

    int signedOperand()
    {
        if (isNext("-")) {
            const Place place = take().place;
            const int operand = deeper([this] { return signedOperand(); });
            return add(Operation::Negate, place, operand);
        }
        if (next().kind == Token::Kind::Number) {
            const Token number = take();
            return add({.kind = Node::Kind::Number, .place = number.place, .number = number.number});
        }
        return vector(ENGINE_TEXT("Sentences", "a name, a number, ( or -"));
    }

    int vector(const Sentence& wanted)
    {
        if (isNext("(")) {
            ++m_at;
            const int inside = deeper([this] { return sum(); });
            expect(")");
            return inside;
        }
        if (next().kind != Token::Kind::Name) {
            fail(wanted);
        }
        const Token name = take();
        if (const Function* function = functionNamed(name.text); function != nullptr || name.text == layerNormWord) {
            return call(name, function);
        }
        if (isMatrixName(name.text)) {
            return matrix(name);
        }
        Node node{.kind = Node::Kind::Name, .place = name.place, .name = std::string(name.text)};
        if (isNext("[")) {
            before();
            node.kind = Node::Kind::State;
        }
        return add(std::move(node));
    }

    /// "[t-1]"
    void before()
    {
        for (const std::string_view wanted : {"[", "t", "-", "1", "]"}) {
            if (next().text != wanted) {
                fail(ENGINE_TEXT("Sentences", "[t-1], the step before"));
            }
            ++m_at;
        }
    }

    int call(const Token& name, const Function* function)
    {
        expect("(");
        const int a = deeper([this] { return sum(); });
        int b = -1;
        if (function != nullptr && takesTwo(function->operation)) {
            expect(",");
            b = deeper([this] { return sum(); });
        }
        expect(")");
        return function != nullptr ? add(function->operation, name.place, a, b)
                                   : add({.kind = Node::Kind::LayerNorm, .place = name.place, .a = a});
    }

    int matrix(const Token& name)
    {
        Node node{.kind = Node::Kind::Product, .place = name.place, .name = std::string(name.text)};
        if (isNext("[")) {
            ++m_at;
            constexpr int mostHeads = 65'536;
            const double heads = next().kind == Token::Kind::Number ? next().number : 0;
            if (!(heads >= 1 && heads <= mostHeads && heads == static_cast<int>(heads))) {
                fail(ENGINE_TEXT("Sentences", "the number of heads of the matrix, from 1"));
            }
            ++m_at;
            expect("]");
            node.heads = static_cast<int>(heads);
        }
        const Sentence wanted = say(ENGINE_TEXT("Sentences", "the vector that the matrix \"%1\" multiplies: a name, a "
                                                             "function, ( or another matrix"),
                                    printable(name.text));
        node.a = deeper([&] { return vector(wanted); });
        return add(std::move(node));
    }

    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
    int m_depth = 0;
    Syntax m_syntax;
};

} // namespace

Syntax parse(std::string_view text)
{
    return Parser(text).text();
}

} // namespace engine::cells

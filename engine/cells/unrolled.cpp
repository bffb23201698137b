// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/unrolled.h"

#include "engine/cells/element_equation.h"
#include "engine/cells/names.h"
#include "engine/cells/typed_cell.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace engine::cells {
namespace {

/// How tightly a text holds together: by which of its signs stands outermost.
enum class Tightness { Sum, Product, Sign, One };

/// A tensor, by its name without the step, and what it is called in the equations of units.
struct Read {
    std::string tensor, name;

    bool operator==(const Read&) const = default;
};

/// Part of an equation, while its nodes are gone through.
struct Piece {
    std::string text = {};  ///< in a unit's equation
    std::string words = {}; ///< as in the cell's text: what tensors are called
    Tightness tightness = Tightness::One;
    std::string tensor = {}; ///< its name without the step, where it is one
    std::vector<Read> reads = {};
};

Piece tensorPiece(const std::string& tensor, const std::string& name)
{
    return {.text = name, .words = tensor, .tensor = tensor, .reads = {{tensor, name}}};
}

std::string numberText(double number)
{
    std::array<char, 32> text{};
    const std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), number);
    return {text.data(), end.ptr};
}

/// In parentheses where it holds together less tightly.
std::string bound(const std::string& text, const Piece& piece, Tightness wanted)
{
    return piece.tightness < wanted ? "(" + text + ")" : text;
}

/// Makes a text of two, for the equation of a unit and for words alike.
template <typename Make>
Piece joined(const Piece& a, const Piece& b, Tightness tightness, const Make& make)
{
    Piece piece{.text = make(a.text, b.text), .words = make(a.words, b.words), .tightness = tightness};
    piece.reads = a.reads;
    for (const Read& read : b.reads) {
        if (std::ranges::count(piece.reads, read) == 0) {
            piece.reads.push_back(read);
        }
    }
    return piece;
}

Piece operationOf(Operation operation, const Piece& a, const Piece& b)
{
    const auto infix = [&](const char* sign, Tightness left, Tightness right, Tightness made) {
        return joined(a, b, made, [&](const std::string& first, const std::string& second) {
            return bound(first, a, left) + sign + bound(second, b, right);
        });
    };
    switch (operation) {
    case Operation::Add:
        return infix(" + ", Tightness::Sum, Tightness::Product, Tightness::Sum);
    case Operation::Subtract:
        return infix(" - ", Tightness::Sum, Tightness::Product, Tightness::Sum);
    case Operation::Multiply:
        return infix(" * ", Tightness::Product, Tightness::Sign, Tightness::Product);
    case Operation::Divide:
        return infix(" / ", Tightness::Product, Tightness::Sign, Tightness::Product);
    case Operation::Negate:
        return joined(a, b, Tightness::Sign, [&](const std::string& first, const std::string&) {
            return "-" + bound(first, a, Tightness::Sign);
        });
    default:
        return joined(a, b, Tightness::One, [&](const std::string& first, const std::string& second) {
            const std::string_view name = std::ranges::find(functions(), operation, &Function::operation)->name;
            return std::string(name) + "(" + first + (second.empty() ? "" : ", ") + second + ")";
        });
    }
}

/// Writes the steps of a typed cell, equation by equation.
class TypedSteps {
public:
    TypedSteps(const Definition& cell, const UnrollSizes& sizes, DirectionWriter& writer)
        : m_cell(cell), m_sizes(sizes), m_writer(writer), m_pieces(nodes().size()), m_atOnce(nodes().size())
    {
        for (const Equation& equation : m_cell.syntax.equations) {
            m_names.insert(equation.name);
        }
        for (const Learned& learned : m_cell.learned) {
            m_names.insert(learned.name);
        }
    }

    void put()
    {
        putAtOnce();
        m_writer.forEachStep([this](std::int64_t step) { putStep(step); });
    }

private:
    const std::vector<Node>& nodes() const { return m_cell.syntax.nodes; }
    const Piece& at(int node) const { return m_pieces[static_cast<std::size_t>(node)]; }
    bool isAtOnce(int node) const { return node >= 0 && m_atOnce[static_cast<std::size_t>(node)]; }
    static bool isWhole(const Node& node)
    {
        return node.kind == Node::Kind::Product || node.kind == Node::Kind::LayerNorm;
    }
    std::string name(const std::string& tensor, std::int64_t step) const { return m_writer.name(tensor, step); }

    /// Of all steps. x is one tensor for both directions.
    std::string nameAtOnce(const std::string& tensor) const
    {
        return tensor == inputName ? tensor : m_writer.name(tensor);
    }

    /// x, its products, their norms and so on, for all steps; and the slices of them that the steps read.
    void putAtOnce()
    {
        std::vector<int> read; // by what is not at once itself
        for (std::size_t index = 0; index < nodes().size(); ++index) {
            const Node& node = nodes()[index];
            const bool isX = node.kind == Node::Kind::Input;
            m_atOnce[index] = isX || (isWhole(node) && isAtOnce(node.a));
            if (!m_atOnce[index]) {
                read.insert(read.end(), {node.a, node.b});
                continue;
            }
            m_pieces[index] = isX ? tensorPiece(std::string(inputName), std::string(inputName)) : wholePiece(node);
            const std::string& tensor = m_pieces[index].tensor;
            if (!isX && m_made.insert(tensor).second) {
                putWhole(node, nameAtOnce(at(node.a).tensor), nameAtOnce(tensor), UnrolledPart::InputProduct, 0);
            }
        }
        for (const Equation& equation : m_cell.syntax.equations) {
            read.push_back(equation.value);
        }
        for (const int node : read) {
            if (isAtOnce(node) && m_sliced.insert(at(node).tensor).second) {
                m_writer.putSlices(nameAtOnce(at(node).tensor), at(node).tensor);
            }
        }
    }

    void putStep(std::int64_t step)
    {
        m_made.clear();
        for (const State& state : m_cell.states) {
            m_writer.putKept(state.name, step, name(keptState(state.name), step));
        }
        int node = 0;
        for (const Equation& equation : m_cell.syntax.equations) {
            for (; node <= equation.value; ++node) {
                if (!isAtOnce(node)) {
                    m_pieces[static_cast<std::size_t>(node)] = pieceOf(nodes()[static_cast<std::size_t>(node)], step);
                }
            }
            putUnit(equation.name, unrolledName(equation.name), at(equation.value), step);
        }
    }

    Piece pieceOf(const Node& node, std::int64_t step)
    {
        switch (node.kind) {
        case Node::Kind::Number:
            return {.text = numberText(node.number), .words = numberText(node.number)};
        case Node::Kind::Equation:
            return tensorPiece(unrolledName(node.name), node.name);
        case Node::Kind::State:
            return tensorPiece(keptState(node.name), unused(node.name + "_before"));
        case Node::Kind::Product:
        case Node::Kind::LayerNorm: {
            Piece whole = wholePiece(node);
            const std::string operand = operandOf(node.a, step);
            if (m_made.insert(whole.tensor).second) {
                putWhole(node, name(operand, step), name(whole.tensor, step), UnrolledPart::Step, step);
            }
            return whole;
        }
        case Node::Kind::Operation:
            return operationOf(node.operation, at(node.a), node.b < 0 ? Piece() : at(node.b));
        default: // a learned vector: define() leaves no Name, and x is there at once
            return {.text = node.name, .words = node.name};
        }
    }

    static std::string keptState(const std::string& state) { return state + "[t-1]"; }

    /// A product or a norm: "Uf h[t-1]", in the equations of units "p1".
    Piece wholePiece(const Node& node)
    {
        const Piece& operand = at(node.a);
        const std::string inside = "(" + operand.words + ")";
        const std::string words = node.kind == Node::Kind::LayerNorm
                                      ? std::string(layerNormWord) + inside
                                      : node.name + " " + (operand.tensor.empty() ? inside : operand.words);
        std::string& known = m_wholeNames[words];
        if (known.empty()) {
            known = unused(say("p%1", m_wholeNames.size()));
        }
        return tensorPiece(words, known);
    }

    /// The tensor that a matrix multiplies or layernorm reads, which may need a unit of its own.
    std::string operandOf(int node, std::int64_t step)
    {
        const Piece& piece = at(node);
        if (!piece.tensor.empty()) {
            return piece.tensor;
        }
        const std::string made = "(" + piece.words + ")";
        if (m_made.insert(made).second) {
            putUnit(unused("a"), made, piece, step);
        }
        return made;
    }

    void putWhole(const Node& node, const std::string& from, const std::string& to, UnrolledPart part,
                  std::int64_t step)
    {
        Layer layer{.name = to, .type = "LAYERNORM", .bottoms = {from}, .tops = {to}};
        if (node.kind == Node::Kind::Product) {
            const Learned& matrix = m_cell.learned[static_cast<std::size_t>(node.index)];
            layer.type = "INNERPRODUCT";
            layer.params = {{"num_output", m_sizes.units},
                            {"axis", std::int64_t{2}},
                            {"bias_term", false},
                            {"heads", std::int64_t{matrix.heads}}};
            layer.weights = {{.name = m_writer.weight(matrix.name)}};
        }
        m_writer.put(std::move(layer), part, step);
    }

    void putUnit(const std::string& gives, const std::string& tensor, const Piece& piece, std::int64_t step)
    {
        const std::string equation = gives + " = " + piece.text;
        Layer unit{.name = name("unit " + tensor, step), .type = "CELL_UNIT", .tops = {name(tensor, step)}};
        std::string reads;
        for (const Read& read : piece.reads.empty() ? std::vector{anyTensor()} : piece.reads) {
            unit.bottoms.push_back(name(read.tensor, step));
            reads += (reads.empty() ? "" : " ") + read.name;
        }
        for (const std::string& vector : elementEquation(equation, reads).vectors) {
            unit.weights.push_back({.name = m_writer.weight(vector)});
        }
        unit.params = {{"equation", equation}, {"reads", reads}};
        m_writer.put(std::move(unit), UnrolledPart::Step, step);
    }

    /// A tensor [1, N, H], for the shape of an equation that reads none. h reads x or a state.
    Read anyTensor() const
    {
        return {m_cell.states.empty() ? *m_sliced.begin() : keptState(m_cell.states.front().name), unused("shape")};
    }

    /// A name that the cell does not use.
    std::string unused(std::string name) const
    {
        while (m_names.contains(name)) {
            name += '_';
        }
        return name;
    }

    const Definition& m_cell;
    const UnrollSizes& m_sizes;
    DirectionWriter& m_writer;
    std::set<std::string> m_names; ///< that the equations have
    std::vector<Piece> m_pieces;   ///< of each node
    std::vector<bool> m_atOnce;    ///< of each node
    std::set<std::string> m_sliced;
    std::set<std::string> m_made;                    ///< for all steps, then in the step under way
    std::map<std::string, std::string> m_wholeNames; ///< of products and norms in equations
};

} // namespace

Unrolled unroll(const Cell& cell, const UnrollSizes& sizes)
{
    if (!cell.typed) {
        return unrollRecurrent(cell, sizes);
    }
    return unrollWith(cell, sizes,
                      [&](DirectionWriter& writer) { TypedSteps(cell.typed->definition, sizes, writer).put(); });
}

} // namespace engine::cells

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/definition.h"

#include "engine/cells/names.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <utility>

namespace engine::cells {
namespace {

/// Finds out what the names of a text stand for, in the order of the text.
class Resolver {
public:
    explicit Resolver(Syntax syntax) : m_cell{.syntax = std::move(syntax)} {}

    Definition cell()
    {
        findGiven();
        for (std::size_t equation = 0; equation < equations().size(); ++equation) {
            resolve(nodesOf(equation), equation);
        }
        for (const FirstValue& first : m_cell.syntax.firstValues) {
            setFirstValue(first);
        }
        checkNeeds();
        return std::move(m_cell);
    }

private:
    const std::vector<Equation>& equations() const { return m_cell.syntax.equations; }

    std::span<Node> nodesOf(std::size_t equation)
    {
        const auto end = [this](std::size_t of) { return static_cast<std::size_t>(equations()[of].value) + 1; };
        const std::size_t begin = equation == 0 ? 0 : end(equation - 1);
        return std::span(m_cell.syntax.nodes).subspan(begin, end(equation) - begin);
    }

    void findGiven()
    {
        for (std::size_t index = 0; index < equations().size(); ++index) {
            const auto& [name, place, value] = equations()[index];
            if (isReserved(name)) {
                throw CellError(place, say(ENGINE_TEXT("Sentences", "line %1: \"%2\" has a meaning of its own, and "
                                                                    "cannot be the name of an equation"),
                                           place.line, name));
            }
            if (isMatrixName(name)) {
                throw CellError(place, say(ENGINE_TEXT("Sentences", "line %1: \"%2\" is given by an equation, but must "
                                                                    "then begin with a small letter"),
                                           place.line, printable(name)));
            }
            const auto [other, isNew] = m_given.emplace(name, index);
            if (!isNew) {
                throw CellError(place, say(ENGINE_TEXT("Sentences", "line %1: \"%2\" is given again, but line %3 gives "
                                                                    "it already"),
                                           place.line, printable(name), equations()[other->second].place.line));
            }
        }
        const auto h = m_given.find(outputName);
        if (h == m_given.end()) {
            throw CellError({}, say(ENGINE_TEXT("Sentences", "no equation gives \"%1\", which is the output of a cell"),
                                    outputName));
        }
        m_cell.output = h->second;
    }

    std::vector<std::string_view> givenNames() const
    {
        std::vector<std::string_view> names;
        std::ranges::transform(equations(), std::back_inserter(names), &Equation::name);
        return names;
    }

    std::vector<std::string_view> learnedVectors() const
    {
        std::vector<std::string_view> names;
        for (const Learned& tensor : m_cell.learned) {
            if (tensor.kind == Learned::Kind::Vector) {
                names.push_back(tensor.name);
            }
        }
        return names;
    }

    /// The nodes of an equation, in the order of the text: a matrix comes before what it multiplies.
    void resolve(std::span<Node> nodes, std::size_t equation)
    {
        std::vector<Node*> inText;
        for (Node& node : nodes) {
            inText.push_back(&node);
        }
        std::ranges::sort(inText, std::less(), [](const Node* node) { return node->place; });
        for (Node* node : inText) {
            resolve(*node, equation);
        }
    }

    void resolve(Node& node, std::size_t equation)
    {
        if (node.kind == Node::Kind::Name) {
            resolveName(node, equation);
        } else if (node.kind == Node::Kind::State) {
            node.index = static_cast<int>(state(node));
        } else if (node.kind == Node::Kind::Product) {
            node.index = static_cast<int>(matrix(node));
        }
    }

    void resolveName(Node& node, std::size_t equation)
    {
        if (node.name == inputName) {
            node.kind = Node::Kind::Input;
            return;
        }
        if (isReserved(node.name)) {
            throw CellError(node.place, say(ENGINE_TEXT("Sentences", "line %1: \"%2\" has a meaning of its own, and "
                                                                     "cannot be the name of a vector"),
                                            node.place.line, node.name));
        }
        if (const auto given = m_given.find(node.name); given != m_given.end()) {
            if (given->second >= equation) {
                throw CellError(node.place, say(ENGINE_TEXT("Sentences", "line %1: \"%2\" is used before its equation"),
                                                node.place.line, printable(node.name)));
            }
            node.kind = Node::Kind::Equation;
            node.index = static_cast<int>(given->second);
            return;
        }
        node.kind = Node::Kind::Vector;
        node.index = static_cast<int>(learned({.name = node.name, .kind = Learned::Kind::Vector, .place = node.place}));
    }

    std::size_t state(const Node& node)
    {
        const auto given = m_given.find(node.name);
        if (given == m_given.end()) {
            throw CellError(node.place,
                            say(ENGINE_TEXT("Sentences", "line %1: \"%2[t-1]\" is read, but no equation "
                                                         "gives \"%2\""),
                                node.place.line, printable(node.name)),
                            nearestMend(node.place, node.name, givenNames()));
        }
        const auto known = std::ranges::find(m_cell.states, node.name, &State::name);
        if (known == m_cell.states.end()) {
            m_cell.states.push_back({node.name, given->second});
            return m_cell.states.size() - 1;
        }
        return static_cast<std::size_t>(known - m_cell.states.begin());
    }

    std::size_t matrix(const Node& node)
    {
        const Node& operand = m_cell.syntax.nodes[static_cast<std::size_t>(node.a)];
        const bool ofInput = operand.kind == Node::Kind::Name && operand.name == inputName;
        if (ofInput && node.heads != 0) {
            throw CellError(node.place,
                            say(ENGINE_TEXT("Sentences", "line %1: \"%2\" has %3 heads, but stands before x, "
                                                         "where a matrix has none"),
                                node.place.line, printable(node.name), node.heads));
        }
        const Learned wanted{.name = node.name,
                             .kind = ofInput ? Learned::Kind::InputMatrix : Learned::Kind::Matrix,
                             .place = node.place,
                             .heads = std::max(node.heads, 1)};
        const std::size_t index = learned(wanted);
        const Learned& known = m_cell.learned[index];
        if (known.kind != wanted.kind) {
            throw CellError(node.place,
                            ofInput ? say(ENGINE_TEXT("Sentences", "%1 is [H, H] in line %2, but stands before x "
                                                                   "in line %3"),
                                          printable(node.name), known.place.line, node.place.line)
                                    : say(ENGINE_TEXT("Sentences", "%1 is [H, I] in line %2, but does not stand "
                                                                   "before x in line %3"),
                                          printable(node.name), known.place.line, node.place.line));
        }
        if (known.heads != wanted.heads) {
            throw CellError(node.place,
                            say(ENGINE_TEXT("Sentences", "%1 has %2 heads in line %3, but %4 in line %5"),
                                printable(node.name), known.heads, known.place.line, wanted.heads, node.place.line));
        }
        return index;
    }

    /// The place of a tensor that may be new.
    std::size_t learned(const Learned& tensor)
    {
        const auto [known, isNew] = m_learned.emplace(tensor.name, m_cell.learned.size());
        if (isNew) {
            m_cell.learned.push_back(tensor);
        }
        return known->second;
    }

    void setFirstValue(const FirstValue& first)
    {
        const auto known = m_learned.find(first.name);
        if (known == m_learned.end() || m_cell.learned[known->second].kind != Learned::Kind::Vector) {
            throw CellError(first.place,
                            say(ENGINE_TEXT("Sentences", "line %1: init gives a first value to \"%2\", but "
                                                         "that is no learned vector"),
                                first.place.line, printable(first.name)),
                            nearestMend(first.place, first.name, learnedVectors()));
        }
        std::optional<double>& value = m_cell.learned[known->second].firstValue;
        if (value) {
            throw CellError(first.place, say(ENGINE_TEXT("Sentences", "line %1: \"%2\" has a first value already"),
                                             first.place.line, printable(first.name)));
        }
        value = first.value;
    }

    void checkNeeds()
    {
        std::vector<bool> isNeeded(equations().size());
        isNeeded[m_cell.output] = true;
        if (!markNeeds(isNeeded)) {
            const auto& [name, place, value] = equations()[m_cell.output];
            throw CellError(place,
                            say(ENGINE_TEXT("Sentences", "line %1: \"%2\" reads neither x nor a state, so that it "
                                                         "has no steps"),
                                place.line, name));
        }
        for (const State& state : m_cell.states) {
            isNeeded[state.equation] = true;
        }
        markNeeds(isNeeded);
        if (const auto idle = std::ranges::find(isNeeded, false); idle != isNeeded.end()) {
            const auto& [name, place, value] = equations()[static_cast<std::size_t>(idle - isNeeded.begin())];
            throw CellError(place, say(ENGINE_TEXT("Sentences", "line %1: \"%2\" is given, but neither \"%3\" nor a "
                                                                "state needs it; use it or leave it out"),
                                       place.line, printable(name), outputName));
        }
    }

    /// Marks what those equations that are marked need at the same step. Whether any of them reads x or a state.
    bool markNeeds(std::vector<bool>& isNeeded)
    {
        bool reads = false;
        for (std::size_t equation = isNeeded.size(); equation-- > 0;) { // each reads earlier ones
            for (const Node& node : isNeeded[equation] ? nodesOf(equation) : std::span<Node>()) {
                reads |= node.kind == Node::Kind::Input || node.kind == Node::Kind::State;
                if (node.kind == Node::Kind::Equation) {
                    isNeeded[static_cast<std::size_t>(node.index)] = true;
                }
            }
        }
        return reads;
    }

    Definition m_cell;
    std::map<std::string, std::size_t, std::less<>> m_given, m_learned;
};

/// The first place where x stands element by element, so that it must be as wide as the rest.
const Node* elementwiseInput(const Syntax& syntax)
{
    std::vector<bool> isMultiplied(syntax.nodes.size());
    for (const Node& node : syntax.nodes) {
        if (node.kind == Node::Kind::Product) {
            isMultiplied[static_cast<std::size_t>(node.a)] = true;
        }
    }
    for (std::size_t index = 0; index < syntax.nodes.size(); ++index) {
        if (syntax.nodes[index].kind == Node::Kind::Input && !isMultiplied[index]) {
            return &syntax.nodes[index];
        }
    }
    return nullptr;
}

void replace(std::string& text, const Mend& mend)
{
    std::size_t lineStart = 0;
    for (int line = 1; line < mend.place.line; ++line) {
        lineStart = text.find('\n', lineStart) + 1;
    }
    text.replace(lineStart + static_cast<std::size_t>(mend.place.column) - 1, mend.length, mend.text);
}

} // namespace

std::vector<std::size_t> Definition::gates() const
{
    std::vector<std::size_t> found;
    for (std::size_t equation = 0; equation < syntax.equations.size(); ++equation) {
        if (equation != output && std::ranges::find(states, equation, &State::equation) == states.end()) {
            found.push_back(equation);
        }
    }
    return found;
}

Definition define(std::string_view text)
{
    return Resolver(parse(text)).cell();
}

MendedText mended(std::string text)
{
    constexpr std::size_t maxRemedies = 32; // each reads the text again
    std::vector<Mend> mends;
    while (mends.size() < maxRemedies) {
        try {
            define(text);
            break;
        } catch (const CellError& error) {
            if (!error.mend()) {
                break;
            }
            replace(text, *error.mend());
            mends.push_back(*error.mend());
        }
    }
    return {std::move(text), std::move(mends)};
}

Shape shapeOf(const Learned& learned, CellSizes sizes)
{
    switch (learned.kind) {
    case Learned::Kind::InputMatrix:
        return {sizes.units, sizes.width};
    case Learned::Kind::Matrix:
        return {sizes.units, sizes.units / learned.heads};
    case Learned::Kind::Vector:
        break;
    }
    return {sizes.units};
}

std::string axesOf(const Learned& learned)
{
    switch (learned.kind) {
    case Learned::Kind::InputMatrix:
        return "H, I";
    case Learned::Kind::Matrix:
        return learned.heads == 1 ? std::string("H, H") : say("H, H/%1", learned.heads);
    case Learned::Kind::Vector:
        break;
    }
    return "H";
}

void checkSizes(const Definition& cell, CellSizes sizes)
{
    for (const Learned& learned : cell.learned) {
        if (sizes.units % learned.heads != 0) {
            throw CellError(learned.place,
                            say(ENGINE_TEXT("Sentences", "line %1: \"%2\" has %3 heads, which do not "
                                                         "divide the %4 units"),
                                learned.place.line, printable(learned.name), learned.heads, sizes.units));
        }
    }
    const Node* const x = elementwiseInput(cell.syntax);
    if (x != nullptr && sizes.width != sizes.units) {
        throw CellError(x->place, say(ENGINE_TEXT("Sentences", "line %1, column %2: x stands there element by element, "
                                                               "but is %3 wide where the units are %4; a matrix before "
                                                               "it brings it to their width"),
                                      x->place.line, x->place.column, sizes.width, sizes.units));
    }
}

} // namespace engine::cells

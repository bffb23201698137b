// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/operation.h"
#include "engine/graph/error.h"

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace engine::cells {

/// Where something stands in the text of a cell, both from 1; columns count bytes.
struct Place {
    int line = 1, column = 1;

    auto operator<=>(const Place&) const = default; // NOLINT: clang-tidy 14 sees a null pointer in it
};

/// What is wrong with a cell's text, and where.
class CellError : public Error {
public:
    CellError(Place place, const Sentence& sentence) : Error(sentence), m_place(place) {}

    Place place() const { return m_place; }

private:
    Place m_place;
};

/// A part of an expression. Its operands stand before it in Syntax::nodes.
struct Node {
    enum class Kind {
        Number,
        Name,     ///< what a small name stands for is found by define(), which makes one of the next three of it
        Input,    ///< x
        Equation, ///< the value that an equation gave before, by `index`
        Vector,   ///< a learned vector: its place in Definition::learned
        State,    ///< c[t-1]: its place in Definition::states
        Product,  ///< the matrix `name` times a; its place in Definition::learned
        Operation,
        LayerNorm ///< of a
    };

    Kind kind;
    Place place;
    std::string name = {};
    double number = 0;
    int heads = 0; ///< of a matrix; 0 where the text names none
    Operation operation = Operation::Negate;
    int a = -1, b = -1; ///< operands: places in Syntax::nodes
    int index = -1;     ///< see Kind
};

struct Equation {
    std::string name;
    Place place;
    int value; ///< a place in Syntax::nodes
};

/// `init bf = 1`
struct FirstValue {
    std::string name;
    Place place;
    double value;
};

/// The text as a tree.
struct Syntax {
    std::vector<Node> nodes;
    std::vector<Equation> equations;
    std::vector<FirstValue> firstValues;
};

// More than any cell needs, and little enough to be worked out at once.
inline constexpr std::size_t longestText = 16'384; ///< bytes
inline constexpr std::size_t mostEquations = 256;
inline constexpr int deepestNesting = 64;

/// Throws CellError where the text is not in the notation; what names mean is not looked at.
Syntax parse(std::string_view text);

} // namespace engine::cells

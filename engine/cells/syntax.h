// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/operation.h"
#include "engine/graph/error.h"

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine::cells {

/// Where something stands in the text of a cell, both from 1; columns count bytes.
struct Place {
    int line = 1, column = 1;

    auto operator<=>(const Place&) const = default; // NOLINT: clang-tidy 14 sees a null pointer in it
};

/// What was meant in a cell's text: `text` instead of the `length` bytes at a place.
struct Mend {
    Place place;
    std::size_t length = 0;
    std::string text;
};

/// What is wrong with a cell's text, and where.
class CellError : public Error {
public:
    CellError(Place place, const Sentence& sentence, std::optional<Mend> mend = {})
        : Error(sentence), m_place(place), m_mend(std::move(mend))
    {}

    Place place() const { return m_place; }
    const std::optional<Mend>& mend() const { return m_mend; } ///< none where there are several ways or none

private:
    Place m_place;
    std::optional<Mend> m_mend;
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
inline constexpr std::size_t maxEquations = 256;
inline constexpr int deepestNesting = 64;

/// Throws CellError where the text is not in the notation; what names mean is not looked at.
Syntax parse(std::string_view text);

} // namespace engine::cells

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/syntax.h"
#include "engine/graph/shape.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::cells {

/// I and H.
struct CellSizes {
    std::int64_t width, units;

    bool operator==(const CellSizes&) const = default;
};

/// A tensor that the equations name and none of them gives.
struct Learned {
    enum class Kind {
        InputMatrix, ///< [H, I], before x
        Matrix,      ///< [H, H/heads]: block k of the rows multiplies part k of the vector
        Vector       ///< [H]
    };

    std::string name;
    Kind kind;
    Place place;                           ///< of its first use
    int heads = 1;                         ///< of Kind::Matrix
    std::optional<double> firstValue = {}; ///< of Kind::Vector, by `init`; else a filler's

    bool operator==(const Learned&) const = default;
};

/// A vector that goes from step to step: what an equation gave at the step before.
struct State {
    std::string name;
    std::size_t equation; ///< its place in Syntax::equations

    bool operator==(const State&) const = default;
};

/// A recurrent cell, as its equations define it:
///
///     x_t [I], states before the step [H] each  ->  h_t [H], states after the step
///
/// Before each step cont multiplies the states, which are 0 before the first or what a port gives.
struct Definition {
    Syntax syntax; ///< in which all names are resolved
    std::vector<Learned> learned =
        {};                         ///< in the order of first use: the canonical weights of one direction of one layer
    std::vector<State> states = {}; ///< in the order of first reading: of ports and checkpoints
    std::size_t output = 0;         ///< the equation of h

    /// The equations that are neither the output nor a state, such as gates: places in Syntax::equations.
    std::vector<std::size_t> gates() const;
};

/// Throws CellError where the text is not in the notation, or is no cell.
Definition define(std::string_view text);

/// A text whose faults are mended in their order, as far as CellError::mend() knows how.
struct MendedText {
    std::string text;
    std::vector<Mend> mends; ///< none: it is the text that was given
};

MendedText mended(std::string text);

Shape shapeOf(const Learned& learned, CellSizes sizes);
std::string axesOf(const Learned& learned); ///< "H, I", "H, H", "H, H/2", "H"

/// Throws CellError where the cell cannot have these sizes: heads that do not divide H, x element by element with I
/// unlike H.
void checkSizes(const Definition& cell, CellSizes sizes);

} // namespace engine::cells

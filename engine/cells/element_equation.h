// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/graph.h"
#include "engine/cells/stages.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace engine::cells {

/// One equation that works element by element on inputs of its own, and on learned vectors.
struct ElementEquation {
    std::string name; ///< what it gives
    std::vector<std::string> inputs, vectors;
    Graph graph; ///< its inputs and vectors by their places in these lists
    int value;
};

/// `text` is an equation without matrices, layernorm and [t-1]; `inputs` are the names that it may read, with blanks
/// between them. All other names are learned, in the order of first use. Throws Error where it is something else.
ElementEquation elementEquation(std::string_view text, std::string_view inputs);

/// The numbers that its programs give to tensors.
struct ElementTensors {
    std::size_t inputs, vectors; ///< how many

    explicit ElementTensors(const ElementEquation& equation)
        : inputs(equation.inputs.size()), vectors(equation.vectors.size())
    {}
    std::size_t vector(std::size_t index) const { return inputs + index; }
    std::size_t output() const { return inputs + vectors; }
    std::size_t outputGradient() const { return output() + 1; }
    std::size_t inputGradient(std::size_t index) const { return output() + 2 + index; }
    std::size_t count() const { return inputGradient(inputs); }
};

Program forwardProgram(const ElementEquation& equation);

/// Which gradients are wanted.
struct ElementWishes {
    std::vector<bool> inputs, vectors;
};

/// From the gradient by the output to those by inputs, and sums over the rows for those by vectors, whose numbers are
/// their places. It makes again what it needs of the forward pass, and does not read the output.
Program backwardProgram(const ElementEquation& equation, const ElementWishes& wishes);

} // namespace engine::cells

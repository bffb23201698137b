// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/graph.h"

#include <vector>

namespace engine::cells {

/// The gradient by a matrix: the sum of rows × operandᵀ over all steps and streams.
struct MatrixGradient {
    int matrix; ///< a place in Definition::learned
    int operand, rows;
};

/// The gradient by a vector: the sum of `rows` over all steps and streams.
struct VectorGradient {
    int vector; ///< a place in Definition::learned
    int rows;
};

/// The gradients of a loss, as values of the graph.
struct Derivative {
    std::vector<int> inputs; ///< by each input; -1: none
    std::vector<MatrixGradient> matrices;
    std::vector<VectorGradient> vectors;
};

/// Adds the values that lead from Value::Kind::OutputGradient k, for each output k where one `arrives`, back to the
/// inputs and to what is learned. relu and abs have slope 0 at 0; max and min give all to the first where both are
/// equal.
Derivative differentiate(Graph& graph, const std::vector<int>& outputs, const std::vector<bool>& arrives, int inputs);

} // namespace engine::cells

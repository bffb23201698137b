// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/unroll.h"

namespace engine::cells {

/// One layer of a recurrent stack as the net that CAFFE runs inside it, whatever its cell: unrollRecurrent, and for a
/// typed cell such as
///
///     z = sigmoid(Wz x + Uz h[t-1] + bz)
///     h = (1 - z) * h[t-1] + z * tanh(U (z * h[t-1]))
///
///     all steps: "Wz x"               INNERPRODUCT  of x, and its SLICE into steps
///     step t:    "h[t-1]_t"           SCALE         of h_{t-1} by cont_t
///                "Uz h[t-1]_t"        INNERPRODUCT
///                "z_t"                CELL_UNIT     z = sigmoid(p1 + p2 + bz), reads Wz x_t and Uz h[t-1]_t
///                "(z * h[t-1])_t"     CELL_UNIT     what stands inside an equation behind a matrix or in layernorm
///                "U (z * h[t-1])_t"   INNERPRODUCT
///                "h_t"                CELL_UNIT
///
/// Tensors have the text that they are the value of as their names, with the step behind it, and what is the same text
/// is one tensor. layernorm is LAYERNORM; where it stands around a product with x, that is done for all steps at once,
/// too. Inputs, states, cont and h, and the backward direction, are as in unrollRecurrent; weights have the names of
/// the equations, or "back." before them. Throws Error where the cell reads neither x nor a state.
Unrolled unroll(const Cell& cell, const UnrollSizes& sizes);

} // namespace engine::cells

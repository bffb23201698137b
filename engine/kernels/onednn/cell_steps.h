// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"
#include "engine/kernels/onednn/bfloat16.h"

#include <cstdint>

/// One step of a cell between its products, for N streams of H units with G gates, on the pool. The threads share out
/// the units, so that a bias's gradient is summed in the order of steps and streams.
namespace engine::onednn {

/// N rows of H floats, `stride` apart.
struct Rows {
    float* first = nullptr;
    std::int64_t stride = 0;
};

/// What both passes of a step see.
struct CellStep {
    std::int64_t streams, units;

    /// [N, G·H]: Wx x_t + b, and Wh h_{t-1} with it where the cell has no recurrent bias. Forward leaves in it what
    /// backward reads.
    float* sums;
    const float* recurrentSums; ///< [N, G·H]: Wh h_{t-1} + bh, of a cell with a recurrent bias

    Rows hBefore;   ///< h_{t-1}
    float* cBefore; ///< c_{t-1} [N, H], of a cell that has it
    float* c;       ///< c_t [N, H], likewise
};

struct CellOutput {
    Rows h;             ///< h_t
    Bfloat16* factors; ///< [N, H], the same rounded, for the next step's product
};

void cellForward(Cell::Kind cell, const CellStep& step, const CellOutput& output);

/// Gradients of a loss at a step.
struct CellGradients {
    Rows h;    ///< in: by h_t through the layer's output
    float* dh; ///< [N, H] in: by h_t from the step after; out, of a GRU: by h_{t-1} but for what comes through Wh
    float* dc; ///< [N, H] in: by c_t from the step after; out: by c_{t-1}; of a cell that has it

    Bfloat16* sums;          ///< [N, G·H] out, rounded
    Bfloat16* recurrentSums; ///< [N, G·H] out, rounded, of a cell with a recurrent bias

    float* bias;          ///< [G·H], gains the gradients of the sums as floats
    float* recurrentBias; ///< [G·H], likewise
};

void cellBackward(Cell::Kind cell, const CellStep& step, const CellGradients& gradients);

} // namespace engine::onednn

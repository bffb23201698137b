// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"
#include "engine/kernels/onednn/bfloat16.h"

#include <cstdint>

/// One step of a cell behind its products, for a block of its units: N streams, H units with G gates, U of them in the
/// block. A unit's numbers depend on its own alone and on no other block, and a bias's gradient is summed in the order
/// of steps and streams.
namespace engine::onednn {

/// N rows of H floats, `stride` apart.
struct Rows {
    float* first = nullptr;
    std::int64_t stride = 0;
};

/// What both passes of a step see.
struct CellStep {
    std::int64_t streams, units;
    std::int64_t first, width; ///< the block's units

    float* sums;      ///< [N, G·H]: Wx x_t + b; forward leaves in it what backward reads
    float* recurrent; ///< [N, G·U]: Wh h_{t-1} of the block; of a cell with a recurrent bias forward adds that
    Rows hBefore;     ///< h_{t-1}
    float* cBefore;   ///< c_{t-1} [N, H], of a cell that has it
    float* c;         ///< c_t [N, H], likewise
};

struct CellOutput {
    const float* recurrentBias; ///< [G·H], of a cell that has it
    Rows h;                     ///< h_t
    Bfloat16* factors;          ///< [N, H], the same rounded, for the next step's product
};

void cellForward(Cell::Kind cell, const CellStep& step, const CellOutput& output);

/// Gradients of a loss at a step.
struct CellGradients {
    Rows h;            ///< in: by h_t through the layer's output
    const float* byWh; ///< [N, U] in: by h_t through the product of the step after
    float* dh;         ///< [N, H] in: by h_t besides these; out: by h_{t-1} but for what comes through Wh
    float* dc;         ///< [N, H] in: by c_t from the step after; out: by c_{t-1}; of a cell that has it

    Bfloat16* sums;          ///< [N, G·H] out, rounded
    Bfloat16* recurrentSums; ///< [N, G·H] out, rounded, of a cell with a recurrent bias

    float* bias;          ///< [G·H], gains the gradients of the sums as floats
    float* recurrentBias; ///< [G·H], likewise
};

void cellBackward(Cell::Kind cell, const CellStep& step, const CellGradients& gradients);

} // namespace engine::onednn

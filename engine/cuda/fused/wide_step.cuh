// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/fused/cells.cuh"
#include "engine/cuda/fused/recurrence.h"

namespace engine::cuda::fused {

// A step of a wide layer as one kernel: the product by Wh and, in the same block, the cells whose sums it made. For
// compute capability 9.0 alone, whose tensor cores take both factors from shared memory (wgmma).

/// Backward, scratch has what the gates give by the h before the step after [G, N, R], not where a step is one kernel, and
/// then the gradient by the state after the step [N, R].
template <typename Unit>
__device__ float* stateGradients(const BackwardRecurrence& work, int room)
{
    return work.scratch + std::int64_t{Unit::gates} * work.shape.streams * room;
}

/// All steps of a cell; step_by_step.cu does what comes before and after them. Returns at once.
template <typename Unit>
struct WideSteps {
    static void forward(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream);

    /// All steps but the last of the sequence, which gets nothing from a step after it.
    static void backward(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream);
};
extern template struct WideSteps<LstmUnit>;
extern template struct WideSteps<GruUnit>;
extern template struct WideSteps<RnnUnit>;

} // namespace engine::cuda::fused

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <optional>

namespace engine::cuda::fused {

// What depends on the step before, over all steps of one LSTM layer, in one kernel a direction that stays on the GPU
// from the first step to the last. The products that do not (by x, and of all gradients by weights and inputs) are made
// before and after it, for all steps at once.
//
// A block owns 16 units of a group of streams, and holds its rows of Wh (its columns, on the way back) in registers, as
// bfloat16, for the whole sequence. After a step it writes its part of h_t (or of the gates' gradients); every block of
// its group reads all of it in the next step, and tries again while something is not there yet: the numbers are their
// own flags, so no step has a barrier over the GPU. Groups never wait for each other. A step costs one such exchange
// through the second-level cache, its products by the tensor cores, and one sum over the block's warps.

/// How a layer is laid out over a GPU.
struct RecurrencePlan {
    int groups;        ///< of streams
    int rows;          ///< streams of a group; the last may have fewer
    int blocksOfGroup; ///< H / 16
};

/// Nothing where no block can hold its part, or a GPU of `multiprocessors` cannot hold all blocks at once.
std::optional<RecurrencePlan> planRecurrence(std::int64_t units, std::int64_t streams, int multiprocessors);

/// For a sentence: which numbers of units any GPU can hold.
inline constexpr const char* unitsInWords = "a multiple of 128 up to 1024";

struct RecurrenceShape {
    int steps, streams, units; ///< T, N, H
};

struct ForwardRecurrence {
    RecurrenceShape shape;
    const float* Wh;      ///< [4H, H], gates in the order i, f, g, o
    const float* b;       ///< [4H]
    const float* inputs;  ///< Wx x of every step [T, N, 4H]
    const float* cont;    ///< [T, N]
    __nv_bfloat16* h;     ///< [T + 1, N, H]; the first is given
    float* c;             ///< [T + 1, N, H]; the first is given
    float* y;             ///< h once more as floats [T, N, H], or null
    __nv_bfloat16* gates; ///< after their activations [T, N, 4H], or null where there is no way back
};

struct BackwardRecurrence {
    RecurrenceShape shape;
    const float* Wh;            ///< [4H, H]
    const float* cont;          ///< [T, N]
    const float* dy;            ///< [T, N, H]
    const __nv_bfloat16* gates; ///< [T, N, 4H]
    const float* c;             ///< [T + 1, N, H]
    __nv_bfloat16* dGates;      ///< by the gates before their activations [T, N, 4H]
    float* db;                  ///< the sums of those over the steps [N, 4H]
};

// Both return at once. No block runs before all can: the launches are cooperative.
void launch(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream);
void launch(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream);

} // namespace engine::cuda::fused

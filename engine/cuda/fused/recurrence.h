// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"

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
    int groups;              ///< of streams
    int rows;                ///< streams of a group; the last may have fewer
    int blocksOfGroup;       ///< H / 16, in clusters H / 32
    bool inClusters = false; ///< a group is a cluster, and its blocks write into each other's shared memory
};

/// Nothing where no block can hold its part, or a GPU of `multiprocessors` cannot hold all blocks at once.
std::optional<RecurrencePlan> planRecurrence(std::int64_t units, std::int64_t streams, int multiprocessors);

/// Whether a cluster can hold a layer of so many units: 128, 256, 384 or 512.
constexpr bool isForClusters(std::int64_t units)
{
    return units % 128 == 0 && units >= 128 && units <= 512;
}

/// The same in clusters on the current GPU, of compute capability 9.0 or later. Nothing where it has no such clusters,
/// or they cannot hold the layer.
std::optional<RecurrencePlan> planInClusters(std::int64_t units, std::int64_t streams);

/// The quicker of both that this GPU can hold.
std::optional<RecurrencePlan> planOf(const CudaDevice& device, std::int64_t units, std::int64_t streams);

/// For a sentence: which numbers of units any GPU can hold.
inline constexpr const char* unitsInWords = "a multiple of 128 up to 1024";

struct RecurrenceShape {
    int steps, streams, units; ///< T, N, H
};

/// How many numbers forward keeps for backward; each plan has an order of its own for them.
struct KeptSizes {
    std::int64_t gates, c;
};
KeptSizes keptSizes(const RecurrencePlan& plan, const RecurrenceShape& shape);

struct ForwardRecurrence {
    RecurrenceShape shape;
    const float* Wh;          ///< [4H, H], gates in the order i, f, g, o
    const float* b;           ///< [4H]
    const float* inputs;      ///< Wx x of every step [T, N, 4H], in clusters [T, N, H, 4]
    const float* cont;        ///< [T, N]
    const float* firstH;      ///< [N, H]
    const float* firstC;      ///< [N, H]
    float* lastH;             ///< [N, H]; may be firstH
    float* lastC;             ///< [N, H]; may be firstC
    __nv_bfloat16* h;         ///< [T + 1, N, H]; the first row is the state before
    float* y;                 ///< h once more as floats [T, N, H], or null
    float* keptC;             ///< see keptSizes
    __nv_bfloat16* keptGates; ///< after their activations; null without a backward pass
};

struct BackwardRecurrence {
    RecurrenceShape shape;
    const float* Wh;   ///< [4H, H]
    const float* cont; ///< [T, N]
    const float* dy;   ///< [T, N, H]
    const float* keptC;
    const __nv_bfloat16* keptGates;
    __nv_bfloat16* dGates; ///< by the gates before their activations [T, N, 4H]
    float* db;             ///< the sums of those over the steps [N, 4H]
};

// Both return at once. No block runs before all of its group can: the launches are cooperative, or in clusters.
void launch(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream);
void launch(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream);

// cluster_recurrence.cu
void launchInClusters(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream);
void launchInClusters(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream);

} // namespace engine::cuda::fused

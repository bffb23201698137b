// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/elements.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/engine.h"

#include <cuda_runtime.h>

#include <cstdint>

/// For running the two directions by separate calls: the backward one runs over sequences whose steps are reversed. One
/// kernel each, on `stream`, returning at once; sequences are of the library's elements.
namespace engine::cuda::cudnn {

struct SequenceSizes {
    std::int64_t steps, streams, width;
    constexpr std::int64_t count() const { return steps * streams * width; }
};

/// to[t] = from[T - 1 - t]
void reverseSteps(cudaStream_t stream, Elements elements, const SequenceSizes& sizes, const void* from, void* to);

/// to[t] = forward[t] + backward[T - 1 - t]
void addReversed(cudaStream_t stream, Elements elements, const SequenceSizes& sizes, const void* forward,
                 const void* backward, void* to);

/// cont of the backward direction: to[s] = cont[T - s], what its state is multiplied by on the way from step T - s
/// to step T - 1 - s; to[0] = 1. Both [T, N].
void reverseCont(cudaStream_t stream, std::int64_t steps, std::int64_t streams, const float* cont, float* to);

/// The dropout between two stacked layers; its masks are those of every engine but the library's own.
struct StackedDropout {
    DropoutRule rule{0, 1}; ///< a threshold of 0 drops nothing
    MaskKey key = {};
    Pass pass = {};
};

/// joined [T, N, 2W]: joined[t, n] = (forward[t, n], backward[T - 1 - t, n]), then dropped. `half` is the sizes of
/// one direction.
void joinDirections(cudaStream_t stream, Elements elements, const SequenceSizes& half, const StackedDropout& dropout,
                    const void* forward, const void* backward, void* joined);

/// The gradients of that: from those by joined to those by forward and by backward.
void splitDirections(cudaStream_t stream, Elements elements, const SequenceSizes& half, const StackedDropout& dropout,
                     const void* joined, void* forward, void* backward);

} // namespace engine::cuda::cudnn

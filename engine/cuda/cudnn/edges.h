// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/elements.h"

#include <cuda_runtime.h>

#include <cstdint>

/// Where canonical tensors, which are float, meet the library's: one kernel each, on `stream`, which returns at once.
namespace engine::cuda::cudnn {

constexpr std::int64_t mostLayers = 16; ///< of a stack: engine/layers/lstm.cpp allows no more

/// to[i] = from[i], rounded to the nearest bfloat16.
void roundToBfloat16(cudaStream_t stream, std::int64_t count, const float* from, void* to);

/// to[i] = from[i]
void widenFromBfloat16(cudaStream_t stream, std::int64_t count, const void* from, float* to);

struct StateSizes {
    std::int64_t layers, streams, units; ///< L, N, H
    constexpr std::int64_t count() const { return layers * streams * units; }
};

/// h and c of each layer of a stack, [N, H] each, or gradients by them. Null reads as zeros and is not written.
struct StatePlaces {
    float* h[mostLayers] = {};
    float* c[mostLayers] = {};
};

/// h and c of a whole stack as the library has them: [L, N, H].
struct LibraryState {
    void* h = nullptr;
    void* c = nullptr;
};

/// to = from; where `cont` [N] is not null, times cont, and zeros where that is 0, whatever `from` is.
void enterState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                const StatePlaces& from, const LibraryState& to);

/// The same between two states of the library's; cont is not null; `to` may be `from`.
void restartState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                  const LibraryState& from, const LibraryState& to);

/// first = second = from; where `cont` is not null, times cont as above.
void leaveState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                const LibraryState& from, const StatePlaces& first, const StatePlaces& second);

} // namespace engine::cuda::cudnn

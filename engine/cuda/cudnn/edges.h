// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/elements.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Conversions between canonical tensors, which are float, and the library's: one kernel each, on `stream`, returning
/// at once.
namespace engine::cuda::cudnn {

struct GradientScale;

constexpr std::int64_t maxParts = 32; ///< layers × directions: engine/layers/recurrent.cpp allows no more

/// to[i] = from[i], rounded to the nearest element. Gradients in half precision are multiplied by their scale
/// (gradient_scale.h); it is null for all else.
void roundTo(cudaStream_t stream, Elements elements, std::int64_t count, const float* from, void* to,
             const GradientScale* scale = nullptr);

/// to[i] = from[i]; gradients of half precision without their scale.
void widenFrom(cudaStream_t stream, Elements elements, std::int64_t count, const void* from, float* to,
               const GradientScale* scale = nullptr);

struct StateSizes {
    std::int64_t layers, directions, streams, units; ///< L, D, N, H
    constexpr std::int64_t count() const { return layers * directions * streams * units; }
};

/// h and, where the cell has one, c of each part of a stack (one direction of one layer; see RecurrentStack::part),
/// [N, H] each, or gradients by them. Null reads as zeros and is not written.
struct StatePlaces {
    float* h[maxParts] = {};
    float* c[maxParts] = {};

    bool isEmpty() const
    {
        const auto isNull = [](const float* place) { return place == nullptr; };
        return std::ranges::all_of(h, isNull) && std::ranges::all_of(c, isNull);
    }

    /// Those of one part, as a stack of one layer and one direction has them.
    StatePlaces ofPart(std::size_t part) const
    {
        StatePlaces one;
        one.h[0] = h[part];
        one.c[0] = c[part];
        return one;
    }
};

/// h and c of a whole stack as the library has them: [L·D, N, H]. Of a cell without c it is null.
struct LibraryState {
    void* h = nullptr;
    void* c = nullptr;
};

/// to = from; where `cont` [N] is not null, times cont, and zeros where that is 0, whatever `from` is. A backward
/// direction starts at the other end of the batch: to = from there. Gradients have a scale, as in roundTo.
void enterState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                const StatePlaces& from, const LibraryState& to, const GradientScale* scale = nullptr);

/// The same between two states of the library's; cont is not null; `to` may be `from`. One direction
/// only.
void restartState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                  const LibraryState& from, const LibraryState& to);

/// first = second = from; where `cont` is not null, times cont as above. Gradients have a scale, as in widenFrom.
void leaveState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                const LibraryState& from, const StatePlaces& first, const StatePlaces& second,
                const GradientScale* scale = nullptr);

} // namespace engine::cuda::cudnn

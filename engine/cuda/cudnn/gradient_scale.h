// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/elements.h"

#include <cuda_runtime.h>

#include <cstdint>

namespace engine::cuda::cudnn {

/// What the gradients of a layer in half precision are multiplied by, in the memory of the GPU: half has no number
/// below 6e-8 and none above 65,504. The largest gradient that comes in is scaled to 2^room. Where a sum overflows, all
/// gradients that the layer gives in that pass are zeros, also to the layers below, and room falls by 2; after 128
/// passes without that it rises by 1, to 0. Below -12 it does not fall: infinity then ends the run, as in any other
/// precision. Floats, as what a checkpoint keeps is; all zeros at first.
struct GradientScale {
    float scale;   ///< a power of two
    float largest; ///< of the gradients that came in, without sign
    float room;    ///< 0 or less
    float passes;  ///< since the last change of room
    float isLost;  ///< 1 where a sum has overflowed
};

constexpr std::int64_t gradientScaleFloats = sizeof(GradientScale) / sizeof(float);

/// Before a pass: for all gradients that come in, then once setScale.
void findLargest(cudaStream_t stream, std::int64_t count, const float* gradients, GradientScale* scale);
void setScale(cudaStream_t stream, GradientScale* scale);

/// After it: for all gradients that were summed, in half precision; then once settleScale.
void findOverflow(cudaStream_t stream, std::int64_t count, const void* gradients, GradientScale* scale);
void settleScale(cudaStream_t stream, GradientScale* scale);

#ifdef __CUDACC__
/// A gradient on its way in; `scale` is null where there is none.
__device__ inline float scaled(const GradientScale* scale, float gradient)
{
    return scale ? gradient * scale->scale : gradient;
}

/// On its way out.
__device__ inline float unscaled(const GradientScale* scale, float gradient)
{
    return scale ? (scale->isLost != 0 ? 0.0f : gradient / scale->scale) : gradient;
}
#endif

} // namespace engine::cuda::cudnn

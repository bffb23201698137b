// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/cudnn/gradient_scale.h"
#include "engine/cuda/launch.h"

#include <cuda_fp16.h>

#include <cmath>

namespace engine::cuda::cudnn {
namespace {

/// One thread many gradients. Floats without sign are ordered as their bits are, and NaN is the largest.
__global__ void findLargestOf(std::int64_t count, const float* gradients, GradientScale* scale)
{
    int largest = 0;
    forEachElement(count, [&](std::int64_t i) { largest = max(largest, __float_as_int(fabsf(gradients[i]))); });
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        largest = max(largest, __shfl_xor_sync(0xffffffffu, largest, lanes));
    }
    if (threadIdx.x % 32 == 0) {
        atomicMax(reinterpret_cast<int*>(&scale->largest), largest);
    }
}

/// One thread.
__global__ void setScaleOf(GradientScale* scale)
{
    constexpr int maxExponent = 100;
    const float largest = scale->largest;
    const bool isScaled = largest > 0 && isfinite(largest);
    const int exponent = isScaled ? static_cast<int>(scale->room) - ilogbf(largest) - 1 : 0;
    scale->scale = ldexpf(1, min(exponent, maxExponent));
    scale->isLost = 0;
}

/// One thread an element.
__global__ void findOverflowOf(std::int64_t count, const __half* gradients, GradientScale* scale)
{
    forEachElement(count, [=](std::int64_t i) {
        if (!isfinite(__half2float(gradients[i]))) {
            scale->isLost = 1; // whoever writes, writes this
        }
    });
}

/// One thread. What came in as infinity or NaN is not half precision's fault, and goes on; so does what overflows where
/// the scale cannot fall any more.
__global__ void settleScaleOf(GradientScale* scale)
{
    constexpr float step = 2, minRoom = -12, passesToRise = 128;
    if (!isfinite(scale->largest) || (scale->isLost != 0 && scale->room <= minRoom)) {
        scale->isLost = 0;
    } else if (scale->isLost != 0) {
        scale->room = fmaxf(scale->room - step, minRoom);
        scale->passes = 0;
    } else if (++scale->passes >= passesToRise) {
        scale->room = fminf(scale->room + 1, 0);
        scale->passes = 0;
    }
    scale->largest = 0;
}

} // namespace

void findLargest(cudaStream_t stream, std::int64_t count, const float* gradients, GradientScale* scale)
{
    findLargestOf<<<blocksFor(count), blockThreads, 0, stream>>>(count, gradients, scale);
    checkLaunch("the largest gradient");
}

void setScale(cudaStream_t stream, GradientScale* scale)
{
    setScaleOf<<<1, 1, 0, stream>>>(scale);
    checkLaunch("the scale of gradients");
}

void findOverflow(cudaStream_t stream, std::int64_t count, const void* gradients, GradientScale* scale)
{
    findOverflowOf<<<blocksFor(count), blockThreads, 0, stream>>>(count, static_cast<const __half*>(gradients), scale);
    checkLaunch("the search for an overflow");
}

void settleScale(cudaStream_t stream, GradientScale* scale)
{
    settleScaleOf<<<1, 1, 0, stream>>>(scale);
    checkLaunch("the scale of the next gradients");
}

} // namespace engine::cuda::cudnn

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/elements.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

// For kernels that are written once for all kinds of elements: they compute in float.

namespace engine::cuda::cudnn {

template <typename Real>
__device__ inline float widened(Real value)
{
    if constexpr (std::is_same_v<Real, __half>) {
        return __half2float(value);
    } else if constexpr (std::is_same_v<Real, __nv_bfloat16>) {
        return __bfloat162float(value);
    } else {
        return value;
    }
}

template <typename Real>
__device__ inline Real rounded(float value)
{
    if constexpr (std::is_same_v<Real, __half>) {
        constexpr float largest = 65504; // half has no larger number
        return __float2half(isfinite(value) && fabsf(value) > largest ? copysignf(largest, value) : value);
    } else if constexpr (std::is_same_v<Real, __nv_bfloat16>) {
        return __float2bfloat16(value);
    } else {
        return value;
    }
}

/// work(a pointer to what the elements are): runs the template for them.
template <typename Work>
void forElements(Elements elements, Work work)
{
    switch (elements) {
    case Elements::Float:
        return work(static_cast<float*>(nullptr));
    case Elements::Bfloat16:
        return work(static_cast<__nv_bfloat16*>(nullptr));
    case Elements::Half:
        return work(static_cast<__half*>(nullptr));
    }
}

} // namespace engine::cuda::cudnn

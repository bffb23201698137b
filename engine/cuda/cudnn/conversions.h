// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/elements.h"

#include <cuda_bf16.h>

// For kernels that are written once for both kinds of elements: they compute in float.

namespace engine::cuda::cudnn {

template <typename Real>
__device__ inline float widened(Real value)
{
    if constexpr (sizeof(Real) == sizeof(float)) {
        return value;
    } else {
        return __bfloat162float(value);
    }
}

template <typename Real>
__device__ inline Real rounded(float value)
{
    if constexpr (sizeof(Real) == sizeof(float)) {
        return value;
    } else {
        return __float2bfloat16(value);
    }
}

/// work(a pointer to what the elements are): runs the template for them.
template <typename Work>
void forElements(Elements elements, Work work)
{
    if (elements == Elements::Float) {
        work(static_cast<float*>(nullptr));
    } else {
        work(static_cast<__nv_bfloat16*>(nullptr));
    }
}

} // namespace engine::cuda::cudnn

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/element_call.cuh"
#include "engine/cuda/fused/tensor_core.cuh"

// What block_walk.cuh and cluster_walk.cuh share.

namespace engine::cuda::cells {

using Half = unsigned short; ///< a bfloat16

__device__ inline float floatOf(float factor)
{
    return factor;
}
__device__ inline float floatOf(Half factor)
{
    return fused::lowOf(factor);
}

/// One instruction each, for cells that look at nothing relatively: what a step hands on is rounded as coarsely.
__device__ inline float quickSigmoid(float a)
{
    return fused::QuickMath::sigmoid(a);
}
__device__ inline float quickTanh(float a)
{
    return fused::QuickMath::tanh(a);
}

/// In which order steps are taken, worked out once: the loops below have no time for it.
struct Order {
    int firstTime, delta;
    const float* firstCont;
    int contDelta;

    template <typename Call>
    __device__ explicit Order(const Call& call)
    {
        const bool goesBack = call.backward != call.reversed;
        firstTime = goesBack ? call.steps - 1 : 0;
        delta = goesBack ? -1 : 1;
        firstCont = call.cont + (goesBack ? static_cast<long long>(call.steps) * call.rows : 0);
        contDelta = delta * call.rows;
    }
    __device__ int time(int index) const { return firstTime + index * delta; }
    /// As contBefore(), of a step that is neither the first nor behind the last.
    __device__ float factor(int index, int row) const { return *factorAt(index, row); }
    __device__ const float* factorAt(int index, int row) const
    {
        return firstCont + (static_cast<long long>(index) * contDelta + row);
    }
};

} // namespace engine::cuda::cells

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/launch.h"

/// For .cu files: sums over a warp or a block, always in the same order, and the block of a kernel that ends last.
namespace engine::cuda {

constexpr unsigned wholeWarp = 0xffffffff;
constexpr int warpThreads = 32;

template <typename Number>
__device__ inline Number warpSum(Number value)
{
    for (int distance = warpThreads / 2; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(wholeWarp, value, distance);
    }
    return value;
}

/// Over the block's `blockThreads` threads.
template <typename Number>
__device__ inline Number blockSum(Number value)
{
    __shared__ Number parts[blockThreads / warpThreads];
    value = warpSum(value);
    __syncthreads(); // the last call's parts have been read
    if (threadIdx.x % warpThreads == 0) {
        parts[threadIdx.x / warpThreads] = value;
    }
    __syncthreads();
    Number sum = parts[0];
    for (unsigned part = 1; part < blockThreads / warpThreads; ++part) {
        sum += parts[part];
    }
    return sum;
}

/// Whether this is the last of `blocks` blocks to call with `done`, to all threads of the block. What the others have
/// written before, the last one reads (by __ldcg). `done` is 0 before and after.
__device__ inline bool isLastBlock(unsigned* done, unsigned blocks)
{
    __shared__ bool isLast;
    __threadfence(); // what this thread has written is there for all before its block is counted
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        isLast = atomicInc(done, blocks - 1) == blocks - 1;
    }
    __syncthreads();
    __threadfence();
    return isLast;
}

} // namespace engine::cuda

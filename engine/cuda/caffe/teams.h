// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/block_sums.h"
#include "engine/kernels/caffe/operations.h"

#include <cstdint>
#include <type_traits>

/// For .cu files: threads that work on one sum or maximum together, always in the same order. All threads of a team
/// call, and all get the result.
namespace engine::cuda::caffe {

__device__ inline float warpMaximum(float value)
{
    for (int distance = warpThreads / 2; distance > 0; distance /= 2) {
        value = fmaxf(value, __shfl_xor_sync(wholeWarp, value, distance));
    }
    return value;
}

__device__ inline float blockMaximum(float value)
{
    __shared__ float parts[blockThreads / warpThreads];
    value = warpMaximum(value);
    __syncthreads();
    if (threadIdx.x % warpThreads == 0) {
        parts[threadIdx.x / warpThreads] = value;
    }
    __syncthreads();
    float most = parts[0];
    for (unsigned part = 1; part < blockThreads / warpThreads; ++part) {
        most = fmaxf(most, parts[part]);
    }
    return most;
}

/// A team of 1 thread, of a warp's 32, or of a block's 256; teams lie side by side in a block.
template <int threads>
struct Team {
    static_assert(threads == 1 || threads == warpThreads || threads == blockThreads);

    /// This thread's number in its team.
    __device__ static int member() { return static_cast<int>(threadIdx.x) % threads; }
    __device__ static constexpr int size() { return threads; }

    /// Adds to a number that other teams add to as well.
    __device__ static void add(unsigned& to, unsigned value) { atomicAdd(&to, value); }

    template <typename Number>
    __device__ static Number sum(Number value)
    {
        if constexpr (threads == blockThreads) {
            return blockSum(value);
        } else if constexpr (threads == warpThreads) {
            return warpSum(value);
        } else {
            return value;
        }
    }

    __device__ static float maximum(float value)
    {
        if constexpr (threads == blockThreads) {
            return blockMaximum(value);
        } else if constexpr (threads == warpThreads) {
            return warpMaximum(value);
        } else {
            return value;
        }
    }

    /// task(i) for each i in [0, count), one team a task, in strides of the whole grid.
    template <typename Task>
    __device__ static void forEach(std::int64_t count, const Task& task)
    {
        const std::int64_t teams = std::int64_t{gridDim.x} * (blockThreads / threads);
        const std::int64_t first = std::int64_t{blockIdx.x} * (blockThreads / threads) + threadIdx.x / threads;
        for (std::int64_t i = first; i < count; i += teams) {
            task(i);
        }
    }
};

/// Blocks of `blockThreads` for that many teams.
template <int threads>
unsigned blocksForTeams(std::int64_t teams)
{
    return blocksFor(teams * threads);
}

/// launch(how many threads a team has, as a std::integral_constant).
template <typename Launch>
void withTeam(engine::caffe::TeamSize size, const Launch& launch)
{
    switch (size) {
    case engine::caffe::TeamSize::One:
        return launch(std::integral_constant<int, 1>());
    case engine::caffe::TeamSize::Warp:
        return launch(std::integral_constant<int, warpThreads>());
    case engine::caffe::TeamSize::Block:
        return launch(std::integral_constant<int, static_cast<int>(blockThreads)>());
    }
}

} // namespace engine::cuda::caffe

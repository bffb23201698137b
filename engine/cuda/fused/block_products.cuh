// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/fused/block_shape.h"
#include "engine/cuda/fused/tensor_core.cuh"

// The products of a step in one block: a block has a stream, two threads a unit. Each thread holds the weights
// of its unit's gates for half of h in registers; h and the gates' gradients go through shared memory as
// floats, with one barrier a step. A block has so few warps that each instruction of a step is waited for: what the
// threads of a unit do not share, all of them do.

namespace engine::cuda::fused {

/// A thread multiplies pairs of the numbers of h, or of units' gradients: this one and the next. Neighbouring threads
/// read neighbouring pairs.
__device__ inline int pairAt(int index, int lane)
{
    return 2 * (lanes * index + lane);
}

template <int room>
constexpr int pairs = room / 2 / lanes;

__device__ inline float2 twoFloats(const float* at)
{
    return *reinterpret_cast<const float2*>(at);
}
/// Of bfloat16s.
template <typename Half>
__device__ float2 twoFloats(const Half* at)
{
    const unsigned two = *reinterpret_cast<const unsigned*>(at);
    return make_float2(lowOf(two), highOf(two));
}

/// What the thread multiplies, of each gate; the gates' rows are `between` apart.
template <int gates, int count, typename Factor>
__device__ void load(float2 (&weights)[gates][count], const Factor* row, int between, int lane)
{
#pragma unroll
    for (int gate = 0; gate < gates; ++gate) {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            weights[gate][i] = twoFloats(row + gate * between + pairAt(i, lane));
        }
    }
}

/// Over the threads of a unit, for both.
__device__ inline float sumOfLanes(float sum)
{
    return sum + __shfl_xor_sync(0xFFFFFFFF, sum, 1);
}

__device__ inline float numberOf(float of, int /*index*/)
{
    return of;
}
__device__ inline float numberOf(const float4& of, int index)
{
    const float even = (index & 2) != 0 ? of.z : of.x, odd = (index & 2) != 0 ? of.w : of.y;
    return (index & 1) != 0 ? odd : even;
}
__device__ inline void setNumbers(float& to, const float (&numbers)[4])
{
    to = numbers[0];
}
__device__ inline void setNumbers(float4& to, const float (&numbers)[4])
{
    to = make_float4(numbers[0], numbers[1], numbers[2], numbers[3]);
}

/// The products of a unit's gates by h: a float, or a float4 of up to four gates.
template <typename Numbers, int gates, int count>
__device__ Numbers productsOf(const float2 (&weights)[gates][count], const float* h, int lane)
{
    float2 sums[gates] = {};
#pragma unroll
    for (int i = 0; i < count; ++i) {
        const float2 two = *reinterpret_cast<const float2*>(h + pairAt(i, lane));
#pragma unroll
        for (int gate = 0; gate < gates; ++gate) {
            sums[gate].x += weights[gate][i].x * two.x;
            sums[gate].y += weights[gate][i].y * two.y;
        }
    }
    float all[4] = {};
#pragma unroll
    for (int gate = 0; gate < gates; ++gate) {
        all[gate] = sumOfLanes(sums[gate].x + sums[gate].y);
    }
    Numbers numbers;
    setNumbers(numbers, all);
    return numbers;
}

/// What the gates' gradients of all units give by one number of h; `gradients` has a float for each unit of one gate,
/// or else a float4.
template <int gates, int count>
__device__ float sumOfGates(const float2 (&weights)[gates][count], const float* gradients, int lane)
{
    float4 sum{};
#pragma unroll
    for (int i = 0; i < count; ++i) {
        if constexpr (gates == 1) {
            const float2 two = *reinterpret_cast<const float2*>(gradients + pairAt(i, lane));
            sum.x += weights[0][i].x * two.x;
            sum.y += weights[0][i].y * two.y;
        } else { // in this order a thread of 64 units has registers for all
            const auto* const of = reinterpret_cast<const float4*>(gradients) + pairAt(i, lane);
            const float4 one = of[0], next = of[1];
            sum.x += weights[0][i].x * one.x;
            sum.y += weights[1][i].x * one.y;
            if constexpr (gates > 2) {
                sum.z += weights[2][i].x * one.z;
            }
            sum.x += weights[0][i].y * next.x;
            sum.y += weights[1][i].y * next.y;
            if constexpr (gates > 2) {
                sum.z += weights[2][i].y * next.z;
            }
            if constexpr (gates == 4) {
                sum.w += weights[3][i].x * one.w;
                sum.w += weights[3][i].y * next.w;
            }
        }
    }
    return sumOfLanes((sum.x + sum.y) + (sum.z + sum.w));
}

// ---- What is read ahead: copied into shared memory while steps are computed, so that it needs no registers and each
// step waits for its own numbers alone. All threads of a unit copy its numbers to one place, which is what each has
// waited for; they are copied over after the barrier of the step that reads them.

/// Copies 4, 8 or 16 bytes; zeros where `from` is not there.
template <typename Numbers>
__device__ void copyAhead(Numbers& to, const Numbers* from, bool isThere = true)
{
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(&to))),
        "l"(from), "n"(sizeof(Numbers)), "r"(isThere ? static_cast<int>(sizeof(Numbers)) : 0)
        : "memory");
#endif
}
/// Behind the copies of one step, which may be none.
__device__ inline void closeCopies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits for the copies of all steps but so many, the last ones.
template <int later>
__device__ void awaitCopies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(later) : "memory");
#endif
}

} // namespace engine::cuda::fused

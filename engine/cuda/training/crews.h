// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#ifdef __CUDACC__

/// Threads that draw a character together (engine/training/write/draw.h).
namespace engine::cuda {

constexpr unsigned wholeWarp = 0xFFFFFFFFu;

/// One warp, all of it.
class Warp {
public:
    __device__ std::int32_t rank() const { return static_cast<std::int32_t>(threadIdx.x % 32); }
    __device__ std::int32_t size() const { return 32; }
    __device__ void sync() const { __syncwarp(); }

    /// Whether `yes` holds on all threads. Synchronises them.
    __device__ bool all(bool yes) const { return __all_sync(wholeWarp, yes) != 0; }

    __device__ std::uint64_t largest(std::uint64_t value) const
    {
        __syncwarp();
        for (int distance = 16; distance > 0; distance /= 2) {
            const std::uint64_t other = __shfl_xor_sync(wholeWarp, value, distance);
            value = other > value ? other : value;
        }
        return value;
    }

    /// The same bits on every thread: each adds the same pairs in the same order.
    template <typename Number>
    __device__ Number sum(Number value) const
    {
        __syncwarp();
        for (int distance = 16; distance > 0; distance /= 2) {
            value += __shfl_xor_sync(wholeWarp, value, distance);
        }
        return value;
    }

    __device__ std::uint64_t sumBefore(std::uint64_t value) const
    {
        __syncwarp();
        std::uint64_t sum = value;
        for (int distance = 1; distance < 32; distance *= 2) {
            const std::uint64_t lower = __shfl_up_sync(wholeWarp, sum, distance);
            sum += rank() >= distance ? lower : 0;
        }
        return sum - value;
    }
};

/// A block of whole warps along x.
class Block {
public:
    /// One number a warp, in the block's shared memory.
    struct Room {
        std::uint64_t ofWarp[32];
    };

    __device__ explicit Block(Room& room) : m_room(room) {}

    __device__ std::int32_t rank() const { return static_cast<std::int32_t>(threadIdx.x); }
    __device__ std::int32_t size() const { return static_cast<std::int32_t>(blockDim.x); }
    __device__ void sync() const { __syncthreads(); }
    __device__ bool all(bool yes) const { return __syncthreads_and(yes ? 1 : 0) != 0; }

    __device__ std::uint64_t largest(std::uint64_t value) const
    {
        share(Warp().largest(value));
        std::uint64_t largest = 0;
        for (unsigned warp = 0; warp < warps(); ++warp) {
            const std::uint64_t other = m_room.ofWarp[warp];
            largest = other > largest ? other : largest;
        }
        return largest;
    }

    __device__ std::uint64_t sum(std::uint64_t value) const
    {
        share(Warp().sum(value));
        return sumOfWarps(warps());
    }

    __device__ double sum(double value) const
    {
        share(static_cast<std::uint64_t>(__double_as_longlong(Warp().sum(value))));
        double sum = 0;
        for (unsigned warp = 0; warp < warps(); ++warp) {
            sum += __longlong_as_double(static_cast<long long>(m_room.ofWarp[warp]));
        }
        return sum;
    }

    __device__ std::uint64_t sumBefore(std::uint64_t value) const
    {
        const std::uint64_t inWarp = Warp().sumBefore(value);
        share(Warp().sum(value));
        return sumOfWarps(threadIdx.x / 32) + inWarp;
    }

private:
    __device__ unsigned warps() const { return blockDim.x / 32; }

    /// Makes each warp's number readable by all threads.
    __device__ void share(std::uint64_t value) const
    {
        __syncthreads(); // before the previous numbers are overwritten
        if (threadIdx.x % 32 == 0) {
            m_room.ofWarp[threadIdx.x / 32] = value;
        }
        __syncthreads();
    }

    __device__ std::uint64_t sumOfWarps(unsigned count) const
    {
        std::uint64_t sum = 0;
        for (unsigned warp = 0; warp < count; ++warp) {
            sum += m_room.ofWarp[warp];
        }
        return sum;
    }

    Room& m_room;
};

} // namespace engine::cuda

#endif

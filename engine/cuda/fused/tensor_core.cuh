// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace engine::cuda::fused {

// What the recurrent kernels share: bfloat16 pairs, products of one warp, fast activations, waits with a timeout.

/// One instruction each: a relative error of 2^-11 at most, a quarter of that of rounding to bfloat16.
struct QuickMath {
    static __device__ float tanh(float x)
    {
        float y = 0;
#if __CUDA_ARCH__ >= 750
        asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
#endif
        return y;
    }
    static __device__ float sigmoid(float x)
    {
        return 0.5f + 0.5f * tanh(0.5f * x);
    }
};

/// A few instructions without branches: a relative error of 2^-20 at most where numbers are not tiny, as a step of
/// floats waits for each of them.
struct FineMath {
    static __device__ float sigmoid(float x)
    {
        return __fdividef(1.0f, 1.0f + __expf(-x));
    }
    static __device__ float tanh(float x)
    {
        const float square = x * x, far = 1.0f - __fdividef(2.0f, 1.0f + __expf(2.0f * fabsf(x)));
        const float series =
            x + x * square * (-1.0f / 3 + square * (2.0f / 15 + square * (-17.0f / 315 + square * (62.0f / 2835))));
        return fabsf(x) < 0.3f ? series : copysignf(far, x);
    }
};

__device__ inline unsigned packed(float low, float high)
{
    unsigned pair = 0;
#if __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
#endif
    return pair;
}

__device__ inline float lowOf(unsigned pair)
{
    return __uint_as_float(pair << 16);
}

__device__ inline float highOf(unsigned pair)
{
    return __uint_as_float(pair & 0xFFFF0000U);
}

/// d += a · b: 16 × 16 by 16 × 8, one warp; the parts of each lane lie as the PTX manual draws them for m16n8k16.
__device__ inline void multiplyAdd(float (&d)[4], const unsigned (&a)[4], uint2 b)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
#endif
}

/// The timeout of a thread that waits for another block: after ten seconds it stops the kernel with an error. Something
/// is broken then, and a GPU that hangs is worse than a run that ends.
class Patience {
public:
    /// To be called after each failed try.
    __device__ void tryAgain()
    {
        constexpr int triesALook = 1024;
        constexpr unsigned long long limit = 10'000'000'000;
        if (++m_tries % triesALook != 0) {
            return;
        }
        const unsigned long long now = nanoseconds();
        m_start = m_start == 0 ? now : m_start;
        if (now - m_start > limit) {
            __trap();
        }
    }

private:
    static __device__ unsigned long long nanoseconds()
    {
        unsigned long long now = 0;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        return now;
    }

    int m_tries = 0;
    unsigned long long m_start = 0;
};

} // namespace engine::cuda::fused

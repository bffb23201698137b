// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace engine::cuda::fused {

// Clusters of blocks that write into each other's shared memory (compute capability 9.0 and later; nothing on older
// ones). A barrier in the receiver's shared memory counts the bytes that arrive, so that no block polls over the
// network of the GPU.

using Barrier = unsigned long long;

__device__ inline unsigned sharedAddress(const void* place)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(place));
}

__device__ inline unsigned rankInCluster()
{
    unsigned rank = 0;
#if __CUDA_ARCH__ >= 900
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#endif
    return rank;
}

/// The same address in the shared memory of the block of that rank.
__device__ inline unsigned placeOf(unsigned own, unsigned rank)
{
    unsigned place = own;
#if __CUDA_ARCH__ >= 900
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(place) : "r"(own), "r"(rank));
#endif
    return place;
}

/// Says that this thread has come; waitForCluster then waits until all threads of the cluster have, and what each wrote
/// before is visible to all.
__device__ inline void arriveAtCluster()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
#endif
}
__device__ inline void waitForCluster()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
}

/// Synchronizes all threads of the cluster.
__device__ inline void meetCluster()
{
    arriveAtCluster();
    waitForCluster();
}

/// One thread makes the barrier: a phase ends when so many threads have arrived, or told how much is expected, and all
/// of that is there.
__device__ inline void makeBarrier(Barrier* barrier, unsigned arrivals = 1)
{
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], %1;\nfence.mbarrier_init.release.cluster;" ::"r"(sharedAddress(barrier)),
        "r"(arrivals)
        : "memory");
#endif
}

/// One thread, once a phase.
__device__ inline void expectBytes(Barrier* barrier, unsigned bytes)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(bytes)
                 : "memory");
#endif
}

/// Whether the phase of that parity has ended; waits a while for it. What send brought is seen then. It acquires for
/// the block only: for the cluster it would empty the first-level cache, and wait for all that is being read.
__device__ inline bool hasEnded(Barrier* barrier, unsigned parity)
{
    unsigned ended = 1;
#if __CUDA_ARCH__ >= 900
    asm volatile("{\n.reg .pred ended;\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, ended;\n}"
                 : "=r"(ended)
                 : "r"(sharedAddress(barrier)), "r"(parity)
                 : "memory");
#endif
    return ended != 0;
}

/// Writes 16 bytes into the shared memory of a block of the cluster and signals its barrier; returns at once. Both
/// addresses are placeOf's. Coalesced writes of a warp are many times faster than scattered ones.
__device__ inline void send(unsigned to, uint4 what, unsigned barrier)
{
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(to),
        "r"(what.x), "r"(what.y), "r"(what.z), "r"(what.w), "r"(barrier)
        : "memory");
#endif
}

/// The same with 8 bytes.
__device__ inline void send(unsigned to, uint2 what, unsigned barrier)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1, %2}, [%3];" ::"r"(to),
                 "r"(what.x), "r"(what.y), "r"(barrier)
                 : "memory");
#endif
}

} // namespace engine::cuda::fused

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

namespace engine::cuda {

constexpr unsigned blockThreads = 256;

/// The number of blocks of `blockThreads` for one thread an element, up to a limit that fills any GPU several times
/// over: kernels loop over their elements with a grid stride (forEachElement).
inline unsigned blocksFor(std::int64_t elements)
{
    constexpr std::int64_t most = 4096;
    return static_cast<unsigned>(std::clamp<std::int64_t>((elements + blockThreads - 1) / blockThreads, 1, most));
}

/// Whether this library holds machine code for the current GPU, or PTX that the driver can compile for it.
bool hasCodeForThisGpu();

/// Puts a kernel into the stream that does nothing, which takes a microsecond: what becomes ready on another stream at
/// the same time starts first. A recurrence in clusters wants many multiprocessors at once, empty: it would wait for
/// all that was placed there before it.
void giveWay(cudaStream_t stream);

#ifdef __CUDACC__
/// element(i) for each i in [0, count), one thread an element, in strides of the whole grid.
template <typename Element>
__device__ inline void forEachElement(std::int64_t count, const Element& element)
{
    const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
    for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        element(i);
    }
}
#endif

} // namespace engine::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/device_array.h"
#include "engine/cuda/launch.h"

#include <cstdint>

/// For .cu files: the GPU's count of the next batch.
namespace engine::cuda {

struct Cursor {
    std::uint64_t batch; ///< that comes next
    std::uint64_t pass;  ///< of the batch that was cut last; kernels read it
    unsigned done;       ///< blocks of the kernel under way that are through
};

/// At the end of a kernel that cuts batch `number`: the block that finishes last advances the cursor, when every thread
/// of every block has read it.
__device__ inline void moveOn(Cursor* cursor, std::uint64_t number)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&cursor->done, 1U) == gridDim.x - 1) {
            cursor->done = 0;
            cursor->batch = number + 1;
            ++cursor->pass;
        }
    }
}

/// The cursor before batch `batch`, the training pass `pass` of a run.
inline void seek(CudaDevice& device, DeviceArray<Cursor>& place, std::uint64_t batch, std::uint64_t pass)
{
    const Cursor cursor{.batch = batch, .pass = pass - 1, .done = 0}; // cutting counts it up
    place.write(device, 0, {&cursor, 1});
}

} // namespace engine::cuda

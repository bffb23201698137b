// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cudnn.h>

#include <string_view>

namespace engine::cuda {

/// The GPU's memory is full.
class OutOfMemory : public Error {
public:
    using Error::Error;
};

// Each throws Error for a call that failed: what was being done, and what the library says. If memory ran out it throws
// OutOfMemory, for a caller that knows the GPU and can say which process holds its memory. A GPU that has vanished, or
// whose memory is broken, is reported as such: nothing that ran on it can go on.
void check(cudaError_t status, std::string_view what);
void check(cublasStatus_t status, std::string_view what);
void check(cudnnStatus_t status, std::string_view what);

/// After a launch: whether the kernel could be started.
inline void checkLaunch(std::string_view what)
{
    check(cudaGetLastError(), what);
}

} // namespace engine::cuda

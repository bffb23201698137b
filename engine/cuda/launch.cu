// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/launch.h"

#include "engine/cuda/check.h"

namespace engine::cuda {
namespace {

__global__ void nothing() {}

} // namespace

bool hasCodeForThisGpu()
{
    cudaFuncAttributes attributes{};
    return cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(nothing)) == cudaSuccess;
}

void giveWay(cudaStream_t stream)
{
    nothing<<<1, 1, 0, stream>>>();
    checkLaunch("giving way");
}

} // namespace engine::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/launch.h"

namespace engine::cuda {
namespace {

__global__ void nothing() {}

} // namespace

bool hasCodeForThisGpu()
{
    cudaFuncAttributes attributes{};
    return cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(nothing)) == cudaSuccess;
}

} // namespace engine::cuda

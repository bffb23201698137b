// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/launch.h"

#include <cstdint>
#include <string_view>

/// For .cu files: what layers do element by element.
namespace engine::cuda::caffe {

/// a / b for numbers that are not below zero: in 32 bits where both fit, which is many times as quick on a GPU.
__device__ inline std::int64_t quotient(std::int64_t a, std::int64_t b)
{
    if (((a | b) >> 32) == 0) {
        return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
    }
    return a / b;
}

/// element(i) for each i in [0, count), one thread an element.
template <typename Element>
__global__ void runElements(std::int64_t count, const Element element)
{
    forEachElement(count, element);
}

/// Starts that for an `Element` with operator()(i) on the device. `what` is for errors: "TANH forward".
template <typename Element>
void launchElements(CudaDevice& device, std::int64_t count, const Element& element, std::string_view what)
{
    if (count > 0) {
        runElements<<<blocksFor(count), blockThreads, 0, device.stream()>>>(count, element);
        checkLaunch(what);
    }
}

} // namespace engine::cuda::caffe

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/launch.h"
#include "engine/kernels/caffe/operations.h"

#include <cstdint>
#include <string_view>

/// For .cu files: what layers do element by element.
namespace engine::cuda::caffe {

using engine::caffe::quotient;

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

/// An `Element` with operator()(row, column), as one of elements in a row.
template <typename Element>
struct ElementOfRows {
    Element element;
    std::int64_t columns;
    __device__ void operator()(std::int64_t i) const
    {
        const std::int64_t row = quotient(i, columns);
        element(row, i - row * columns);
    }
};

/// element(row, column) for each element of a matrix, one thread an element.
template <typename Element>
void launchElements(CudaDevice& device, std::int64_t rows, std::int64_t columns, const Element& element,
                    std::string_view what)
{
    launchElements(device, rows * columns, ElementOfRows<Element>{element, columns}, what);
}

} // namespace engine::cuda::caffe

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"

#include <span>

namespace engine::cuda::caffe {

// A tensor that is cut along one axis into parts, or made of them. Parts that lie inside the whole are not copied: the
// Sequence places them so where the axis is the outermost.

void copyWholeToParts(CudaDevice& device, const Tensor& whole, std::span<const Tensor> parts);
void copyPartsToWhole(CudaDevice& device, std::span<const Tensor> parts, const Tensor& whole);

/// The same for gradients; the ones that are null count as zero where they are read, and are left out where they are
/// written.
void copyGradientToParts(CudaDevice& device, const Tensor& whole, std::span<const Tensor> parts);
void copyGradientToWhole(CudaDevice& device, std::span<const Tensor> parts, const Tensor& whole);

} // namespace engine::cuda::caffe

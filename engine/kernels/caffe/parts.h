// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <span>

namespace engine::caffe {

// A tensor that is cut along one axis into parts, or made of them. Parts that lie inside the whole are not copied: the
// Sequence places them so where the axis is the outermost.

void copyWholeToParts(const Tensor& whole, std::span<const Tensor> parts);
void copyPartsToWhole(std::span<const Tensor> parts, const Tensor& whole);

/// The same for gradients; the ones that are null count as zero where they are read, and are left out where they are
/// written.
void copyGradientToParts(const Tensor& whole, std::span<const Tensor> parts);
void copyGradientToWhole(std::span<const Tensor> parts, const Tensor& whole);

} // namespace engine::caffe

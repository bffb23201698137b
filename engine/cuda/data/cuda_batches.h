// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/device_batches.h"

#include <memory>

namespace engine::cuda {

class CudaDevice;

/// Puts the text on the GPU: 1, 2 or 4 bytes a character, by the vocabulary's size. Throws Error where it does not fit.
std::unique_ptr<DeviceBatches> makeCudaBatches(CudaDevice& device, const DeviceBatchPlan& plan);

} // namespace engine::cuda

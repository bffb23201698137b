// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/device_batches.h"

#include <memory>

namespace engine::cuda {

class CudaDevice;

/// Puts the samples on the GPU, bytes as bytes. Throws Error where they do not fit.
std::unique_ptr<DeviceBatches> makeCudaSampleBatches(CudaDevice& device, const SampleBatchPlan& plan);

} // namespace engine::cuda

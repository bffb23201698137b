// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/solvers/device_update.h"

#include <memory>

namespace engine::cuda {

class CudaDevice;

/// Four kernels: losses; Σ g² by pieces; one block that settles the update and reports to the host; the update.
std::unique_ptr<DeviceUpdate> makeCudaUpdate(CudaDevice& device, const DeviceUpdatePlan& plan);

} // namespace engine::cuda

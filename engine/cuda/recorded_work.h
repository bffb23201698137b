// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <cuda_runtime.h>

namespace engine::cuda {

/// Counts what a graph holds, that of its child graphs among it. Kernels that the driver tells nothing of are counted,
/// but are not `sized`.
RecordedWork workOf(cudaGraph_t graph, const cudaDeviceProp& gpu);

} // namespace engine::cuda

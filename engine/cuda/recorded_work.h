// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <cuda_runtime.h>

namespace engine::cuda {

/// Counts the nodes of a graph, including those of its child graphs. Kernels whose sizes the driver does not report are
/// counted, but are not `sized`.
RecordedWork workOf(cudaGraph_t graph, const cudaDeviceProp& gpu);

} // namespace engine::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"

namespace engine::cuda {

/// The GPUs that CUDA can use, and all that computes there.
const Backend& cudaBackend();

} // namespace engine::cuda

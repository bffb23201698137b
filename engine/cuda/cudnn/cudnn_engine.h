// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

namespace engine::cuda {

/// CUDNN on CUDA: layers over sequences as cuDNN's fused calls.
const Engine& cudnnEngine();

} // namespace engine::cuda

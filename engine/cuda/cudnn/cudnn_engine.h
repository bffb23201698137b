// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

namespace engine::cuda {

/// CUDNN on CUDA: the LSTM as cuDNN's fused calls.
const Engine& cudnnEngine();

} // namespace engine::cuda

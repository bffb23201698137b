// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

namespace engine::cuda {

/// CAFFE on CUDA: every layer; the recurrent ones unrolled, step by step.
const Engine& caffeCudaEngine();

} // namespace engine::cuda

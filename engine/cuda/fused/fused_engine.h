// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

namespace engine::cuda {

/// FUSED: the LSTM by our own kernels that stay on the GPU over all steps, in bfloat16.
const Engine& fusedEngine();

namespace fused {

std::unique_ptr<Kernel> makeLstm(const LayerSetup& layer);

} // namespace fused
} // namespace engine::cuda

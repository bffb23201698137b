// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

/// The kernels of the CUDNN engine, each in the file of its layer.
namespace engine::cuda::cudnn {

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer);

} // namespace engine::cuda::cudnn

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

/// The kernels of the CAFFE engine on CUDA, each in the file of its layer. What each computes stands in the file of the
/// same name in engine/kernels/caffe.
namespace engine::cuda::caffe {

std::unique_ptr<Kernel> makeTanh(const LayerSetup& layer);

} // namespace engine::cuda::caffe

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/kernels/recurrent_dropout.h"

#include <memory>

namespace engine::cuda {

/// Those on a GPU: one launch a pass for all parts of a layer.
std::unique_ptr<MaskedWeights> makeMaskedWeights(CudaDevice& device, const MaskedWeightsPlan& plan);

} // namespace engine::cuda

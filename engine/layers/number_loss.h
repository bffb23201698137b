// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

namespace engine {

/// Predictions [N, ...] and targets with as many numbers. A target that is NaN is missing and does not count.
std::vector<Port> predictionPorts();

/// -> one number. Throws Error where the inputs have different numbers of elements.
Sizes inferNumberLoss(const LayerRequest& request);

/// What the sum is divided by; BATCH_SIZE, the extent of the first axis, unless the file says otherwise.
ParamSpec numberLossNormalization();

} // namespace engine

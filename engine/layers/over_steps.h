// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

namespace engine {

/// The inputs of layers that make one vector of a sequence: h [T, N, ...], and how many steps of each are real.
std::vector<Port> sequencePorts();

/// h [T, N, ...] and lengths [N] -> [N, ...]. Throws Error for inputs of other shapes.
Sizes inferOverSteps(const LayerRequest& request);

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <vector>

namespace engine {

/// The engines of the layer's device, in the order in which DEFAULT asks them.
std::vector<const Engine*> preferredEngines(const LayerSetup& layer);

} // namespace engine

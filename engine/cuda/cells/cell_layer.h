// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

namespace engine::cuda::cells {

/// CELL on a GPU: stacked layers of a typed cell, each direction of each as a CellSequence.
std::unique_ptr<Kernel> makeCellLayer(const LayerSetup& layer);

/// What that holds in training where x and h have gradients: see Engine::memory.
LayerMemory cellLayerMemory(const LayerSetup& layer);

} // namespace engine::cuda::cells

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

namespace engine {

/// A recurrent layer from the other kernels of `engine`, step by step: unrolled (engine/graph/unroll.h), one net for
/// each of the stacked layers.
std::unique_ptr<Kernel> makeUnrolledRecurrent(const LayerSetup& layer, const Engine& engine);

/// What that holds in training: see Engine::memory.
LayerMemory unrolledMemory(const LayerSetup& layer);

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

namespace engine::cuda {

/// Whether makeRecurrentStep can run this layer: a cell that it knows, in one direction, phase RUN, one step, 4 streams
/// at most, no state by wires.
bool isRecurrentStep(const LayerSetup& layer);

/// A recurrent layer that goes one step a pass, as in writing text: one launch for each of the stacked layers, in fp32
/// whatever the device's precision is, straight from the canonical weights and state.
std::unique_ptr<Kernel> makeRecurrentStep(const LayerSetup& layer);

} // namespace engine::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/fused/recurrence.h"
#include "engine/kernels/engine.h"

#include <memory>
#include <optional>

namespace engine::cuda {

/// FUSED: recurrent layers by our own kernels that stay on the GPU over all steps, in bfloat16.
const Engine& fusedEngine();

/// Whether FUSED, if it does not refuse the layer, runs it quicker than cuDNN. On an H200 a whole training step in bf16
/// with cuDNN 9.19 takes 2.4 times as long at 25 streams and 2 x 512 units, 1.9 at 100 and 3 x 512, 1.06 at 256 and 1 x
/// 512, where clusters hold the layer; forward and backward 1.2 times at 48 and 1 x 1024, 1.1 at 64 and 1 x 768; but
/// 0.96 at 64 and 1 x 1024. What decides there is how much of a step's gradients each block has to read: it grows with
/// streams times units.
bool fusedIsQuickest(const LayerSetup& layer);

namespace fused {

/// Whether a state comes in or goes out by wires.
bool hasPorts(const LayerSetup& layer);

/// How the layer, whose cell it knows, is laid out over the device; nothing where that cannot hold it.
RecurrencePlan planFor(const LayerSetup& layer, const CudaDevice& device);

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer);

/// What that holds in training: see Engine::memory.
LayerMemory recurrentMemory(const LayerSetup& layer);

} // namespace fused
} // namespace engine::cuda

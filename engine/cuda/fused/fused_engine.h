// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/fused/recurrence.h"
#include "engine/kernels/engine.h"

#include <memory>
#include <optional>

namespace engine::cuda {

/// FUSED: recurrent layers by our own kernels, in bfloat16; small ones stay on the GPU over all steps.
const Engine& fusedEngine();

/// Whether FUSED, if it does not refuse the layer, is assumed to be faster than cuDNN when nothing was timed. On an
/// H200 a whole training step in bf16 with cuDNN 9.19 takes 2.7 times as long at 25 streams and 2 x 512 units, 2.1 at
/// 100 and 3 x 512, 1.5 at 256 and 1 x 512, where clusters hold the layer, and on an H100 3.9 at 16 and 1 x 768;
/// through the cache 2.8 there, step by step between 0.9 and 1.15 times.
bool fusedIsQuickest(const LayerSetup& layer);

namespace fused {

/// Whether the state enters or leaves by ports.
bool hasPorts(const LayerSetup& layer);

/// How a layer of a known cell is laid out over the device.
RecurrencePlan planFor(const LayerSetup& layer, const CudaDevice& device);

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer);

/// What that holds in training: see Engine::memory.
LayerMemory recurrentMemory(const LayerSetup& layer);

} // namespace fused
} // namespace engine::cuda

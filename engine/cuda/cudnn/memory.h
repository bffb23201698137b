// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/elements.h"
#include "engine/graph/recurrent.h"
#include "engine/kernels/engine.h"

namespace engine::cuda::cudnn {

/// What the library needs for a stack, in bytes.
struct SpaceSizes {
    std::int64_t weights = 0;    ///< of the weight space
    std::int64_t kept = 0;       ///< from forward to backward ("reserve space"), of a call
    std::int64_t work = 0;       ///< within a call
    std::int64_t generators = 0; ///< of dropout
};

/// A stack over T steps of N streams, in training.
struct StackSizes {
    RecurrentStack stack;
    std::int64_t steps, streams, width, units;
    double dropout = 0;
};

/// Without a GPU. Weights: G·H rows of I + H + 2 for each part. For each part, step and unit the library keeps, and
/// works in, about one element a gate, a state and a bias inside a gate: 12 in all for an LSTM. That is what is left of
/// the memory in tests/bench/results/h200.md (25 x 75, 2 x 512) when all that we hold ourselves is taken off: 12.0
/// floats of 212 MiB (tf32), 11 bfloat16s of 156 and 14.6 of 169 MiB (bf16). Of GRU and RNN nothing was measured: they
/// follow their gates and states. Generators: 6 MiB, 24 bytes for each of the 264 Ki threads of an H200, not measured
/// either. tests/gpu holds all of it against what the library says.
SpaceSizes formulaSizes(const StackSizes& sizes, Elements elements);

/// What the library says on this device for its algorithm STANDARD. Takes memory for dropout's generators while it
/// asks. Throws Error where it has no such stack.
SpaceSizes askedSizes(const StackSizes& sizes, CudaDevice& device);

/// What RecurrentKernel holds: see Engine::memory.
LayerMemory recurrentMemory(const LayerSetup& layer);

/// The same by the formula, also where there is a device.
LayerMemory recurrentMemoryByFormula(const LayerSetup& layer);

} // namespace engine::cuda::cudnn

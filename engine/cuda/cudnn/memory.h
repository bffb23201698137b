// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/algorithm.h"
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

/// Without a GPU. Weights: G·H rows of I + H + 2 for each part. The rest was found from what cuDNN 9 says on an H200
/// for stacks of two layers in floats (tests/gpu/cudnn_memory_test.cpp), and is within 5 % of it. Kept, for each step
/// and unit: the gates, twice where the recurrent products have a bias of their own (GRU), and all states but h, of
/// each part; and h of each direction between two layers. Work: 16 MiB and the gates of one part for each direction,
/// the weights once, and seven sequences more for a stack in both directions. Generators: 6 MiB, 24 bytes for each of
/// the 264 Ki threads of an H200, not measured.
SpaceSizes formulaSizes(const StackSizes& sizes, Elements elements);

/// What the library reports on this device for the algorithm. Allocates dropout's generators meanwhile. Throws Error if
/// the library does not support the stack.
SpaceSizes askedSizes(const StackSizes& sizes, CudaDevice& device, const Algorithm& algorithm = standard);

/// What RecurrentKernel holds: see Engine::memory.
LayerMemory recurrentMemory(const LayerSetup& layer);

/// The same by the formula, also where there is a device.
LayerMemory recurrentMemoryByFormula(const LayerSetup& layer);

} // namespace engine::cuda::cudnn

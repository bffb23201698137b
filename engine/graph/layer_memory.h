// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <cstdint>
#include <functional>

namespace engine {

/// What the kernel of one layer holds in training besides the tensors at its ports, its weights and its state: bytes.
struct LayerMemory {
    std::int64_t kept = 0;      ///< from the forward pass to the backward pass
    std::int64_t workspace = 0; ///< private copies of weights, and what is needed within a pass only

    /// More, once a sequence starts inside a batch: an engine whose library takes a state before the first step only
    /// then runs the batch in pieces. Batches of text that go on from each other never need it.
    std::int64_t inPieces = 0;
};

/// What will be held for a layer with these settings and sizes: asked of the engine that will run it (see
/// engine/backends/run_memory.h). Does not throw.
using MemoryOf = std::function<LayerMemory(const LayerType&, const LayerRequest&, const Sizes&)>;

/// What the formula itself needs in the backward pass, whoever runs it: Sizes::kept and no workspace. For where no
/// engine is known.
LayerMemory memoryByFormula(const LayerType& type, const LayerRequest& request, const Sizes& sizes);

} // namespace engine

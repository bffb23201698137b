// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/size_report.h"

namespace engine {

/// Bytes of that many floats; stays at the largest number instead of running over.
std::int64_t floatBytes(std::int64_t floats);

/// What a layer holds from its forward to its backward pass: outputs with memory of their own and what is kept.
std::int64_t activationBytes(const Layer& layer, const Sizes& sizes, Execution execution);

/// The gradients of a layer's outputs (where they have memory of their own) and weights.
std::int64_t gradientBytes(const Layer& layer, const LayerType& type, const Sizes& sizes);

/// What a run needs. `model` has its splits, `layers` are its sizes (empty ones are left out), `parameters` the learned
/// numbers without repetition. In bytes, 4 a number:
///
///     weights              parameters
///     gradients            parameters
///     history              parameters x historyTensors
///     activations          every tensor once (those that lie inside others or are made in place count nothing)
///                          + what the layers keep for the way back + recurrent state
///     activationGradients  the most at one moment of the backward pass. The gradient of a tensor lives from the
///     backward
///                          pass of its last reader to that of its maker. Tensors that do not lead to a loss, or that
///                          nothing learned lies before, have none.
///     workspace            what the layers' kernels add: packed weights and scratch
///
/// Outside the phase TRAIN only weights and activations, without what is kept.
TrainingMemory trainingMemory(const Model& model, const std::vector<LayerSizes>& layers, const SizeOptions& options,
                              std::int64_t parameters);

} // namespace engine

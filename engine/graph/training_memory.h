// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/size_report.h"

namespace engine {

/// What a process of ours holds before it has a net: code, libraries, a mapped text. Measured: 25 to 30 MiB.
inline constexpr std::int64_t programBytes = std::int64_t{28} << 20;

/// Bytes of that many floats; saturates instead of overflowing.
std::int64_t floatBytes(std::int64_t floats);

/// What a layer holds from its forward to its backward pass: outputs with memory of their own and what is kept.
std::int64_t activationBytes(const LayerSizes& layer);

/// The gradients of a layer's outputs (where they have memory of their own) and weights.
std::int64_t gradientBytes(const LayerType& type, const Sizes& sizes);

/// What a run needs. `model` has its splits, `layers` are its sizes (empty ones are left out), `parameters` the learned
/// numbers without repetition. In bytes, 4 a number:
///
///     weights              parameters
///     gradients            parameters
///     history              parameters x historyTensors
///     activations          the most tensors that live at one moment (those that lie inside others count nothing)
///                          + what the layers keep for the backward pass + recurrent state
///     activationGradients  by how much more lives at one moment once gradients are counted too
///     workspace            what the layers' kernels hold besides: packed weights and scratch
///     program              28 MiB for the program with its libraries (measured on the CPU) + weights + history, which
///                          a checkpoint is written from
///     inPieces             what the layers' kernels hold more once a sequence starts inside a batch
///
/// A tensor lives from its maker's forward pass to its maker's backward pass, or without training to its reader's
/// forward pass; what is read in, and what no layer reads, lives throughout. A gradient lives from the backward pass of
/// the tensor's reader to that of its maker, where something learned lies before it and a loss behind. So gradients
/// reuse the memory of tensors that are no longer needed; the peak is somewhere in the backward pass.
///
/// Outside the phase TRAIN only weights and activations, without what is kept.
TrainingMemory trainingMemory(const Model& model, const std::vector<LayerSizes>& layers, const SizeOptions& options,
                              std::int64_t parameters);

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/onnx/onnx_sizes.h"

/// Constants that a graph cuts, joins or turns before it uses them, as exporters leave them that fold nothing.
namespace engine::onnx {

/// Whether the numbers are floats of this file, as many as its shape says, and at least one.
bool hasFloats(const Tensor& tensor);

/// What all its numbers are equal to, if they are floats of this file.
std::optional<float> commonOf(const Tensor& tensor);

/// The constant that the node makes of others: of its first input with settings by the inputs behind it, or by Concat
/// of all. Nothing where it computes otherwise. All of `tensors` have floats; a setting is null where it is left out.
std::optional<Tensor> folded(const CheckedNode& node, std::span<const Tensor* const> tensors,
                             std::span<const Sizes* const> settings);

} // namespace engine::onnx

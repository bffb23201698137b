// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/named_tensor.h"

namespace engine {

/// Throws Error where the model's weights are not these tensors (one is missing, unknown or of another shape), or are
/// not finite. To be called for a file before a store is made of it: a model's text of a few bytes can declare weights
/// of any size, but the file's tensors have the size of the file.
void requireWeights(const Model& model, const std::vector<NamedTensor>& tensors);

} // namespace engine

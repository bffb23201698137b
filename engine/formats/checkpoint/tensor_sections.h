// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/container.h"
#include "engine/graph/named_tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

// Tensors in a container: tensor k of a group is the section "<group>/k", its elements as raw little-endian floats. Its
// name and shape are in another section, which the caller has read.

/// How many elements so many axes have; nothing where no tensor is like that: nothing is allocated before this looked.
std::optional<std::int64_t> elementsOf(std::span<const std::int64_t> extents);

/// Adds views of the tensors' elements.
void addTensors(std::vector<SectionView>& sections, const char* group, const std::vector<NamedTensor>& tensors);

/// Holds names and shapes against the sections, before anything is allocated for them. Throws Error.
void checkTensors(const Container& container, const char* group, const std::vector<NamedTensor>& tensors);

/// Fills the values of tensors that were checked.
void readTensors(const Container& container, const char* group, std::vector<NamedTensor>& tensors);

} // namespace engine

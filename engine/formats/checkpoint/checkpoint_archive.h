// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"

#include <cstddef>
#include <span>
#include <string>

namespace engine {

// What a checkpoint holds besides the tensors' elements, as a Boost.Serialization archive with class versions. Of each
// tensor the archive has name and shape only.

std::string toArchive(const Checkpoint& checkpoint);
std::string toArchive(const CheckpointSummary& summary);

// These throw Error for bytes that are no such archive, and for one of another class version. They take no more memory
// than a small multiple of the bytes, whatever these say.
void fromArchive(std::span<const std::byte> bytes, Checkpoint& checkpoint);
void fromArchive(std::span<const std::byte> bytes, CheckpointSummary& summary);

} // namespace engine

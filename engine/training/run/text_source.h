// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/model.h"

#include <filesystem>

namespace engine {

/// The text that the model's TEXTDATA layer of the phase TRAIN names, a file in the model's folder or below; empty
/// where it names none. Throws Error for a path that leads anywhere else: a model may be a stranger's, and must not
/// make us read what its user did not name, neither by its name nor by a link.
std::filesystem::path textNamedBy(const Model& model, const std::filesystem::path& folder);

/// The same of the file or folder that its SEQUENCEDATA names.
std::filesystem::path sequencesNamedBy(const Model& model, const std::filesystem::path& folder);

/// The text that the checkpoint's run learned from. It is where the checkpoint says, or it has come along: seen from
/// the checkpoint's folder, or by its name in that. Where several of these are there, the digest in the checkpoint
/// decides. Where none is, what the checkpoint says; empty where it knows no text.
std::filesystem::path textOfCheckpoint(const Checkpoint& checkpoint, const std::filesystem::path& file);

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/go_on.h"
#include "engine/graph/model.h"
#include "engine/training/run/batch_source.h"

#include <filesystem>
#include <memory>
#include <string>

namespace engine {

/// What a run of the model learns from, read as the model says: a file, a folder, or what has that name (see
/// madeDigitsName). A run that goes on gives the vocabulary that it knows. Throws Error as the readers do;
/// CancelledError.
std::unique_ptr<BatchSource> openSource(const std::filesystem::path& data, const Model& model,
                                        const Vocabulary* known = nullptr, const GoOn& goOn = {});

/// What the model's data layer of the phase TRAIN names; empty where it names nothing.
std::string sourceIn(const Model& model);

/// The same as a file or folder in the model's folder or below. Throws Error for a path that leads anywhere else: a
/// model may be a stranger's, and must not make us read what its user did not name, neither by its name nor by a link.
std::filesystem::path dataNamedBy(const Model& model, const std::filesystem::path& folder);

/// The data that come with Hamnet for such a model: the bundled play, or made data. Throws Error where the play is
/// missing.
std::filesystem::path ownDataFor(const Model& model);

/// Whether the data have the name of made ones, and no file or folder has it.
bool isMadeData(const std::filesystem::path& data);

/// What the checkpoint's run learned from. It lies where the checkpoint says, seen from here or from the checkpoint's
/// folder, or it has come along and lies there by its name: the first that is there, whose digest whoever opens it
/// compares. Where nothing is, what the checkpoint says; empty where it knows no data.
std::filesystem::path dataOfCheckpoint(const Checkpoint& checkpoint, const std::filesystem::path& file);

} // namespace engine

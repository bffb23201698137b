// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/go_on.h"
#include "engine/graph/model.h"
#include "engine/training/run/batch_source.h"

#include <filesystem>
#include <memory>

namespace engine {

/// What a run of the model learns from, read as the model says: a text, or the sequences in a file, in a folder or of
/// that name (see madeDigitsName). A run that goes on gives the vocabulary that it knows. Throws Error as the readers
/// do; CancelledError.
std::unique_ptr<BatchSource> openSource(const std::filesystem::path& data, const Model& model,
                                        const Vocabulary* known = nullptr, const GoOn& goOn = {});

/// The characters that the source knows; none where a step is numbers.
const Vocabulary& charactersOf(const BatchSource& source);

/// Whether the data have that name of made ones, and no file or folder has it.
bool isMadeData(const std::filesystem::path& data);

/// The data that come with Hamnet for a model that learns from sequences: a series where it reads a table, the bundled
/// play's lines where it reads lines, else digits.
const char* madeSequencesFor(const Model& model);

/// What the checkpoint's run learned from: the text as textOfCheckpoint() finds it, or the sequences, which lie where
/// the checkpoint says, seen from here or from the checkpoint's folder, or by their name in that folder.
std::filesystem::path dataOfCheckpoint(const Checkpoint& checkpoint, const std::filesystem::path& file);

} // namespace engine

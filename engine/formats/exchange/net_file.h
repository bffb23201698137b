// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/portable_net.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Reads any file that the table has for nets (file_formats.h), checkpoints by their contents, too. A model that is
/// given counts before the file's own, but for a checkpoint. What did not find its place is told in the report. Throws
/// Error, ModelWanted.
PortableNet readNet(const std::filesystem::path& file, const NetFileHints& hints = {});

/// Writes `net` in the format that the file's name says, and appends to the report. A weight that is missing is an
/// Error; as a checkpoint only a net can be written that came out of one.
void writeNet(const std::filesystem::path& file, const PortableNet& net, TransferReport& report);

/// The names of the model's weights that the net has no values for.
std::vector<std::string> missingWeights(const PortableNet& net);

/// Throws Error with the names of what is missing, `remedy`, and all that reading has skipped.
void requireAllWeights(const PortableNet& net, std::string_view remedy = {});

/// Whether the file tells the net that its weights belong to. Throws Error for a file that cannot be read.
bool bringsItsNet(const std::filesystem::path& file);

/// What a net that is about to be trained starts from.
struct FirstWeights {
    std::vector<NamedTensor> weights; ///< all that the model has; what the file lacks is as it was drawn
    std::size_t taken = 0;            ///< how many of them come from the file
    TransferReport report = {};       ///< of reading the file and of taking its weights over
};

/// What `net` has for a model of these characters, or of these classes and columns if it learns sequences; `drawn` are
/// all of the model's weights. Characters and classes that both know keep their weights, wherever they stand; others
/// are as drawn. Throws Error for other columns, or another order of them.
FirstWeights firstWeights(const PortableNet& net, const Model& model, const Vocabulary& vocabulary,
                          const std::vector<NamedTensor>& drawn, const SampleFacts& facts = {});

/// "5 of 7 weights come from FILE". Throws Error where nothing was taken.
Sentence requireAny(const std::filesystem::path& file, const FirstWeights& first);

/// Puts iteration and history of Caffe's .solverstate in place of the checkpoint's. Throws Error where they belong to
/// another solver or net; then the checkpoint is as it was.
void takeSolverState(Checkpoint& checkpoint, const Model& model, const std::filesystem::path& solverState);

/// A vocabulary out of a net's file that tells it (a checkpoint, or another file of Hamnet's), or a text that has each
/// character once, in the order of their numbers, read in this encoding. Throws Error.
Vocabulary readVocabulary(const std::filesystem::path& file, Encoding encoding);

} // namespace engine

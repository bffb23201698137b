// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/weight_places.h"
#include "engine/graph/error.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A net on its way between programs.
struct PortableNet {
    Model model;                               ///< sized for the vocabulary of the weights
    std::optional<Vocabulary> vocabulary = {}; ///< nothing where no file tells the characters
    std::optional<SampleFacts> sequences = {}; ///< what it reads where that is no text, as far as files tell
    std::vector<NamedTensor> weights = {};     ///< in the order of the model's layers; some may be missing
    std::int64_t iteration = 0;
    std::optional<Checkpoint> checkpoint = {}; ///< all of it, where the net comes out of one
    TransferReport report = {};
};

/// What the reader of a file has to be told where the file does not say it.
struct NetFileHints {
    std::optional<Model> model = {};
    std::optional<Vocabulary> vocabulary = {};
    /// Asked for the characters of a net where neither the file nor `vocabulary` tells them; may be empty.
    std::function<Vocabulary(const Model& model)> characters = {};
};

/// The file holds weights without their net, and no hint gave one.
class ModelWanted : public Error {
public:
    using Error::Error;
};

// For the readers of formats.

[[noreturn]] void wantModel(const std::filesystem::path& file); ///< throws ModelWanted

/// Throws Error where the file has rows for another number of characters than the vocabulary has; 0 are unknown.
void requireRows(const std::string& fileName, std::int64_t rows, const std::optional<Vocabulary>& vocabulary);

/// The model for the vocabulary where it is known, else for as many characters as the file has rows (0: it has none).
/// Throws Error as requireRows() does.
Model sizedFor(const Model& model, const std::optional<Vocabulary>& vocabulary, std::int64_t rows,
               const std::string& fileName);

/// A model of sequences with as many classes, characters and numbers a step as the file's net has, so that its weights
/// find their places in it; firstWeights() puts them to those of the same names. Told in the report.
Model sizedFor(const Model& model, const SampleFacts& facts, const std::optional<Vocabulary>& vocabulary,
               TransferReport& report);

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

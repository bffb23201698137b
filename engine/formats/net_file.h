// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint.h"
#include "engine/formats/weight_places.h"
#include "engine/graph/error.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The files that hold a net's weights.
enum class NetFileKind { Checkpoint, Caffemodel, Safetensors, Onnx };

/// What a file's name says: ".hamnet", ".caffemodel" or ".mycaffemodel", ".safetensors", ".onnx". Nothing for others.
std::optional<NetFileKind> netFileKind(const std::filesystem::path& file);

/// The endings that netFileKind() knows, for a sentence: ".hamnet, .caffemodel, ...".
std::string netFileEndings();

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

/// Reads any of these files; checkpoints are known by their contents, too. A model that is given counts before the
/// file's own, but for a checkpoint. What did not find its place is told in the report. Throws Error, ModelWanted.
PortableNet readNet(const std::filesystem::path& file, const NetFileHints& hints = {});

/// Writes the weights of `net` as another program's file, and appends to the report. A weight that is missing is an
/// Error; checkpoints are written by saveCheckpoint.
void writeNet(const std::filesystem::path& file, NetFileKind kind, const PortableNet& net, TransferReport& report);

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

/// What `net` has for a model of these characters, and of these classes if it learns any; `drawn` are all of the
/// model's weights. Characters and classes that both know keep their rows, wherever they stand; others are as drawn.
FirstWeights firstWeights(const PortableNet& net, const Model& model, const Vocabulary& vocabulary,
                          const std::vector<NamedTensor>& drawn, const std::vector<std::string>& classes = {});

/// "5 of 7 weights come from FILE". Throws Error where nothing was taken.
std::string requireAny(const std::filesystem::path& file, const FirstWeights& first);

/// Puts iteration and history of Caffe's .solverstate in place of the checkpoint's. Throws Error where they belong to
/// another solver or net; then the checkpoint is as it was.
void takeSolverState(Checkpoint& checkpoint, const Model& model, const std::filesystem::path& solverState);

/// A vocabulary out of a checkpoint, a safetensors or ONNX file of Hamnet's, or a text that has each character once, in
/// the order of their numbers, read in this encoding. Throws Error.
Vocabulary readVocabulary(const std::filesystem::path& file, Encoding encoding);

} // namespace engine

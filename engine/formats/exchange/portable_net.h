// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/weight_places.h"
#include "engine/graph/error.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
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

} // namespace engine

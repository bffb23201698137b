// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_kind.h"
#include "engine/graph/model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// How a net is wired to sequences with an answer each, in one phase. A SEQUENCEDATA says what its tops are; the tops
/// of INPUT layers are what their readers take: a cont, lengths, the labels or targets of a loss, and else the numbers
/// of the steps. Never throws, also for half a drawing.
DataWiring sampleWiring(const Model& model, Phase phase);

/// What a trained net does with sequences: of the phase TEST all that leads to the predictions, without losses and
/// metrics. Throws Error where nothing is predicted.
Model forPrediction(const Model& model);

/// The input_dim of each EMBED that reads the characters of sequences, in any phase; in the order of the layers.
std::vector<VocabularyWidth> sampleVocabularyWidths(const Model& model);

/// The sizes of sequences that a model is settled for.
struct SampleSizes {
    std::int64_t steps = 0, width = 0; ///< width is 0 where a step is a character
    std::int64_t classes = 0;          ///< 0 where the answer is a number
    std::int64_t vocabulary = 0;       ///< different characters; 0 where a step is numbers
};

/// An INNERPRODUCT that makes the predictions, with another width than the data want.
struct OtherWidth {
    std::string layer;
    std::int64_t width = 0, wanted = 0;
    Sentence sentence;
};

/// Those whose width is set and not the data's. Never throws, also for half a drawing.
std::vector<OtherWidth> otherWidths(const Model& model, const SampleSizes& sizes);

/// The model with time_steps and width of its SEQUENCEDATA, and input_dim of the EMBED that reads characters, set to
/// what the data have; likewise num_output (the number of classes, or 1) of an INNERPRODUCT that makes the predictions
/// and says with from_data that its width is the data's, or has no num_output. Each change is one sentence in `notes`.
/// Throws Error where an INPUT has other shapes, where an INNERPRODUCT that makes the predictions has another width,
/// where one has from_data and does not make them, or where an EMBED reads numbers or none reads characters.
Model withSamples(const Model& model, const SampleSizes& sizes, std::vector<Sentence>* notes = nullptr);

} // namespace engine

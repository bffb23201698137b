// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/text_wiring.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// What a net is to say of a sequence, as its loss takes it.
enum class Answer { Classes, Numbers };

/// How a net is wired to sequences with an answer each: the tensors that a run fills, and those that answer. A
/// SEQUENCEDATA says what its tops are; the tops of INPUT layers are what their readers take: a cont, lengths, the
/// labels or targets of a loss, and else the numbers of the steps.
struct SampleWiring {
    std::string values, cont, answers, lengths; ///< tensors that a run fills; empty where the net has none
    std::int64_t steps = 0, streams = 0;        ///< T and N; 0 where the net reads no sequences
    std::int64_t width = 0;                     ///< I, numbers a step; 0 where a step is a character
    std::optional<Answer> answer;               ///< by the losses that read `answers`; nothing where none does
    std::string predictions;        ///< what the first of these losses holds against the answers: [N, classes] or [N]
    std::string lossLayer;          ///< that loss
    std::vector<Sentence> problems; ///< sentences: why no run over sequences can feed this net
};

/// Of the layers of one phase. Never throws, also for half a drawing.
SampleWiring sampleWiring(const Model& model, Phase phase);

/// The same. Throws Error with the first problem, or with what keeps the net from having sizes.
SampleWiring requiredSampleWiring(const Model& model, Phase phase);

/// Whether a run of the model learns from sequences: it has a SEQUENCEDATA layer in any phase, or its INPUT layers take
/// sequences with an answer each and no text.
bool learnsSequences(const Model& model);

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/corpus.h"
#include "engine/graph/go_on.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/net.h"
#include "engine/training/measure/text_streams.h"
#include "engine/training/measure/text_tally.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// How many characters a validation measures: those in `test_iter` batches of the net's phase TEST; without that all,
/// up to a number that takes seconds.
std::int64_t validationCharacters(const Model& model, const SolverSettings& solver);

/// Measures a model on held-out text, without dropout: the range is read as streams (see TextStreams), with the state
/// carried over, or in windows that start from nothing.
class Evaluator {
public:
    using Batch = TextStreams::Batch;
    static constexpr std::int64_t all = TextStreams::all;

    /// For so many characters of the range: as many streams as they fill for a while, so that few are read without
    /// their past.
    static Batch batchFor(const Corpus& corpus, const TextRange& range, std::int64_t characters = all);

    /// For windows of so many characters, each from a state of zero: with steps that windows end on where that can be,
    /// since fused engines cut a batch where a sequence starts inside it.
    static Batch batchForWindows(const Corpus& corpus, const TextRange& range, std::int64_t window);

    /// The store must outlive it.
    Evaluator(const Model& model, WeightStore& store, std::int64_t vocabulary, const EngineWish& wish, Batch batch);

    /// Throws Error for a range of fewer than 2 characters.
    EvaluationReport evaluate(const Corpus& corpus, const TextRange& range, std::int64_t characters = all);

    /// The same, asking before each batch whether to go on; nothing where it was not to.
    std::optional<EvaluationReport> evaluate(const Corpus& corpus, const TextRange& range, std::int64_t characters,
                                             const GoOn& goOn);

    /// What is read together with other nets: scores(), after clearState(), of each batch of such streams.
    TextStreams streams(const Corpus& corpus, const TextRange& range, std::int64_t characters = all) const;
    void clearState() { m_net.clearState(); }
    std::span<const float> scores(const TextStreams& streams); ///< [T, N, V], until the next call; waits

    TextStreams::Target target() const { return m_target; }

private:
    WeightStore* m_store;
    Batch m_batch;
    Net m_net;
    std::string m_scoresName;
    TextStreams::Target m_target;
    std::vector<float> m_scores;
};

/// What the model predicts of a text. Throws Error where a layer has read what is to be predicted.
TextStreams::Target predictedCharacter(const Model& model);

} // namespace engine

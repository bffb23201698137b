// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/corpus.h"
#include "engine/graph/go_on.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/net.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace engine {

struct EvaluationReport {
    double loss = 0;               ///< nats per character
    double accuracy = 0;           ///< how often the likeliest character was the right one
    std::int64_t characters = 0;   ///< that were predicted
    std::int64_t ofCharacters = 0; ///< of the whole range

    double bitsPerChar() const;
};

/// How many characters a validation measures: those in `test_iter` batches of the net's phase TEST; without that all,
/// up to a number that takes seconds.
std::int64_t validationCharacters(const Model& model, const SolverSettings& solver);

/// Measures a model on held-out text, without dropout: the range is cut into contiguous streams, each read from its
/// start to its end with the state carried over, and every character but the first of each stream is predicted once.
/// An autoencoder predicts the character that it reads, so there it is every one but the last.
///
/// Of a text that is too long for that, each stream is only read so far that they predict as many characters together
/// as are wanted: pieces that are spread evenly over the range, the same each time.
class Evaluator {
public:
    /// T steps and N streams at a time. The store must outlive it.
    struct Batch {
        std::int64_t steps = 64, streams = 16;
    };
    static constexpr std::int64_t all =
        std::numeric_limits<std::int64_t>::max(); ///< characters, however many there are

    /// For so many characters of the range: as many streams as they fill for a while, so that few are read without
    /// their past.
    static Batch batchFor(const Corpus& corpus, const TextRange& range, std::int64_t characters = all);

    Evaluator(const Model& model, WeightStore& store, std::int64_t vocabulary, const EngineWish& wish, Batch batch);

    /// Throws Error for a range of fewer than 2 characters.
    EvaluationReport evaluate(const Corpus& corpus, const TextRange& range, std::int64_t characters = all);

    /// The same, asking before each batch whether to go on; nothing where it was not to.
    std::optional<EvaluationReport> evaluate(const Corpus& corpus, const TextRange& range, std::int64_t characters,
                                             const GoOn& goOn);

private:
    struct Stream;

    std::vector<Stream> cut(const Corpus& corpus, const TextRange& range, std::int64_t characters) const;
    bool readBatch(const Corpus& corpus, std::vector<Stream>& streams);

    WeightStore* m_store;
    Batch m_batch;
    std::int64_t m_vocabulary;
    Net m_net;
    std::string m_scoresName;
    bool m_repeats = false; ///< each character is its own target, as in an autoencoder
    std::vector<float> m_ids, m_marks, m_scores;
    std::vector<std::int32_t> m_targets; ///< -1 where the stream has ended
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/corpus.h"
#include "engine/net/net.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace engine {

struct EvaluationReport {
    double loss = 0;     ///< nats per character
    double accuracy = 0; ///< how often the likeliest character was the right one
    std::int64_t characters = 0;

    double bitsPerChar() const;
};

/// Measures a model on held-out text, without dropout: the range is cut into contiguous streams, each read from its
/// start to its end with the state carried over, and every character but the first of each stream is predicted once.
class Evaluator {
public:
    /// T steps and N streams at a time. The store must outlive it.
    struct Batch {
        std::int64_t steps = 64, streams = 16;
    };
    Evaluator(const Model& model, WeightStore& store, std::int64_t vocabulary, const EngineWish& wish, Batch batch);

    /// Throws Error for a range of fewer than 2 characters.
    EvaluationReport evaluate(const Corpus& corpus, const TextRange& range);

    /// The same, asking before each batch whether to go on; nothing where it was not to.
    using GoOn = std::function<bool()>;
    std::optional<EvaluationReport> evaluate(const Corpus& corpus, const TextRange& range, const GoOn& goOn);

private:
    struct Stream;

    WeightStore* m_store;
    Batch m_batch;
    std::int64_t m_vocabulary;
    Net m_net;
    std::string m_scoresName;
    std::vector<float> m_ids, m_marks, m_scores;
    std::vector<std::int32_t> m_targets; ///< -1 where the stream has ended
};

} // namespace engine

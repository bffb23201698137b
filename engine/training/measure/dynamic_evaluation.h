// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/evaluation.h"

#include <optional>

namespace engine {

/// How a net learns from the text that it is measured on.
struct DynamicSettings {
    double rate = 0.1;       ///< of SGD, on the mean nats per character of a segment
    std::int64_t steps = 32; ///< characters of a segment
};

/// Measures a net on held-out text while it learns from it (dynamic evaluation: Mikolov et al. 2010; Krause et al.
/// 2018). One stream is read in order, with the state carried over; after the characters of a segment were counted, one
/// step of plain SGD is taken on them, without dropout. So no character is counted by weights that have seen it.
class DynamicEvaluator {
public:
    /// The store must outlive it. Throws Error where the net has no loss on the text.
    DynamicEvaluator(const Model& model, WeightStore& store, std::int64_t vocabulary, const EngineWish& wish,
                     const DynamicSettings& settings);

    /// Begins with the store's weights, and restores them at the end. Reads the first `characters` of the range. Calls
    /// goOn before each segment; empty if it returns false. Throws Error for a range of fewer than 2 characters, and if
    /// the rate is so high that the weights do not stay finite.
    std::optional<EvaluationReport> evaluate(const Corpus& corpus, const TextRange& range, std::int64_t characters,
                                             const GoOn& goOn);

private:
    std::optional<EvaluationReport> read(const Corpus& corpus, const TextRange& range, std::int64_t characters,
                                         const GoOn& goOn);

    WeightStore* m_store;
    DynamicSettings m_settings;
    Net m_net;
    SolverSettings m_solver;
    std::string m_scoresName;
    TextStreams::Target m_target;
    std::vector<float> m_scores, m_labels;
};

} // namespace engine

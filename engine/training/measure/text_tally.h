// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/corpus.h"

#include <cstdint>
#include <span>

namespace engine {

struct EvaluationReport {
    double loss = 0;     ///< nats per character; not finite where the net's scores are not
    double accuracy = 0; ///< how often the likeliest character was the right one; NaN where the loss is no number
    std::int64_t characters = 0;   ///< that were predicted
    std::int64_t ofCharacters = 0; ///< of the whole range

    double bitsPerChar() const;
};

/// Adds up what scores say of the characters that came.
class TextTally {
public:
    /// [places, V] and [places]; a target of -1 does not count.
    void add(std::span<const float> scores, std::span<const std::int32_t> targets);

    /// Throws Error where nothing was predicted.
    EvaluationReport report(const Corpus& corpus, const TextRange& range) const;

private:
    double m_nats = 0;
    std::int64_t m_right = 0, m_count = 0;
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/text_tally.h"

#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace engine {

double EvaluationReport::bitsPerChar() const
{
    return loss / std::numbers::ln2;
}

void TextTally::add(std::span<const float> scores, std::span<const std::int32_t> targets)
{
    const std::size_t V = scores.size() / targets.size();
    for (std::size_t place = 0; place < targets.size(); ++place) {
        if (targets[place] < 0) {
            continue;
        }
        const std::span<const float> here = scores.subspan(place * V, V);
        const auto likeliest = std::max_element(here.begin(), here.end());
        float sum = 0;
        for (const float score : here) {
            sum += std::exp(score - *likeliest);
        }
        m_nats += std::log(static_cast<double>(sum)) -
                  static_cast<double>(here[static_cast<std::size_t>(targets[place])] - *likeliest);
        m_right += likeliest - here.begin() == targets[place];
        ++m_count;
    }
}

EvaluationReport TextTally::report(const Corpus& corpus, const TextRange& range) const
{
    if (m_count == 0) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "the text to evaluate on has %1 bytes, but 2 characters or more are needed"),
                range.bytes()));
    }
    const auto count = static_cast<double>(m_count);
    const double loss = m_nats / count;
    return {.loss = loss,
            .accuracy =
                std::isfinite(loss) ? static_cast<double>(m_right) / count : std::numeric_limits<double>::quiet_NaN(),
            .characters = m_count,
            .ofCharacters = corpus.charactersIn(range)};
}

} // namespace engine

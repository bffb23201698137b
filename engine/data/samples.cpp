// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/samples.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace engine {
namespace {

void cutValues(const Samples& samples, std::int64_t sample, std::int64_t n, std::int64_t streams,
               std::span<float> values)
{
    const SampleLayout& layout = samples.layout;
    const std::int64_t length = samples.lengthOf(sample);
    for (std::int64_t t = 0; t < layout.steps; ++t) {
        float* const row = values.data() + (t * streams + n) * layout.width;
        for (std::int64_t i = 0; i < layout.width; ++i) {
            row[i] = t < length ? samples.valueOf(sample, t, i) : 0;
        }
    }
}

} // namespace

bool isKnown(float answer, const SampleFacts& facts)
{
    return facts.classes.empty() ? !std::isnan(answer) : answer >= 0;
}

void cutBatch(const Samples& samples, std::span<const std::int32_t> chosen, std::int64_t streams,
              const SamplePlaces& places)
{
    assert(std::ssize(chosen) <= streams);
    const std::int64_t steps = samples.layout.steps;
    std::fill(places.cont.begin(), places.cont.end(), 1.0f);
    for (std::int64_t n = 0; n < streams; ++n) {
        const auto stream = static_cast<std::size_t>(n);
        const bool isEmpty = n >= std::ssize(chosen);
        const std::int64_t sample = isEmpty ? 0 : chosen[stream];
        const std::int64_t length = isEmpty ? steps : samples.lengthOf(sample);
        if (!places.values.empty() && !isEmpty) {
            cutValues(samples, sample, n, streams, places.values);
        }
        if (!places.values.empty() && isEmpty) {
            for (std::int64_t t = 0; t < steps; ++t) {
                std::fill_n(places.values.data() + (t * streams + n) * samples.layout.width, samples.layout.width,
                            0.0f);
            }
        }
        if (!places.cont.empty()) {
            places.cont[stream] = 0;
            if (length < steps) {
                places.cont[static_cast<std::size_t>(length * streams + n)] = 0;
            }
        }
        if (!places.answers.empty()) {
            places.answers[stream] =
                isEmpty ? missingAnswer(samples.facts) : samples.answers[static_cast<std::size_t>(sample)];
        }
        if (!places.lengths.empty()) {
            places.lengths[stream] = static_cast<float>(length);
        }
    }
}

} // namespace engine

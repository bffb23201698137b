// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/baseline.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine {
namespace {

std::optional<Baseline> lastValue(const Samples& samples, std::span<const std::int32_t> chosen)
{
    NumberErrors errors;
    for (const std::int32_t sample : chosen) {
        const auto at = static_cast<std::size_t>(sample);
        if (at < samples.lastTargets.size() && std::isfinite(samples.lastTargets[at]) &&
            isKnown(samples.answers[at], samples.facts)) {
            errors.add(samples.lastTargets[at], samples.targetOf(sample));
        }
    }
    if (errors.count() == 0) {
        return std::nullopt;
    }
    return Baseline{.name = say(ENGINE_TEXT("Sentences", "as the last value")), .metrics = metricsOf(errors)};
}

std::optional<Baseline> mostFrequentClass(const Samples& samples, std::span<const std::int32_t> chosen)
{
    const auto countsOf = [&](std::span<const std::int32_t> part) {
        std::vector<std::int64_t> counts(samples.facts.classes.size());
        for (const std::int32_t sample : part) {
            if (const float answer = samples.answers[static_cast<std::size_t>(sample)];
                isKnown(answer, samples.facts)) {
                ++counts[static_cast<std::size_t>(answer)];
            }
        }
        return counts;
    };
    const std::vector<std::int64_t> here = countsOf(chosen), trained = countsOf(samples.part(Split::Train));
    const auto sum = [](const std::vector<std::int64_t>& counts) {
        return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    };
    if (sum(here) == 0) {
        return std::nullopt;
    }
    const std::vector<std::int64_t>& told = sum(trained) > 0 ? trained : here;
    const auto most = static_cast<std::size_t>(std::ranges::max_element(told) - told.begin());
    ConfusionMatrix guesses(std::ssize(here));
    for (std::size_t truth = 0; truth < here.size(); ++truth) {
        guesses.add(static_cast<std::int64_t>(truth), static_cast<std::int64_t>(most), here[truth]);
    }
    return Baseline{.name = say(ENGINE_TEXT("Sentences", "always %1"), samples.facts.classes[most]),
                    .metrics = metricsOf(guesses)};
}

} // namespace

std::optional<Baseline> baselineOf(const Samples& samples, std::span<const std::int32_t> chosen)
{
    return samples.facts.classes.empty() ? lastValue(samples, chosen) : mostFrequentClass(samples, chosen);
}

} // namespace engine

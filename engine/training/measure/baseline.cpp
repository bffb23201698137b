// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/baseline.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine {
namespace {

/// What `guesses` say of each sample.
std::vector<Baseline> measured(const Sentence& name, const std::vector<double>& guesses, const Samples& samples,
                               std::span<const std::int32_t> chosen)
{
    NumberErrors errors;
    for (const std::int32_t sample : chosen) {
        const auto at = static_cast<std::size_t>(sample);
        if (at < guesses.size() && std::isfinite(guesses[at]) && isKnown(samples.answers[at], samples.facts)) {
            errors.add(guesses[at], samples.targetOf(sample));
        }
    }
    return errors.count() > 0 ? std::vector<Baseline>{{.name = name, .metrics = metricsOf(errors)}}
                              : std::vector<Baseline>();
}

std::vector<Baseline> majorityClass(const Samples& samples, std::span<const std::int32_t> chosen)
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
        return {};
    }
    const std::vector<std::int64_t>& told = sum(trained) > 0 ? trained : here;
    const auto most = static_cast<std::size_t>(std::ranges::max_element(told) - told.begin());
    ConfusionMatrix guesses(std::ssize(here));
    for (std::size_t truth = 0; truth < here.size(); ++truth) {
        guesses.add(static_cast<std::int64_t>(truth), static_cast<std::int64_t>(most), here[truth]);
    }
    return {{.name = say(ENGINE_TEXT("Sentences", "always %1"), samples.facts.classes[most]),
             .metrics = metricsOf(guesses)}};
}

} // namespace

std::vector<Baseline> baselinesOf(const Samples& samples, std::span<const std::int32_t> chosen)
{
    if (!samples.facts.classes.empty()) {
        return majorityClass(samples, chosen);
    }
    std::vector<Baseline> both =
        measured(ENGINE_TEXT("Sentences", "as the last value"), samples.lastTargets, samples, chosen);
    const std::vector<Baseline> ago = measured(say(ENGINE_TEXT("Sentences", "as %1 rows before"), samples.period),
                                               samples.periodTargets, samples, chosen);
    both.insert(both.end(), ago.begin(), ago.end());
    return both;
}

} // namespace engine

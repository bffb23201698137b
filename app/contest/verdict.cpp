// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/verdict.h"

#include "engine/graph/params.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace contest {

engine::Sentence sentenceOf(std::span<const Figures> contenders, const LossAgreement& losses)
{
    if (contenders.size() == 1) {
        return engine::say(ENGINE_TEXT("Sentences", "only %1 was measured"), contenders.front().name);
    }
    const auto& fastest = *std::ranges::min_element(contenders, {}, &Figures::stepSeconds);
    const auto& slowest = *std::ranges::max_element(contenders, {}, &Figures::stepSeconds);
    const auto times = [](double one, double other) { return fmt::format("{:.2f}", one / other); };
    const std::string speed = times(slowest.stepSeconds, fastest.stepSeconds);
    const std::string difference = fmt::format("{:.2g}", losses.difference);
    if (fastest.bytes <= 0 || slowest.bytes <= 0) {
        return engine::say(ENGINE_TEXT("Sentences", "%1 trains %2 times as fast as %3; from the same weights their "
                                                    "losses differ by %4 at most over %5 iterations"),
                           fastest.name, speed, slowest.name, difference, losses.iterations);
    }
    const std::string memory = times(static_cast<double>(fastest.bytes), static_cast<double>(slowest.bytes));
    return engine::say(ENGINE_TEXT("Sentences", "%1 trains %2 times as fast as %3 and takes %4 times its memory; from "
                                                "the same weights their losses differ by %5 at most over %6 "
                                                "iterations"),
                       fastest.name, speed, slowest.name, memory, difference, losses.iterations);
}

std::string sentenceOf(const Results& results)
{
    std::vector<Figures> figures;
    for (const Result& result : results) {
        figures.push_back(
            {.name = result.entrant.name, .stepSeconds = result.stepSeconds(), .bytes = result.memory.whereItTrains()});
    }
    return sentenceOf(figures, agreementOf(results));
}

namespace {

/// The standard deviation over the seeds that two have in common; nothing where one has a single seed.
std::optional<double> commonDeviation(const Spread& one, const Spread& other)
{
    const std::optional<double> mine = one.deviation(), theirs = other.deviation();
    return mine && theirs ? std::optional(std::hypot(*mine, *theirs) / std::sqrt(2.0)) : std::nullopt;
}

/// Whether the means lie farther apart than the seeds' standard deviation.
std::string accuracySentence(const Result& one, const Result& first, const std::string& metric)
{
    const Spread mine = one.metric(metric), theirs = first.metric(metric);
    const std::string sentence = fmt::format("{} reaches {} {:.4g}, {} {:.4g}: ", one.entrant.name, metric, mine.mean(),
                                             first.entrant.name, theirs.mean());
    const std::optional<double> spread = commonDeviation(mine, theirs);
    if (!spread) {
        return sentence + "one seed cannot separate the engine's effect from chance";
    }
    const double apart = std::abs(mine.mean() - theirs.mean());
    return sentence + fmt::format("{:.4g} apart, {} than the standard deviation of {} seeds, {:.4g}", apart,
                                  apart > *spread ? "more" : "no more", mine.values.size(), *spread);
}

std::string bestAfterTime(const Results& results, const std::string& metric)
{
    const double seconds = commonTime(results);
    const auto lossThen = [&](const Result& one) {
        const std::optional<double> value = metricAtTime(one, metric, seconds);
        return value && !std::isnan(*value) ? (engine::metricSpec(metric).moreIsBetter ? -*value : *value)
                                            : std::numeric_limits<double>::infinity();
    };
    const Result& best = *std::ranges::min_element(results, {}, lossThen);
    return fmt::format("after the same time, {:.3g} s of training, {} is best with {} {:.4g}", seconds,
                       best.entrant.name, metric, metricAtTime(best, metric, seconds).value_or(std::nan("")));
}

} // namespace

std::vector<std::string> learningSentences(const Results& results)
{
    std::vector<std::string> sentences;
    if (results.size() > 1) {
        const auto& fastest = *std::ranges::max_element(results, {}, &Result::unitsPerSecond);
        const auto& slowest = *std::ranges::min_element(results, {}, &Result::unitsPerSecond);
        sentences.push_back(fmt::format("{} trains {:.2f} times as fast as {}", fastest.entrant.name,
                                        fastest.unitsPerSecond() / slowest.unitsPerSecond(), slowest.entrant.name));
    }
    const std::string metric = mainMetric(results);
    if (metric.empty()) {
        return sentences;
    }
    for (const Result& result : results) {
        const auto same = [&](const Result& one) { return haveSameNet(one, result); };
        const Result& first = *std::ranges::find_if(results, same);
        if (&first != &result) {
            sentences.push_back(accuracySentence(result, first, metric));
        }
    }
    const auto isOther = [&](const Result& one) { return !haveSameNet(one, results.front()); };
    if (std::ranges::any_of(results, isOther)) {
        sentences.push_back(bestAfterTime(results, metric));
    }
    return sentences;
}

engine::Sentence bestCell(std::span<const CellLosses> cells)
{
    std::vector<CellLosses> sorted(cells.begin(), cells.end());
    std::ranges::stable_sort(sorted, {}, [](const CellLosses& one) { return one.losses.mean(); });
    const CellLosses &best = sorted[0], &next = sorted[1];
    const auto number = [](double value) { return fmt::format("{:.4g}", value); };
    const std::string mine = number(best.losses.mean()), theirs = number(next.losses.mean());
    const std::optional<double> spread = commonDeviation(best.losses, next.losses);
    if (!spread) {
        return engine::say(ENGINE_TEXT("Sentences", "%1 is best with a loss of %2, before %3 with %4; one seed cannot "
                                                    "tell a better cell from luck"),
                           best.cell, mine, next.cell, theirs);
    }
    const double apart = next.losses.mean() - best.losses.mean();
    const std::size_t seeds = best.losses.values.size();
    return apart > *spread
               ? engine::say(ENGINE_TEXT("Sentences", "%1 is best with a mean loss of %2, before %3 with %4: %5 apart, "
                                                      "more than the standard deviation of %6 seeds, %7"),
                             best.cell, mine, next.cell, theirs, number(apart), seeds, number(*spread))
               : engine::say(ENGINE_TEXT("Sentences", "%1 has the lowest mean loss, %2, before %3 with %4, but that is "
                                                      "no proof: %5 apart, no more than the standard deviation of %6 "
                                                      "seeds, %7"),
                             best.cell, mine, next.cell, theirs, number(apart), seeds, number(*spread));
}

} // namespace contest

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace contest {

std::vector<double> typicalSteps(const engine::Curve& curve)
{
    if (curve.size() == 1) {
        return {curve.seconds(0)};
    }
    std::vector<double> steps;
    for (std::size_t index = 1; index < curve.size(); ++index) {
        steps.push_back(curve.seconds(index) - curve.seconds(index - 1));
    }
    return steps;
}

std::optional<double> median(std::vector<double> values)
{
    if (values.empty()) {
        return std::nullopt;
    }
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::int64_t lossWindow(Curves curves)
{
    std::size_t shortest = 0;
    for (const engine::Curve* const curve : curves) {
        if (!curve->empty() && (shortest == 0 || curve->size() < shortest)) {
            shortest = curve->size();
        }
    }
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(shortest / 10), 1, 100);
}

std::optional<double> endLoss(const engine::Curve& curve, std::int64_t window)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    const std::size_t count = std::min(curve.size(), static_cast<std::size_t>(window));
    double sum = 0;
    for (std::size_t index = curve.size() - count; index < curve.size(); ++index) {
        sum += curve.loss(index);
    }
    return sum / static_cast<double>(count);
}

std::optional<double> commonLoss(Curves curves, std::int64_t window)
{
    std::optional<double> worst;
    for (const engine::Curve* const curve : curves) {
        const std::optional<double> end = endLoss(*curve, window);
        if (end && !std::isfinite(*end)) {
            return std::nullopt;
        }
        worst = end ? std::max(*end, worst.value_or(*end)) : worst;
    }
    return worst;
}

std::optional<double> secondsToLoss(const engine::Curve& curve, double loss, std::int64_t window)
{
    const double enough = loss + 1e-9 * std::abs(loss);
    const auto count = static_cast<std::size_t>(window);
    double sum = 0;
    for (std::size_t index = 0; index < curve.size(); ++index) {
        sum += curve.loss(index) - (index >= count ? curve.loss(index - count) : 0);
        const double mean = count == 1 ? curve.loss(index) : sum / static_cast<double>(count);
        if (index + 1 >= count && mean <= enough) {
            return curve.seconds(index);
        }
    }
    return std::nullopt;
}

LossAgreement agreementOf(Curves curves, std::size_t most)
{
    LossAgreement agreement;
    std::size_t shortest = curves.empty() ? 0 : most;
    for (const engine::Curve* const curve : curves) {
        const engine::Curve& first = *curves.front();
        const std::size_t common = std::min({most, curve->size(), first.size()});
        shortest = std::min(shortest, common);
        for (std::size_t index = 0; index < common; ++index) {
            const double distance = std::abs(curve->loss(index) - first.loss(index));
            const bool isLarger = std::isnan(distance) || distance > agreement.difference;
            agreement.difference = isLarger ? distance : agreement.difference;
        }
    }
    agreement.iterations = static_cast<std::int64_t>(shortest);
    return agreement;
}

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

double meanOf(const std::vector<double>& values)
{
    return values.empty() ? notANumber
                          : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// By which a metric becomes a loss.
double signOf(const std::string& metric)
{
    return engine::metricSpec(metric).moreIsBetter ? -1 : 1;
}

} // namespace

double Spread::mean() const
{
    return meanOf(values);
}

std::optional<double> Spread::deviation() const
{
    if (values.size() < 2) {
        return std::nullopt;
    }
    double sum = 0;
    for (const double value : values) {
        sum += (value - mean()) * (value - mean());
    }
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

std::optional<double> Result::typical(std::vector<double> SeedResult::*times) const
{
    std::vector<double> all;
    for (const SeedResult& seed : seeds) {
        all.insert(all.end(), (seed.*times).begin(), (seed.*times).end());
    }
    return median(std::move(all));
}

Memory Result::memory() const
{
    Memory most;
    for (const SeedResult& seed : seeds) {
        most.process = std::max(most.process, seed.memory.process);
        most.device = std::max(most.device, seed.memory.device);
        most.byDriver = std::max(most.byDriver, seed.memory.byDriver);
    }
    return most;
}

double Result::stepSeconds() const
{
    std::vector<double> all;
    for (const SeedResult& seed : seeds) {
        const std::vector<double> steps = typicalSteps(seed.curve);
        all.insert(all.end(), steps.begin(), steps.end());
    }
    return median(std::move(all)).value_or(typical(&SeedResult::rows).value_or(0));
}

double Result::unitsPerSecond() const
{
    return static_cast<double>(loaded.batchUnits) / stepSeconds();
}

std::vector<std::string> Result::figures() const
{
    std::vector<std::string> names;
    std::ranges::transform(seeds.back().epochs.back().figures, std::back_inserter(names), &engine::Metric::name);
    return names;
}

Spread Result::figure(const std::string& name) const
{
    Spread spread;
    for (const SeedResult& seed : seeds) {
        if (const engine::Metric* const found = engine::findMetric(seed.epochs.back().figures, name)) {
            spread.values.push_back(found->value);
        }
    }
    return spread;
}

engine::Curve Result::course(const std::string& name) const
{
    engine::Curve curve;
    for (std::size_t epoch = 0; epoch < seeds.front().epochs.size(); ++epoch) {
        std::vector<double> values, seconds;
        for (const SeedResult& seed : seeds) {
            values.push_back(engine::valueOf(seed.epochs[epoch].figures, name));
            seconds.push_back(seed.epochs[epoch].seconds);
        }
        curve.append({.iteration = static_cast<std::int64_t>(epoch) + 1,
                      .seconds = meanOf(seconds),
                      .loss = signOf(name) * meanOf(values)});
    }
    return curve;
}

std::vector<std::string> devicesOf(const Results& results)
{
    std::set<std::string> devices;
    for (const Result& result : results) {
        devices.insert(result.loaded.device + ": " + result.loaded.deviceDescription);
    }
    return {devices.begin(), devices.end()};
}

bool haveLearned(const Results& results)
{
    return !results.front().seeds.front().epochs.empty();
}

LossAgreement agreementOf(const Results& results)
{
    std::vector<const engine::Curve*> curves;
    for (const Result& result : results) {
        curves.push_back(&result.seeds.front().curve);
    }
    return agreementOf(curves);
}

std::string mainMetric(const Results& results)
{
    constexpr std::size_t losses = 2;
    const std::vector<std::string> names = results.front().figures();
    return names.size() > losses ? names[losses] : std::string();
}

bool haveSameNet(const Result& one, const Result& other)
{
    return one.entrant.run.model == other.entrant.run.model;
}

std::optional<double> firstLossDistance(const Result& result, const Results& results)
{
    const auto same = [&](const Result& other) { return haveSameNet(other, result); };
    const auto first = std::ranges::find_if(results, same);
    if (first == results.end() || &*first == &result) {
        return std::nullopt;
    }
    const engine::Curve* const both[] = {&first->seeds.front().curve, &result.seeds.front().curve};
    return agreementOf(both, 10).difference;
}

double commonLevel(const Results& results, const std::string& metric)
{
    double worst = notANumber; // one without a number sets no level
    for (const Result& result : results) {
        const double last = result.course(metric).back().loss;
        worst = std::isfinite(last) ? std::fmax(last, worst) : worst;
    }
    return signOf(metric) * worst;
}

std::optional<double> secondsToLevel(const Result& result, const std::string& metric, double level)
{
    return secondsToLoss(result.course(metric), signOf(metric) * level, 1);
}

std::optional<double> metricAtTime(const Result& result, const std::string& metric, double seconds)
{
    const engine::Curve course = result.course(metric);
    std::optional<double> last;
    for (std::size_t epoch = 0; epoch < course.size() && course.seconds(epoch) <= seconds; ++epoch) {
        last = signOf(metric) * course.loss(epoch);
    }
    return last;
}

double commonTime(const Results& results)
{
    double shortest = std::numeric_limits<double>::infinity();
    for (const Result& result : results) {
        shortest = std::min(shortest, result.course({}).back().seconds);
    }
    return shortest;
}

// What figures say

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
    const Spread mine = one.figure(metric), theirs = first.figure(metric);
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

std::vector<std::string> sentencesOf(const Results& results)
{
    if (!haveLearned(results)) {
        std::vector<Figures> figures;
        for (const Result& result : results) {
            figures.push_back({.name = result.entrant.name,
                               .stepSeconds = result.stepSeconds(),
                               .bytes = result.memory().whereItTrains()});
        }
        return {sentenceOf(figures, agreementOf(results))};
    }
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

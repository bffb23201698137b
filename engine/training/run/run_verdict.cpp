// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_verdict.h"

#include "engine/graph/params.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

namespace engine {
namespace {

constexpr double lastPart = 0.2;      ///< of the iterations
constexpr double minGain = 0.005;     ///< of the loss
constexpr double deviations = 2;      ///< of the noise, or of the mean's error
constexpr double nearlyZero = 0.0005; ///< of a loss

bool validationImproves(std::span<const ValidationLoss> losses)
{
    const auto start =
        static_cast<std::int64_t>(std::llround((1 - lastPart) * static_cast<double>(losses.back().iteration)));
    const auto late = std::ranges::find_if(losses, [&](const ValidationLoss& one) { return one.iteration > start; });
    if (late == losses.begin() || losses.size() < 3) {
        return false;
    }
    const auto before = losses.first(static_cast<std::size_t>(late - losses.begin()));
    const auto after = losses.subspan(before.size());
    const double old = std::ranges::min_element(before, {}, &ValidationLoss::loss)->loss;
    const double best = std::ranges::min_element(after, {}, &ValidationLoss::loss)->loss;
    std::vector<double> last;
    for (const ValidationLoss& one : losses.last(std::min<std::size_t>(losses.size(), 20))) {
        last.push_back(one.loss);
    }
    return old - best > std::max(minGain * std::abs(old), deviations * noiseOf(last));
}

bool trainingImproves(const RunHistory& history)
{
    const auto start = static_cast<std::int64_t>((1 - lastPart) * static_cast<double>(history.iteration));
    const LossMean before = history.trainingAt(start), after = history.trainingAt(history.iteration);
    return before.mean - after.mean >
           std::max(minGain * std::abs(before.mean), deviations * std::hypot(before.error, after.error));
}

/// Nothing is left to learn, though the loss may still fall.
bool isPerfect(const RunHistory& history, double best)
{
    const double accuracy = history.bestBy == accuracySpec().name ? judged(history.bestBy, best) : history.accuracy;
    return accuracy >= 1 || (history.bestBy == "loss" && std::abs(best) < nearlyZero);
}

std::string endingOf(EndReason reason)
{
    switch (reason) {
    case EndReason::Iterations:
        return ENGINE_TEXT("RunVerdict", "Finished: %1.");
    case EndReason::TimeLimit:
        return ENGINE_TEXT("RunVerdict", "Finished at the time limit: %1.");
    case EndReason::EarlyStop:
        return ENGINE_TEXT("RunVerdict", "Stopped early, as validation no longer improved: %1.");
    case EndReason::TargetLoss:
        return ENGINE_TEXT("RunVerdict", "Finished at the target loss: %1.");
    case EndReason::Stopped:
        return ENGINE_TEXT("RunVerdict", "Stopped: %1.");
    case EndReason::Diverged:
        return ENGINE_TEXT("RunVerdict",
                           "Diverged at iteration %1: the loss or a gradient is no longer a number. Try a lower "
                           "learning rate or stronger gradient clipping.");
    }
    return {};
}

std::string bestWords(RunVerdict::Trend trend, bool isLoss)
{
    switch (trend) {
    case RunVerdict::Trend::Improving:
        return isLoss ? ENGINE_TEXT("RunVerdict", "best %1 at %2 and still improving: train for more iterations")
                      : ENGINE_TEXT("RunVerdict", "best %3 %1 at %2 and still improving: train for more iterations");
    case RunVerdict::Trend::Overfits:
        return isLoss ? ENGINE_TEXT("RunVerdict", "best %1 at %2; since then it overfits")
                      : ENGINE_TEXT("RunVerdict", "best %3 %1 at %2; since then it overfits");
    case RunVerdict::Trend::Level:
        break;
    }
    return isLoss ? ENGINE_TEXT("RunVerdict", "best %1 at %2") : ENGINE_TEXT("RunVerdict", "best %3 %1 at %2");
}

std::string learnedOf(const RunVerdict& verdict)
{
    using Trend = RunVerdict::Trend;
    if (!verdict.best && !std::isfinite(verdict.trainingLoss)) {
        return ENGINE_TEXT("RunVerdict", "no iteration was finished");
    }
    if (!verdict.best && !verdict.holdsOutNothing.empty()) {
        return ENGINE_TEXT("RunVerdict",
                           "mean training loss %1 at %2; nothing is held out, so nothing shows how the net does "
                           "on new data; validation: 0.1 of %3 holds out a tenth");
    }
    if (!verdict.best) {
        return verdict.trend == Trend::Improving
                   ? ENGINE_TEXT("RunVerdict",
                                 "mean training loss %1 at %2 and still improving: train for more iterations")
                   : ENGINE_TEXT("RunVerdict", "mean training loss %1 at %2");
    }
    return bestWords(verdict.trend, verdict.bestBy == "loss");
}

std::string withFilled(std::string words, const std::string& mark, const std::string& value)
{
    const std::size_t at = words.find(mark);
    return at == std::string::npos ? words : words.replace(at, mark.size(), value);
}

/// "1.443", "97.1 %"
std::string valueOf(const VerdictWords& words)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", words.digits, words.value);
    return text + words.unit;
}

std::string grouped(std::int64_t number)
{
    std::string digits = std::to_string(number);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), ",");
    }
    return digits;
}

} // namespace

int lossDigits(double loss)
{
    constexpr int most = 8;
    const double size = std::abs(loss);
    return size > 0 && size < 0.1 ? std::min(1 - static_cast<int>(std::floor(std::log10(size))), most) : 3;
}

RunVerdict verdictOf(const RunHistory& history)
{
    std::vector<ValidationLoss> losses; // a metric of which more is better counts as its negative
    for (const Judgement& one : history.validations) {
        if (std::isfinite(one.value)) {
            losses.push_back({.iteration = one.iteration, .loss = one.value});
        }
    }
    RunVerdict verdict{.reason = history.reason,
                       .iteration = history.iteration,
                       .trainingLoss = history.trainingAt(history.iteration).mean,
                       .bestBy = history.bestBy};
    if (history.reason == EndReason::Diverged) {
        return verdict;
    }
    using Trend = RunVerdict::Trend;
    if (losses.empty()) {
        verdict.trend = trainingImproves(history) ? Trend::Improving : Trend::Level;
        return verdict;
    }
    const auto best = std::ranges::min_element(losses, {}, &ValidationLoss::loss);
    verdict.best = Judgement{.iteration = best->iteration, .value = best->loss};
    // The last validation is made where the run stops, nearer to the one before than the rule expects of its noise.
    const std::span<const ValidationLoss> all = losses;
    const bool overfits =
        overfitting(all, history.trainingAt) ||
        (all.back().iteration != verdict.best->iteration && overfitting(all.first(all.size() - 1), history.trainingAt));
    // A run that was stopped since nothing improved is not told to go on, however near its end the best lies.
    const bool improves = history.reason != EndReason::EarlyStop && !isPerfect(history, verdict.best->value) &&
                          validationImproves(losses);
    verdict.trend = overfits ? Trend::Overfits : improves ? Trend::Improving : Trend::Level;
    return verdict;
}

LossMean meanLossBefore(std::size_t after, const std::function<double(std::size_t point)>& lossAt)
{
    const std::size_t count = std::min<std::size_t>(after, targetWindow);
    double sum = 0, squares = 0;
    for (std::size_t point = after - count; point < after; ++point) {
        const double loss = lossAt(point);
        sum += loss;
        squares += loss * loss;
    }
    if (count < 2) {
        return {.mean = std::numeric_limits<double>::quiet_NaN(), .error = 0};
    }
    const auto points = static_cast<double>(count);
    const double mean = sum / points;
    const double variance = std::max(0.0, squares / points - mean * mean) * points / (points - 1);
    return {.mean = mean, .error = std::sqrt(variance / points)};
}

RunVerdict verdictOf(const Curve& curve, EndReason reason, const std::string& bestBy,
                     std::span<const MetricPoint> metrics)
{
    const std::vector<Judgement> validations = judgements(bestBy, curve, metrics);
    const auto trainingAt = [&curve](std::int64_t iteration) {
        return meanLossBefore(curve.countUntil(iteration), [&curve](std::size_t point) { return curve.loss(point); });
    };
    return verdictOf(RunHistory{.reason = reason,
                                .iteration = curve.empty() ? 0 : curve.iteration(curve.size() - 1),
                                .validations = validations,
                                .trainingAt = trainingAt,
                                .bestBy = bestBy});
}

VerdictWords wordsOf(const RunVerdict& verdict)
{
    VerdictWords words{.ending = endingOf(verdict.reason),
                       .learned = {},
                       .value = verdict.trainingLoss,
                       .digits = lossDigits(verdict.trainingLoss),
                       .unit = {},
                       .iteration = verdict.iteration,
                       .metric = {}};
    if (verdict.reason == EndReason::Diverged) {
        return words;
    }
    words.learned = learnedOf(verdict);
    if (!verdict.best) {
        words.metric = verdict.holdsOutNothing;
        return words;
    }
    words.value = judged(verdict.bestBy, verdict.best->value); // and back, where its sign was turned
    words.digits = lossDigits(words.value);
    words.iteration = verdict.best->iteration;
    words.metric = verdict.bestBy == "loss" ? std::string() : std::string(metricSpec(verdict.bestBy).words);
    if (metricSpec(verdict.bestBy).isShare) {
        words.value *= 100;
        words.digits = 1;
        words.unit = " %";
    }
    return words;
}

std::string inWords(const RunVerdict& verdict)
{
    const VerdictWords words = wordsOf(verdict);
    const std::string iteration = grouped(words.iteration);
    if (words.learned.empty()) {
        return withFilled(words.ending, "%1", iteration);
    }
    std::string learned = withFilled(words.learned, "%3", words.metric);
    learned = withFilled(withFilled(learned, "%1", valueOf(words)), "%2", iteration);
    return withFilled(words.ending, "%1", learned);
}

} // namespace engine

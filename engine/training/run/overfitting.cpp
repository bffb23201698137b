// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/overfitting.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace engine {
namespace {

constexpr std::size_t window = 3;      ///< validations that a mean is of
constexpr std::size_t minCount = 6;    ///< validations
constexpr std::size_t noiseCount = 20; ///< validations that the noise is taken from
constexpr double minRise = 0.01;       ///< of the best mean
constexpr double minDeviations = 4;    ///< of the noise
constexpr std::size_t grossCount = 3;  ///< validations
constexpr double grossRise = 0.1;      ///< of the best loss
constexpr double trainingErrors = 2;   ///< standard errors by which the training loss must have fallen

double meanOfWindow(std::span<const ValidationLoss> losses, std::size_t first)
{
    double sum = 0;
    for (const ValidationLoss& one : losses.subspan(first, window)) {
        sum += one.loss / static_cast<double>(window);
    }
    return sum;
}

double minimumMean(std::span<const ValidationLoss> losses)
{
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t first = 0; first + window <= losses.size(); ++first) {
        least = std::min(least, meanOfWindow(losses, first));
    }
    return least;
}

/// How far the last mean must lie above the lowest one.
double marginOf(std::span<const ValidationLoss> losses, double lowest)
{
    std::vector<double> last;
    for (const ValidationLoss& one : losses.last(std::min(losses.size(), noiseCount))) {
        last.push_back(one.loss);
    }
    const auto differences = static_cast<double>(last.size() - 3);
    return std::max(minRise * std::abs(lowest), minDeviations * (1 + 4 / differences) * noiseOf(last));
}

/// Of fewer validations than the noise can be told from.
std::optional<Overfitting> grossOverfitting(std::span<const ValidationLoss> losses, const TrainingLossAt& trainingAt)
{
    if (losses.size() < grossCount) {
        return std::nullopt;
    }
    const auto best = std::ranges::min_element(losses, {}, &ValidationLoss::loss);
    const std::span<const ValidationLoss> last = losses.last(2);
    const double least = grossRise * std::abs(best->loss);
    const LossMean before = trainingAt(best->iteration), after = trainingAt(losses.back().iteration);
    const double rise = std::min(last[0].loss, last[1].loss) - best->loss;
    if (!(rise >= least) || !(before.mean - after.mean >= grossRise * std::abs(before.mean)) ||
        !(before.mean - after.mean > trainingErrors * std::hypot(before.error, after.error))) {
        return std::nullopt;
    }
    return Overfitting{
        .best = *best, .now = losses.back().loss, .trainingAtBest = before.mean, .trainingNow = after.mean};
}

} // namespace

double noiseOf(std::span<const double> losses)
{
    if (losses.size() < 4) {
        return std::numeric_limits<double>::infinity();
    }
    std::vector<double> differences;
    for (std::size_t last = 3; last < losses.size(); ++last) {
        differences.push_back(std::abs(losses[last] - 3 * losses[last - 1] + 3 * losses[last - 2] - losses[last - 3]));
    }
    const auto median = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
    std::nth_element(differences.begin(), median, differences.end());
    return 1.4826 * *median / std::sqrt(20.0);
}

std::optional<Overfitting> overfitting(std::span<const ValidationLoss> validations, const TrainingLossAt& trainingAt)
{
    std::vector<ValidationLoss> losses(validations.begin(), validations.end());
    std::erase_if(losses, [](const ValidationLoss& one) { return !std::isfinite(one.loss); });
    if (losses.size() < minCount) {
        return grossOverfitting(losses, trainingAt);
    }
    const auto best = std::ranges::min_element(losses, {}, &ValidationLoss::loss);
    if (losses.end() - best <= static_cast<std::ptrdiff_t>(window)) {
        return std::nullopt;
    }
    const std::span<const ValidationLoss> all = losses;
    const double lowest = minimumMean(all.first(all.size() - window));
    const double now = meanOfWindow(all, all.size() - window);
    if (!(now - lowest > marginOf(all, lowest))) {
        return std::nullopt;
    }
    const LossMean before = trainingAt(best->iteration), after = trainingAt(losses.back().iteration);
    if (!(before.mean - after.mean > trainingErrors * std::hypot(before.error, after.error))) {
        return std::nullopt;
    }
    return Overfitting{
        .best = *best, .now = now, .averaged = window, .trainingAtBest = before.mean, .trainingNow = after.mean};
}

} // namespace engine

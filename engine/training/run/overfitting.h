// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace engine {

/// What one validation found.
struct ValidationLoss {
    std::int64_t iteration = 0;
    double loss = 0;
};

/// The training loss of some iterations in a row.
struct LossMean {
    double mean = 0;  ///< NaN where nothing is known
    double error = 0; ///< standard error of the mean
};

/// The mean training loss of the iterations that end at this one.
using TrainingLossAt = std::function<LossMean(std::int64_t iteration)>;

/// Overfitting: the training loss still falls while the validation loss rises.
struct Overfitting {
    ValidationLoss best;
    double now = 0;                             ///< mean of the last validation losses
    std::size_t averaged = 1;                   ///< validations that `now` is the mean of: 3, or of few 1
    double trainingAtBest = 0, trainingNow = 0; ///< mean training losses
};

/// Whether a run overfits, by its validations in the order of iterations; those that are not finite are left out.
///
/// It is the generalization loss of Prechelt ("Early stopping - but when?", 1998), with a threshold that goes by the
/// noise of the run's own validations. All of this must hold:
///  1. at least six validations, and at least three since the best one;
///  2. the mean of the last three is above the lowest mean of three in a row before them by more than 1 %, and by more
///     than 4 (1 + 4 / m) standard deviations of the noise. That is the median of the m third differences of the last
///     20 validations, scaled for normal noise: 1.4826 median |v[i] - 3 v[i-1] + 3 v[i-2] - v[i-3]| / sqrt(20). A
///     smooth curve has next to none, and one that only wavers about a level does not get there;
///  3. the training loss fell meanwhile, by more than two standard errors: if both losses rise, the cause is a high
///     learning rate and not overfitting.
///
/// Of three to five validations only a gross rise counts: the last two are each at least 10 % above the best one, and
/// the training loss fell by at least 10 % meanwhile and as in 3. `now` is the last loss then.
std::optional<Overfitting> overfitting(std::span<const ValidationLoss> validations, const TrainingLossAt& trainingAt);

/// Standard deviation of the noise of these losses, by the rule above; infinite of fewer than four.
double noiseOf(std::span<const double> losses);

} // namespace engine

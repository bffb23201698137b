// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"
#include "engine/solvers/update_rules.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace engine {

/// What a solver's settings say about one update, apart from the learning rate.
struct UpdateSettings {
    UpdateRule rule = UpdateRule::Sgd;
    double momentum = 0, momentum2 = 0.999, rmsDecay = 0.99, delta = 1e-8;
    double l2 = 0, l1 = 0; ///< weight_decay, in the one that regularization_type names
    double adamwDecay = 0;
    double clipNorm = std::numeric_limits<double>::infinity();  ///< clip_gradients; infinity where it is off
    double clipValue = std::numeric_limits<double>::infinity(); ///< clip_values; infinity where it is off
    std::int64_t iterSize = 1;
    double averageDecay = 0; ///< average_weights; 0 where nothing is averaged
};

/// What one update does to the elements of one weight tensor.
struct WeightFactors {
    GradientFactors<float> gradient;
    RuleFactors<float> rule;
};

/// From complete parameters (see solverSpecs). Throws Error for an unknown type of solver or of regularisation, and for
/// what the type would divide by zero.
UpdateSettings updateSettings(const Params& params);

/// `norm` is of the sum over the iter_size batches: Caffe clips that sum before it takes the mean.
template <typename Real>
ENGINE_BOTH GradientFactors<Real> gradientFactors(const UpdateSettings& settings, double norm, double decayMult)
{
    return {
        .clip = static_cast<Real>(norm > settings.clipNorm ? settings.clipNorm / norm : 1.0),
        .limit = static_cast<Real>(settings.clipValue),
        .normalise = static_cast<Real>(1.0 / static_cast<double>(settings.iterSize)),
        .l2 = static_cast<Real>(settings.l2 * decayMult),
        .l1 = static_cast<Real>(settings.l1 * decayMult),
    };
}

/// For the update that follows `iteration` finished ones, at the learning rate `rate`.
template <typename Real>
ENGINE_BOTH RuleFactors<Real> ruleFactors(const UpdateSettings& settings, double rate, std::int64_t iteration,
                                          double lrMult, double decayMult)
{
    const bool adam = settings.rule == UpdateRule::Adam || settings.rule == UpdateRule::AdamW;
    const double square = adam ? settings.momentum2 : settings.rmsDecay;
    const double step = rate * lrMult;
    const double t = static_cast<double>(iteration) + 1;
    const double young = (t - 1) / (t + 8);
    // Both averages start at zero; this takes out how much too small they still are.
    const double correction =
        adam ? std::sqrt(1 - std::pow(settings.momentum2, t)) / (1 - std::pow(settings.momentum, t)) : 1.0;
    return {
        .rate = static_cast<Real>(step * correction),
        .momentum = static_cast<Real>(settings.momentum),
        .momentumRest = static_cast<Real>(1 - settings.momentum),
        .square = static_cast<Real>(square),
        .squareRest = static_cast<Real>(1 - square),
        .delta = static_cast<Real>(settings.delta),
        .decay = static_cast<Real>(step * settings.adamwDecay * decayMult),
        .averageRest = static_cast<Real>(1 - (settings.averageDecay < young ? settings.averageDecay : young)),
    };
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/curve.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

// What the curves of a comparison come to: losses, and the seconds of training after which each was there. A loss
// varies from batch to batch, so it is looked at as the mean over a window of iterations, the same one for all curves.

namespace contest {

using Curves = std::span<const engine::Curve* const>; ///< none of them is null

/// How long each step took but the first, which makes what the others use; that one where it is the only one.
std::vector<double> typicalSteps(const engine::Curve& curve);

std::optional<double> median(std::vector<double> values); ///< nothing of none

/// Iterations that a loss is the mean of: a tenth of the shortest curve that has any, 1 to 100.
std::int64_t lossWindow(Curves curves);

/// The mean over the last `window` points; nothing without any.
std::optional<double> endLoss(const engine::Curve& curve, std::int64_t window);

/// The worst of the ends: all curves that have any point have come to it. Nothing where none has, or where one of them
/// is no number.
std::optional<double> commonLoss(Curves curves, std::int64_t window);

/// When the mean over the last `window` points first was at that loss or below; nothing where it never was.
std::optional<double> secondsToLoss(const engine::Curve& curve, double loss, std::int64_t window);

/// How near the losses of several curves are.
struct LossAgreement {
    double difference = 0; ///< the largest distance from the first curve at one iteration; NaN where a loss is none
    std::int64_t iterations = 0; ///< that all of them have, or that were compared
};
LossAgreement agreementOf(Curves curves, std::size_t most = std::numeric_limits<std::size_t>::max());

} // namespace contest

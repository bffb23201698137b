// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// What the curves of a race come to. A curve's loss wobbles from batch to batch, so that it is looked at as the mean
// over a window of iterations, the same one for all.

namespace studio {

/// Both may be given: whichever comes first ends a contender's part.
struct RaceLimit {
    std::optional<double> seconds = {};          ///< of training
    std::optional<std::int64_t> iterations = {}; ///< at least 1
};

/// The part of a curve that lies within the limit: the iteration in which the time ran out is the last.
std::span<const CurvePoint> within(std::span<const CurvePoint> curve, const RaceLimit& limit);

/// Whether a curve has come to the limit.
bool isOver(std::span<const CurvePoint> curve, const RaceLimit& limit);

/// Mean over all steps but the first, which makes what the others use; of that one where it is the only one. Nothing
/// without a step.
std::optional<double> stepSeconds(std::span<const CurvePoint> curve);

/// Characters, or sequences, a second at that pace.
std::optional<double> unitsPerSecond(std::span<const CurvePoint> curve);

/// Iterations that a loss is the mean of: a tenth of the shortest curve that has any, 1 to 100.
std::int64_t lossWindow(std::span<const std::span<const CurvePoint>> curves);

/// The mean over the last `window` points; nothing without any.
std::optional<double> endLoss(std::span<const CurvePoint> curve, std::int64_t window);

/// The worst of the ends: all curves that have any point have come to it. Nothing where none has, or where one of them
/// is no number.
std::optional<double> commonLoss(std::span<const std::span<const CurvePoint>> curves, std::int64_t window);

/// When the mean over the last `window` points first was at that loss or below; nothing where it never was.
std::optional<double> secondsTo(std::span<const CurvePoint> curve, double loss, std::int64_t window);

} // namespace studio

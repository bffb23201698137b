// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/early_stop.h"

#include <cmath>
#include <limits>

namespace engine {

std::int64_t validationsWithoutGain(std::span<const CurvePoint> curve, std::int64_t every)
{
    double best = std::numeric_limits<double>::infinity();
    std::int64_t count = 0;
    for (const CurvePoint& point : curve) {
        if (every < 1 || point.iteration % every != 0 || std::isnan(point.validationLoss)) {
            continue;
        }
        count = point.validationLoss < best ? 0 : count + 1;
        best = std::fmin(best, point.validationLoss);
    }
    return count;
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/checkpoint_past.h"

#include <cmath>
#include <limits>

namespace studio {

CheckpointPast pastOf(const engine::Checkpoint& checkpoint, double batchCharacters)
{
    CheckpointPast past;
    double before = 0; // seconds
    for (const engine::CurvePoint& point : checkpoint.curve) {
        past.curve.push_back({.iteration = point.iteration,
                              .seconds = point.seconds,
                              .characters = batchCharacters * static_cast<double>(point.iteration),
                              .loss = static_cast<float>(point.loss),
                              .learningRate = static_cast<float>(point.learningRate),
                              .gradientNorm = static_cast<float>(point.gradientNorm),
                              .charsPerSecond = static_cast<float>(batchCharacters / (point.seconds - before))});
        before = point.seconds;
        if (!std::isnan(point.validationLoss)) {
            past.validations.push_back({.iteration = point.iteration,
                                        .seconds = point.seconds,
                                        .characters = past.curve.back().characters,
                                        .loss = point.validationLoss,
                                        .accuracy = std::numeric_limits<double>::quiet_NaN(),
                                        .best = point.iteration == checkpoint.bestIteration});
        }
    }
    return past;
}

} // namespace studio

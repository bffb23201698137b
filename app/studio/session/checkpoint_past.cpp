// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/checkpoint_past.h"

#include <cmath>
#include <limits>

namespace studio {

namespace {

std::vector<engine::Metric> metricsAt(const engine::Checkpoint& checkpoint, std::int64_t iteration)
{
    std::vector<engine::Metric> metrics;
    for (const engine::MetricPoint& point : checkpoint.metrics) {
        if (point.iteration == iteration) {
            metrics.push_back({point.name, point.value});
        }
    }
    return metrics;
}

} // namespace

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
                                        .best = point.iteration == checkpoint.bestIteration,
                                        .metrics = metricsAt(checkpoint, point.iteration)});
        }
    }
    return past;
}

std::vector<engine::CurvePoint> engineCurve(const RunRecord& record)
{
    std::vector<engine::CurvePoint> curve;
    curve.reserve(record.curve.size());
    auto validation = record.validations.begin();
    for (const CurvePoint& point : record.curve) {
        curve.push_back({.iteration = point.iteration,
                         .seconds = point.seconds,
                         .loss = static_cast<double>(point.loss),
                         .learningRate = static_cast<double>(point.learningRate),
                         .gradientNorm = static_cast<double>(point.gradientNorm),
                         .validationLoss = std::numeric_limits<double>::quiet_NaN()});
        while (validation != record.validations.end() && validation->iteration <= point.iteration) {
            curve.back().validationLoss =
                validation->iteration == point.iteration ? validation->loss : curve.back().validationLoss;
            ++validation;
        }
    }
    return curve;
}

} // namespace studio

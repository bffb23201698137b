// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/checkpoint_past.h"

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

std::vector<engine::ValidationEvent> validationsIn(const engine::Checkpoint& checkpoint)
{
    std::vector<engine::ValidationEvent> all;
    for (const engine::Curve::Validation& validation : checkpoint.curve.validations()) {
        const std::int64_t iteration = checkpoint.curve.iteration(validation.index);
        all.push_back({.iteration = iteration,
                       .loss = validation.loss,
                       .metrics = metricsAt(checkpoint, iteration),
                       .best = iteration == checkpoint.bestIteration});
    }
    return all;
}

std::vector<engine::CurvePoint> engineCurve(const RunRecord& record)
{
    std::vector<engine::CurvePoint> curve = record.curve.points();
    auto validation = record.validations.begin();
    for (engine::CurvePoint& point : curve) {
        point.validationLoss = std::numeric_limits<double>::quiet_NaN();
        while (validation != record.validations.end() && validation->iteration <= point.iteration) {
            point.validationLoss = validation->iteration == point.iteration ? validation->loss : point.validationLoss;
            ++validation;
        }
    }
    return curve;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/best.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/measure/metrics.h"

#include <cmath>
#include <limits>
#include <string>

namespace engine {
namespace {

constexpr std::string_view loss = "loss";

} // namespace

double judged(std::string_view bestBy, double value)
{
    return metricSpec(bestBy).moreIsBetter ? -value : value;
}

std::vector<Judgement> judgements(std::string_view bestBy, const Curve& curve, std::span<const MetricPoint> metrics)
{
    std::vector<Judgement> all;
    if (bestBy == loss) {
        for (const Curve::Validation& validation : curve.validations()) {
            all.push_back({curve.iteration(validation.index), validation.loss});
        }
        return all;
    }
    for (const MetricPoint& point : metrics) {
        if (point.name == bestBy) {
            all.push_back({point.iteration, judged(bestBy, point.value)});
        }
    }
    return all;
}

std::string bestByOf(const Checkpoint& checkpoint)
{
    return textParam(completeParams(readSolver(checkpoint.solver, "the checkpoint's solver")), "best_by");
}

double bestOf(const Checkpoint& checkpoint)
{
    const std::string bestBy = bestByOf(checkpoint);
    if (bestBy == loss) {
        return checkpoint.bestValidationLoss;
    }
    double best = std::numeric_limits<double>::quiet_NaN();
    for (const Judgement& one : judgements(bestBy, {}, checkpoint.metrics)) {
        best = one.iteration == checkpoint.bestIteration ? one.value : best;
    }
    return best;
}

std::int64_t validationsWithoutGain(std::span<const Judgement> validations, std::int64_t every)
{
    double best = std::numeric_limits<double>::infinity();
    std::int64_t count = 0;
    for (const Judgement& validation : validations) {
        if (every < 1 || validation.iteration % every != 0 || std::isnan(validation.value)) {
            continue;
        }
        count = validation.value < best ? 0 : count + 1;
        best = std::fmin(best, validation.value);
    }
    return count;
}

} // namespace engine

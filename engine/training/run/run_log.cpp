// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_log.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine {
namespace {

void begin(RunLog& log, const StartEvent& start)
{
    const auto isLater = [&](const auto& one) { return one.iteration > start.iteration; };
    std::erase_if(log.validations, isLater);
    std::erase_if(log.checkpoints, isLater);
    std::erase_if(log.samples, isLater);
    log.curve.cut(log.curve.countUntil(start.iteration));
    log.pacing.reset();
    log.paused = false;
    log.end.reset();
    log.start = start;
}

/// The metrics of the training part stand among the others.
ValidationEvent withTrainingMetrics(ValidationEvent event)
{
    for (Metric& metric : ofTraining(std::exchange(event.training, {}))) {
        event.metrics.push_back(std::move(metric));
    }
    return event;
}

} // namespace

void RunLog::take(const Event& event)
{
    if (const auto* const begun = std::get_if<StartEvent>(&event)) {
        begin(*this, *begun);
    } else if (const auto* const step = std::get_if<TrainEvent>(&event)) {
        curve.append(*step);
        newest = *step;
    } else if (const auto* const validation = std::get_if<ValidationEvent>(&event)) {
        validations.push_back(withTrainingMetrics(*validation));
    } else if (const auto* const saved = std::get_if<CheckpointEvent>(&event)) {
        checkpoints.push_back(*saved);
    } else if (const auto* const sample = std::get_if<SampleEvent>(&event)) {
        samples.push_back(*sample);
    } else if (const auto* const meters = std::get_if<MetersEvent>(&event)) {
        devices = meters->devices;
    } else if (const auto* const change = std::get_if<ChangeEvent>(&event)) {
        start.iterations = change->iterations;
        start.limits = change->limits;
    } else if (const auto* const pause = std::get_if<PauseEvent>(&event)) {
        paused = pause->paused;
    } else if (const auto* const told = std::get_if<PacingEvent>(&event)) {
        pacing = told->paced ? std::optional(*told) : std::nullopt;
    } else if (const auto* const ended = std::get_if<EndEvent>(&event)) {
        end = *ended;
    }
}

std::int64_t RunLog::iteration() const
{
    return end ? end->iterations : !curve.empty() ? curve.iteration(curve.size() - 1) : start.iteration;
}

double RunLog::unitsUntil(std::int64_t iteration) const
{
    return start.batchUnits > 0 ? static_cast<double>(start.batchUnits) * static_cast<double>(iteration) : std::nan("");
}

double RunLog::epochsUntil(std::int64_t iteration) const
{
    return start.stepsPerEpoch > 0 ? static_cast<double>(iteration) / start.stepsPerEpoch : std::nan("");
}

double RunLog::perSecond(std::size_t point) const
{
    const double before = point == 0 ? 0 : curve.seconds(point - 1);
    const std::int64_t iterations = point == 0 ? 1 : curve.iteration(point) - curve.iteration(point - 1);
    return unitsUntil(iterations) / (curve.seconds(point) - before); // some points may be left out
}

const ValidationEvent* RunLog::bestValidation() const
{
    const auto best = std::find_if(validations.rbegin(), validations.rend(),
                                   [](const ValidationEvent& validation) { return validation.best; });
    return best == validations.rend() ? nullptr : &*best;
}

std::optional<std::size_t> lastUntil(const Curve& curve, std::int64_t iteration)
{
    const std::size_t count = curve.countUntil(iteration);
    return count == 0 ? std::nullopt : std::optional(count - 1);
}

} // namespace engine

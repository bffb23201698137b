// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Which validation was the best: by the loss, or by the metric that the solver's best_by names.
namespace engine {

/// What a validation is judged by.
struct Judgement {
    std::int64_t iteration = 0;
    double value = 0; ///< less is better: minus the metric where more of it is better
};

/// The value of a Judgement for this much of a metric, or of "loss".
double judged(std::string_view bestBy, double value);

/// All validations of a run. `bestBy` is "loss" or the name of a metric.
std::vector<Judgement> judgements(std::string_view bestBy, const Curve& curve, std::span<const MetricPoint> metrics);

/// What the checkpoint's run tells its best by. Throws Error for a solver that cannot be read.
std::string bestByOf(const Checkpoint& checkpoint);

/// The value at the run's best iteration, as a Judgement has it; NaN where nothing was validated. Throws Error for a
/// solver that cannot be read.
double bestOf(const Checkpoint& checkpoint);

/// The number of validations that were due, each `every` iterations, since the best of them: what early_stop counts.
/// Validations at other iterations (at the end of a run, or on request) do not count: so a run in several parts stops
/// where an uninterrupted one does.
std::int64_t validationsWithoutGain(std::span<const Judgement> validations, std::int64_t every);

} // namespace engine

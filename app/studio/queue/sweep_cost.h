// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "engine/training/run/run_description.h"

#include <cstdint>
#include <optional>
#include <QString>

namespace studio {

class Workspace;

/// What an iteration of a run took, as it was measured.
struct StepCost {
    QString run = {}; ///< its name
    double seconds = 0;
    std::optional<double> joules = {};
    double flops = 0;  ///< of the net in one iteration; 0: not known
    double epochs = 0; ///< the part of one that an iteration is; 0: not known
};

/// Of the project's newest run that has trained for a moment; nothing where there is none.
std::optional<StepCost> measuredStep(const Workspace& workspace);

/// How many runs that is, in words, and what they cost one after another: time and energy by the measured steps, more
/// for larger nets by their arithmetic. Throws engine::Error for variations that make no runs.
QString costInWords(const queue::Sweep& sweep, const queue::Job& job, const std::optional<StepCost>& step);

/// The part of their iterations that so many runs train where the worse ones stop early.
double partTrained(std::int64_t runs, std::int64_t iterations);

} // namespace studio

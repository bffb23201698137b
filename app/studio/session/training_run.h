// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/studio/session/training_request.h"

#include <cstdint>
#include <optional>
#include <string>

namespace studio {

/// What is known of one run on the GUI thread: a value that grows by reports of the training thread.
struct TrainingRun {
    TrainingRequest request;                        ///< what it was started from
    engine::RunLimits limits;                       ///< as they are now
    RunRecord record;                               ///< what is kept of it
    engine::StartEvent start;                       ///< what it said as it began; empty before
    std::optional<engine::EndEvent> end;            ///< if it came to one
    std::optional<engine::PacingEvent> pacing = {}; ///< its device is too warm, and it rests between steps

    void take(const engine::Event& event);
};

/// A run that has not said anything yet. Throws Error for settings out of range.
TrainingRun newRun(const TrainingRequest& request, const std::string& name);

} // namespace studio

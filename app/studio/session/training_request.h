// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/run_settings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// All that a training is started from: a value, so that what is edited meanwhile changes nothing of the run.
struct TrainingRequest {
    int id = 1;            ///< the record's
    std::string name = {}; ///< the record's; empty: "Run <id>"
    engine::RunDescription run = {};
    std::filesystem::path checkpoint = {};    ///< where it is saved; empty: nowhere
    RunOrigin origin = {};                    ///< the record's: what it goes on or starts from
    std::optional<RunRecord> record = {};     ///< of a run that was cut off and goes on as itself; nothing: a new one
    std::vector<engine::Sentence> notes = {}; ///< sentences for the run's own: what the solver says in vain

    // For the equivalent command alone: where model and solver are kept as prototxt.
    std::filesystem::path modelFile = "net.prototxt", solverFile = "net_solver.prototxt";
};

/// Beside the checkpoint, where the run's description is written as it starts: "run-3.hamnet" -> "run-3.json".
std::filesystem::path descriptionFile(const std::filesystem::path& checkpoint);

/// What the request's settings come to. Throws Error for settings out of range.
engine::RunSettings runSettingsOf(const TrainingRequest& request);

/// What the window adds: reports of each iteration, and a checkpoint at a pause and at the end.
void settleFor(const TrainingRequest& request, engine::RunSettings& settings);

} // namespace studio

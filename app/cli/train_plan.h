// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/train_options.h"
#include "engine/backends/start_run.h"
#include "engine/devices/group/process_group.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/events.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/run_files.h"

#include <optional>
#include <string>
#include <vector>

namespace cli {

/// For engine::StartPlace.
inline constexpr const char* howToTellCharacters = "; give --vocabulary FILE or --init-data TEXT";

/// What is run, and what is told of it.
struct TrainPlan {
    engine::RunDescription run = {};
    std::string modelName = {}; ///< its file, or the checkpoint that it is in
    std::string solverOrigin = {};
    std::string dataOrigin = {}; ///< why these data: empty where they were named on the command line
    engine::RunFiles files = {};
    std::vector<engine::Sentence> notes = {};       ///< of reading the model and the solver
    std::optional<engine::Checkpoint> resumed = {}; ///< what it goes on from, without its tensors' values
};

/// The new run that the options say, before it has names to save to. Throws Error for what does not fit together.
TrainPlan newRun(const TrainOptions& options, const engine::ProcessGroup* group = nullptr);

/// A new run, or with --resume one that goes on. `group`: of the processes that train it; null: this one alone. Throws
/// Error for what does not fit together, and where a file that it would save to is there.
TrainPlan planOf(const TrainOptions& options, const engine::ProcessGroup* group = nullptr);

/// The event with what the plan and its start know beside the run.
engine::StartEvent withPlan(engine::StartEvent event, const TrainPlan& plan, const engine::StartedRun& run);

} // namespace cli

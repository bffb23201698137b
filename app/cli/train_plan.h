// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources.h"
#include "app/cli/train_options.h"
#include "engine/backends/start_run.h"
#include "engine/devices/group/process_group.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/events.h"
#include "engine/training/run/run_files.h"

#include <string>
#include <vector>

namespace cli {

/// What is run, and what is told of it.
struct TrainPlan {
    engine::RunStart start = {};
    std::string modelName; ///< its file, or the checkpoint that it is in
    std::string solverOrigin;
    TextSource text; ///< or the sequences
    engine::RunFiles files;
    std::vector<engine::Sentence> notes = {}; ///< of reading the model and the solver
};

/// A new run, or with --resume one that goes on. `group`: of the processes that train it; null: this one alone. Throws
/// Error for what does not fit together, and where a file that it would save to is there.
TrainPlan planOf(const TrainOptions& options, const engine::ProcessGroup* group = nullptr);

/// A metric that --best-by names, also as lines of progress print it: "acc", "val_acc" and "val_mae". The name of an
/// output of the model stands as it is.
std::string metricNamed(const std::string& given, const engine::Model& model);

/// The event with what the plan and its start know beside the run.
engine::StartEvent withPlan(engine::StartEvent event, const TrainPlan& plan, const engine::StartedRun& run);

} // namespace cli

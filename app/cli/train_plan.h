// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "engine/backends/start_run.h"
#include "engine/devices/group/process_group.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/events.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/run_files.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// What `train` takes, and what those commands do that have runs trained later.
struct TrainOptions {
    /// As it is given: settings, and names of data, weights and checkpoint. The whole run where MODEL is the file of
    /// one: see takeDescription().
    engine::RunDescription run = {};
    bool isDescribed = false;
    std::string model, solver, bestBy, initData, batchPerDevice;
    TableOptions table;
    std::string checkpoint, runFolder;
    bool json = false, withoutCheckpoint = false, overwrite = false, detach = false;

    bool has(std::string_view setting) const { return run.settings.contains(setting); }
};

void addTo(CLI::App& command, TrainOptions& options); ///< `options` must outlive the command

/// The options that are there and say what is run: not where it is written to, how many of it there are, and what is
/// printed.
std::vector<const CLI::Option*> givenOf(const CLI::App& command);

/// Reads MODEL where it is the file of a run, run.json. Throws Error where it cannot be read, and where one of the
/// other options `given` would make it another run.
void takeDescription(TrainOptions& options, const std::vector<const CLI::Option*>& given);

/// The model that is named, or that the solver names. Throws Error as engine::modelNamedBy does.
std::filesystem::path modelOf(const TrainOptions& options);

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "app/cli/run_options.h"
#include "engine/training/run/run_description.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// What `train` takes, and what those commands do that have runs trained later.
struct TrainOptions {
    std::string model, solver, data, bestBy, checkpoint, resume, initWeights, vocabulary, initData, batchPerDevice,
        runFolder;
    ColumnOptions columns;
    RunOptions run;
    bool json = false, withoutCheckpoint = false, overwrite = false, detach = false;
    std::optional<engine::RunDescription> described = {}; ///< where MODEL is the file of a run: see takeDescription()
};

void addTo(CLI::App& command, TrainOptions& options); ///< `options` must outlive the command

/// Reads MODEL where it is the file of a run, run.json: its settings, and what it goes on from, count as if they were
/// given. Throws Error where it cannot be read, and where one of the options `given` would make it another run.
void takeDescription(TrainOptions& options, const std::vector<const CLI::Option*>& given);

/// The model that is named, or that the solver names. Throws Error as engine::modelNamedBy does.
std::filesystem::path modelOf(const TrainOptions& options);

} // namespace cli

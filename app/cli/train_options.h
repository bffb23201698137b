// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "app/cli/run_options.h"

#include <filesystem>
#include <string>

namespace cli {

/// What `train` takes, and what those commands do that have runs trained later.
struct TrainOptions {
    std::string model, solver, data, bestBy, checkpoint, resume, initWeights, vocabulary, initData, batchPerDevice,
        runFolder;
    ColumnOptions columns;
    RunOptions run;
    bool json = false, withoutCheckpoint = false, overwrite = false, detach = false;
};

void addTo(CLI::App& command, TrainOptions& options); ///< `options` must outlive the command

/// The model that is named, or that the solver names. Throws Error as engine::modelNamedBy does.
std::filesystem::path modelOf(const TrainOptions& options);

} // namespace cli

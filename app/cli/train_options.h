// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "engine/training/run/run_description.h"

#include <filesystem>
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
    ColumnOptions columns;
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

} // namespace cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/train_plan.h"
#include "app/queue/queued_run.h"
#include "app/queue/sweep.h"

#include <filesystem>
#include <vector>

namespace cli {

/// Adds the options of `train` to a command that has runs trained later: all but those on names of checkpoints and on
/// what is printed. `options` must outlive the command.
void addLater(CLI::App& command, TrainOptions& options);

/// What such a command's runs have in common. Reads model, solver and data once, and throws Error where a run could not
/// begin with them.
queue::SweepBase laterRuns(const CLI::App& command, TrainOptions options);

enum class RunFormat { Aligned, Markdown, Csv, JsonLines };

/// Runs as a table, in the order in which they come: number, the settings in which they differ, seed, what their best
/// is told by, best loss, seconds, energy, state. As JSON one object a line, with all settings. `folder` is that of
/// their queue.
void printRuns(Console& console, const std::vector<queue::QueuedRun>& runs, const std::filesystem::path& folder,
               RunFormat format);

} // namespace cli

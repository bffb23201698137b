// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/train_plan.h"
#include "app/queue/sweep.h"

namespace cli {

/// Adds the options of `train` to a command that has runs trained later: all but those on names of checkpoints and on
/// what is printed. `options` must outlive the command.
void addLater(CLI::App& command, TrainOptions& options);

/// What such a command's runs have in common. Reads model, solver and data once, and throws Error where a run could not
/// begin with them.
queue::SweepBase laterRuns(const CLI::App& command, TrainOptions options);

} // namespace cli

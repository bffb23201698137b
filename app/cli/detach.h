// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/exit_code.h"
#include "app/cli/recorded_run.h"
#include "app/cli/run_view.h"

namespace cli {

/// Starts this command line once more in a session of its own, which writes to the folder, and returns as soon as its
/// run has begun; tells where it is. Where the run ends before that, its sentence and its exit code are ours.
/// Throws Error where no process can be started.
ExitCode detach(Console& console, const RunPlace& place, Reporting reporting);

} // namespace cli

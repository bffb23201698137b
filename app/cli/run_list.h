// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/queue/queued_run.h"

#include <filesystem>
#include <vector>

namespace cli {

enum class RunFormat { Aligned, Markdown, Csv, JsonLines };

/// Runs as a table, in the order in which they come: number, the settings in which they differ, seed, what their best
/// is told by, best loss, seconds, energy, state. As JSON one object a line, with all settings. `folder` is that of
/// their queue.
void printRuns(Console& console, const std::vector<queue::QueuedRun>& runs, const std::filesystem::path& folder,
               RunFormat format);

} // namespace cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/queued_run.h"
#include "app/watch/run_folder.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace queue {

/// What one run of a queue reads and writes, FOLDER/runs/17/...: as every run's folder, and what it is started from.
class RunFolder : public watch::RunFolder {
public:
    using watch::RunFolder::RunFolder;
    RunFolder(const std::filesystem::path& queue, std::int64_t run)
        : watch::RunFolder(queue / "runs" / std::to_string(run))
    {}

    std::filesystem::path rest() const { return path() / "rest.json"; }     ///< description of what is left of a run
    std::filesystem::path job() const { return path() / "job.json"; }       ///< of a job array
    std::filesystem::path result() const { return path() / "result.json"; } ///< likewise
};

/// Throws Error where the folder, or that of all runs, is a link.
void requireOwnFolder(const RunFolder& folder);

/// How a run is trained now: new, or from its checkpoint where there is one, up to its rung, for the rest of its time.
/// `device`: in place of the run's own; empty: that one. Throws Error where the checkpoint cannot be read.
engine::RunDescription startOf(const QueuedRun& run, const RunFolder& folder, const std::string& device);

/// Writes the description to the folder; the words behind `hamnet` that train it there. Throws Error.
std::vector<std::string> trainArguments(const engine::RunDescription& start, const RunFolder& folder);

/// The same for new runs side by side from so many seeds, of which the run's is the first.
std::vector<std::string> seedsArguments(const engine::RunDescription& run, const RunFolder& folder, int seeds);

} // namespace queue

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

    std::filesystem::path model() const { return path() / "net.prototxt"; }
    std::filesystem::path solver() const { return path() / "net_solver.prototxt"; }
    std::filesystem::path job() const { return path() / "job.json"; }       ///< of a job array
    std::filesystem::path result() const { return path() / "result.json"; } ///< likewise
};

/// Throws Error where the folder, or that of all runs, is a link.
void requireOwnFolder(const RunFolder& folder);

/// Writes model and solver there. Throws Error.
void writeNet(const Job& job, const RunFolder& folder);

/// The words behind `hamnet`: a new run, or what goes on from the run's checkpoint where there is one. `device`: in
/// place of the run's own; empty: that one. Throws Error where the checkpoint cannot be read.
std::vector<std::string> trainArguments(const QueuedRun& run, const RunFolder& folder, const std::string& device);

/// The words behind `hamnet` that train new runs of the job side by side, from so many seeds, the job's first, in that
/// folder.
std::vector<std::string> seedsArguments(const Job& job, const RunFolder& folder, int seeds);

} // namespace queue

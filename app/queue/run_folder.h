// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/queued_run.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace queue {

/// What one run reads and writes: FOLDER/runs/17/...
class RunFolder {
public:
    RunFolder(const std::filesystem::path& queue, std::int64_t run) : m_path(queue / "runs" / std::to_string(run)) {}

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path model() const { return m_path / "net.prototxt"; }
    std::filesystem::path solver() const { return m_path / "net_solver.prototxt"; }
    std::filesystem::path checkpoint() const { return m_path / "run.hamnet"; }
    std::filesystem::path log() const
    {
        return m_path / "log.jsonl";
    } ///< events of all its parts, as train --json writes them
    std::filesystem::path errors() const { return m_path / "errors.txt"; }  ///< what the last part said beside them
    std::filesystem::path job() const { return m_path / "run.json"; }       ///< of a job array
    std::filesystem::path result() const { return m_path / "result.json"; } ///< likewise

private:
    std::filesystem::path m_path;
};

/// The words behind `hamnet`: a new run, or what goes on from the run's checkpoint where there is one. `device`: in
/// place of the run's own; empty: that one. Throws Error where the checkpoint cannot be read.
std::vector<std::string> trainArguments(const QueuedRun& run, const RunFolder& folder, const std::string& device);

} // namespace queue

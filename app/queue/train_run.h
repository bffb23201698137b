// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/run_queue.h"
#include "app/watch/run_folder.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
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

/// Who trains a run, and what is done beside it.
struct Training {
    std::string device = {};                     ///< in place of the run's own; empty: that one
    std::function<bool()> isToStop;              ///< asked a few times a second
    std::function<void(const Result&)> progress; ///< after validations and saves, once a second at most
};

struct TrainingEnd {
    RunState state; ///< Done, Diverged, Failed; Waiting where it was stopped and has saved
    Result result;
};

/// The result with the iteration and the seconds of the run's checkpoint, which are newer than what was reported, or
/// older where the run was killed, and the loss of its best one; as it is where there is none that can be read.
Result asSaved(Result result, const RunFolder& folder);

/// Trains a run in a process of its own, from its checkpoint where there is one. Waits until what a killed runner has
/// left behind does not write there any more. Throws Error where no process can be started.
TrainingEnd train(const QueuedRun& run, const RunFolder& folder, const Training& training);

/// How one works on a queue.
struct Work {
    std::string device = {};               ///< in place of the runs' own; empty: those
    std::optional<std::int64_t> only = {}; ///< this run alone
    std::stop_token stop = {};             ///< the run under way saves and goes back
    std::function<void(const QueuedRun&)> begins = {};
    std::function<void(const QueuedRun&, const TrainingEnd&)> ends = {};
};

enum class WorkEnd { Empty, Stopped };

/// Trains one run after the other until none waits and none runs, so that what a runner that dies gives back is done
/// too. Throws Error as RunQueue and train() do; the run under way then waits again.
WorkEnd work(RunQueue& queue, const Work& work);

} // namespace queue

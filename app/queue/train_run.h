// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/run_queue.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace queue {

/// Throws Error where the folder, or that of all runs, is a link.
void requireOwnFolder(const watch::RunFolder& folder);

/// How a run is trained now: new, or from its checkpoint where there is one, up to its rung, for the rest of its time.
/// `device`: in place of the run's own; empty: that one. Throws Error where the checkpoint cannot be read.
engine::RunDescription startOf(const QueuedRun& run, const watch::RunFolder& folder, const std::string& device);

/// Writes the description to the folder; the words behind `hamnet` that train it there. Throws Error.
std::vector<std::string> trainArguments(const engine::RunDescription& start, const watch::RunFolder& folder);

/// Who trains a run, and who hears of it.
struct Training {
    std::string device = {};        ///< in place of the run's own; empty: that one
    std::function<bool()> isToStop; ///< asked a few times a second

    /// It is Running, as it begins and after validations and saves, once a second at most; or what became of it, last.
    std::function<void(const QueuedRun&)> tell;
};

/// The result with the iteration and the seconds of the run's checkpoint, which are newer than what was reported, or
/// older where the run was killed, and the loss of its best one; as it is where there is none that can be read.
Result asSaved(Result result, const watch::RunFolder& folder);

/// Trains a run in a process of its own, from its checkpoint where there is one. Waits until what a killed runner has
/// left behind does not write there any more. Returns it as it is then: Done, Diverged, Failed; Waiting where it was
/// stopped and has saved, and where this throws Error, as where no process can be started.
QueuedRun train(QueuedRun run, const watch::RunFolder& folder, const Training& training);

/// How one works on a queue.
struct Work {
    std::string device = {};                    ///< in place of the runs' own; empty: those
    std::optional<std::int64_t> only = {};      ///< this run alone
    std::stop_token stop = {};                  ///< the run under way saves and goes back
    std::function<void(const QueuedRun&)> tell; ///< as each begins, Running, and ends
};

enum class WorkEnd { Empty, Stopped };

/// Trains one run after the other until none waits and none runs, so that what a runner that dies gives back is done
/// too. Throws Error as RunQueue and train() do; the run under way then waits again.
WorkEnd work(RunQueue& queue, const Work& work);

} // namespace queue

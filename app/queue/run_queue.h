// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/database.h"
#include "app/queue/queued_run.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace queue {

/// Who works on a queue.
struct Runner {
    watch::ProcessIdentity process = {};
    std::string device = {}; ///< as it was told; empty: each run's own
    bool isToStop = false;

    bool operator==(const Runner&) const = default;
};

/// Runs that wait, run and have ended, in the file queue.sqlite of a folder. Several runners of one machine may work on
/// it. What runs save is in the folder too: see run_folder.h. All methods throw Error as Database does.
class RunQueue {
public:
    /// Existing: throws Error where there is none. OrMake: makes folder and file. Throws Error for a file of another
    /// version.
    RunQueue(const std::filesystem::path& folder, Database::Open how);

    const std::filesystem::path& folder() const { return m_folder; } ///< absolute

    /// Puts the jobs at the end, all or none; those with rungs are one sweep. Returns the number of the first; the
    /// others follow.
    std::int64_t add(std::span<const Job> jobs);

    std::vector<QueuedRun> runs();  ///< in their order: as they came, unless they were moved
    QueuedRun run(std::int64_t id); ///< throws Error where there is none
    std::vector<Runner> runners();  ///< those that live

    // What a runner does.
    void join(const Runner& runner);
    void leave(const Runner& runner);
    bool isToStop(const Runner& runner);

    /// The first run that waits, or the one of that number if it does, is the runner's from here on; nothing where none
    /// waits. Runs of runners that have died wait again before that.
    std::optional<QueuedRun> claim(const Runner& runner, std::optional<std::int64_t> only = {});
    bool isAnyRunning();
    void note(const QueuedRun& run, const Result& result);
    /// Ended in this state, or Waiting: it goes back. Where the run was the last of a rung, those that are better go
    /// on.
    void finish(const QueuedRun& run, RunState state, const Result& result);

    // What users do.
    int stopRunners();  ///< asks those that live; how many there are
    void retryFailed(); ///< they wait again
    /// A run that waits changes places with the one that waits before or behind it, if there is one.
    enum class Move { Forward, Back };
    void move(std::int64_t run, Move where);
    /// Takes the run out of the queue, unless it is running; its folder stays. False where it is, or is not there.
    bool remove(std::int64_t run);

    std::int64_t changes(); ///< another number than before where another process or connection has changed the queue

private:
    void takeBackFromTheDead();
    void endRung(std::int64_t sweep, std::int64_t rung);

    std::filesystem::path m_folder;
    Database m_database;
};

std::filesystem::path fileOf(const std::filesystem::path& folder); ///< of the queue in it

/// Whether the folder holds a queue.
bool isQueue(const std::filesystem::path& folder);

} // namespace queue

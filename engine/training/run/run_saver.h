// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run_files.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Saves one run: its checkpoint, the best one beside it, and after an error what can be saved where it can be.
class RunSaver {
public:
    /// To be told of each file that was saved.
    using Told = std::function<void(std::int64_t iteration, const std::filesystem::path& file, bool best)>;

    /// How many checkpoints stay. What is replaced goes on as "net.at-500.hamnet", a best one as
    /// "net.best-at-500.hamnet", until it is no longer among so many.
    struct Kept {
        std::int64_t last = 1, best = 1; ///< with net.hamnet and net.best.hamnet themselves
    };

    /// Tries all that saving takes before the run begins, with the state that it begins with; finds out what was saved
    /// of one that is past iteration 0. Throws Error for files that cannot be written, or not read back.
    RunSaver(std::filesystem::path checkpoint, const Checkpoint& first);

    /// Not given: one, and those that a run that goes on has kept before.
    void keep(std::optional<std::int64_t> last, std::optional<std::int64_t> best);

    const std::filesystem::path& checkpoint() const { return m_checkpoint; }
    std::int64_t saved() const { return m_saved; } ///< the iteration that is saved of this run; -1: none

    void save(const Checkpoint& state, const Told& told);

    /// Whether a net that is judged so (see best.h) belongs into the best checkpoint: only a better one replaces what
    /// this run has saved there, before it was resumed, too.
    bool isBest(double value) const { return !(value >= m_best); }
    void saveBest(const Checkpoint& state, const Told& told);

    /// After an error, the newest whole state if there is one: to the checkpoint, or else to a file beside it, or else
    /// to the system's folder for temporary files; nowhere if what is saved is as new. Never throws. Tells where the
    /// run can be resumed, as the end of a sentence.
    Sentence rescue(const std::optional<Checkpoint>& state, const Told& told);

private:
    /// Files of this run that were replaced, oldest first.
    struct Earlier {
        std::vector<std::filesystem::path> files = {};
        std::int64_t replaced = -1;        ///< the iteration of what is to be replaced next; -1: nothing of this run
        std::filesystem::path second = {}; ///< the name that it will have then, where it has that already
    };
    static Earlier earlierIn(const std::filesystem::path& file, const Checkpoint& run, std::int64_t iteration);
    static void noteReplaced(Earlier& earlier, std::int64_t iteration, std::int64_t kept);
    static void removeOldest(Earlier& earlier, std::int64_t kept);
    static void keepEarlier(const std::filesystem::path& file, Earlier& earlier, std::int64_t kept);
    bool trySave(const std::filesystem::path& file, const Checkpoint& state, const Told& told);
    bool saveElsewhere(const Checkpoint& state, const Told& told);

    std::filesystem::path m_checkpoint, m_newest; ///< the newest: of the checkpoint, or of what was rescued
    std::int64_t m_saved = -1;                    ///< the iteration in m_newest; -1: nothing of this run is there
    double m_best;                                ///< of the best checkpoint; NaN: there is none of this run
    Kept m_kept;
    Earlier m_earlierLast, m_earlierBest;
    RunFiles m_elsewhere; ///< where something was rescued to
};

} // namespace engine

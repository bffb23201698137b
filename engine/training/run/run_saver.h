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

    /// Tries all that saving takes before the run begins, with the state that it begins with; finds out what was saved
    /// of one that is past iteration 0. Throws Error for files that cannot be written, or not read back.
    RunSaver(std::filesystem::path checkpoint, const Checkpoint& first);

    /// How many checkpoints stay, the file itself counted. What is replaced goes on as "net.at-500.hamnet", a best one
    /// as "net.best-at-500.hamnet", until it is no longer among so many. Not given: one, and those that a run that goes
    /// on has kept before.
    void keep(std::optional<std::int64_t> last, std::optional<std::int64_t> best);

    const std::filesystem::path& checkpoint() const { return m_last.file; }
    std::int64_t saved() const { return m_saved; } ///< the iteration that is saved of this run; -1: none

    void save(const Checkpoint& state, const Told& told);

    /// Whether a net that is judged so (see best.h) belongs into the best checkpoint: only a better one replaces what
    /// this run has saved there, before it was resumed, too.
    bool isBest(double value) const { return !(value >= m_bestValue); }
    void saveBest(const Checkpoint& state, const Told& told);

    /// After an error, the newest whole state if there is one: to the checkpoint, or else to a file beside it, or else
    /// to the system's folder for temporary files; nowhere if what is saved is as new. Never throws. Tells where the
    /// run can be resumed, as the end of a sentence.
    Sentence rescue(const std::optional<Checkpoint>& state, const Told& told);

private:
    /// A file that is replaced again and again.
    struct Kept {
        std::filesystem::path file;
        std::int64_t count = 1;                          ///< that stay, with the file itself
        std::int64_t saved = -1;                         ///< the iteration in the file; -1: nothing of this run
        std::vector<std::filesystem::path> earlier = {}; ///< what it has replaced of this run, oldest first
        std::filesystem::path second = {}; ///< the name that the file will have then, where it has that already

        void find(const Checkpoint& run, std::int64_t iteration);
        void keep(std::optional<std::int64_t> wanted);
        void save(const Checkpoint& state);
        void linkEarlier();
        void removeOldest();
    };
    bool trySave(const std::filesystem::path& file, const Checkpoint& state, const Told& told);
    bool saveElsewhere(const Checkpoint& state, const Told& told);

    Kept m_last, m_best;
    std::filesystem::path m_newest; ///< the checkpoint, or what was rescued
    std::int64_t m_saved = -1;      ///< the iteration in m_newest; -1: nothing of this run is there
    double m_bestValue;             ///< of the best checkpoint; NaN: there is none of this run
    RunFiles m_elsewhere;           ///< where something was rescued to
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/write_lock.h"
#include "engine/graph/error.h"

#include <filesystem>
#include <vector>

namespace engine {

/// Whether both were taken of one run: they began alike, to the time that the first iteration took. Where one of them
/// was taken before the first iteration, the same model, solver, text and seed are enough.
bool sameRun(const Checkpoint& a, const Checkpoint& b);

/// The two files that a run saves to, its checkpoint and the best one beside it. While this lives, no other run gets
/// their names: see WriteLock.
class RunFiles {
public:
    /// A file that the run may not replace. what() is an unfinished sentence: the caller appends a remedy.
    class Exists : public Error {
    public:
        using Error::Error;
    };

    RunFiles() = default; ///< nothing is saved

    /// Reserves the names. Throws WriteLock::Taken if another run writes there.
    explicit RunFiles(const std::filesystem::path& checkpoint);

    /// The name, or with -2, -3, ... before the ending the first that no file and no other run has.
    static RunFiles unused(const std::filesystem::path& checkpoint);

    /// Where a run goes on that was loaded from `file`: the same file; an unused name where that is a best one, which
    /// must stay.
    static RunFiles after(const std::filesystem::path& file);

    const std::filesystem::path& checkpoint() const { return m_checkpoint; } ///< empty where nothing is saved

    /// Before a new run: throws Exists where one of the files is there.
    void requireUnused() const;

    /// Before a run goes on from what was loaded from `file`. That file may be the run's checkpoint unless it is a best
    /// one, and a best one beside it may be of the same run; throws Exists for anything else that is there.
    void requireUnusedBut(const std::filesystem::path& file, const Checkpoint& loaded) const;

private:
    std::filesystem::path m_checkpoint;
    std::vector<WriteLock> m_locks;
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/write_lock.h"

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace studio {

/// The file that an open project came from or was saved to. While it lives no other window may save there, and a save
/// never replaces what another program has written since.
class ProjectFile {
public:
    ProjectFile() = default; ///< of a project that was never saved

    /// To be made before the file is read. The file may be missing, and an empty path is a project never saved. Never
    /// throws: where another window has the file, this one may look at it.
    explicit ProjectFile(std::filesystem::path file);

    const std::filesystem::path& path() const { return m_path; } ///< empty: never saved

    /// Takes the lock over from the same file as it was opened here before.
    void takeLockOf(ProjectFile& before);

    /// Which other program has the file open for writing; empty if none has.
    const std::optional<engine::WriteLock::Writer>& otherWriter() const { return m_other; }

    /// Throws engine::Error where another window has the file, and where it is no longer the one that was read or
    /// written here last.
    void prepareToSave();
    void noteSaved(); ///< what lies there now is ours

private:
    /// What tells one state of a file from the next. A file that is not there has no inode.
    struct Stamp {
        ino_t inode = 0;
        off_t bytes = 0;
        timespec modified = {};
        bool operator==(const Stamp& other) const;
    };
    static Stamp stampOf(const std::filesystem::path& file);

    std::filesystem::path m_path;
    std::optional<engine::WriteLock> m_lock;
    std::optional<engine::WriteLock::Writer> m_other;
    Stamp m_known;
};

} // namespace studio

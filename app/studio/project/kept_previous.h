// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/file_descriptor.h"

#include <filesystem>

namespace studio {

/// Where the version of a project before its last save is kept: "play.hamnet" -> "play.hamnet~".
std::filesystem::path previousVersionFile(const std::filesystem::path& project);

/// Keeps hold of a file that a save is about to replace. The version that was kept before stays until keep(): a save
/// that fails, or a program that is killed, loses neither.
class KeptPrevious {
public:
    /// Gives the file a second, hidden name, or makes a copy where the file system has no hard links. Nothing happens
    /// where there is no such file. Throws Error with the system's words.
    explicit KeptPrevious(std::filesystem::path file);
    ~KeptPrevious(); ///< without keep(): takes the hidden name away
    KeptPrevious(const KeptPrevious&) = delete;
    KeptPrevious& operator=(const KeptPrevious&) = delete;

    /// What was held becomes the previous version, unless what lies there now has the same bytes: saving twice must not
    /// throw the previous version away. Throws Error with the system's words.
    void keep();

private:
    bool isUnchanged() const;
    [[noreturn]] void fail(const std::error_code& error) const;

    std::filesystem::path m_file;
    std::filesystem::path m_held;  ///< the hidden name; empty: there was no file
    engine::FileDescriptor m_lock; ///< so that no writer to the folder takes the hidden file for abandoned
};

} // namespace studio

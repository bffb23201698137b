// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace engine {

/// Where the name leads if it is a symbolic link, so that a link stays a link; else the name itself.
std::filesystem::path linkTarget(const std::filesystem::path& file);

/// The first part of the names of all hidden files beside a target: of the same length for every target, so that no
/// name becomes too long.
std::string hiddenPrefix(const std::filesystem::path& target);

/// A file that is replaced whole or not at all: written under a temporary name in the same folder, synced, renamed.
/// Unless replaceTarget() was reached, the destructor removes the temporary and the target is as it was.
///
/// The temporary is locked while its writer lives, so that the next writer to the same folder can tell those that a
/// killed process left, and removes them.
class AtomicFile {
public:
    /// Makes the temporary. Throws Error with the system's words.
    explicit AtomicFile(const std::filesystem::path& target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // These throw Error with the system's words.
    void write(std::span<const std::byte> bytes);
    void sync();          ///< waits until the bytes are on the disk
    void startSync();     ///< has the disk begin with them, so that sync() waits less; does not wait, throws nothing
    void replaceTarget(); ///< gives the temporary the target's name, and waits until that is on the disk too

    /// Whether a file of that name is there, in the same folder. If not, gives the temporary a hidden name of its kind,
    /// of the same length and with the same letters, and takes it back. Throws Error where that is not possible, or
    /// where a folder or a device is there.
    bool tryName(const std::filesystem::path& file) const;

    std::uint64_t size() const { return m_size; } ///< bytes written so far
    const std::filesystem::path& temporary() const { return m_temporary; }

private:
    bool create(const std::string& prefix);
    void removeAbandoned() const;
    void keepMode() const;
    void close();
    [[noreturn]] void fail(const Sentence& what, int error) const;
    [[noreturn]] static void fail(const std::filesystem::path& file, const Sentence& what, int error);

    std::filesystem::path m_named;  ///< as the caller named it, for errors
    std::filesystem::path m_target; ///< where a symbolic link leads
    std::filesystem::path m_temporary;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

} // namespace engine

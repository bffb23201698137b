// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/file_descriptor.h"
#include "engine/graph/sentence.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace engine {

// What a program makes itself is never a link: whoever brought the folder may have laid one there, and what is written
// would be written elsewhere. A file that is replaced takes a link's place; what would be written on is refused.

/// Opens a file to be written on, such as a log, and makes it where it is not there; `flags` as open() has them. Throws
/// Error with the system's words and the remedy, and for a link and all else that is no regular file.
FileDescriptor openOwnFile(const std::filesystem::path& file, int flags, const Sentence& remedy);
inline constexpr auto chooseAnotherFolder = ENGINE_TEXT("Sentences", "choose another folder"); ///< a remedy

/// Throws Error where a folder that the program makes, or has made, is a link.
void requireOwnFolder(const std::filesystem::path& folder);

/// Makes the folder, and those around it, where it is not there. Throws Error with the system's words.
void makeFolder(const std::filesystem::path& folder);

/// Whether a file or a link is there. Throws Error for what no file can replace, a link to such, and a name that no
/// file can have.
bool requireReplaceable(const std::filesystem::path& target);

/// The first part of the names of all hidden files beside a target: of the same length for every target, so that no
/// name becomes too long.
std::string hiddenPrefix(const std::filesystem::path& target);

/// A file that is replaced whole or not at all: written under a temporary name in the same folder, synced, renamed. A
/// link of the target's name is replaced too, and what it leads to stays as it is.
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

    std::uint64_t size() const { return m_size; } ///< bytes written so far
    const std::filesystem::path& temporary() const { return m_temporary; }

private:
    bool create(const std::string& prefix);

    std::filesystem::path m_target, m_temporary;
    FileDescriptor m_descriptor{-1};
    std::uint64_t m_size = 0;
};

} // namespace engine

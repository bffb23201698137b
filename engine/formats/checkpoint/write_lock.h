// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/file_descriptor.h"
#include "engine/graph/error.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace engine {

/// Reserves a file's name for one writer: while it exists, no other writer gets a lock for that name, no other process,
/// no other window of this one, no other machine that shares the folder. The file itself is neither made nor touched,
/// and whoever only reads it needs no lock.
///
/// The lock is a hidden file in the same folder, `.hamnet-<number>.lock`, that says who holds it. The system drops the
/// lock when its process ends in whatever way; a file that a killed process left behind is taken over by the next
/// writer. On a file system without locks (flock), the process that the file names counts as the holder while it lives.
class WriteLock {
public:
    struct Writer {
        std::int64_t process = 0; ///< 0: not known
        std::string host;
    };

    /// The lock is held by another. what() is a sentence that names the file, the process and the host.
    class Taken : public Error {
    public:
        Taken(const std::filesystem::path& file, Writer writer);
        const Writer& writer() const { return m_writer; }

    private:
        Writer m_writer;
    };

    /// Throws Taken, or another Error with the system's words where the folder cannot be written to.
    explicit WriteLock(const std::filesystem::path& file);
    ~WriteLock(); ///< gives the name back and removes the hidden file
    WriteLock(WriteLock&&) noexcept = default;
    WriteLock& operator=(WriteLock&& other) noexcept;

    const std::filesystem::path& file() const { return m_file; } ///< as the caller named it

private:
    bool take();
    void release();
    [[noreturn]] void fail(int error) const;

    std::filesystem::path m_file;
    std::string m_name;      ///< of the hidden file
    FileDescriptor m_folder; ///< so that the hidden file is found where a folder was renamed meanwhile
    FileDescriptor m_lock;
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/file_descriptor.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace engine {

/// Throws Error for what is no file that can be read; `owner` starts the sentence.
FileDescriptor openToRead(const std::filesystem::path& file, const Sentence& owner);

/// The bytes of a file as they lie on disk, brought into memory as they are read and given back under pressure.
class MappedFile {
public:
    /// Throws Error for what is no file with at least one byte; `owner` starts the sentence.
    MappedFile(const std::filesystem::path& file, Sentence owner);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    /// Reading bytes that the file no longer has ends the program with SIGBUS: see checkedAge().
    std::string_view bytes() const { return {m_data, m_size}; }

    /// When the file was last written, in nanoseconds. Throws Error where it has become shorter.
    std::int64_t checkedAge() const;

    /// Calls `work` with the bytes of the file in order, piece by piece. Between two of them it looks whether the file
    /// is still there and lets go of the pages that are done with, so that a pass takes little memory.
    void passOver(const std::function<void(std::string_view piece)>& work) const;

private:
    Sentence m_owner;
    FileDescriptor m_file;
    const char* m_data = nullptr;
    std::size_t m_size = 0;
};

} // namespace engine

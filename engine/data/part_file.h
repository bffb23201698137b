// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace engine {

/// A file that is not complete yet: it grows under the name "<file>.part" and stays when the program ends, until it
/// gets its name or is removed. One program at a time has it. Every function throws Error where the disk does not do
/// its part.
class PartFile {
public:
    /// Makes the folder where it is missing, and goes on with what is there.
    explicit PartFile(std::filesystem::path file);
    ~PartFile();

    const std::filesystem::path& path() const { return m_path; }
    std::int64_t size() const { return m_size; }

    void append(std::string_view bytes);
    void restart(); ///< from nothing
    void sync();    ///< what was written is on the disk
    void finish();  ///< after sync(): gives the file its name, in place of one that had it
    void remove();

private:
    std::filesystem::path m_file;
    std::filesystem::path m_path;
    FileDescriptor m_open;
    std::int64_t m_size = 0;
    bool m_isPart = true; ///< neither finished nor removed
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct gzFile_s;

namespace engine {

/// A file that is read from its beginning to its end; what gzip has compressed is unpacked on the way.
class GzipFile {
public:
    /// Throws Error for what is no file that can be read; its name starts the sentence.
    explicit GzipFile(const std::filesystem::path& file);

    /// Fills `target` as far as the file goes and returns the bytes. Throws Error where compressed data is cut short or
    /// damaged.
    std::size_t read(std::span<std::uint8_t> target);

    /// What is left of the file, but no more than `most` bytes; memory is asked for as they come. Throws as read();
    /// CancelledError. `owner` starts the sentences.
    std::vector<std::uint8_t> readRest(std::int64_t most, const Sentence& owner, const GoOn& goOn);

private:
    std::string m_owner;
    std::unique_ptr<gzFile_s, int (*)(gzFile_s*)> m_file;
};

} // namespace engine

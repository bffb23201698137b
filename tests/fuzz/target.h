// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A format of files, in a file of its own, `<format>_target.cpp`. Two programs feed it: libFuzzer's, and a test that
/// any compiler builds, with seeds, cases that were found, and mutations.
namespace fuzz {

using Bytes = std::vector<std::byte>;

struct Target {
    std::string_view name; ///< cases that were found lie in the folder of that name

    /// Gives the bytes, as a file of a stranger's, to everything that reads the format. Comes back where they were read
    /// or refused with a sentence; ends the program where a promise is broken.
    void (*eat)(std::span<const std::byte> file);

    std::vector<Bytes> (*seeds)(); ///< files that are right, to start from
};

extern const Target caffemodel, cell, checkpoint, corpus, idx, onnx, picture, prototxt, provenance, run, safetensors,
    table, textLines, vocabulary;
extern const Target project; ///< where the window is built

std::span<const Target* const> targets();

// For the targets
// -----------------------------------------------------------------------------------------------------

Bytes contentOf(const std::filesystem::path& file);
Bytes bytesOf(std::string_view text);
std::string_view textOf(std::span<const std::byte> bytes);

/// Ends the program with the words where the promise does not hold.
void require(bool promise, const std::string& words);

/// Runs `reading`. True where it succeeds, false where it refuses with an Error that has a sentence fit to be shown;
/// any other exception goes on and ends the program.
bool reads(const std::function<void()>& reading);

/// A folder in memory where there is one: a save waits for its disk.
std::filesystem::path quickPlace();

/// A file in memory, with a name that can be opened, and these bytes.
class MemoryFile {
public:
    MemoryFile();
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    const std::filesystem::path& with(std::span<const std::byte> bytes);

private:
    int m_descriptor = -1;
    std::filesystem::path m_name;
};

} // namespace fuzz

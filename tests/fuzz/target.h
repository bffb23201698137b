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

/// A fuzz target is one file `<format>_target.cpp` that defines eat(), format() and seeds(). Two programs are made of
/// it: one that libFuzzer drives, and one that any compiler builds, which feeds it seeds, cases that were found, and
/// mutations.
namespace fuzz {

using Bytes = std::vector<std::byte>;

/// Gives the bytes, as a file of a stranger's, to everything that reads the format. Comes back where they were read or
/// refused with a sentence; ends the program where a promise is broken.
void eat(std::span<const std::byte> file);

/// The format's name; cases that were found lie in the folder of that name.
std::string_view format();

/// Files that are right, to start from.
std::vector<Bytes> seeds();

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/error.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace engine {

/// Of the files in a folder, sorted.
std::vector<std::string> namesIn(const std::filesystem::path& folder);

/// A small checkpoint with something in each field, NaN and infinities among them.
Checkpoint sampleCheckpoint();

/// Whether all fields are equal to the bit: a NaN equals itself.
bool sameBits(const Checkpoint& a, const Checkpoint& b);

std::vector<std::byte> bytesOf(const std::filesystem::path& file);
void writeBytes(const std::filesystem::path& file, const std::vector<std::byte>& bytes);

/// Where the named section lies in a file that was just written, and how long it is.
struct SectionPlace {
    std::size_t offset, length;
};
std::vector<SectionPlace> sectionPlaces(const std::vector<std::byte>& file);

// For files that lie and whose checksums hold: these set the checksums to what the bytes have now.
void sealHead(std::vector<std::byte>& file);
void sealTable(std::vector<std::byte>& file); ///< and head
void sealAgain(std::vector<std::byte>& file); ///< sections, table and head

} // namespace engine

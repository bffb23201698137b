// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class FileDescriptor;

/// All bytes of a file, no more memory than it has bytes. Throws Error for what is no file that can be
/// read, and for one that has more bytes than `most`.
std::vector<std::byte> readFileBytes(const std::filesystem::path& file, std::uint64_t most = INT64_MAX);

/// readFileBytes() of a text.
std::string readText(const std::filesystem::path& file, std::uint64_t most);

/// Up to `count` bytes of a file from there on; fewer at its end.
std::string readTextAt(const std::filesystem::path& file, std::uint64_t at, std::uint64_t count);

/// The same of a file that openToRead() opened, whatever has its name by now.
std::string readTextAt(const std::filesystem::path& file, const FileDescriptor& source, std::uint64_t at,
                       std::uint64_t count);

/// Replaces the file whole or not at all; see AtomicFile.
void writeFileBytes(const std::filesystem::path& file, std::span<const std::byte> bytes);
void writeFileBytes(const std::filesystem::path& file, std::string_view bytes);

} // namespace engine

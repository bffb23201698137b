// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// Texts with a keyword in a PNG file (PNG specification, third edition, 11.3.3), apart from its pixels.

/// The text of that keyword, in UTF-8, from a chunk tEXt, zTXt or iTXt; nothing: the file has none. Reads no other
/// chunk. Throws Error for a file that is no PNG, for a damaged chunk, and for a text of more than `most` bytes.
std::optional<std::string> pngText(const std::filesystem::path& file, std::string_view keyword, std::size_t most);

/// The bytes of a PNG file with a chunk iTXt behind its header. Throws Error for bytes that are no PNG.
std::string pngWithText(std::string_view png, std::string_view keyword, std::string_view text);

} // namespace engine

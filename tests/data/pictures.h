// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/picture.h"

#include <filesystem>

/// Writes grey pixels [height, width] as PNG.
void writePng(const std::filesystem::path& file, const engine::Picture& picture);
/// Likewise as JPEG at the best quality.
void writeJpeg(const std::filesystem::path& file, const engine::Picture& picture);
/// Writes a row of pixels of four bytes each: red, green, blue, opacity.
void writeColours(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels);

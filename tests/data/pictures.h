// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/picture.h"

#include <filesystem>
#include <string>

/// Writes grey pixels [height, width] as PNG.
void writePng(const std::filesystem::path& file, const engine::Picture& picture);
/// Likewise as JPEG at the best quality.
void writeJpeg(const std::filesystem::path& file, const engine::Picture& picture);

/// What a file of a picture may say besides 8 bits of grey.
struct StoredPicture {
    std::int64_t height = 1, width = 1;
    int channels = 1; ///< 1 grey, 2 with opacity, 3 colours, 4 with opacity; of JPEG 1 or 3
    int bits = 8;     ///< of a channel in PNG: also 16, the upper byte first
    std::vector<std::uint8_t> bytes = {};
    double gamma = 0;          ///< of PNG's gAMA; 0 for none
    bool interlaced = false;   ///< of PNG
    std::string exif = {};     ///< in TIFF's form; empty for none
    bool exifIsBehind = false; ///< of PNG: behind the pixels
};

void writePng(const std::filesystem::path& file, const StoredPicture& picture);
void writeJpeg(const std::filesystem::path& file, const StoredPicture& picture);

/// EXIF data that tell an orientation.
std::string exifOf(int orientation, bool bigEndian);

/// Writes a row of pixels of four bytes each: red, green, blue, opacity.
void writeColours(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels);

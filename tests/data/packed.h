// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <zlib.h>

#include <filesystem>
#include <string>

/// Writes the bytes as gzip packs them.
inline void writeGzip(const std::filesystem::path& file, const std::string& bytes)
{
    const gzFile stream = gzopen(file.c_str(), "wb");
    gzwrite(stream, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(stream);
}

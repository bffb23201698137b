// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace engine {

/// The file's SHA-256 as 64 hexadecimal digits. Throws Error where it cannot be read.
std::string sha256Of(const std::filesystem::path& file);

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace studio {

bool isThere(const std::filesystem::path& file); ///< never throws: what cannot be looked at is not there

/// Where the file itself lies: a project's text and runs are beside it, and not beside a link to it.
std::filesystem::path behindLinks(const std::filesystem::path& file);

} // namespace studio

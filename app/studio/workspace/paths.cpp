// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/paths.h"

#include <system_error>

namespace studio {

namespace fs = std::filesystem;

bool isThere(const fs::path& file)
{
    std::error_code unknown;
    return fs::exists(file, unknown);
}

fs::path behindLinks(const fs::path& file)
{
    std::error_code unknown;
    const fs::path real = fs::is_symlink(file, unknown) ? fs::canonical(file, unknown) : file;
    return unknown ? file : real;
}

} // namespace studio

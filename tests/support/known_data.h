// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/paths.h"

#include <cstdlib>
#include <filesystem>

/// Well-known data that are not a part of the sources: a file or folder of the folder that $HAMNET_KNOWN_DATA names,
/// or of shared/data beside the sources. Who finds nothing there skips.
inline std::filesystem::path knownData(const std::filesystem::path& name)
{
    const char* const given = std::getenv("HAMNET_KNOWN_DATA");
    return (given ? std::filesystem::path(given) : sourceRoot() / "../shared/data") / name;
}

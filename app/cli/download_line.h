// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "engine/data/download.h"

#include <filesystem>
#include <functional>
#include <string>

namespace cli {

/// Fetches with a line on the terminal that shows how far it is, and prints where the file or folder `name` now lies.
/// A stop is said, and is no error: the same command goes on with what is there.
ExitCode fetchWithLine(Console& console, const std::string& name,
                       const std::function<std::filesystem::path(const engine::DownloadProgress&)>& fetch);

} // namespace cli

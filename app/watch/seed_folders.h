// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/run_folder.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace watch {

/// Runs that differ in their seed alone have a folder each in one folder: FOLDER/seed3.
RunFolder seedFolder(const std::filesystem::path& folder, std::uint64_t seed);

/// The seeds that have a folder there, in their order, also where no run has begun in it; none where that is no folder.
std::vector<std::uint64_t> seedsIn(const std::filesystem::path& folder);

/// The run's best checkpoint, or else its newest; empty where it has none.
std::filesystem::path bestIn(const RunFolder& folder);

} // namespace watch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace engine {

/// Checkpoints of runs that differ in their seed alone, in one folder: FOLDER/seed3.hamnet, and the best beside it.
std::filesystem::path seedCheckpoint(const std::filesystem::path& folder, std::uint64_t seed);

/// The seeds that have a checkpoint there, in their order; none where that is no folder.
std::vector<std::uint64_t> seedsIn(const std::filesystem::path& folder);

/// The checkpoints in the folder, one of each seed: the best where there is one, else the newest.
std::vector<std::filesystem::path> bestOfSeeds(const std::filesystem::path& folder);

/// The folder, or with -2, -3, ... at its end the first that is not there.
std::filesystem::path unusedFolder(const std::filesystem::path& folder);

} // namespace engine

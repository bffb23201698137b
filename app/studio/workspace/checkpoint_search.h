// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/provenance.h"

#include <filesystem>
#include <set>

namespace studio {

/// Where the checkpoint may lie that made a file.
struct CheckpointPlaces {
    std::filesystem::path beside = {};         ///< the file that was made
    std::set<std::filesystem::path> runs = {}; ///< the folders with runs of the open project
};

struct CheckpointSearch {
    std::filesystem::path file = {};    ///< has the digest; empty: none was found
    std::filesystem::path another = {}; ///< where none was: a file of that name, which has another digest; or empty
};

/// Looks at the recorded path, among the runs of the open project, beside the file, and in folders of runs beside it;
/// by the name first, then by the digest alone, as files are renamed. Never throws.
CheckpointSearch findCheckpoint(const engine::CheckpointUsed& wanted, const CheckpointPlaces& places);

} // namespace studio

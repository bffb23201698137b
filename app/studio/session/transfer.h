// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/weight_places.h"

#include <cstddef>
#include <filesystem>

namespace studio {

/// What went where as a net crossed between programs, for the user to read.
struct Transfer {
    enum class Kind {
        Opened,   ///< a net of its own, with its weights
        Imported, ///< weights for the drawing
        Exported,
    };
    Kind kind = Kind::Imported;
    std::filesystem::path file;
    std::size_t taken = 0, wanted = 0; ///< weights of the net that found something in the file, and all of them
    engine::TransferReport report = {};
};

} // namespace studio

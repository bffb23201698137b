// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/writing_state.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// One state of one stacked layer, as it is now.
struct UnitState {
    std::string layer;
    std::int64_t stacked = 0, stackedOf = 1;
    std::string state = "h"; ///< one of Cell::states
    std::vector<float> values;

    bool operator==(const UnitState&) const = default;
};

/// Where a net stands in a text.
struct WritingPlace {
    WritingState state;
    std::vector<UnitState> units; ///< what they hold there

    bool operator==(const WritingPlace&) const = default;
};

} // namespace engine

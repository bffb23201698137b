// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lens/unit_values.h"

#include <optional>
#include <vector>

namespace engine {

/// How a gate's activation bounds it; nothing: it does not.
struct GateBounds {
    float low, high;
};
std::optional<GateBounds> boundsOf(const Cell& cell, std::int64_t gate);

/// How much of a gate is saturated: within a twentieth of its range from an end, where it hardly learns, as the slope
/// of its activation is near 0.
struct GateSaturation {
    static constexpr float margin = 0.05f;

    std::size_t part = 0;  ///< the place among the UnitValues
    std::int64_t gate = 0; ///< see UnitValues
    double low = 0;        ///< share of the values near the lower end: closed, or near -1
    double high = 0;       ///< near the upper end: open, or near 1
    std::vector<std::int64_t> lowUnits = {}, highUnits = {}; ///< near that end at every step
};

/// Of every gate that is bounded, in the order of the parts.
std::vector<GateSaturation> gateSaturations(const std::vector<UnitValues>& parts);

} // namespace engine

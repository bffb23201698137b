// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"
#include "engine/lens/unit_values.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// One unit's quantity and its correlation with a series.
struct Follower {
    std::size_t layer; ///< place in the UnitValues
    std::int64_t quantity, unit;
    double r; ///< Pearson's, from -1 to 1

    bool operator==(const Follower&) const = default;
};

/// The `count` units with the largest |r| to `series` [T], the largest first, over all layers and quantities. Those
/// that never change, and all where the series never changes, have no r and are left out. Throws CancelledError where
/// `goOn` says no.
std::vector<Follower> unitsThatFollow(std::span<const UnitValues> layers, std::span<const float> series,
                                      std::size_t count, const GoOn& goOn = {});

} // namespace engine

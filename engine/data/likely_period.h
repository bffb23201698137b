// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace engine {

/// After how many rows a series seems to repeat itself: where its autocorrelation, without the trend, is the greatest
/// behind its first fall below 0. 0 where that is less than 0.3, or the series has fewer than three periods. Of a long
/// series the last 4,096 values count.
std::int64_t likelyPeriod(std::span<const double> series);

} // namespace engine

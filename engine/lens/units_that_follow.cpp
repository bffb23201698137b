// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/units_that_follow.h"

#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

namespace engine {
namespace {

constexpr std::int64_t together = 64; ///< units whose sums are taken side by side

struct Sums {
    double x = 0, xx = 0, xy = 0;
};

/// Of some units of one quantity, with the series less its mean. A value's distance from the unit's first one goes into
/// the sums, so that a unit that hardly changes keeps its digits.
void addUp(const UnitValues& layer, std::int64_t quantity, IndexRange units, std::span<const double> series, Sums* sums)
{
    const float* const first = layer.row(quantity, 0);
    for (std::int64_t step = 0; step < layer.steps; ++step) {
        const float* const row = layer.row(quantity, step);
        const double y = series[static_cast<std::size_t>(step)];
        for (std::int64_t unit = units.first; unit < units.last; ++unit) {
            const double x = static_cast<double>(row[unit]) - static_cast<double>(first[unit]);
            Sums& mine = sums[unit];
            mine.x += x;
            mine.xx += x * x;
            mine.xy += x * y;
        }
    }
}

} // namespace

std::vector<Follower> unitsThatFollow(std::span<const UnitValues> layers, std::span<const float> series,
                                      std::size_t count, const GoOn& goOn)
{
    std::vector<Follower> all;
    if (std::ranges::adjacent_find(series, std::not_equal_to()) == series.end()) {
        return all;
    }
    double mean = 0, variance = 0;
    for (const float value : series) {
        mean += static_cast<double>(value) / static_cast<double>(series.size());
    }
    std::vector<double> centred;
    for (const float value : series) {
        centred.push_back(static_cast<double>(value) - mean);
        variance += centred.back() * centred.back();
    }
    for (std::size_t index = 0; index < layers.size(); ++index) {
        const UnitValues& layer = layers[index];
        assert(layer.steps == static_cast<std::int64_t>(series.size()));
        for (std::int64_t quantity = 0; quantity < layer.quantities(); ++quantity) {
            if (!goesOn(goOn)) {
                throw CancelledError(ENGINE_TEXT("Sentences", "the search for units was cancelled"));
            }
            std::vector<Sums> sums(static_cast<std::size_t>(layer.units));
            parallelFor(
                layer.units, together,
                [&](IndexRange units) {
                    for (std::int64_t first = units.first; first < units.last; first += together) {
                        addUp(layer, quantity, {first, std::min(first + together, units.last)}, centred, sums.data());
                    }
                },
                together);
            for (std::int64_t unit = 0; unit < layer.units; ++unit) {
                const Sums& one = sums[static_cast<std::size_t>(unit)];
                const double own = one.xx - one.x * one.x / static_cast<double>(layer.steps);
                if (own > 1e-12 * one.xx && own > 0) {
                    all.push_back({index, quantity, unit, one.xy / std::sqrt(own * variance)});
                }
            }
        }
    }
    const std::size_t kept = std::min(count, all.size());
    std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(kept),
                              [](const auto& a, const auto& b) { return std::abs(a.r) > std::abs(b.r); });
    all.resize(kept);
    return all;
}

} // namespace engine

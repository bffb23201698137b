// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/likely_period.h"

#include <algorithm>
#include <vector>

namespace engine {
namespace {

/// Without the straight line that fits it best.
std::vector<double> withoutTrend(std::span<const double> series)
{
    const auto count = static_cast<double>(series.size());
    double mean = 0, slope = 0, squares = 0;
    for (const double value : series) {
        mean += value / count;
    }
    for (std::size_t row = 0; row < series.size(); ++row) {
        const double place = static_cast<double>(row) - (count - 1) / 2;
        slope += place * (series[row] - mean);
        squares += place * place;
    }
    std::vector<double> rest(series.begin(), series.end());
    for (std::size_t row = 0; row < rest.size(); ++row) {
        rest[row] -= mean + slope / squares * (static_cast<double>(row) - (count - 1) / 2);
    }
    return rest;
}

} // namespace

std::int64_t likelyPeriod(std::span<const double> series)
{
    constexpr std::size_t longest = 4096, fewest = 6;
    constexpr double clear = 0.3;
    if (series.size() < fewest) {
        return 0;
    }
    const std::vector<double> rest = withoutTrend(series.last(std::min(series.size(), longest)));
    const std::size_t count = rest.size();
    const auto correlation = [&](std::size_t lag) {
        double sum = 0;
        for (std::size_t row = lag; row < count; ++row) {
            sum += rest[row] * rest[row - lag];
        }
        return sum / static_cast<double>(count - lag);
    };
    const double variance = correlation(0);
    double best = clear * variance;
    std::int64_t period = 0, fall = 0; // where it is below 0 first
    for (std::size_t lag = 1; variance > 0 && lag <= count / 3; ++lag) {
        const double here = correlation(lag);
        fall = fall == 0 && here < 0 ? static_cast<std::int64_t>(lag) : fall;
        if (fall > 0 && here > best) {
            best = here;
            period = static_cast<std::int64_t>(lag);
        }
    }
    constexpr double asClear = 0.9;
    for (std::int64_t parts = period / 2; parts > 1; --parts) { // several periods fit as well as one
        const std::int64_t part = (period + parts / 2) / parts;
        if (part > fall && correlation(static_cast<std::size_t>(part)) >= asClear * best) {
            return part;
        }
    }
    return period;
}

} // namespace engine

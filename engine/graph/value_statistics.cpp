// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/value_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {
namespace {

constexpr double reach = 4; ///< standard deviations on each side of the mean

std::size_t binOf(const ValueStatistics& values, double value)
{
    const double width = values.last - values.first;
    if (!(width > 0)) {
        return ValueStatistics::bins / 2;
    }
    const double place = (value - values.first) / width * static_cast<double>(ValueStatistics::bins);
    return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(ValueStatistics::bins - 1)));
}

} // namespace

std::int64_t ValueStatistics::highest() const
{
    return *std::ranges::max_element(histogram);
}

ValueStatistics statisticsOf(std::span<const float> sample, std::int64_t count)
{
    ValueStatistics values{.count = count, .sampled = static_cast<std::int64_t>(sample.size())};
    double sum = 0, squares = 0;
    double minimum = std::numeric_limits<double>::infinity(), maximum = -minimum;
    std::int64_t finite = 0;
    for (const float one : sample) {
        const auto value = static_cast<double>(one);
        if (!std::isfinite(value)) {
            ++values.notFinite;
            continue;
        }
        ++finite;
        sum += value;
        squares += value * value;
        minimum = std::min(minimum, value);
        maximum = std::max(maximum, value);
    }
    if (finite == 0) {
        return values;
    }
    const auto number = static_cast<double>(finite);
    values.mean = sum / number;
    values.deviation = std::sqrt(std::max(0.0, squares / number - values.mean * values.mean));
    values.norm = std::sqrt(squares / number * static_cast<double>(count));
    values.minimum = minimum;
    values.maximum = maximum;
    values.first = std::max(minimum, values.mean - reach * values.deviation);
    values.last = std::min(maximum, values.mean + reach * values.deviation);
    for (const float one : sample) {
        if (std::isfinite(one)) {
            ++values.histogram[binOf(values, static_cast<double>(one))];
        }
    }
    return values;
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_figures.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace studio {
namespace {

std::optional<double> placeOf(const engine::Curve& curve, std::size_t index, const RaceMeter& meter, RaceAxis axis)
{
    switch (axis) {
    case RaceAxis::Seconds:
        return curve.seconds(index);
    case RaceAxis::Iterations:
        return static_cast<double>(curve.iteration(index));
    case RaceAxis::Joules:
        return meter.joulesAt(curve.seconds(index));
    }
    return std::nullopt;
}

} // namespace

std::size_t pointsWithin(const engine::Curve& curve, const RaceLimit& limit)
{
    std::size_t count = curve.size();
    if (limit.iterations) {
        count = std::min(count, static_cast<std::size_t>(*limit.iterations));
    }
    if (limit.seconds) {
        const auto points = std::views::iota(std::size_t{0}, count);
        const auto late = std::ranges::upper_bound(points, *limit.seconds, {},
                                                   [&](std::size_t index) { return curve.seconds(index); });
        count = late == points.end() ? count : *late;
    }
    return count;
}

std::int64_t nextLap(const RaceLimit& limit, std::int64_t iterations, double seconds, double stepSeconds)
{
    constexpr double longest = 0.1, shortestStep = 1e-6; // seconds
    const double time = limit.seconds ? std::min(*limit.seconds - seconds, longest) : longest;
    const std::int64_t steps = std::max<std::int64_t>(1, std::llround(time / std::max(stepSeconds, shortestStep)));
    return time <= 0 ? 0 : std::min(steps, limit.iterations ? *limit.iterations - iterations : steps);
}

std::optional<double> stepSeconds(const engine::Curve& curve)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    if (curve.size() == 1) {
        return curve.seconds(0);
    }
    return (curve.seconds(curve.size() - 1) - curve.seconds(0)) / static_cast<double>(curve.size() - 1);
}

std::vector<MeanPoint> pointsOf(const contest::LossSums& sums, const RaceMeter& meter, RaceAxis axis, std::size_t most)
{
    std::size_t stride = 1; // twice as many where pieces would be too many: those that stay keep their places
    while (sums.size() > most * stride) {
        stride *= 2;
    }
    std::vector<MeanPoint> points;
    for (std::size_t begin = 0, end = 0; begin < sums.size(); begin = end) {
        end = begin == 0 ? 1 : std::min(begin + stride, sums.size());
        const std::optional<double> mean = sums.mean(begin, end);
        const std::optional<double> place = placeOf(sums.curve(), begin + (end - begin) / 2, meter, axis);
        if (mean && place) {
            points.push_back({.place = *place, .mean = *mean});
        }
    }
    return points;
}

} // namespace studio

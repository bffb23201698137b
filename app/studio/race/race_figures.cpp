// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_figures.h"

#include <algorithm>
#include <cmath>

namespace studio {

std::span<const CurvePoint> within(std::span<const CurvePoint> curve, const RaceLimit& limit)
{
    std::size_t count = curve.size();
    if (limit.iterations) {
        count = std::min(count, static_cast<std::size_t>(*limit.iterations));
    }
    if (limit.seconds) {
        const auto reached = std::ranges::lower_bound(curve, *limit.seconds, {}, &CurvePoint::seconds);
        if (reached != curve.end()) {
            count = std::min(count, static_cast<std::size_t>(reached - curve.begin()) + 1);
        }
    }
    return curve.first(count);
}

bool isOver(std::span<const CurvePoint> curve, const RaceLimit& limit)
{
    return !curve.empty() && ((limit.seconds && curve.back().seconds >= *limit.seconds) ||
                              (limit.iterations && std::ssize(curve) >= *limit.iterations));
}

std::optional<double> stepSeconds(std::span<const CurvePoint> curve)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    if (curve.size() == 1) {
        return curve.front().seconds;
    }
    return (curve.back().seconds - curve.front().seconds) / static_cast<double>(curve.size() - 1);
}

std::optional<double> unitsPerSecond(std::span<const CurvePoint> curve)
{
    const std::optional<double> step = stepSeconds(curve);
    if (!step || !(*step > 0)) {
        return std::nullopt;
    }
    return curve.back().characters / static_cast<double>(curve.back().iteration) / *step;
}

std::int64_t lossWindow(std::span<const std::span<const CurvePoint>> curves)
{
    std::int64_t shortest = 0;
    for (const std::span<const CurvePoint> curve : curves) {
        if (!curve.empty() && (shortest == 0 || std::ssize(curve) < shortest)) {
            shortest = std::ssize(curve);
        }
    }
    return std::clamp<std::int64_t>(shortest / 10, 1, 100);
}

std::optional<double> endLoss(std::span<const CurvePoint> curve, std::int64_t window)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    const std::span<const CurvePoint> last = curve.last(std::min(curve.size(), static_cast<std::size_t>(window)));
    double sum = 0;
    for (const CurvePoint& point : last) {
        sum += static_cast<double>(point.loss);
    }
    return sum / static_cast<double>(last.size());
}

std::optional<double> commonLoss(std::span<const std::span<const CurvePoint>> curves, std::int64_t window)
{
    std::optional<double> worst;
    for (const std::span<const CurvePoint> curve : curves) {
        const std::optional<double> end = endLoss(curve, window);
        if (end && !std::isfinite(*end)) {
            return std::nullopt;
        }
        worst = end ? std::max(*end, worst.value_or(*end)) : worst;
    }
    return worst;
}

std::optional<double> secondsTo(std::span<const CurvePoint> curve, double loss, std::int64_t window)
{
    double sum = 0; // carried along: its last digits may differ from those of endLoss()
    const auto count = static_cast<std::size_t>(window);
    for (std::size_t index = 0; index < curve.size(); ++index) {
        sum += static_cast<double>(curve[index].loss);
        if (index >= count) {
            sum -= static_cast<double>(curve[index - count].loss);
        }
        const bool isNear = index + 1 >= count && sum / static_cast<double>(count) <= loss * (1 + 1e-9);
        if (isNear) {
            return curve[index].seconds;
        }
    }
    return std::nullopt;
}

} // namespace studio

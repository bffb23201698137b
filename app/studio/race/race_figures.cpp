// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_figures.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace studio {
namespace {

double lossAt(const RunCurve& curve, std::size_t index)
{
    return static_cast<double>(curve.loss(index));
}

} // namespace

std::size_t pointsWithin(const RunCurve& curve, const RaceLimit& limit)
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

bool isOver(const RunCurve& curve, const RaceLimit& limit)
{
    return !curve.empty() && ((limit.seconds && curve.seconds(curve.size() - 1) >= *limit.seconds) ||
                              (limit.iterations && static_cast<std::int64_t>(curve.size()) >= *limit.iterations));
}

std::optional<double> stepSeconds(const RunCurve& curve)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    if (curve.size() == 1) {
        return curve.seconds(0);
    }
    return (curve.seconds(curve.size() - 1) - curve.seconds(0)) / static_cast<double>(curve.size() - 1);
}

std::optional<double> unitsPerSecond(const RunCurve& curve)
{
    const std::optional<double> step = stepSeconds(curve);
    return step && *step > 0 ? std::optional(curve.facts().characters / *step) : std::nullopt;
}

std::int64_t lossWindow(Curves curves)
{
    std::size_t shortest = 0;
    for (const RunCurve* const curve : curves) {
        if (!curve->empty() && (shortest == 0 || curve->size() < shortest)) {
            shortest = curve->size();
        }
    }
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(shortest / 10), 1, 100);
}

std::optional<double> endLoss(const RunCurve& curve, std::int64_t window)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    const std::size_t count = std::min(curve.size(), static_cast<std::size_t>(window));
    double sum = 0;
    for (std::size_t index = curve.size() - count; index < curve.size(); ++index) {
        sum += lossAt(curve, index);
    }
    return sum / static_cast<double>(count);
}

std::optional<double> commonLoss(Curves curves, std::int64_t window)
{
    std::optional<double> worst;
    for (const RunCurve* const curve : curves) {
        const std::optional<double> end = endLoss(*curve, window);
        if (end && !std::isfinite(*end)) {
            return std::nullopt;
        }
        worst = end ? std::max(*end, worst.value_or(*end)) : worst;
    }
    return worst;
}

std::optional<double> TimeToLoss::first(const RunCurve& curve, double loss, std::int64_t window)
{
    if (window != m_window) {
        *this = {};
        m_window = window;
    }
    const double enough = loss * (1 + 1e-9);
    const auto count = static_cast<std::size_t>(window);
    while (m_read < curve.size() && (m_lows.empty() || m_lows.back().mean > enough)) {
        m_sum += lossAt(curve, m_read);
        if (m_read >= count) {
            m_sum -= lossAt(curve, m_read - count);
        }
        const double mean = m_sum / static_cast<double>(count);
        if (m_read + 1 >= count && (m_lows.empty() ? std::isfinite(mean) : mean < m_lows.back().mean)) {
            m_lows.push_back({curve.seconds(m_read), mean});
        }
        ++m_read;
    }
    const auto reached = std::ranges::partition_point(m_lows, [&](const Low& low) { return low.mean > enough; });
    return reached == m_lows.end() ? std::nullopt : std::optional(reached->seconds);
}

void LossMeans::follow(const RunCurve& curve)
{
    if (!m_first && !curve.empty()) {
        m_first = lossAt(curve, m_read++);
    }
    for (; m_read < curve.size(); ++m_read) {
        m_sum += lossAt(curve, m_read);
        if (++m_count < m_stride) {
            continue;
        }
        m_sums.push_back(m_sum);
        m_sum = 0;
        m_count = 0;
        if (m_sums.size() == m_most) {
            for (std::size_t pair = 0; pair < m_most / 2; ++pair) {
                m_sums[pair] = m_sums[2 * pair] + m_sums[2 * pair + 1];
            }
            m_sums.resize(m_most / 2);
            m_stride *= 2;
        }
    }
}

std::vector<LossMeans::Piece> LossMeans::pieces() const
{
    std::vector<Piece> all;
    if (!m_first) {
        return all;
    }
    all.push_back({0, *m_first});
    for (const double sum : m_sums) {
        all.push_back({1 + (all.size() - 1) * m_stride + m_stride / 2, sum / static_cast<double>(m_stride)});
    }
    if (m_count > 0) {
        all.push_back({1 + m_sums.size() * m_stride + m_count / 2, m_sum / static_cast<double>(m_count)});
    }
    return all;
}

double LossDistance::between(const RunCurve& one, const RunCurve& other)
{
    for (const std::size_t end = std::min(one.size(), other.size()); m_read < end; ++m_read) {
        const double distance = std::abs(lossAt(one, m_read) - lossAt(other, m_read));
        m_largest = std::isnan(distance) || distance > m_largest ? distance : m_largest;
    }
    return m_largest;
}

} // namespace studio

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

void LossMeans::follow(const engine::Curve& curve)
{
    if (!m_first && !curve.empty()) {
        m_first = curve.loss(m_read++);
    }
    for (; m_read < curve.size(); ++m_read) {
        m_sum += curve.loss(m_read);
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

std::vector<SpreadPoint> pointsOf(const engine::Curve& curve, const LossMeans& means, const RaceMeter& meter,
                                  RaceAxis axis)
{
    std::vector<SpreadPoint> points;
    for (const LossMeans::Piece& piece : means.pieces()) {
        if (const std::optional<double> place = placeOf(curve, piece.middle, meter, axis)) {
            points.push_back({.place = *place, .mean = piece.loss});
        }
    }
    return points;
}

} // namespace studio

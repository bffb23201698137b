// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/curves.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace contest {

void append(engine::Curve& curve, std::span<const double> seconds, std::span<const double> losses)
{
    double clock = curve.empty() ? 0 : curve.seconds(curve.size() - 1);
    for (std::size_t step = 0; step < seconds.size(); ++step) {
        clock += seconds[step];
        curve.append(
            {.iteration = static_cast<std::int64_t>(curve.size()) + 1, .seconds = clock, .loss = losses[step]});
    }
}

std::vector<double> typicalSteps(const engine::Curve& curve)
{
    if (curve.size() == 1) {
        return {curve.seconds(0)};
    }
    std::vector<double> steps;
    for (std::size_t index = 1; index < curve.size(); ++index) {
        steps.push_back(curve.seconds(index) - curve.seconds(index - 1));
    }
    return steps;
}

double median(std::vector<double> values)
{
    if (values.empty()) {
        return 0;
    }
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::int64_t lossWindow(Curves curves)
{
    std::size_t shortest = 0;
    for (const engine::Curve* const curve : curves) {
        if (!curve->empty() && (shortest == 0 || curve->size() < shortest)) {
            shortest = curve->size();
        }
    }
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(shortest / 10), 1, 100);
}

std::optional<double> endLoss(const engine::Curve& curve, std::int64_t window)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    const std::size_t count = std::min(curve.size(), static_cast<std::size_t>(window));
    double sum = 0;
    for (std::size_t index = curve.size() - count; index < curve.size(); ++index) {
        sum += curve.loss(index);
    }
    return sum / static_cast<double>(count);
}

std::optional<double> commonLoss(Curves curves, std::int64_t window)
{
    std::optional<double> worst;
    for (const engine::Curve* const curve : curves) {
        const std::optional<double> end = endLoss(*curve, window);
        if (end && !std::isfinite(*end)) {
            return std::nullopt;
        }
        worst = end ? std::max(*end, worst.value_or(*end)) : worst;
    }
    return worst;
}

std::optional<double> TimeToLoss::first(const engine::Curve& curve, double loss, std::int64_t window)
{
    if (window != m_window) {
        *this = {};
        m_window = window;
    }
    const double enough = loss + 1e-9 * std::abs(loss);
    const auto count = static_cast<std::size_t>(window);
    while (m_read < curve.size() && (m_lows.empty() || m_lows.back().mean > enough)) {
        m_sum += curve.loss(m_read);
        if (m_read >= count) {
            m_sum -= curve.loss(m_read - count);
        }
        const double mean = count == 1 ? curve.loss(m_read) : m_sum / static_cast<double>(count);
        if (m_read + 1 >= count && (m_lows.empty() ? std::isfinite(mean) : mean < m_lows.back().mean)) {
            m_lows.push_back({curve.seconds(m_read), mean});
        }
        ++m_read;
    }
    const auto reached = std::ranges::partition_point(m_lows, [&](const Low& low) { return low.mean > enough; });
    return reached == m_lows.end() ? std::nullopt : std::optional(reached->seconds);
}

void LossSums::follow()
{
    for (std::size_t index = size(); index < m_curve->size(); ++index) {
        const double loss = m_curve->loss(index);
        const bool counts = std::isfinite(loss);
        m_sums.push_back(m_sums.back() + (counts ? loss : 0));
        m_counts.push_back(m_counts.back() + (counts ? 1 : 0));
    }
}

std::optional<double> LossSums::mean(std::size_t begin, std::size_t end) const
{
    const std::size_t count = m_counts[end] - m_counts[begin];
    return count == 0 ? std::nullopt : std::optional((m_sums[end] - m_sums[begin]) / static_cast<double>(count));
}

LossAgreement LossDistances::of(Curves curves)
{
    if (!std::ranges::equal(curves, m_curves)) {
        m_curves.assign(curves.begin(), curves.end());
        m_read.assign(curves.size(), 0);
        m_largest = 0;
    }
    std::size_t shortest = curves.empty() ? 0 : curves.front()->size();
    for (std::size_t index = 0; index < curves.size(); ++index) {
        const engine::Curve &first = *curves.front(), &curve = *curves[index];
        for (std::size_t& read = m_read[index]; read < std::min(first.size(), curve.size()); ++read) {
            const double distance = std::abs(curve.loss(read) - first.loss(read));
            m_largest = std::isnan(distance) || distance > m_largest ? distance : m_largest;
        }
        shortest = std::min(shortest, curve.size());
    }
    return {.difference = m_largest, .iterations = static_cast<std::int64_t>(shortest)};
}

} // namespace contest

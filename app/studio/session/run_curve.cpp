// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/run_curve.h"

#include <algorithm>
#include <utility>

namespace studio {

RunCurve::RunCurve(std::initializer_list<CurvePoint> points)
    : RunCurve(std::span<const CurvePoint>(points.begin(), points.size()))
{}

RunCurve::RunCurve(std::span<const CurvePoint> points)
{
    for (const CurvePoint& point : points) {
        push_back(point);
    }
}

RunCurve::RunCurve(engine::Curve points, const IterationFacts& facts) : m_points(std::move(points)), m_facts(facts) {}

float RunCurve::charsPerSecond(std::size_t index) const
{
    const double before = index == 0 ? 0 : seconds(index - 1);
    return static_cast<float>(m_facts.characters / (seconds(index) - before));
}

CurvePoint RunCurve::operator[](std::size_t index) const
{
    return {.iteration = iteration(index),
            .seconds = seconds(index),
            .characters = characters(index),
            .loss = loss(index),
            .learningRate = learningRate(index),
            .gradientNorm = gradientNorm(index),
            .charsPerSecond = charsPerSecond(index)};
}

void RunCurve::push_back(const CurvePoint& point)
{
    if (point.iteration > 0) {
        m_facts.characters = point.characters / static_cast<double>(point.iteration);
    }
    const double before = empty() ? point.seconds : seconds(size() - 1);
    m_points.append({.iteration = point.iteration,
                     .seconds = std::max(before, point.seconds),
                     .loss = static_cast<double>(point.loss),
                     .learningRate = static_cast<double>(point.learningRate),
                     .gradientNorm = static_cast<double>(point.gradientNorm),
                     .validationLoss = std::numeric_limits<double>::quiet_NaN()});
}

void RunCurve::follow(const RunCurve& newer)
{
    follow(newer.m_points, newer.m_facts);
}

void RunCurve::follow(const engine::Curve& newer, const IterationFacts& facts)
{
    m_points.follow(newer);
    m_facts = facts;
}

std::optional<std::size_t> lastUntil(const RunCurve& curve, std::int64_t wanted)
{
    std::size_t first = 0, last = curve.size(); // the first that is later lies in first .. last
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (curve.iteration(middle) <= wanted) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first == 0 ? std::nullopt : std::optional(first - 1);
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/run_curve.h"

#include <utility>

namespace studio {

RunCurve::RunCurve(engine::Curve points, const IterationFacts& facts) : m_points(std::move(points)), m_facts(facts) {}

float RunCurve::perSecond(std::size_t index) const
{
    const double before = index == 0 ? 0 : seconds(index - 1);
    const std::int64_t iterations = index == 0 ? 1 : iteration(index) - iteration(index - 1); // some may be left out
    return static_cast<float>(m_facts.characters * static_cast<double>(iterations) / (seconds(index) - before));
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

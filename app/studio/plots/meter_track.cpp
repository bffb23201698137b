// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/meter_track.h"

#include <algorithm>

namespace studio {
namespace {

constexpr double readingGap = 2.5; ///< seconds without a reading that leave a hole; readings come twice a second

MeterTrack::Point sumOf(const MeterTrack::Point& a, const MeterTrack::Point& b)
{
    return {.seconds = a.seconds + b.seconds,
            .clock = a.clock + b.clock,
            .utilisation = a.utilisation + b.utilisation,
            .memoryShare = a.memoryShare + b.memoryShare};
}

MeterTrack::Point part(const MeterTrack::Point& sum, std::size_t count)
{
    const auto share = 1 / static_cast<double>(count);
    return {.seconds = sum.seconds * share,
            .clock = sum.clock * share,
            .utilisation = sum.utilisation * static_cast<float>(share),
            .memoryShare = sum.memoryShare * static_cast<float>(share)};
}

} // namespace

void MeterTrack::add(const Point& point)
{
    if (!m_points.empty() && point.seconds < m_points.back().seconds) {
        std::erase_if(m_points, [&](const Point& old) { return old.seconds >= point.seconds; });
        m_inSum = 0;
    }
    m_sum = m_inSum == 0 ? point : sumOf(m_sum, point);
    if (++m_inSum < m_perPoint) {
        return;
    }
    m_points.push_back(part(m_sum, m_inSum));
    m_inSum = 0;
    if (m_points.size() >= maxPoints) {
        halve();
    }
}

double MeterTrack::gap() const
{
    return readingGap * static_cast<double>(m_perPoint);
}

void MeterTrack::halve()
{
    for (std::size_t pair = 0; 2 * pair + 1 < m_points.size(); ++pair) {
        m_points[pair] = part(sumOf(m_points[2 * pair], m_points[2 * pair + 1]), 2);
    }
    m_points.resize(m_points.size() / 2);
    m_perPoint *= 2;
}

} // namespace studio

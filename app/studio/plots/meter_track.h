// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace studio {

/// How busy a run's device was over the time of the run, in bounded memory: where there are too many points, two
/// neighbours become their mean, and later readings are gathered to the same width.
class MeterTrack {
public:
    static constexpr std::size_t maxPoints = 4096;

    struct Point {
        double seconds = 0;                     ///< of training, as engine::CurvePoint::seconds
        double clock = 0;                       ///< seconds, as time passes: a long step is one jump of the others
        float utilisation = 0, memoryShare = 0; ///< percent; NaN: not told
    };

    /// In the order of time; a point that is earlier than the last one is a run that went back, and replaces what lies
    /// after it.
    void add(const Point& point);

    const std::vector<Point>& points() const { return m_points; }
    double gap() const; ///< of the clock; where two points lie farther apart, nothing is known between them

private:
    void halve();

    std::vector<Point> m_points;
    Point m_sum;                ///< of the readings for the next point
    std::size_t m_inSum = 0;    ///< readings in it
    std::size_t m_perPoint = 1; ///< readings that make a point
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/measurement.h"

#include <optional>
#include <vector>

namespace studio {

/// What the device of one contender does while it trains: how busy it is, and the energy that it takes.
class RaceMeter {
public:
    /// A reading after so many seconds of training; 0 before the end of the first step, in which libraries look for
    /// their fastest way and graphs are recorded. The first one tells only where the energy is counted from.
    void add(const contest::MeterReading& reading, double seconds);

    bool hasBegun() const { return m_begun; }              ///< a reading told of the device
    bool tellsEnergy() const { return !m_energy.empty(); } ///< the device does; known once it has begun

    /// Percent, mean since the end of the first step: of the GPU, or the contender's share of the processors.
    std::optional<double> utilisation() const;

    /// Percent of the processors that other programs took, mean over the same time.
    std::optional<double> others() const;
    std::optional<double> joules() const; ///< so far

    /// Taken up to there, between two readings by a straight line; nothing where the device does not tell.
    std::optional<double> joulesAt(double seconds) const;

private:
    struct Point {
        double seconds, joules;
    };
    void addEnergy(const contest::MeterReading& reading, double seconds);

    bool m_begun = false;
    bool m_steady = false;                            ///< at the last reading the first step was over
    double m_percents = 0, m_watched = 0;             ///< utilisation times the seconds that it was seen, and those
    double m_othersPercents = 0, m_othersWatched = 0; ///< the same of what other programs took
    double m_clock = 0;                               ///< of the last reading
    std::optional<double> m_counter;                  ///< of the first reading
    std::vector<Point> m_energy;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_meter.h"

#include <algorithm>

namespace studio {

void RaceMeter::add(const contest::MeterReading& reading, double seconds)
{
    const double passed = reading.seconds - m_clock;
    if (m_steady && reading.percent) {
        m_percents += *reading.percent * passed;
        m_watched += passed;
    }
    if (m_steady && reading.machine && reading.process) {
        m_othersPercents += std::max(0.0, *reading.machine - *reading.process) * passed;
        m_othersWatched += passed;
    }
    addEnergy(reading, seconds);
    m_begun = true;
    m_steady = seconds > 0;
    m_clock = reading.seconds;
}

/// By the device's counter, else by its power.
void RaceMeter::addEnergy(const contest::MeterReading& reading, double seconds)
{
    if (!m_begun) {
        m_counter = reading.joules;
        if (reading.joules || reading.watts) {
            m_energy.push_back({seconds, 0});
        }
        return;
    }
    if (m_energy.empty()) {
        return;
    }
    if (m_counter && reading.joules) {
        m_energy.push_back({seconds, *reading.joules - *m_counter});
    } else if (!m_counter && reading.watts) {
        const double taken = *reading.watts * (reading.seconds - m_clock);
        m_energy.push_back({seconds, m_energy.back().joules + taken});
    }
}

std::optional<double> RaceMeter::utilisation() const
{
    return m_watched > 0 ? std::optional(m_percents / m_watched) : std::nullopt;
}

std::optional<double> RaceMeter::others() const
{
    return m_othersWatched > 0 ? std::optional(m_othersPercents / m_othersWatched) : std::nullopt;
}

std::optional<double> RaceMeter::joules() const
{
    return m_energy.size() > 1 ? std::optional(m_energy.back().joules) : std::nullopt;
}

std::optional<double> RaceMeter::joulesAt(double seconds) const
{
    if (m_energy.size() < 2 || seconds > m_energy.back().seconds) {
        return std::nullopt; // it is not known yet
    }
    const auto after =
        std::ranges::lower_bound(m_energy, seconds, {}, [](const Point& point) { return point.seconds; });
    if (after == m_energy.begin()) {
        return after->joules;
    }
    const Point& before = *(after - 1);
    const double share = (seconds - before.seconds) / (after->seconds - before.seconds);
    return before.joules + share * (after->joules - before.joules);
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_meter.h"

#include "engine/devices/monitor/nvml.h"

#include <algorithm>

namespace studio {

void RaceMeter::add(const engine::DeviceReading& reading, double seconds)
{
    std::optional<double> percent = reading.processor.processPercent;
    std::optional<double> joules = reading.processor.joules;
    std::optional<double> watts;
    if (!m_busId.empty()) {
        const auto gpu = std::ranges::find_if(
            reading.gpus, [&](const engine::GpuReading& one) { return engine::isSameBus(one.busId, m_busId); });
        if (gpu == reading.gpus.end()) {
            return;
        }
        percent = gpu->utilisationPercent;
        joules = gpu->joules;
        watts = gpu->watts;
    }
    if (m_steady && percent) {
        m_percents += *percent * (reading.seconds - m_clock);
        m_watched += reading.seconds - m_clock;
    }
    const engine::ProcessorReading& all = reading.processor;
    if (m_steady && all.machinePercent && all.processPercent) {
        m_othersPercents += std::max(0.0, *all.machinePercent - *all.processPercent) * (reading.seconds - m_clock);
        m_othersWatched += reading.seconds - m_clock;
    }
    addEnergy(joules, watts, reading.seconds, seconds);
    m_begun = true;
    m_steady = seconds > 0;
    m_clock = reading.seconds;
}

/// By the device's counter, else by its power.
void RaceMeter::addEnergy(const std::optional<double>& counter, const std::optional<double>& watts, double clock,
                          double seconds)
{
    if (!m_begun) {
        m_counter = counter;
        if (counter || watts) {
            m_energy.push_back({seconds, 0});
        }
        return;
    }
    if (m_energy.empty()) {
        return;
    }
    if (m_counter && counter) {
        m_energy.push_back({seconds, *counter - *m_counter});
    } else if (!m_counter && watts) {
        m_energy.push_back({seconds, m_energy.back().joules + *watts * (clock - m_clock)});
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

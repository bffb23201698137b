// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/gpu_watch.h"

#include "engine/devices/monitor/nvml.h"

#include <algorithm>

namespace studio {

void GpuWatch::begin(const std::string& busId)
{
    m_busId = busId;
    m_last.clear();
}

void GpuWatch::add(const engine::DeviceReading& reading, const RunTimes& times)
{
    const auto gpu = std::ranges::find_if(reading.gpus, [&](const engine::GpuReading& one) {
        return !m_busId.empty() && engine::isSameBus(one.busId, m_busId);
    });
    if (gpu == reading.gpus.end() || !gpu->utilisationPercent) {
        return;
    }
    const bool tellsPower = gpu->watts && gpu->limitWatts && *gpu->limitWatts > 0;
    m_last.push_back({.busy = *gpu->utilisationPercent / 100,
                      .power = tellsPower ? std::optional(*gpu->watts / *gpu->limitWatts) : std::nullopt,
                      .times = times});
    if (m_last.size() > readings) {
        m_last.pop_front();
    }
}

/// Of the time that passed over the readings.
double GpuWatch::betweenShare() const
{
    const RunTimes &first = m_last.front().times, &last = m_last.back().times;
    const double elapsed = last.elapsed - first.elapsed;
    return elapsed > 0 ? std::clamp(1 - (last.trained - first.trained) / elapsed, 0.0, 1.0) : 0;
}

std::optional<engine::GpuUse> GpuWatch::use() const
{
    if (m_last.size() < readings) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(m_last.size());
    double busy = 0, power = 0;
    bool tellsPower = true;
    for (const Reading& reading : m_last) {
        busy += reading.busy / count;
        power += reading.power.value_or(0) / count;
        tellsPower = tellsPower && reading.power;
    }
    return engine::GpuUse{.busyShare = busy,
                          .powerShare = tellsPower ? std::optional(power) : std::nullopt,
                          .betweenShare = betweenShare()};
}

} // namespace studio

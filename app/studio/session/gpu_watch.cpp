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

void GpuWatch::add(const engine::DeviceReading& reading)
{
    const auto gpu = std::ranges::find_if(reading.gpus, [&](const engine::GpuReading& one) {
        return !m_busId.empty() && engine::isSameBus(one.busId, m_busId);
    });
    if (gpu == reading.gpus.end() || !gpu->utilisationPercent) {
        return;
    }
    const bool tellsPower = gpu->watts && gpu->limitWatts && *gpu->limitWatts > 0;
    m_last.push_back({.busy = *gpu->utilisationPercent / 100,
                      .power = tellsPower ? std::optional(*gpu->watts / *gpu->limitWatts) : std::nullopt});
    if (m_last.size() > readings) {
        m_last.pop_front();
    }
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
    return engine::GpuUse{.busyShare = busy, .powerShare = tellsPower ? std::optional(power) : std::nullopt};
}

} // namespace studio

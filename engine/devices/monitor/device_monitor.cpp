// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/monitor/device_monitor.h"

#include "engine/devices/monitor/nvml.h"
#include "engine/devices/monitor/processor_meter.h"

#include <algorithm>
#include <condition_variable>
#include <utility>

namespace engine {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds shortest{200};
constexpr std::size_t maxKept = 3000; ///< ten minutes of the quickest

} // namespace

DeviceMonitor::DeviceMonitor() : DeviceMonitor(Settings()) {}

DeviceMonitor::DeviceMonitor(const Settings& settings)
    : m_thread([this, settings](const std::stop_token& stop) { run(stop, settings); })
{}

DeviceMonitor::~DeviceMonitor() = default;

std::vector<DeviceReading> DeviceMonitor::take()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_readings, {});
}

void DeviceMonitor::run(const std::stop_token& stop, const Settings& settings)
{
    const Clock::time_point begin = Clock::now();
    ProcessorMeter processor(settings.root);
    Nvml gpus(settings.nvml, settings.root);
    std::mutex mutex;
    std::condition_variable_any ended;
    for (Clock::time_point next = begin; !stop.stop_requested();) {
        DeviceReading reading{.seconds = std::chrono::duration<double>(Clock::now() - begin).count(),
                              .processor = processor.read(),
                              .gpus = gpus.read(),
                              .whyNoGpus = gpus.trouble()};
        {
            const std::scoped_lock lock(m_mutex);
            if (m_readings.size() == maxKept) {
                m_readings.erase(m_readings.begin());
            }
            m_readings.push_back(std::move(reading));
        }
        // After a slow reading, as of a busy GPU, the next ones keep their distance and do not catch up.
        next = std::max(next + std::max(settings.interval, shortest), Clock::now());
        std::unique_lock lock(mutex);
        ended.wait_until(lock, stop, next, [] { return false; });
    }
}

} // namespace engine

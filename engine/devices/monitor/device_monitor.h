// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"

#include <chrono>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace engine {

/// Samples the machine on a thread of its own, 5 times a second at most: a GPU's own figures are no newer.
class DeviceMonitor {
public:
    struct Settings {
        std::chrono::milliseconds interval{500};
        std::filesystem::path root = "/";                 ///< where /proc and /sys are looked for
        std::filesystem::path nvml = "libnvidia-ml.so.1"; ///< the library that knows of NVIDIA's GPUs
    };
    DeviceMonitor();
    explicit DeviceMonitor(const Settings& settings);
    ~DeviceMonitor(); ///< joins

    /// All readings since the last call. If it is called too rarely, the oldest are dropped.
    std::vector<DeviceReading> take();

private:
    void run(const std::stop_token& stop, const Settings& settings);

    std::mutex m_mutex;
    std::vector<DeviceReading> m_readings; // guarded by m_mutex
    std::jthread m_thread;                 // last, so that it joins before what it uses goes
};

} // namespace engine

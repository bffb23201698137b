// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_gauge.h"
#include "engine/training/run/thermal_guard.h"

#include <chrono>
#include <functional>
#include <optional>

namespace engine {

/// Lets a run rest between its steps so that its device stays below a temperature. Used on the run's thread.
class Pacer {
public:
    struct Change {
        bool paces; ///< it has begun; otherwise it is over
        double celsius;
    };

    /// Throws UnavailableError where the device does not tell its temperature. `changed` is called from the
    /// methods.
    Pacer(DeviceGauge& gauge, double limitCelsius, std::function<void(const Change&)> changed);

    /// Sees how warm it is, and whether the device has worked long enough for a rest.
    bool restIsDue();

    /// Rests as long as it should after the work since the last rest, or until `interrupted`.
    void rest(const std::function<bool()>& interrupted);

private:
    using Clock = std::chrono::steady_clock;

    void note();

    DeviceGauge* m_gauge;
    ThermalGuard m_guard;
    std::function<void(const Change&)> m_changed;
    std::optional<Clock::time_point> m_noted; ///< empty: never
    Clock::time_point m_workBegan;
    Clock::time_point m_told; ///< when the sensor last told something
};

} // namespace engine

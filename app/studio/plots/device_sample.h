// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"

#include <optional>

namespace studio {

enum class DeviceKind { Cpu, Gpu };

/// What a device's meters showed at one moment. What it does not tell stays empty and is shown as such.
struct DeviceSample {
    double seconds = 0; ///< on a clock that never goes back

    std::optional<double> utilisation = {};                   ///< percent of the time in which any kernel ran; a GPU's
    std::optional<double> programLoad = {}, machineLoad = {}; ///< percent of all cores; a CPU's
    std::optional<double> programMemory = {};                 ///< bytes, of the machine's; with a CPU
    std::optional<double> memoryUsed = {}, memoryTotal = {};  ///< bytes
    std::optional<double> temperature = {},
                          temperatureLimit = {};       ///< degrees Celsius; the limit is where it slows down
    std::optional<double> power = {}, powerLimit = {}; ///< watts
    std::optional<double> clock = {}, clockLimit = {}; ///< megahertz
    std::optional<double> memoryClock = {}, memoryClockLimit = {}; ///< megahertz
};

// A reading of the machine's meters, at this many seconds.
DeviceSample sampleOf(const engine::ProcessorReading& reading, double seconds);
DeviceSample sampleOf(const engine::GpuReading& reading, double seconds);

} // namespace studio

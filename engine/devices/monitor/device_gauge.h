// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/devices/monitor/device_reading.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace engine {

/// What the devices that train are doing. For one thread.
class DeviceGauge {
public:
    virtual ~DeviceGauge() = default;

    // Of several devices the energy of all and the highest temperature.
    virtual Vitals now() = 0;          ///< asks the device, which takes some milliseconds
    virtual Vitals latest() const = 0; ///< at most half a second old, or what now() said; returns at once

    virtual std::vector<Vitals> each() const = 0; ///< the same of each device, the first one first

    virtual std::string place() const = 0; ///< "GPU", "processor": what it is called in a sentence
};

/// Whose gauge it is, and where it is looked for.
struct GaugedDevice {
    std::string busId = {};                   ///< of a GPU; empty: the processor
    std::vector<std::string> moreBusIds = {}; ///< of GPUs that train with it
    std::filesystem::path root = "/";
    std::filesystem::path nvml = "libnvidia-ml.so.1";
};

/// The GPU that the device is, or the processor.
GaugedDevice gaugedDevice(const Device& device);

/// Reads the device twice a second on a thread of its own: busy GPUs answer late, and the processor's counters must be
/// read before they wrap around.
std::unique_ptr<DeviceGauge> makeGauge(const GaugedDevice& device);

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/device_sample.h"

#include <cstdint>

namespace studio {
namespace {

std::optional<double> number(const std::optional<std::int64_t>& value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

} // namespace

DeviceSample sampleOf(const engine::ProcessorReading& reading, double seconds)
{
    DeviceSample sample{.seconds = seconds};
    sample.programLoad = reading.processPercent;
    sample.machineLoad = reading.machinePercent;
    sample.programMemory = number(reading.processBytes);
    sample.memoryUsed = number(reading.usedBytes);
    sample.memoryTotal = number(reading.totalBytes);
    sample.temperature = reading.celsius;
    sample.clock = reading.megahertz;
    return sample;
}

DeviceSample sampleOf(const engine::GpuReading& reading, double seconds)
{
    DeviceSample sample{.seconds = seconds};
    sample.utilisation = reading.utilisationPercent;
    sample.memoryUsed = number(reading.usedBytes);
    sample.memoryTotal = number(reading.totalBytes);
    sample.temperature = reading.celsius;
    sample.temperatureLimit = reading.slowdownCelsius;
    sample.power = reading.watts;
    sample.powerLimit = reading.limitWatts;
    sample.clock = reading.megahertz;
    sample.memoryClock = reading.memoryMegahertz;
    return sample;
}

} // namespace studio

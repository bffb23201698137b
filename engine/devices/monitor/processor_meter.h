// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"
#include "engine/devices/monitor/processor_energy.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace engine {

/// Reads what Linux tells of the processor, the memory and this process.
class ProcessorMeter {
public:
    /// `root` is where /proc and /sys are looked for.
    explicit ProcessorMeter(const std::filesystem::path& root = "/");

    /// The percentages are of the time since the last call; the first call has none.
    ProcessorReading read();

    std::optional<double> celsius() const; ///< of the package

private:
    /// Clock ticks since the machine started, of all processors together.
    struct Ticks {
        std::int64_t all, idle, process;
    };
    std::optional<Ticks> ticks() const;

    std::filesystem::path m_root;
    std::filesystem::path m_temperature;         ///< a file with thousandths of a degree; empty where there is none
    std::vector<std::filesystem::path> m_clocks; ///< files with kHz, one for each processor
    std::optional<Ticks> m_last;
    ProcessorEnergy m_energy;
};

} // namespace engine

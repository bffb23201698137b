// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "engine/devices/monitor/device_reading.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cli {

struct WatchSettings {
    std::chrono::milliseconds interval{1000};
    std::optional<std::int64_t> count = {}; ///< readings; empty: until it is stopped
    bool json = false;
};

/// Shows what the machine's devices do: redrawn in place on a terminal, until q or Ctrl-C; as lines elsewhere.
void watchDevices(Console& console, const std::string& processor, const WatchSettings& settings);

// What it shows of one reading. What a device does not tell is "n/a".

std::vector<std::string> frameOf(const engine::DeviceReading& reading, const std::string& processor);
std::vector<std::string> linesOf(const engine::DeviceReading& reading);

} // namespace cli

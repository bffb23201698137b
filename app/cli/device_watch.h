// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"

#include <string>
#include <vector>

namespace cli {

/// What `devices --watch` shows of a reading on a terminal. What a device does not tell is "n/a".
std::vector<std::string> frameOf(const engine::DeviceReading& reading, const std::string& processor);

} // namespace cli

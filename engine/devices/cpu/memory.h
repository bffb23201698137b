// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <filesystem>

namespace engine {

/// What this process may use: the machine's memory, or less where a control group (a container) limits it.
/// `root` is where /proc and /sys are looked for.
Device::Memory processMemory(const std::filesystem::path& root = "/");

/// How many processors this process may use: its affinity, or less where a control group limits its time.
int processThreads(const std::filesystem::path& root = "/");

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <cstdint>
#include <filesystem>

namespace engine {

/// What this process may use: the machine's memory, or less where a control group (a container) limits it.
/// `root` is where /proc and /sys are looked for.
Device::Memory processMemory(const std::filesystem::path& root = "/");

/// What this process has in memory now: its code, libraries and data.
std::int64_t residentBytes(const std::filesystem::path& root = "/");

/// Whether the system may refuse this process memory that the machine has: by its limits (ulimit -v, ulimit -d) or
/// because it promises no more than there is (vm.overcommit_memory is 2).
bool isMemoryLimited();

/// Whether the system would give this process a block of so many bytes now. Maps the block and unmaps it untouched:
/// some microseconds.
bool hasAddressSpace(std::int64_t bytes);

/// How many processors this process may use: its affinity, or less where a control group limits its time.
int processThreads(const std::filesystem::path& root = "/");

} // namespace engine

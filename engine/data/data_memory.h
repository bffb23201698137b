// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/graph/sentence.h"

#include <cstdint>

namespace engine {

/// What data take of the processor's memory is told before they are read, and refused as a net is that does not fit.

/// Throws UnavailableError where reading takes `bytes` and fewer are free; `owner` names the data.
void requireDataMemory(std::int64_t bytes, const Sentence& owner);
void requireDataMemory(std::int64_t bytes, const Sentence& owner, const Device::Memory& memory);

} // namespace engine

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

/// Packed data may have so many bytes when they are unpacked, all of which are in memory then: 2 GiB, or as many GiB as
/// the variable HAMNET_UNPACK_GIB of the environment says. A few megabytes can be packed that no memory holds. Throws
/// Error where the variable is no number above 0.
std::int64_t maxUnpackedBytes();

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <memory>
#include <optional>
#include <string>

namespace engine::test {

/// Why no test can run on CUDA on this machine, as a sentence; nothing where they can.
std::optional<std::string> gpuRefusal();

/// The first GPU at full precision, opened once for all tests of a program. Throws UnavailableError with gpuRefusal().
Device& sharedGpu();

/// One of its own, whose account of memory begins with what is held now.
std::unique_ptr<Device> ownGpu();

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device_wish.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/net/net.h"

#include <string>

namespace engine {

/// The device that was asked for; where none was, one on which the engine runs. Throws UnavailableError where an engine
/// runs nowhere here.
DeviceWish deviceFor(const DeviceWish& wish, const EngineWish& engine);

/// Where a run was before, so that it goes on with the same numbers: its device and precision, unless others are asked
/// for or its device is not here. `engine`: nothing is the checkpoint's.
DeviceWish deviceAgain(const DeviceWish& wish, const EngineWish& engine, const Checkpoint& checkpoint);

/// "cuda" on a machine with a GPU that can be used, else "cpu": what "auto" comes to.
std::string defaultDevice();

} // namespace engine

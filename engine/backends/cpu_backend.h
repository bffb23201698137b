// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"

namespace engine {

/// The processor: always there, with one device.
const Backend& cpuBackend();

} // namespace engine

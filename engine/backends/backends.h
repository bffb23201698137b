// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"

#include <vector>

namespace engine {

/// Every kind of device that Hamnet knows; the first is the CPU, which is always there. The first call opens CUDA's
/// module.
const std::vector<KnownBackend>& backends();

} // namespace engine

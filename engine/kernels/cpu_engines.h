// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

namespace engine {

// The engines of the CPU: for its backend, and for tests. Stateless; they live as long as the program.
const Engine& caffeCpuEngine();
const Engine& onednnEngine();

} // namespace engine

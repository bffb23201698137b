// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/cpu_engines.h"

namespace engine {

std::vector<const Engine*> preferredCpuEngines(const LayerSetup&)
{
    return {&caffeCpuEngine()};
}

} // namespace engine

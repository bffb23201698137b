// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/cpu_engines.h"

#include "engine/devices/cpu/blas.h"

#include <oneapi/dnnl/dnnl.h>

namespace engine {

std::vector<const Engine*> preferredCpuEngines(const LayerSetup&)
{
    return {&caffeCpuEngine()};
}

std::vector<BuiltInEngine> cpuEngines()
{
    const dnnl_version_t& version = *dnnl_version();
    return {{&caffeCpuEngine(), blas().name},
            {&onednnEngine(), "oneDNN " + std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
                                  std::to_string(version.patch)}};
}

} // namespace engine

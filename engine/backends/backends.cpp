// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/backends.h"

#include "engine/backends/cpu_backend.h"
#include "engine/backends/cuda_module.h"

namespace engine {

const std::vector<KnownBackend>& backends()
{
    static const std::vector<KnownBackend> all = {{.name = "CPU", .backend = &cpuBackend()}, cudaModule()};
    return all;
}

} // namespace engine

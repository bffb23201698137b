// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/device_engines.h"

#include "engine/devices/cuda_module.h"
#include "engine/kernels/cpu_engines.h"

namespace engine {

std::vector<const Engine*> preferredEngines(const LayerSetup& layer)
{
    if (layer.device->kind() == DeviceKind::Cpu) {
        return preferredCpuEngines(layer);
    }
    return requiredCudaModule().preferred(layer);
}

} // namespace engine

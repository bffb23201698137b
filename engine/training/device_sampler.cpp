// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/device_sampler.h"

#include "engine/devices/cuda_module.h"

namespace engine {

std::unique_ptr<DeviceSampler> makeDeviceSampler(Device& device, const TextPorts& ports)
{
    return device.kind() == DeviceKind::Cuda ? requiredCudaModule().makeSampler(device, ports) : nullptr;
}

} // namespace engine

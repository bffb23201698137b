// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/engines.h"

#include "engine/backends/cpu_backend.h"
#include "engine/backends/cuda_module.h"
#include "engine/devices/cpu/cpu_device.h"
#include "tests/support/gpu.h"

namespace engine::test {

std::vector<NamedEngine> enginesOf(DeviceKind kind)
{
    std::vector<NamedEngine> found;
    if (kind == DeviceKind::Cpu) {
        for (const Backend::OwnEngine& one : cpuBackend().engines()) {
            found.push_back({std::string(one.engine->name()), kind, one.engine});
        }
    } else if (!gpuProblem()) {
        for (const Backend::OwnEngine& one : sharedGpu().backend().engines()) {
            found.push_back({std::string(one.engine->name()), kind, one.engine});
        }
    }
    return found;
}

std::vector<NamedEngine> enginesForSmallNets(DeviceKind kind)
{
    std::vector<NamedEngine> found = enginesOf(kind);
    std::erase_if(found, [](const NamedEngine& one) { return one.kind == DeviceKind::Cpu && one.name == "FUSED"; });
    return found;
}

std::vector<NamedEngine> allEngines()
{
    std::vector<NamedEngine> all = enginesOf(DeviceKind::Cpu);
    for (const NamedEngine& one : enginesOf(DeviceKind::Cuda)) {
        all.push_back(one);
    }
    return all;
}

std::shared_ptr<Device> deviceOf(const NamedEngine& one)
{
    static CpuDevice cpu(cpuBackend(), 2);
    return {one.kind == DeviceKind::Cpu ? &cpu : &sharedGpu(), [](Device*) {}}; // goes with the program
}

std::vector<AbsentEngine> absentEngines()
{
    const std::optional<std::string>& refusal = gpuProblem();
    if (!refusal) {
        return {};
    }
    const Backend* const cuda = cudaModule().backend;
    if (cuda == nullptr) {
        return {{"OfCuda", *refusal}};
    }
    std::vector<AbsentEngine> absent;
    for (const Backend::OwnEngine& one : cuda->engines()) {
        absent.push_back({std::string(one.engine->name()), *refusal});
    }
    return absent;
}

} // namespace engine::test

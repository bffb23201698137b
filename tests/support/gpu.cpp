// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gpu.h"

#include "engine/backends/open_device.h"
#include "engine/graph/error.h"

#include <filesystem>
#include <stdexcept>

namespace engine::test {

bool hasGpuNode(const std::filesystem::path& devices)
{
    std::error_code unknown;
    return std::filesystem::exists(devices / "nvidia0", unknown) || std::filesystem::exists(devices / "dxg", unknown);
}

std::optional<std::string> skipReason(const std::string& refusal, bool hasGpu)
{
    if (hasGpu) {
        throw std::runtime_error("this machine has a GPU, but CUDA cannot be used: " + refusal);
    }
    return refusal;
}

std::unique_ptr<Device> ownGpu()
{
    return openDevice({.name = "cuda", .precision = Precision::Float32});
}

Device& sharedGpu()
{
    static const std::unique_ptr<Device> device = ownGpu();
    return *device;
}

const std::optional<std::string>& gpuProblem()
{
    static const std::optional<std::string> problem = []() -> std::optional<std::string> {
        try {
            sharedGpu();
        } catch (const UnavailableError& error) {
            return error.what();
        }
        return std::nullopt;
    }();
    return problem;
}

std::optional<std::string> gpuRefusal()
{
#ifdef HAMNET_BUILT_WITHOUT_CUDA
    constexpr bool isForGpus = false;
#else
    constexpr bool isForGpus = true;
#endif
    const std::optional<std::string>& problem = gpuProblem();
    return problem ? std::optional(skipReason(*problem, isForGpus && hasGpuNode("/dev"))) : std::nullopt;
}

} // namespace engine::test

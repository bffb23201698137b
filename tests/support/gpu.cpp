// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gpu.h"

#include "engine/backends/open_device.h"
#include "engine/graph/error.h"

namespace engine::test {

std::unique_ptr<Device> ownGpu()
{
    return openDevice({.name = "cuda", .precision = Precision::Float32});
}

Device& sharedGpu()
{
    static const std::unique_ptr<Device> device = ownGpu();
    return *device;
}

std::optional<std::string> gpuRefusal()
{
    static const std::optional<std::string> refusal = []() -> std::optional<std::string> {
        try {
            sharedGpu();
        } catch (const UnavailableError& error) {
            return error.what();
        }
        return std::nullopt;
    }();
    return refusal;
}

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/device_batches.h"
#include "engine/devices/backend.h"
#include "engine/devices/device.h"
#include "engine/graph/error.h"
#include "engine/kernels/recurrent_dropout.h"
#include "engine/solvers/device_update.h"
#include "engine/training/write/device_sampler.h"

#include <stdexcept>

namespace engine::test {

/// Two GPUs that cannot be taken: the first is closed, the second refuses to be opened.
class GpusInUse final : public Backend {
public:
    std::string_view name() const override { return "CUDA"; }
    std::vector<DeviceInfo> devices() const override
    {
        return {{.index = 0, .name = "CUDA:0", .model = "A", .capability = "9.0", .refusal = "it is closed"},
                {.index = 1, .name = "CUDA:1", .model = "B"}};
    }
    std::unique_ptr<Device> open(const DeviceSettings& settings) const override
    {
        asked = settings;
        throw UnavailableError("CUDA:" + std::to_string(settings.index) + " (B) has no room");
    }
    std::vector<OwnEngine> engines() const override { return {}; }
    std::vector<const Engine*> preferred(const LayerSetup&) const override { return {}; }
    std::unique_ptr<DeviceUpdate> makeUpdate(Device&, const DeviceUpdatePlan&) const override { fail(); }
    std::unique_ptr<DeviceBatches> makeBatches(Device&, const DeviceBatchPlan&) const override { fail(); }
    std::unique_ptr<DeviceBatches> makeBatches(Device&, const SampleBatchPlan&) const override { fail(); }
    std::unique_ptr<MaskedWeights> makeMaskedWeights(Device&, const MaskedWeightsPlan&) const override { fail(); }
    std::unique_ptr<GradientSum> makeGradientSum(Device&, ProcessGroup&) const override { fail(); }
    std::unique_ptr<DeviceSampler> makeSampler(Device&, const TextPorts&) const override { fail(); }

    mutable DeviceSettings asked = {}; ///< at the last try to open one

private:
    [[noreturn]] static void fail() { throw std::logic_error("a device that was never opened is asked for work"); }
};

} // namespace engine::test

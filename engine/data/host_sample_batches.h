// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/device_batches.h"
#include "engine/devices/device.h"

#include <vector>

namespace engine {

/// Batches of sequences that the host cuts and copies to a device. Allocates nothing after it is made.
class HostSampleBatches final : public DeviceBatches {
public:
    /// The device and the samples outlive them.
    HostSampleBatches(Device& device, const SampleBatchPlan& plan);

    void next() override;
    void seek(std::uint64_t batch, std::uint64_t pass) override;
    const std::uint64_t* pass() const override { return nullptr; }

private:
    struct Values {
        float* on = nullptr; ///< the device; null where the net has no such input
        std::vector<float> cut = {};
    };

    Device& m_device;
    const Samples& m_samples;
    std::vector<std::int32_t> m_members;
    SampleFormula m_formula;
    Values m_values, m_cont, m_answers, m_lengths;
    std::vector<std::int32_t> m_chosen; ///< the samples of a batch
    std::uint64_t m_batch = 0;          ///< that comes next
};

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batches.h"
#include "engine/data/device_batches.h"
#include "engine/devices/device.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace engine {

/// Batches that the host reads from the text and copies to a device. Allocates nothing after the first prepare() of as
/// many batches.
class HostBatches final : public DeviceBatches {
public:
    /// The device and the corpus outlive them.
    HostBatches(Device& device, const DeviceBatchPlan& plan);

    void prepare(std::int64_t count) override;
    void next() override;
    void seek(std::uint64_t batch, std::uint64_t pass) override;
    const std::uint64_t* pass() const override { return nullptr; }
    const BatchCursor* cursor() const override { return &m_cursor; }

private:
    struct Values {
        float* on = nullptr;          ///< the device, [T, N]; null where the net has no such input
        std::vector<float> read = {}; ///< of all batches that are prepared
    };

    Device& m_device;
    Batches m_batches;       ///< at m_cursor, or elsewhere where seek() moved that or a text could not be read
    BatchCursor m_cursor;    ///< behind the batches that are prepared
    std::size_t m_batchSize; ///< T · N
    Values m_ids, m_cont, m_targets;
    std::size_t m_taken = 0; ///< elements that next() has taken
};

} // namespace engine

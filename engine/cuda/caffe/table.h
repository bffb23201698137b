// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/caffe/fault_handle.h"
#include "engine/cuda/device_array.h"
#include "engine/kernels/caffe/operations.h"

#include <cstdint>
#include <optional>

namespace engine::cuda::caffe {

using engine::caffe::TableLookUp;

/// The table of an EMBED: rows picked by ids, and gradients summed under each id, one launch each.
class Table {
public:
    Table(CudaDevice& device, const TableLookUp& lookUp);
    void lookUp(const FaultPlace& faults) const; ///< an id that is none gets a row of zeros
    void addGradient() const;
    std::int64_t bytes() const;

private:
    void planSums();
    template <typename Vector>
    std::int64_t columns() const;
    template <typename Vector>
    void lookUpBy(const FaultPlace& faults) const;
    template <typename Vector>
    void addGradientBy() const;

    CudaDevice* m_device;
    TableLookUp m_all;
    bool m_fours = false; ///< columns go by four
    int m_lanes = 1;
    std::int64_t m_tiles = 1, m_splits = 1;
    Buffer m_parts;                              ///< [splits, V, E]; none where one split does
    std::optional<DeviceArray<unsigned>> m_done; ///< how many splits of an id and tile are summed
};

} // namespace engine::cuda::caffe

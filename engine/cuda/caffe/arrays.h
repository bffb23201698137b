// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/device_array.h"
#include "engine/kernels/caffe/operations.h"

#include <cstdint>

namespace engine::cuda::caffe {

using engine::caffe::ConstRows;
using engine::caffe::Rows;

// On the device's stream; nothing is done if the rows already lie at their destination.
void copyRows(CudaDevice& device, ConstRows from, Rows to, std::int64_t rows, std::int64_t width);
void clearRows(CudaDevice& device, Rows to, std::int64_t rows, std::int64_t width);

/// matrix[row, column] = row_values[column] for every row.
void repeatRow(CudaDevice& device, const float* row, float* matrix, std::int64_t rows, std::int64_t columns);

/// sums[column] += the sum of matrix[row, column] over all rows, always in the same order.
class ColumnSums {
public:
    ColumnSums(CudaDevice& device, std::int64_t rows, std::int64_t columns);
    void addTo(const float* matrix, float* sums) const;
    std::int64_t bytes() const { return (m_parts.count() + tiles()) * std::int64_t{sizeof(float)}; }

private:
    std::int64_t tiles() const;

    CudaDevice* m_device;
    std::int64_t m_rows, m_columns, m_chunks;
    Buffer m_parts;               ///< [chunks, columns]: sums over the chunks of many rows; none where one chunk does
    DeviceArray<unsigned> m_done; ///< how many chunks of each tile of columns are summed
};

} // namespace engine::cuda::caffe

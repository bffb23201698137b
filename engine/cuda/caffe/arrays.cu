// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/arrays.h"
#include "engine/cuda/caffe/elements.h"
#include "engine/cuda/caffe/teams.h"

#include <algorithm>

namespace engine::cuda::caffe {
namespace {

/// to[row, column] = from[row, column], one thread an element.
struct CopyRows {
    ConstRows from;
    Rows to;
    std::int64_t width;
    __device__ void operator()(std::int64_t i) const
    {
        const std::int64_t row = quotient(i, width), column = i - row * width;
        to.first[row * to.stride + column] = from.first[row * from.stride + column];
    }
};

/// to[row, column] = 0, one thread an element.
struct ClearRows {
    Rows to;
    std::int64_t width;
    __device__ void operator()(std::int64_t i) const
    {
        const std::int64_t row = quotient(i, width);
        to.first[row * to.stride + i - row * width] = 0.0f;
    }
};

/// matrix[i] = row[i % columns], one thread an element.
struct RepeatRow {
    const float* row;
    float* matrix;
    std::int64_t columns;
    __device__ void operator()(std::int64_t i) const { matrix[i] = row[i - quotient(i, columns) * columns]; }
};

constexpr int tile = 32;                  ///< columns of a block, and groups of its rows
constexpr std::int64_t chunkRows = 1024;  ///< of one block where there are many
constexpr std::int64_t mostAtOnce = 2048; ///< rows that one block sums in about the time of a second launch

/// Block (tile of columns, chunk of rows), threads (column, group): each sums every 32nd row of its column, then warp
/// `y` adds up the groups of column y. Into parts [chunks, columns], or added to `sums` where that is not null.
__global__ void sumColumns(const float* matrix, std::int64_t rows, std::int64_t columns, float* parts, float* sums)
{
    __shared__ float groups[tile][tile + 1];
    const std::int64_t column = std::int64_t{blockIdx.x} * tile + threadIdx.x;
    const std::int64_t perChunk = (rows + gridDim.y - 1) / gridDim.y;
    const std::int64_t first = blockIdx.y * perChunk, last = first + perChunk < rows ? first + perChunk : rows;
    float sum = 0.0f;
    if (column < columns) {
#pragma unroll 8
        for (std::int64_t row = first + threadIdx.y; row < last; row += tile) {
            sum += matrix[row * columns + column];
        }
    }
    groups[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    const float total = warpSum(groups[threadIdx.x][threadIdx.y]);
    const std::int64_t mine = std::int64_t{blockIdx.x} * tile + threadIdx.y;
    if (threadIdx.x == 0 && mine < columns) {
        if (sums != nullptr) {
            sums[mine] += total;
        } else {
            parts[blockIdx.y * columns + mine] = total;
        }
    }
}

/// sums[i] += Σ parts[k, i], one thread an i.
struct AddParts {
    const float* parts;
    std::int64_t count, width;
    float* sums;
    __device__ void operator()(std::int64_t i) const
    {
        float sum = 0.0f;
#pragma unroll 8
        for (std::int64_t k = 0; k < count; ++k) {
            sum += parts[k * width + i];
        }
        sums[i] += sum;
    }
};

} // namespace

void copyRows(CudaDevice& device, ConstRows from, Rows to, std::int64_t rows, std::int64_t width)
{
    if (from.first != to.first || (rows > 1 && from.stride != to.stride)) {
        launchElements(device, rows * width, CopyRows{from, to, width}, "copying rows");
    }
}

void clearRows(CudaDevice& device, Rows to, std::int64_t rows, std::int64_t width)
{
    launchElements(device, rows * width, ClearRows{to, width}, "clearing rows");
}

void repeatRow(CudaDevice& device, const float* row, float* matrix, std::int64_t rows, std::int64_t columns)
{
    launchElements(device, rows * columns, RepeatRow{row, matrix, columns}, "repeating a row");
}

void addParts(CudaDevice& device, const float* parts, std::int64_t count, std::int64_t width, float* sums)
{
    launchElements(device, width, AddParts{parts, count, width, sums}, "adding parts of sums");
}

ColumnSums::ColumnSums(CudaDevice& device, std::int64_t rows, std::int64_t columns)
    : m_device(&device),
      m_rows(rows),
      m_columns(columns),
      m_chunks(rows <= mostAtOnce ? 1 : std::min<std::int64_t>((rows + chunkRows - 1) / chunkRows, 128))
{
    if (m_chunks > 1) {
        m_parts = device.allocate(m_chunks * columns);
    }
}

void ColumnSums::addTo(const float* matrix, float* sums) const
{
    const dim3 blocks(static_cast<unsigned>((m_columns + tile - 1) / tile), static_cast<unsigned>(m_chunks));
    sumColumns<<<blocks, dim3(tile, tile), 0, m_device->stream()>>>(matrix, m_rows, m_columns, m_parts.data(),
                                                                    m_chunks == 1 ? sums : nullptr);
    checkLaunch("sums of columns");
    if (m_chunks > 1) {
        addParts(*m_device, m_parts.data(), m_chunks, m_columns, sums);
    }
}

} // namespace engine::cuda::caffe

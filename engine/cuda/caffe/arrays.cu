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
    __device__ void operator()(std::int64_t row, std::int64_t column) const
    {
        to.first[row * to.stride + column] = from.first[row * from.stride + column];
    }
};

/// to[row, column] = 0, one thread an element.
struct ClearRows {
    Rows to;
    __device__ void operator()(std::int64_t row, std::int64_t column) const
    {
        to.first[row * to.stride + column] = 0.0f;
    }
};

constexpr int tile = 32;                ///< columns of a block, and groups of its rows
constexpr std::int64_t chunkRows = 256; ///< of one block where there are many
constexpr std::int64_t maxChunks = 128;

struct SumsOfColumns {
    const float* matrix;
    std::int64_t rows, columns;
    float* sums;
    float* parts;   ///< [chunks, columns]
    unsigned* done; ///< [tiles]
};

/// Block (tile of columns, chunk of rows), threads (column, group): each sums every 32nd row of its column, then warp
/// `y` adds up the groups of column y. The block that ends last of a tile adds up the chunks in their order.
__global__ void sumColumns(const SumsOfColumns s)
{
    __shared__ float groups[tile][tile + 1];
    const std::int64_t column = std::int64_t{blockIdx.x} * tile + threadIdx.x;
    const std::int64_t perChunk = (s.rows + gridDim.y - 1) / gridDim.y;
    const std::int64_t first = blockIdx.y * perChunk, last = first + perChunk < s.rows ? first + perChunk : s.rows;
    float sum = 0.0f;
    if (column < s.columns) {
#pragma unroll 8
        for (std::int64_t row = first + threadIdx.y; row < last; row += tile) {
            sum += s.matrix[row * s.columns + column];
        }
    }
    groups[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    const float total = warpSum(groups[threadIdx.x][threadIdx.y]);
    const std::int64_t mine = std::int64_t{blockIdx.x} * tile + threadIdx.y;
    const bool writes = threadIdx.x == 0 && mine < s.columns;
    if (gridDim.y == 1) {
        if (writes) {
            s.sums[mine] += total;
        }
        return;
    }
    if (writes) {
        s.parts[blockIdx.y * s.columns + mine] = total;
    }
    if (isLastBlock(s.done + blockIdx.x, gridDim.y) && writes) {
        float all = 0.0f;
        for (unsigned chunk = 0; chunk < gridDim.y; ++chunk) {
            all += __ldcg(s.parts + chunk * s.columns + mine);
        }
        s.sums[mine] += all;
    }
}

} // namespace

void copyRows(CudaDevice& device, ConstRows from, Rows to, std::int64_t rows, std::int64_t width)
{
    if (from.first != to.first || (rows > 1 && from.stride != to.stride)) {
        launchElements(device, rows, width, CopyRows{from, to}, "copying rows");
    }
}

void clearRows(CudaDevice& device, Rows to, std::int64_t rows, std::int64_t width)
{
    launchElements(device, rows, width, ClearRows{to}, "clearing rows");
}

void repeatRow(CudaDevice& device, const float* row, float* matrix, std::int64_t rows, std::int64_t columns)
{
    launchElements(device, rows, columns, CopyRows{{row, 0}, {matrix, columns}}, "repeating a row");
}

ColumnSums::ColumnSums(CudaDevice& device, std::int64_t rows, std::int64_t columns)
    : m_device(&device),
      m_rows(rows),
      m_columns(columns),
      m_chunks(std::min((rows + chunkRows - 1) / chunkRows, maxChunks)),
      m_done(device, tiles())
{
    if (m_chunks > 1) {
        m_parts = device.allocate(m_chunks * columns);
    }
}

std::int64_t ColumnSums::tiles() const
{
    return (m_columns + tile - 1) / tile;
}

void ColumnSums::addTo(const float* matrix, float* sums) const
{
    const dim3 blocks(static_cast<unsigned>(tiles()), static_cast<unsigned>(m_chunks));
    sumColumns<<<blocks, dim3(tile, tile), 0, m_device->stream()>>>(
        {matrix, m_rows, m_columns, sums, m_parts.data(), m_done.data()});
    checkLaunch("sums of columns");
}

} // namespace engine::cuda::caffe

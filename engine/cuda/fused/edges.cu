// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/edges.h"
#include "engine/cuda/launch.h"

namespace engine::cuda::fused {
namespace {

/// One thread an element of `to` [rows, room].
__global__ void convertRows(const float* from, __nv_bfloat16* to, std::int64_t rows, std::int64_t width,
                            std::int64_t room)
{
    forEachElement(rows * room, [=](std::int64_t i) {
        const std::int64_t row = i / room, column = i - row * room;
        to[i] = __float2bfloat16_rn(column < width ? from[row * width + column] : 0.0f);
    });
}

/// One thread an element of Wx.
__global__ void placeInputWeights(const float* Wx, InputColumns columns, PackedWeights packed)
{
    forEachElement(packed.gates * packed.units * columns.width, [=](std::int64_t i) {
        const std::int64_t row = i / columns.width, column = i - row * columns.width;
        const std::int64_t gate = row / packed.units, unit = row - gate * packed.units;
        const std::int64_t half = column / columns.units, place = column + half * (columns.room - columns.units);
        const __nv_bfloat16 weight = __float2bfloat16_rn(Wx[i]);
        if (packed.inputs != nullptr) {
            packed.inputs[(gate * packed.room + unit) * columns.stride + place] = weight;
        }
        if (packed.inputsByUnit != nullptr) {
            packed.inputsByUnit[(unit * packed.slots + gate) * columns.stride + place] = weight;
        }
    });
}

constexpr int side = 32;         ///< of a square of Wh
constexpr int rowsOfThreads = 8; ///< each thread has one column of every eighth row

/// One block a square of a gate's part of Wh, which it turns in shared memory.
__global__ void placeRecurrentWeights(const float* Wh, PackedWeights packed)
{
    __shared__ __nv_bfloat16 square[side][side + 2];
    const std::int64_t gate = blockIdx.z, firstRow = std::int64_t{blockIdx.y} * side;
    const std::int64_t firstColumn = std::int64_t{blockIdx.x} * side, x = threadIdx.x;
    for (std::int64_t y = threadIdx.y; y < side; y += rowsOfThreads) {
        const std::int64_t row = firstRow + y, column = firstColumn + x;
        if (row < packed.units && column < packed.units) {
            const __nv_bfloat16 weight = __float2bfloat16_rn(Wh[(gate * packed.units + row) * packed.units + column]);
            square[y][x] = weight;
            packed.recurrent[(gate * packed.room + row) * packed.room + column] = weight;
        }
    }
    __syncthreads();
    for (std::int64_t y = threadIdx.y; y < side; y += rowsOfThreads) {
        const std::int64_t row = firstRow + x, column = firstColumn + y;
        if (row < packed.units && column < packed.units && packed.turned != nullptr) {
            packed.turned[(column * packed.gates + gate) * packed.room + row] = square[x][y];
        }
    }
}

/// One thread an element.
__global__ void convertBack(const __nv_bfloat16* from, float* to, std::int64_t count)
{
    forEachElement(count, [=](std::int64_t i) { to[i] = __bfloat162float(from[i]); });
}

/// element(i, stays) for four elements a thread, which share one draw.
template <typename Element>
__device__ void forEachDrawn(const StackedDropout& dropout, std::int64_t count, const Element& element)
{
    const std::uint64_t pass = dropout.pass.counter == nullptr ? dropout.pass.number : *dropout.pass.counter;
    forEachElement((count + 3) / 4, [&](std::int64_t four) {
        const Philox drawn = philox(static_cast<std::uint64_t>(four), pass, dropout.key);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            if (4 * four + k < count) {
                element(4 * four + k, dropout.rule.stays(drawn.words[k]));
            }
        }
    });
}

/// Where element `i` of rows of columns.width() lies.
__device__ std::int64_t placeOf(const Columns& columns, std::int64_t i)
{
    return columns.units == columns.room ? i : i / columns.units * columns.room + i % columns.units;
}

/// One thread four elements.
__global__ void dropElements(StackedDropout dropout, const __nv_bfloat16* from, __nv_bfloat16* to, std::int64_t count,
                             Columns columns)
{
    forEachDrawn(dropout, count, [=](std::int64_t i, bool stays) {
        const std::int64_t place = placeOf(columns, i);
        to[place] = __float2bfloat16_rn(stays ? __bfloat162float(from[place]) * dropout.rule.scale : 0.0f);
    });
}

/// One thread four elements.
__global__ void dropGradients(StackedDropout dropout, float* gradient, std::int64_t count, Columns columns)
{
    forEachDrawn(dropout, count, [=](std::int64_t i, bool stays) {
        float& element = gradient[placeOf(columns, i)];
        element = stays ? element * dropout.rule.scale : 0.0f;
    });
}

/// One warp a row, eight rows a block; rows whose mark is 1 are left alone.
__global__ void multiplyByMarks(const float* marks, __nv_bfloat16* rows, std::int64_t count, std::int64_t width,
                                std::int64_t stride)
{
    const std::int64_t row = std::int64_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= count || marks[row] == 1.0f) {
        return;
    }
    for (std::int64_t column = threadIdx.x % 32; column < width; column += 32) {
        __nv_bfloat16& element = rows[row * stride + column];
        element = __float2bfloat16_rn(__bfloat162float(element) * marks[row]);
    }
}

/// One thread a column.
__global__ void addEachColumn(const float* matrix, std::int64_t rows, std::int64_t columns, std::int64_t stride,
                              float* sums)
{
    forEachElement(columns, [=](std::int64_t column) {
        float sum = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
            sum += matrix[row * stride + column];
        }
        sums[column] += sum;
    });
}

} // namespace

void toBfloat16(const float* from, __nv_bfloat16* to, std::int64_t rows, std::int64_t width, std::int64_t room,
                cudaStream_t stream)
{
    convertRows<<<blocksFor(rows * room), blockThreads, 0, stream>>>(from, to, rows, width, room);
    checkLaunch("FUSED: to bfloat16");
}

void packInputWeights(const float* Wx, const InputColumns& columns, const PackedWeights& packed, cudaStream_t stream)
{
    placeInputWeights<<<blocksFor(packed.gates * packed.units * columns.width), blockThreads, 0, stream>>>(Wx, columns,
                                                                                                           packed);
    checkLaunch("FUSED: weights of inputs");
}

void packRecurrentWeights(const float* Wh, const PackedWeights& packed, cudaStream_t stream)
{
    const auto squares = static_cast<unsigned>((packed.units + side - 1) / side);
    placeRecurrentWeights<<<dim3(squares, squares, static_cast<unsigned>(packed.gates)), dim3(side, rowsOfThreads), 0,
                            stream>>>(Wh, packed);
    checkLaunch("FUSED: recurrent weights");
}

void toFloat(const __nv_bfloat16* from, float* to, std::int64_t count, cudaStream_t stream)
{
    convertBack<<<blocksFor(count), blockThreads, 0, stream>>>(from, to, count);
    checkLaunch("FUSED: from bfloat16");
}

void drop(const StackedDropout& dropout, const __nv_bfloat16* from, __nv_bfloat16* to, std::int64_t rows,
          const Columns& columns, cudaStream_t stream)
{
    const std::int64_t count = rows * columns.width();
    dropElements<<<blocksFor(count / 4 + 1), blockThreads, 0, stream>>>(dropout, from, to, count, columns);
    checkLaunch("FUSED: dropout");
}

void dropGradient(const StackedDropout& dropout, float* gradient, std::int64_t rows, const Columns& columns,
                  cudaStream_t stream)
{
    const std::int64_t count = rows * columns.width();
    dropGradients<<<blocksFor(count / 4 + 1), blockThreads, 0, stream>>>(dropout, gradient, count, columns);
    checkLaunch("FUSED: gradient of dropout");
}

void markRows(const float* marks, __nv_bfloat16* rows, std::int64_t count, std::int64_t width, std::int64_t stride,
              cudaStream_t stream)
{
    constexpr std::int64_t rowsOfBlock = blockThreads / 32;
    if (count == 0) {
        return;
    }
    multiplyByMarks<<<static_cast<unsigned>((count + rowsOfBlock - 1) / rowsOfBlock), blockThreads, 0, stream>>>(
        marks, rows, count, width, stride);
    checkLaunch("FUSED: starts of sequences");
}

void addRows(const float* matrix, std::int64_t rows, std::int64_t columns, std::int64_t stride, float* sums,
             cudaStream_t stream)
{
    addEachColumn<<<blocksFor(columns), blockThreads, 0, stream>>>(matrix, rows, columns, stride, sums);
    checkLaunch("FUSED: gradient of the bias");
}

} // namespace engine::cuda::fused

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

/// One thread eight elements of `to` [units, 4, eights].
__global__ void turnRows(const uint4* from, uint4* to, std::int64_t units, std::int64_t eights)
{
    forEachElement(4 * units * eights, [=](std::int64_t i) {
        const std::int64_t row = i / eights, unit = row / 4, gate = row % 4;
        to[i] = from[(gate * units + unit) * eights + i % eights];
    });
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

/// One thread four elements.
__global__ void dropElements(StackedDropout dropout, const __nv_bfloat16* from, __nv_bfloat16* to, std::int64_t count)
{
    forEachDrawn(dropout, count, [=](std::int64_t i, bool stays) {
        to[i] = __float2bfloat16_rn(stays ? __bfloat162float(from[i]) * dropout.rule.scale : 0.0f);
    });
}

/// One thread four elements.
__global__ void dropGradients(StackedDropout dropout, float* gradient, std::int64_t count)
{
    forEachDrawn(dropout, count,
                 [=](std::int64_t i, bool stays) { gradient[i] = stays ? gradient[i] * dropout.rule.scale : 0.0f; });
}

/// One warp a row, eight rows a block; rows whose mark is 1 are left alone.
__global__ void multiplyByMarks(const float* marks, __nv_bfloat16* rows, std::int64_t count, std::int64_t width)
{
    const std::int64_t row = std::int64_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= count || marks[row] == 1.0f) {
        return;
    }
    for (std::int64_t column = threadIdx.x % 32; column < width; column += 32) {
        __nv_bfloat16& element = rows[row * width + column];
        element = __float2bfloat16_rn(__bfloat162float(element) * marks[row]);
    }
}

/// One thread a column.
__global__ void addEachColumn(const float* matrix, std::int64_t rows, std::int64_t columns, float* sums)
{
    forEachElement(columns, [=](std::int64_t column) {
        float sum = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
            sum += matrix[row * columns + column];
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

void gatesByUnit(const __nv_bfloat16* from, __nv_bfloat16* to, std::int64_t units, std::int64_t room,
                 cudaStream_t stream)
{
    turnRows<<<blocksFor(4 * units * room / 8), blockThreads, 0, stream>>>(
        reinterpret_cast<const uint4*>(from), reinterpret_cast<uint4*>(to), units, room / 8);
    checkLaunch("FUSED: gates by unit");
}

void toFloat(const __nv_bfloat16* from, float* to, std::int64_t count, cudaStream_t stream)
{
    convertBack<<<blocksFor(count), blockThreads, 0, stream>>>(from, to, count);
    checkLaunch("FUSED: from bfloat16");
}

void drop(const StackedDropout& dropout, const __nv_bfloat16* from, __nv_bfloat16* to, std::int64_t count,
          cudaStream_t stream)
{
    dropElements<<<blocksFor(count / 4 + 1), blockThreads, 0, stream>>>(dropout, from, to, count);
    checkLaunch("FUSED: dropout");
}

void dropGradient(const StackedDropout& dropout, float* gradient, std::int64_t count, cudaStream_t stream)
{
    dropGradients<<<blocksFor(count / 4 + 1), blockThreads, 0, stream>>>(dropout, gradient, count);
    checkLaunch("FUSED: gradient of dropout");
}

void markRows(const float* marks, __nv_bfloat16* rows, std::int64_t count, std::int64_t width, cudaStream_t stream)
{
    constexpr std::int64_t rowsOfBlock = blockThreads / 32;
    multiplyByMarks<<<static_cast<unsigned>((count + rowsOfBlock - 1) / rowsOfBlock), blockThreads, 0, stream>>>(
        marks, rows, count, width);
    checkLaunch("FUSED: starts of sequences");
}

void addRows(const float* matrix, std::int64_t rows, std::int64_t columns, float* sums, cudaStream_t stream)
{
    addEachColumn<<<blocksFor(columns), blockThreads, 0, stream>>>(matrix, rows, columns, sums);
    checkLaunch("FUSED: gradient of the bias");
}

} // namespace engine::cuda::fused

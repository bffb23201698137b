// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/edges.h"
#include "engine/cuda/fused/tensor_core.cuh"
#include "engine/cuda/launch.h"

namespace engine::cuda::fused {
namespace {

/// Where element `i` of rows of columns.width() lies.
__device__ std::int64_t placeOf(const Columns& columns, std::int64_t i)
{
    return columns.units == columns.room ? i : i / columns.units * columns.room + i % columns.units;
}

/// One thread an element of `to`, of `rows` rows of `room`.
template <typename Factor>
__global__ void convertRows(const float* from, Factor* to, std::int64_t rows, std::int64_t width, std::int64_t room,
                            Columns places)
{
    forEachElement(rows * room, [=](std::int64_t i) {
        const std::int64_t row = i / room, column = i - row * room;
        to[placeOf(places, row) * room + column] =
            static_cast<Factor>(column < width ? from[row * width + column] : 0.0f);
    });
}

constexpr int columnsOfBlock = 32, groupsOfRows = 8; // of addEachColumn
constexpr int warpsOfBlock = 4;                      // of those kernels that have a warp a row

/// One warp a row of Wx.
template <typename Factor>
__global__ void placeInputWeights(const float* Wx, InputColumns columns, PackedWeights packed)
{
    const int row = static_cast<int>(blockIdx.x) * warpsOfBlock + static_cast<int>(threadIdx.x) / 32;
    const auto rows = static_cast<int>(packed.gates * packed.units), width = static_cast<int>(columns.width);
    if (row >= rows) {
        return;
    }
    const auto units = static_cast<int>(packed.units), half = static_cast<int>(columns.units);
    const int gate = row / units, unit = row - gate * units;
    const float* const from = Wx + std::int64_t{row} * width;
    Factor* const one = packed.inputs.as<Factor>() + (gate * packed.room + unit) * columns.stride;
    Factor* const other = packed.inputsByUnit == nullptr
                              ? nullptr
                              : packed.inputsByUnit.as<Factor>() + (unit * packed.slots + gate) * columns.stride;
    for (int column = static_cast<int>(threadIdx.x) % 32; column < width; column += 32) {
        const auto weight = static_cast<Factor>(from[column]);
        const std::int64_t place = column < half ? column : column - half + columns.room;
        one[place] = weight;
        if (other != nullptr) {
            other[place] = weight;
        }
    }
}

/// One thread four elements side by side.
__global__ void convertFours(const float4* from, uint2* to, std::int64_t fours)
{
    forEachElement(fours, [=](std::int64_t i) {
        const float4 four = from[i];
        to[i] = make_uint2(fused::packed(four.x, four.y), fused::packed(four.z, four.w));
    });
}

/// One thread an element of `to` [rows.width(), columns.width()].
__global__ void takeElements(const float* from, Columns rows, Columns columns, float* to, Onto onto)
{
    const std::int64_t width = columns.width();
    forEachElement(rows.width() * width, [=](std::int64_t i) {
        const std::int64_t row = i / width;
        const float taken = from[placeOf(rows, row) * columns.stride() + placeOf(columns, i - row * width)];
        to[i] = onto == Onto::Add ? to[i] + taken : taken;
    });
}

constexpr int side = 32;         ///< of a square of Wh
constexpr int rowsOfThreads = 8; ///< each thread has one column of every eighth row

/// One block a square of a gate's part of Wh, which it turns in shared memory.
template <typename Factor>
__global__ void placeTurnedWeights(const float* Wh, PackedWeights packed)
{
    __shared__ Factor square[side][side + 2];
    const std::int64_t gate = blockIdx.z, firstRow = std::int64_t{blockIdx.y} * side;
    const std::int64_t firstColumn = std::int64_t{blockIdx.x} * side, x = threadIdx.x;
    for (std::int64_t y = threadIdx.y; y < side; y += rowsOfThreads) {
        const std::int64_t row = firstRow + y, column = firstColumn + x;
        if (row < packed.units && column < packed.units) {
            square[y][x] = static_cast<Factor>(Wh[(gate * packed.units + row) * packed.units + column]);
        }
    }
    __syncthreads();
    for (std::int64_t y = threadIdx.y; y < side; y += rowsOfThreads) {
        const std::int64_t row = firstRow + x, column = firstColumn + y;
        if (row < packed.units && column < packed.units) {
            packed.turned.as<Factor>()[(column * packed.gates + gate) * packed.room + row] = square[x][y];
        }
    }
}

/// One thread an element of `to` [rows, width].
__global__ void convertBack(const __nv_bfloat16* from, float* to, std::int64_t rows, std::int64_t width,
                            std::int64_t room)
{
    forEachElement(rows * width, [=](std::int64_t i) {
        const std::int64_t row = i / width;
        to[i] = __bfloat162float(from[row * room + i - row * width]);
    });
}

/// Elements of a tensor, in its order.
struct Range {
    std::int64_t first, end;
};

/// element(i, stays) for four elements a thread, which share one draw where the net has the whole batch.
template <typename Element>
__device__ void forEachDrawn(const StackedDropout& dropout, const Range& range, const Element& element)
{
    const std::uint64_t pass = dropout.pass.counter == nullptr ? dropout.pass.number : *dropout.pass.counter;
    const std::int64_t first = range.first / 4;
    forEachElement((range.end + 3) / 4 - first, [&](std::int64_t index) {
        const std::int64_t four = first + index;
        if (dropout.key.row != 0) { // of a part of the batch, whose elements need not share a draw
            DropoutWords words(pass, dropout.key.key);
            for (std::int64_t i = max(4 * four, range.first); i < min(4 * four + 4, range.end); ++i) {
                element(i, dropout.rule.stays(words.of(dropout.key.elementOf(i))));
            }
            return;
        }
        const Philox drawn = philox(static_cast<std::uint64_t>(four), pass, dropout.key.key);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            if (4 * four + k >= range.first && 4 * four + k < range.end) {
                element(4 * four + k, dropout.rule.stays(drawn.words[k]));
            }
        }
    });
}

/// One thread four elements.
template <typename Factor>
__global__ void dropElements(StackedDropout dropout, const Factor* from, Factor* to, Range range, Columns columns)
{
    forEachDrawn(dropout, range, [=](std::int64_t i, bool stays) {
        const std::int64_t place = placeOf(columns, i);
        to[place] = static_cast<Factor>(stays ? static_cast<float>(from[place]) * dropout.rule.scale : 0.0f);
    });
}

/// One thread four elements.
__global__ void dropGradients(StackedDropout dropout, float* gradient, Range range, Columns columns)
{
    forEachDrawn(dropout, range, [=](std::int64_t i, bool stays) {
        float& element = gradient[placeOf(columns, i)];
        element = stays ? element * dropout.rule.scale : 0.0f;
    });
}

/// One warp a row, eight rows a block; rows whose cont is 1 are left alone.
template <typename Factor>
__global__ void multiplyByCont(const float* cont, Factor* rows, std::int64_t count, std::int64_t width,
                               std::int64_t stride)
{
    const std::int64_t row = std::int64_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= count || cont[row] == 1.0f) {
        return;
    }
    for (std::int64_t column = threadIdx.x % 32; column < width; column += 32) {
        Factor& element = rows[row * stride + column];
        element = static_cast<Factor>(static_cast<float>(element) * cont[row]);
    }
}

/// A block has 32 columns and 8 groups of threads: each group sums every 8th row, a thread a column; then the first
/// adds up the groups in their order.
__global__ void addEachColumn(const float* matrix, std::int64_t rows, Columns columns, std::int64_t stride, float* sums)
{
    __shared__ float groups[groupsOfRows][columnsOfBlock];
    const std::int64_t column = std::int64_t{blockIdx.x} * columnsOfBlock + threadIdx.x;
    float sum = 0;
    if (column < columns.width()) {
        const float* const from = matrix + placeOf(columns, column);
#pragma unroll 4
        for (std::int64_t row = threadIdx.y; row < rows; row += groupsOfRows) {
            sum += from[row * stride];
        }
    }
    groups[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && column < columns.width()) {
        for (int group = 1; group < groupsOfRows; ++group) {
            sum += groups[group][threadIdx.x];
        }
        sums[column] += sum;
    }
}

} // namespace

void toFactors(const float* from, Factors to, std::int64_t rows, std::int64_t width, std::int64_t room,
               cudaStream_t stream, const Columns& places)
{
    const std::int64_t count = rows * room;
    const auto liesWell = [](const void* start, std::uintptr_t bytes) {
        return reinterpret_cast<std::uintptr_t>(start) % bytes == 0;
    };
    if (!to.areFloats() && places.units == places.room && width == room && count % 4 == 0 &&
        liesWell(from, sizeof(float4)) && liesWell(to.halves(), sizeof(uint2))) {
        convertFours<<<blocksFor(count / 4), blockThreads, 0, stream>>>(reinterpret_cast<const float4*>(from),
                                                                        to.as<uint2>(), count / 4);
    } else {
        withFactor(to, [&](auto factor) {
            convertRows<<<blocksFor(count), blockThreads, 0, stream>>>(from, to.as<decltype(factor)>(), rows, width,
                                                                       room, places);
        });
    }
    checkLaunch("FUSED: factors");
}

void packInputWeights(const float* Wx, const InputColumns& columns, const PackedWeights& packed, cudaStream_t stream)
{
    const std::int64_t rows = packed.gates * packed.units;
    const auto blocks = static_cast<unsigned>((rows + warpsOfBlock - 1) / warpsOfBlock);
    withFactor(packed.inputs, [&](auto factor) {
        placeInputWeights<decltype(factor)><<<blocks, 32 * warpsOfBlock, 0, stream>>>(Wx, columns, packed);
    });
    checkLaunch("FUSED: weights of inputs");
}

void packRecurrentWeights(const float* Wh, const PackedWeights& packed, cudaStream_t stream)
{
    toFactors(Wh, packed.recurrent, packed.gates * packed.units, packed.units, packed.room, stream,
              {packed.gates, packed.units, packed.room});
}

void packTurnedWeights(const float* Wh, const PackedWeights& packed, cudaStream_t stream)
{
    const auto squares = static_cast<unsigned>((packed.units + side - 1) / side);
    const dim3 blocks(squares, squares, static_cast<unsigned>(packed.gates)), threads(side, rowsOfThreads);
    withFactor(packed.turned,
               [&](auto factor) { placeTurnedWeights<decltype(factor)><<<blocks, threads, 0, stream>>>(Wh, packed); });
    checkLaunch("FUSED: recurrent weights");
}

void takeRows(const float* from, const Columns& rows, const Columns& columns, float* to, Onto onto, cudaStream_t stream)
{
    takeElements<<<blocksFor(rows.width() * columns.width()), blockThreads, 0, stream>>>(from, rows, columns, to, onto);
    checkLaunch("FUSED: rows");
}

void toFloat(const __nv_bfloat16* from, float* to, std::int64_t rows, std::int64_t width, std::int64_t room,
             cudaStream_t stream)
{
    convertBack<<<blocksFor(rows * width), blockThreads, 0, stream>>>(from, to, rows, width, room);
    checkLaunch("FUSED: from bfloat16");
}

namespace {

Range elementsOf(const Rows& rows, const Columns& columns)
{
    return {rows.first * columns.width(), (rows.first + rows.count) * columns.width()};
}

unsigned blocksForDrawn(const Range& range)
{
    return blocksFor((range.end - range.first) / 4 + 1);
}

} // namespace

void drop(const StackedDropout& dropout, Factors from, Factors to, const Rows& rows, const Columns& columns,
          cudaStream_t stream)
{
    const Range range = elementsOf(rows, columns);
    withFactor(to, [&](auto factor) {
        using Factor = decltype(factor);
        dropElements<Factor><<<blocksForDrawn(range), blockThreads, 0, stream>>>(dropout, from.as<Factor>(),
                                                                                 to.as<Factor>(), range, columns);
    });
    checkLaunch("FUSED: dropout");
}

void dropGradient(const StackedDropout& dropout, float* gradient, const Rows& rows, const Columns& columns,
                  cudaStream_t stream)
{
    const Range range = elementsOf(rows, columns);
    dropGradients<<<blocksForDrawn(range), blockThreads, 0, stream>>>(dropout, gradient, range, columns);
    checkLaunch("FUSED: gradient of dropout");
}

void multiplyRows(const float* cont, Factors rows, std::int64_t count, std::int64_t width, std::int64_t stride,
                  cudaStream_t stream)
{
    constexpr std::int64_t rowsOfBlock = blockThreads / 32;
    if (count == 0) {
        return;
    }
    const auto blocks = static_cast<unsigned>((count + rowsOfBlock - 1) / rowsOfBlock);
    withFactor(rows, [&](auto factor) {
        multiplyByCont<<<blocks, blockThreads, 0, stream>>>(cont, rows.as<decltype(factor)>(), count, width, stride);
    });
    checkLaunch("FUSED: starts of sequences");
}

void addRows(const float* matrix, std::int64_t rows, const Columns& columns, std::int64_t stride, float* sums,
             cudaStream_t stream)
{
    const auto blocks = static_cast<unsigned>((columns.width() + columnsOfBlock - 1) / columnsOfBlock);
    addEachColumn<<<blocks, dim3(columnsOfBlock, groupsOfRows), 0, stream>>>(matrix, rows, columns, stride, sums);
    checkLaunch("FUSED: gradient of the bias");
}

} // namespace engine::cuda::fused

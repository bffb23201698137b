// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/operation.h"
#include "engine/cells/stages.h"
#include "engine/cuda/block_sums.h"
#include "engine/cuda/cells/row_kernels.h"
#include "engine/cuda/check.h"
#include "engine/cuda/fused/tensor_core.cuh"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace engine::cuda::cells {
namespace {

using Operation = engine::cells::Operation;

/// As many as fit the arguments of a kernel.
struct RowCopies {
    RowCopy copy[32];
    bool inFours[32]; ///< of columns
};

__device__ void copyFour(const RowCopy& copy, int row, int column)
{
    const auto place = [row, column](int stride) { return static_cast<long long>(row) * stride + column; };
    float4 four = *reinterpret_cast<const float4*>(copy.from.data + place(copy.from.stride));
    if (copy.to.data != nullptr) {
        auto* const to = reinterpret_cast<float4*>(copy.to.data + place(copy.to.stride));
        if (copy.adds) {
            const float4 there = *to;
            four = make_float4(there.x + four.x, there.y + four.y, there.z + four.z, there.w + four.w);
        }
        *to = four;
    }
    if (copy.to.factor != nullptr) {
        *reinterpret_cast<uint2*>(copy.to.factor + place(copy.to.factorStride)) =
            make_uint2(fused::packed(four.x, four.y), fused::packed(four.z, four.w));
    }
}

/// One element a thread; a copy for each block in y.
__global__ void copyElements(const __grid_constant__ RowCopies all)
{
    const RowCopy& copy = all.copy[blockIdx.y];
    if (all.inFours[blockIdx.y]) {
        const unsigned fours = static_cast<unsigned>(copy.width) / 4, count = static_cast<unsigned>(copy.rows) * fours;
        for (unsigned index = blockIdx.x * blockDim.x + threadIdx.x; index < count; index += gridDim.x * blockDim.x) {
            copyFour(copy, static_cast<int>(index / fours), static_cast<int>(index % fours) * 4);
        }
        return;
    }
    const auto width = static_cast<unsigned>(copy.width), count = static_cast<unsigned>(copy.rows) * width;
    for (unsigned index = blockIdx.x * blockDim.x + threadIdx.x; index < count; index += gridDim.x * blockDim.x) {
        const int row = static_cast<int>(index / width), column = static_cast<int>(index % width);
        const float from = loadSum(copy.from, row, column);
        const float value = copy.factors == nullptr ? from : carried(copy.factors[row], from);
        storeAny(copy.to, row, column, copy.adds ? load(copy.to, row, column) + value : value);
    }
}

/// The sum of term(unit) over all units, in each thread of a block.
template <typename Term>
__device__ float sumOverUnits(int units, const Term& term)
{
    float sum = 0;
    for (int unit = static_cast<int>(threadIdx.x); unit < units; unit += static_cast<int>(blockDim.x)) {
        sum += term(unit);
    }
    return blockSum(sum);
}

/// A row a block, in strides of the grid.
template <typename Row>
__device__ void forEachRow(int rows, const Row& use)
{
    for (int row = static_cast<int>(blockIdx.x); row < rows; row += static_cast<int>(gridDim.x)) {
        use(row);
    }
}
template <typename Unit>
__device__ void forEachUnit(int units, const Unit& use)
{
    for (int unit = static_cast<int>(threadIdx.x); unit < units; unit += static_cast<int>(blockDim.x)) {
        use(unit);
    }
}

__global__ void normalizeRows(ElementView from, ElementView to, float* scales, int rows, int units)
{
    forEachRow(rows, [&](int row) {
        const float mean =
            sumOverUnits(units, [&](int unit) { return load(from, row, unit); }) / static_cast<float>(units);
        const float squares = sumOverUnits(units, [&](int unit) { return square(load(from, row, unit) - mean); });
        const float scale =
            rsqrtf(squares / static_cast<float>(units) + static_cast<float>(engine::cells::normEpsilon));
        if (threadIdx.x == 0) {
            scales[row] = scale;
        }
        forEachUnit(units, [&](int unit) { storeFloat(to, row, unit, (load(from, row, unit) - mean) * scale); });
    });
}

__global__ void normalizeRowsBackward(ElementView normed, ElementView gradient, ElementView to, const float* scales,
                                      int rows, int units)
{
    forEachRow(rows, [&](int row) {
        const float mean =
            sumOverUnits(units, [&](int unit) { return loadSum(gradient, row, unit); }) / static_cast<float>(units);
        const float slope =
            sumOverUnits(units, [&](int unit) { return loadSum(gradient, row, unit) * load(normed, row, unit); }) /
            static_cast<float>(units);
        forEachUnit(units, [&](int unit) {
            storeFloat(to, row, unit,
                       scales[row] * (loadSum(gradient, row, unit) - mean - slope * load(normed, row, unit)));
        });
    });
}

/// As in compiled kernels: cells::apply, but by the hardware's exponential.
__device__ float applied(Operation operation, float a, float b)
{
    switch (operation) {
    case Operation::Sigmoid:
        return sigmoid(a);
    case Operation::Tanh:
        return hyperbolicTangent(a);
    case Operation::Softplus:
        return softplus(a);
    default:
        return engine::cells::apply(operation, a, b);
    }
}

/// One unit of some rows a thread; `registers` as a limit known to the compiler.
template <int registers>
__global__ void interpretProgram(const __grid_constant__ ElementCall<maxViews> call, const InterpretedStep* steps,
                                 int count)
{
    const int unit = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (unit >= call.units) {
        return;
    }
    float made[registers];
    for (int row = static_cast<int>(blockIdx.y); row < call.rows; row += static_cast<int>(gridDim.y)) {
        const float factor = call.factors == nullptr ? 1.0f : call.factors[row];
        for (int index = 0; index < count; ++index) {
            const auto [code, a, b, number] = steps[index];
            switch (code) {
            case InterpretedStep::load:
                made[index] = load(call.view[b], row, unit);
                break;
            case InterpretedStep::loadAny:
                made[index] = loadSum(call.view[b], row, unit);
                break;
            case InterpretedStep::loadCarried:
                made[index] = carried(factor, loadSum(call.view[b], row, unit));
                break;
            case InterpretedStep::constant:
                made[index] = number;
                break;
            case InterpretedStep::store:
                storeAny(call.view[b], row, unit, made[a]);
                break;
            case InterpretedStep::storeCarried:
                storeAny(call.view[b], row, unit, carried(factor, made[a]));
                break;
            case InterpretedStep::sum:
                addToSum(call.sums, call.units, b, unit, made[a]);
                break;
            default:
                made[index] = applied(static_cast<Operation>(code), made[a], b < 0 ? 0.0f : made[b]);
            }
        }
    }
}

unsigned blocksOfRows(int rows)
{
    return static_cast<unsigned>(std::clamp(rows, 1, 65535));
}

/// Whether all rows can be read and written four columns at a time.
bool goesInFours(const RowCopy& copy)
{
    const auto isAligned = [](const void* place, int stride, std::uintptr_t bytes) {
        return place == nullptr || (reinterpret_cast<std::uintptr_t>(place) % bytes == 0 && stride % 4 == 0);
    };
    return copy.factors == nullptr && copy.width % 4 == 0 && copy.from.data != nullptr && copy.from.parts == 1 &&
           isAligned(copy.from.data, copy.from.stride, sizeof(float4)) &&
           isAligned(copy.to.data, copy.to.stride, sizeof(float4)) &&
           isAligned(copy.to.factor, copy.to.factorStride, sizeof(uint2));
}

ElementView rowsFrom(ElementView view, std::int64_t first)
{
    view.data = view.data == nullptr ? nullptr : view.data + first * view.stride;
    view.factor = view.factor == nullptr ? nullptr : view.factor + first * view.factorStride;
    return view;
}

RowCopy rowsOf(const RowCopy& copy, std::int64_t first, std::int64_t count)
{
    return {rowsFrom(copy.from, first),
            copy.factors == nullptr ? nullptr : copy.factors + first,
            rowsFrom(copy.to, first),
            count,
            copy.width,
            copy.adds};
}

} // namespace

void copyRows(std::span<const RowCopy> copies, cudaStream_t stream)
{
    RowCopies batch{};
    unsigned count = 0, blocks = 1;
    const auto run = [&] {
        if (count > 0) {
            copyElements<<<dim3(blocks, count), blockThreads, 0, stream>>>(batch);
            checkLaunch("a cell: copying rows");
        }
        count = 0;
        blocks = 1;
    };
    const auto isInBatch = [&](const float* to) {
        return std::any_of(batch.copy, batch.copy + count, [to](const RowCopy& other) { return other.to.data == to; });
    };
    const auto add = [&](const RowCopy& copy) {
        if (copy.adds && isInBatch(copy.to.data)) { // a sum of two, as where two weights have one name
            run();
        }
        batch.inFours[count] = goesInFours(copy);
        blocks = std::max(blocks, blocksFor(copy.rows * copy.width / (batch.inFours[count] ? 4 : 1)));
        batch.copy[count++] = copy;
        if (count == std::size(batch.copy)) {
            run();
        }
    };
    for (const RowCopy& copy : copies) {
        constexpr std::int64_t maxElements = std::int64_t{1} << 31; // kernels count in 32 bits
        const std::int64_t maxRows = std::max<std::int64_t>(1, maxElements / copy.width);
        const bool isWanted = copy.to.data != nullptr || copy.to.factor != nullptr;
        for (std::int64_t first = 0; isWanted && first < copy.rows; first += maxRows) {
            add(rowsOf(copy, first, std::min(maxRows, copy.rows - first)));
        }
    }
    run();
}

void normalize(const ElementView& from, const ElementView& to, float* scales, int rows, int units, cudaStream_t stream)
{
    normalizeRows<<<blocksOfRows(rows), blockThreads, 0, stream>>>(from, to, scales, rows, units);
    checkLaunch("a cell: layernorm");
}

void normalizeBackward(const ElementView& normed, const ElementView& gradient, const ElementView& to,
                       const float* scales, int rows, int units, cudaStream_t stream)
{
    normalizeRowsBackward<<<blocksOfRows(rows), blockThreads, 0, stream>>>(normed, gradient, to, scales, rows, units);
    checkLaunch("a cell: gradient of layernorm");
}

void interpret(const ElementCall<maxViews>& call, const InterpretedStep* steps, int count, int registers, dim3 blocks,
               cudaStream_t stream)
{
    const auto kernel = registers <= 64    ? interpretProgram<64>
                        : registers <= 256 ? interpretProgram<256>
                                           : interpretProgram<maxRegisters>;
    kernel<<<blocks, elementThreads, 0, stream>>>(call, steps, count);
    checkLaunch("a cell: interpreted elements");
}

} // namespace engine::cuda::cells

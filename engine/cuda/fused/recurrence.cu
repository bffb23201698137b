// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/edges.h"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/fused/tensor_core.cuh"
#include "engine/kernels/lstm_cell.h"

#include <algorithm>

namespace engine::cuda::fused {
namespace {

constexpr int unitsOfBlock = 16;
constexpr int warps = 8; // of a block
constexpr int threads = warps * 32;
constexpr int tileRows = 8;   // streams of one product of the tensor cores
constexpr int chunkTiles = 2; // tiles whose sums lie in shared memory at once: a cell for each thread
constexpr int chunkRows = chunkTiles * tileRows;
constexpr int maxRows = 240; // of a group: more would want more shared memory than some GPUs give a block

/// One tile's sums of a warp: 16 rows of 8, 10 apart, so that neither writes nor reads have bank conflicts.
constexpr int tileStride = 10;
constexpr int tileFloats = unitsOfBlock * tileStride;

/// Where the lane's sums of a tile go: rows lane / 4 and 8 below, columns 2 (lane % 4) and the next.
__device__ void putTile(float* tile, const float (&d)[4], int lane)
{
    float* const place = tile + lane / 4 * tileStride + lane % 4 * 2;
    *reinterpret_cast<float2*>(place) = make_float2(d[0], d[1]);
    *reinterpret_cast<float2*>(place + 8 * tileStride) = make_float2(d[2], d[3]);
}

/// Whether both bfloat16s were written. What is not has all bits set (markUnwritten): no number has, and what is
/// rounded to bfloat16 becomes another NaN.
__device__ bool isWhole(unsigned pair)
{
    return (pair & 0xFFFF) != 0xFFFF && pair >> 16 != 0xFFFF;
}

/// Reads from the second-level cache, past the first.
__device__ uint2 readNow(const uint2* from)
{
    uint2 four;
    asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(four.x), "=r"(four.y) : "l"(from) : "memory");
    return four;
}

/// Reads `count` × 4 numbers, 16 apart, once they are written. The numbers are their own ready flags (see
/// markUnwritten), so that a step needs no barrier: a lane waits for exactly what it multiplies.
template <int count>
__device__ void readWhenThere(uint2 (&numbers)[count], const __nv_bfloat16* from)
{
    const uint2* const place = reinterpret_cast<const uint2*>(from);
#pragma unroll
    for (int s = 0; s < count; ++s) {
        numbers[s] = readNow(place + s * 4);
    }
    Patience patience;
    for (bool whole = false; !whole; patience.tryAgain()) {
        whole = true;
#pragma unroll
        for (int s = 0; s < count; ++s) {
            if (!isWhole(numbers[s].x) || !isWhole(numbers[s].y)) {
                numbers[s] = readNow(place + s * 4);
                whole = false;
            }
        }
    }
}

/// The whole warp: returns when each of the `count` blocks that compute its part of the depth has written some of the
/// first rows, and so probably most of the rest. All blocks read all of a step: if each polled all of it, the polling
/// would keep the writes out of the cache.
template <int count>
__device__ void awaitSources(const __nv_bfloat16* firstOfWarp, int stride, int rows, int lane)
{
    const int row = lane < count ? 0 : min(1, rows - 1);
    const uint2* const one = reinterpret_cast<const uint2*>(firstOfWarp + row * stride + lane % count * 16);
    uint2 seen = readNow(one);
    for (Patience patience; !__all_sync(0xFFFFFFFF, isWhole(seen.x)); patience.tryAgain()) {
        seen = readNow(one);
    }
}

/// The numbers of two lanes that are neighbours, in one word: for both of them.
__device__ unsigned pairOf(float number, int lane)
{
    const float other = __shfl_xor_sync(0xFFFFFFFF, number, 1);
    return lane % 2 == 0 ? packed(number, other) : packed(other, number);
}

__device__ void writeNow(__nv_bfloat16* to, unsigned pair)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(pair) : "memory");
}

/// The part of a layer that a block has.
struct BlockPart {
    int firstUnit, firstRow, rows;
};

template <int room>
__device__ BlockPart partOf(const RecurrenceShape& shape, int rowsOfGroup)
{
    constexpr int blocksOfGroup = room / unitsOfBlock;
    const int group = static_cast<int>(blockIdx.x) / blocksOfGroup;
    const int firstRow = group * rowsOfGroup;
    return {static_cast<int>(blockIdx.x) % blocksOfGroup * unitsOfBlock, firstRow,
            min(rowsOfGroup, shape.streams - firstRow)};
}

/// Σ over the warps of one element of their tiles, in the order of the warps.
__device__ float sumOverWarps(const float* first, int strideOfWarp)
{
    float sum = 0;
#pragma unroll
    for (int warp = 0; warp < warps; ++warp) {
        sum += first[warp * strideOfWarp];
    }
    return sum;
}

// The products below run over their depth in another order than it lies in memory: of 16 numbers, a lane takes 4 that
// lie side by side (4 q to 4 q + 3, with q = lane % 4), where the tensor cores count them as 2 q, 2 q + 1, 2 q + 8, 2 q
// + 9. A sum does not mind, as both factors do so, and each lane reads 8 bytes at once.

/// What a cell needs besides the products; read before waiting for those.
struct ForwardCell {
    LstmGates<float> inputs;
    float cBefore, cont;
};

template <int room>
__device__ ForwardCell readCell(const ForwardRecurrence& work, int step, int row, int unit)
{
    const std::int64_t place = std::int64_t{step} * work.shape.streams + row;
    const float* const inputs = work.inputs + place * 4 * room + unit;
    const auto input = [&](int gate) {
        const int units = work.shape.units;
        return inputs[gate * room] + (unit < units ? work.b[gate * units + unit] : 0.0f);
    };
    return {{input(0), input(1), input(2), input(3)}, work.keptStates[place * room + unit], work.cont[place]};
}

/// h and c of all steps. A block has 16 room of a group of streams (see the header); each of its warps multiplies
/// depthSteps · 16 of the H columns of the block's 64 rows of Wh (4 gates × 16 room) by h_{t-1} of 8 streams at a
/// time; then each thread finishes one unit of one stream of a chunk of 16. Units that the layer has not are zeros.
template <int depthSteps>
__global__ void __launch_bounds__(threads, 1) forwardSequence(ForwardRecurrence work, int rowsOfGroup)
{
    constexpr int room = warps * depthSteps * 16;
    constexpr int strideOfWarp = chunkTiles * 4 * tileFloats;
    extern __shared__ float tiles[]; // two of [warps, chunkTiles, gates, 16, tileStride], in turns
    const BlockPart part = partOf<room>(work.shape, rowsOfGroup);
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    const int depth = warp * depthSteps * 16 + lane % 4 * 4; // of the lane's first numbers

    unsigned weights[4][depthSteps][4];
#pragma unroll
    for (int gate = 0; gate < 4; ++gate) {
        const __nv_bfloat16* const row =
            work.Wh.halves() + std::int64_t{gate * room + part.firstUnit + lane / 4} * room + depth;
#pragma unroll
        for (int s = 0; s < depthSteps; ++s) {
            const uint2 upper = *reinterpret_cast<const uint2*>(row + s * 16);
            const uint2 lower = *reinterpret_cast<const uint2*>(row + 8 * room + s * 16);
            weights[gate][s][0] = upper.x;
            weights[gate][s][1] = lower.x;
            weights[gate][s][2] = upper.y;
            weights[gate][s][3] = lower.y;
        }
    }

    const int inChunk = static_cast<int>(threadIdx.x) / unitsOfBlock;
    const int unit = part.firstUnit + static_cast<int>(threadIdx.x) % unitsOfBlock;
    int turn = 0;
    for (int step = 0; step < work.shape.steps; ++step) {
        const __nv_bfloat16* const before =
            work.hBefore.halves() + (std::int64_t{step} * work.shape.streams + part.firstRow) * room + depth;
        for (int first = 0; first < part.rows; first += chunkRows, turn ^= 1) {
            const int rows = min(chunkRows, part.rows - first);
            const int row = part.firstRow + first + inChunk;
            const bool hasCell = inChunk < rows;
            ForwardCell cell{};
            if (hasCell) {
                cell = readCell<room>(work, step, row, unit);
            }
            float* const ownTiles = tiles + turn * warps * strideOfWarp;
#pragma unroll 1
            for (int tile = 0; tile < chunkTiles; ++tile) {
                if (tile * tileRows >= rows) {
                    break;
                }
                if (first == 0 && tile == 0 && part.rows > tileRows) {
                    awaitSources<depthSteps>(before - lane % 4 * 4, room, rows, lane);
                }
                // Rows beyond the last read the last once more; their sums are not used.
                uint2 h[depthSteps];
                readWhenThere(h, before + std::int64_t{first + min(tile * tileRows + lane / 4, rows - 1)} * room);
                __syncwarp();
                float sums[4][4] = {};
#pragma unroll
                for (int s = 0; s < depthSteps; ++s) {
#pragma unroll
                    for (int gate = 0; gate < 4; ++gate) {
                        multiplyAdd(sums[gate], weights[gate][s], h[s]);
                    }
                }
#pragma unroll
                for (int gate = 0; gate < 4; ++gate) {
                    putTile(ownTiles + warp * strideOfWarp + (tile * 4 + gate) * tileFloats, sums[gate], lane);
                }
            }
            // One barrier a chunk is enough: a warp two chunks ahead, which uses the same half, has seen all others
            // leave it.
            __syncthreads();
            if (warp * 32 >= rows * unitsOfBlock) {
                continue; // the whole warp
            }
            const float* const sum = ownTiles + inChunk / tileRows * 4 * tileFloats +
                                     static_cast<int>(threadIdx.x) % unitsOfBlock * tileStride + inChunk % tileRows;
            const auto product = [&](int gate) {
                return cell.cont * sumOverWarps(sum + gate * tileFloats, strideOfWarp);
            };
            const LstmGates<float> gates =
                lstmGates<float, QuickMath>({cell.inputs.i + product(0), cell.inputs.f + product(1),
                                             cell.inputs.g + product(2), cell.inputs.o + product(3)});
            const LstmCell<float> after = lstmForward<float, QuickMath>(gates, cell.cont * cell.cBefore);
            const std::int64_t place = (std::int64_t{step} * work.shape.streams + row) * room + unit;
            const std::int64_t next = place + std::int64_t{work.shape.streams} * room;
            const unsigned pair = pairOf(after.h, lane);
            if (!hasCell) {
                continue;
            }
            if (lane % 2 == 0) {
                writeNow(work.hBefore.halves() + next, pair);
            }
            work.keptStates[next] = after.c;
            if (work.y != nullptr && unit < work.shape.units) {
                work.y[(std::int64_t{step} * work.shape.streams + row) * work.yStride + unit] = after.h;
            }
            if (work.keptGates != nullptr) {
                __nv_bfloat16* const kept = work.keptGates.halves() + 4 * (place - unit) + unit;
                kept[0] = __float2bfloat16_rn(gates.i);
                kept[room] = __float2bfloat16_rn(gates.f);
                kept[2 * room] = __float2bfloat16_rn(gates.g);
                kept[3 * room] = __float2bfloat16_rn(gates.o);
            }
        }
    }
}

struct BackwardCell {
    LstmGates<float> gates;
    float cBefore, c, dy, cont, contAfter;
};

template <int room>
__device__ BackwardCell readCell(const BackwardRecurrence& work, int step, int row, int unit)
{
    const std::int64_t place = std::int64_t{step} * work.shape.streams + row;
    const std::int64_t next = place + work.shape.streams;
    const __nv_bfloat16* const gates = work.keptGates.halves() + place * 4 * room + unit;
    return {{__bfloat162float(gates[0]), __bfloat162float(gates[room]), __bfloat162float(gates[2 * room]),
             __bfloat162float(gates[3 * room])},
            work.keptStates[place * room + unit],
            work.keptStates[next * room + unit],
            unit < work.shape.units ? work.dy[place * work.dyStride + unit] : 0.0f,
            work.cont[place],
            step + 1 < work.shape.steps ? work.cont[next] : 0.0f};
}

/// The gates' gradients of all steps, from the last to the first. A block has 16 room of a group of streams; each of
/// its warps multiplies depthSteps · 64 of the 4H rows of the block's 16 columns of Wh by the gates' gradients of the
/// step after, of 8 streams at a time; then each of the first 256 threads finishes one unit of one stream of a chunk
/// of 16.
template <int depthSteps>
__global__ void __launch_bounds__(threads, 1) backwardSequence(BackwardRecurrence work, int rowsOfGroup)
{
    constexpr int room = warps * depthSteps * 16;
    constexpr int products = 4 * depthSteps;
    // What is read at once has to find room beside the weights; a part is of whole pairs of products.
    constexpr int parts = products <= 16 ? 1 : products % 8 == 0 ? products / 8 : products / 4;
    static_assert(products % parts == 0 && products / parts % 2 == 0);
    constexpr int strideOfWarp = chunkTiles * tileFloats;
    extern __shared__ float tiles[];                    // two of [warps, chunkTiles, 16, tileStride], in turns
    float* const dc = tiles + 2 * warps * strideOfWarp; // [rows, 16], by c as the step after handed it back
    float* const db = dc + rowsOfGroup * unitsOfBlock;  // [gates, rows, 16]; both each of one thread alone
    const int strideOfGate = rowsOfGroup * unitsOfBlock;
    const BlockPart part = partOf<room>(work.shape, rowsOfGroup);
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    const int depth = warp * products * 16 + lane % 4 * 4;

    unsigned weights[products][4];
#pragma unroll
    for (int s = 0; s < products; ++s) {
        const __nv_bfloat16* const column =
            work.turned.halves() + std::int64_t{part.firstUnit + lane / 4} * 4 * room + depth + s * 16;
        const uint2 upper = *reinterpret_cast<const uint2*>(column);
        const uint2 lower = *reinterpret_cast<const uint2*>(column + 8 * 4 * room);
        weights[s][0] = upper.x;
        weights[s][1] = lower.x;
        weights[s][2] = upper.y;
        weights[s][3] = lower.y;
    }
    for (int i = static_cast<int>(threadIdx.x); i < 5 * strideOfGate; i += threads) {
        dc[i] = 0;
    }
    __syncthreads();

    const int inChunk = static_cast<int>(threadIdx.x) / unitsOfBlock;
    const int unit = part.firstUnit + static_cast<int>(threadIdx.x) % unitsOfBlock;
    int turn = 0;
    for (int step = work.shape.steps - 1; step >= 0; --step) {
        const bool isLast = step + 1 == work.shape.steps;
        const __nv_bfloat16* const after =
            work.dGates.halves() + (std::int64_t{step + 1} * work.shape.streams + part.firstRow) * 4 * room + depth;
        for (int first = 0; first < part.rows; first += chunkRows, turn ^= 1) {
            const int rows = min(chunkRows, part.rows - first);
            const int row = part.firstRow + first + inChunk;
            const bool hasCell = inChunk < rows;
            BackwardCell cell{};
            if (hasCell) {
                cell = readCell<room>(work, step, row, unit);
            }
            float* const ownTiles = tiles + turn * warps * strideOfWarp;
#pragma unroll 1
            for (int tile = 0; tile < chunkTiles; ++tile) {
                if (isLast || tile * tileRows >= rows) {
                    break;
                }
                if (first == 0 && tile == 0) {
                    awaitSources<products>(after - lane % 4 * 4, 4 * room, rows, lane);
                }
                const __nv_bfloat16* const from =
                    after + std::int64_t{first + min(tile * tileRows + lane / 4, rows - 1)} * 4 * room;
                float even[4] = {}, odd[4] = {}; // two sums, so that a product need not wait for the one before it
#pragma unroll
                for (int firstOfPart = 0; firstOfPart < products; firstOfPart += products / parts) {
                    uint2 da[products / parts];
                    readWhenThere(da, from + firstOfPart * 16);
                    __syncwarp();
#pragma unroll
                    for (int s = 0; s < products / parts; s += 2) {
                        multiplyAdd(even, weights[firstOfPart + s], da[s]);
                        multiplyAdd(odd, weights[firstOfPart + s + 1], da[s + 1]);
                    }
                }
                const float sums[4] = {even[0] + odd[0], even[1] + odd[1], even[2] + odd[2], even[3] + odd[3]};
                putTile(ownTiles + warp * strideOfWarp + tile * tileFloats, sums, lane);
            }
            __syncthreads(); // see forwardSequence
            if (warp * 32 >= rows * unitsOfBlock) {
                continue;
            }
            float dh = cell.dy;
            if (!isLast) {
                const float* const sum = ownTiles + inChunk / tileRows * tileFloats +
                                         static_cast<int>(threadIdx.x) % unitsOfBlock * tileStride + inChunk % tileRows;
                dh += cell.contAfter * sumOverWarps(sum, strideOfWarp);
            }
            const int own = min(first * unitsOfBlock + static_cast<int>(threadIdx.x), strideOfGate - 1);
            const LstmGradients<float> gradients =
                lstmBackward<float, QuickMath>(cell.gates, cell.cont * cell.cBefore, cell.c, dh, dc[own]);
            const float a[4] = {gradients.a.i, gradients.a.f, gradients.a.g, gradients.a.o};
            unsigned pairs[4];
#pragma unroll
            for (int gate = 0; gate < 4; ++gate) {
                pairs[gate] = pairOf(a[gate], lane);
            }
            if (!hasCell) {
                continue;
            }
            // Of two neighbours the even one writes i and f of both, the odd one g and o.
            __nv_bfloat16* const to =
                work.dGates.halves() + (std::int64_t{step} * work.shape.streams + row) * 4 * room + (unit - lane % 2);
            writeNow(to + (lane % 2 == 0 ? 0 : 2 * room), lane % 2 == 0 ? pairs[0] : pairs[2]);
            writeNow(to + (lane % 2 == 0 ? room : 3 * room), lane % 2 == 0 ? pairs[1] : pairs[3]);
            dc[own] = cell.cont * gradients.cBefore;
#pragma unroll
            for (int gate = 0; gate < 4; ++gate) {
                db[gate * strideOfGate + own] += a[gate];
            }
        }
    }
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < part.rows * unitsOfBlock; i += threads) {
        float* const to =
            work.db + std::int64_t{part.firstRow + i / unitsOfBlock} * 4 * room + part.firstUnit + i % unitsOfBlock;
        for (int gate = 0; gate < 4; ++gate) {
            to[gate * room] = db[gate * strideOfGate + i];
        }
    }
}

/// Bytes of shared memory of a block.
std::size_t sharedOf(const RecurrencePlan&, const ForwardRecurrence&)
{
    return sizeof(float) * static_cast<std::size_t>(2 * warps * chunkTiles * 4 * tileFloats);
}

std::size_t sharedOf(const RecurrencePlan& plan, const BackwardRecurrence&)
{
    return sizeof(float) * static_cast<std::size_t>(2 * warps * chunkTiles * tileFloats + 5 * plan.rows * unitsOfBlock);
}

template <int depthSteps>
constexpr auto kernelFor(const ForwardRecurrence&)
{
    return forwardSequence<depthSteps>;
}

template <int depthSteps>
constexpr auto kernelFor(const BackwardRecurrence&)
{
    return backwardSequence<depthSteps>;
}

template <int depthSteps, typename Work>
void launchAs(const RecurrencePlan& plan, Work work, cudaStream_t stream)
{
    const auto kernel = kernelFor<depthSteps>(work);
    const std::size_t shared = sharedOf(plan, work);
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared)),
          "taking shared memory for the recurrence");
    int rows = plan.rows;
    void* arguments[] = {&work, &rows};
    check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel),
                                      dim3(static_cast<unsigned>(plan.groups * plan.blocksOfGroup)), dim3(threads),
                                      arguments, shared, stream),
          "starting the recurrence");
}

template <typename Work>
void launchFor(const RecurrencePlan& plan, const Work& work, cudaStream_t stream)
{
    switch (plan.room / (warps * 16)) {
    case 1:
        return launchAs<1>(plan, work, stream);
    case 2:
        return launchAs<2>(plan, work, stream);
    case 3:
        return launchAs<3>(plan, work, stream);
    case 4:
        return launchAs<4>(plan, work, stream);
    case 5:
        return launchAs<5>(plan, work, stream);
    case 6:
        return launchAs<6>(plan, work, stream);
    case 7:
        return launchAs<7>(plan, work, stream);
    default:
        return launchAs<8>(plan, work, stream);
    }
}

/// Fills with the pattern that means "not written yet".
void markUnwritten(__nv_bfloat16* first, std::size_t count, cudaStream_t stream)
{
    check(cudaMemsetAsync(first, 0xFF, count * sizeof(__nv_bfloat16), stream), "preparing the recurrence");
}

} // namespace

std::optional<RecurrencePlan> planRecurrence(std::int64_t units, std::int64_t streams, int multiprocessors)
{
    constexpr std::int64_t step = warps * 16;
    const std::int64_t room = (units + step - 1) / step * step, blocks = room / unitsOfBlock;
    if (room > maxUnitsThroughCache || blocks > multiprocessors) {
        return std::nullopt;
    }
    // As many groups as fit, each of whole tiles.
    const std::int64_t groups = std::min(multiprocessors / blocks, (streams + tileRows - 1) / tileRows);
    const std::int64_t rows = (streams + groups * tileRows - 1) / (groups * tileRows) * tileRows;
    if (rows > maxRows) {
        return std::nullopt;
    }
    return RecurrencePlan{.way = Way::ThroughCache,
                          .room = static_cast<int>(room),
                          .groups = static_cast<int>((streams + rows - 1) / rows),
                          .rows = static_cast<int>(rows),
                          .blocksOfGroup = static_cast<int>(blocks)};
}

namespace {

/// Rows of `width` floats from one place to another, where they lie `stride` apart.
struct StateRows {
    float* first;
    std::int64_t stride;
};

void copyStates(const StateRows& from, const StateRows& to, const RecurrenceShape& shape, cudaStream_t stream)
{
    const auto bytes = [](std::int64_t floats) { return static_cast<std::size_t>(floats) * sizeof(float); };
    check(cudaMemcpy2DAsync(to.first, bytes(to.stride), from.first, bytes(from.stride), bytes(shape.units),
                            static_cast<std::size_t>(shape.streams), cudaMemcpyDeviceToDevice, stream),
          "copying a state");
}

} // namespace

void launchThroughCache(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream)
{
    const std::int64_t units = work.shape.units, room = plan.room;
    const std::int64_t state = work.shape.streams * room, last = work.shape.steps * state;
    toFactors(work.firstH, work.hBefore, work.shape.streams, units, room, stream);
    copyStates({const_cast<float*>(work.firstC), units}, {work.keptStates, room}, work.shape, stream);
    markUnwritten(work.hBefore.halves() + state, static_cast<std::size_t>(last), stream);
    launchFor(plan, work, stream);
    toFloat(work.hBefore.halves() + last, work.lastH, work.shape.streams, units, room, stream);
    copyStates({work.keptStates + last, room}, {work.lastC, units}, work.shape, stream);
}

void launchThroughCache(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream)
{
    const auto rows = static_cast<std::size_t>(work.shape.streams) * static_cast<std::size_t>(work.shape.steps);
    markUnwritten(work.dGates.halves(), 4 * rows * static_cast<std::size_t>(plan.room), stream);
    launchFor(plan, work, stream);
}

} // namespace engine::cuda::fused

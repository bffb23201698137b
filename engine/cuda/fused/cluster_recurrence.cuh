// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/check.h"
#include "engine/cuda/fused/cells.cuh"
#include "engine/cuda/fused/cluster.cuh"
#include "engine/cuda/fused/recurrence.h"

#include <algorithm>
#include <type_traits>

// The recurrence where a cluster of at most 16 blocks holds a layer: up to 512 units, of any cell of cells.cuh.
// A block owns 32 units of a group of streams, a warp 4 of them with all their gates, a thread one unit of one stream
// of each tile of 8. So a cell's products, gates and states stay in one thread's registers, and what a step hands to
// the next goes straight into the other blocks' shared memory (cluster.cuh): no step looks at memory of the GPU for
// what another block made.

namespace engine::cuda::fused {
namespace {

using clusters::unitsOfBlock, clusters::tileRows;
constexpr int unitsOfWarp = 4;
constexpr int warps = unitsOfBlock / unitsOfWarp;
constexpr int threads = warps * 32;
constexpr int sliceElements = tileRows * unitsOfBlock; ///< what a block hands another, of a tile
constexpr unsigned sliceBytes = sliceElements * sizeof(__nv_bfloat16);

/// From row to row of a block's own gradients, in elements: so that eight lanes that read 16 bytes each have no bank
/// conflict.
template <typename Cell>
constexpr int ownStride = unitsOfBlock* Cell::gradients + (Cell::gradients % 2 == 0 ? unitsOfBlock : 0);

/// A lane's place, as the tensor cores count: rows p and p + 8 of a product's 16, columns 2q and 2q + 1 of its 8.
struct Lane {
    int p, q;
    int unit; ///< of the warp's four, and
    int row;  ///< of the tile's eight: the cell that is the lane's
};

__device__ Lane laneOf(int lane)
{
    const int p = lane / 4, q = lane % 4;
    return {p, q, p / 2, 2 * q + p % 2};
}

struct ClusterPart {
    int firstRow, rows; ///< of the group
    int firstUnit;      ///< of the block
    int rank;
};

template <int blocks>
__device__ ClusterPart partOf(const RecurrenceShape& shape, int rowsOfGroup)
{
    const int firstRow = static_cast<int>(blockIdx.x) / blocks * rowsOfGroup;
    const int rank = static_cast<int>(rankInCluster());
    return {firstRow, min(rowsOfGroup, shape.streams - firstRow), rank * unitsOfBlock, rank};
}

__device__ void await(std::uint64_t* barrier, unsigned parity)
{
    for (Patience patience; !hasEnded(barrier, parity);) {
        patience.tryAgain();
    }
}

/// The barriers of both turns, which expect what a step sends. All threads of the cluster; ends with all of them there.
template <int tiles>
__device__ void makeBarriers(std::uint64_t (&arrived)[2][tiles], unsigned bytesOfTile)
{
    if (threadIdx.x == 0) {
        for (std::uint64_t* barrier = &arrived[0][0]; barrier != &arrived[0][0] + 2 * tiles; ++barrier) {
            makeBarrier(barrier);
            expectBytes(barrier, bytesOfTile);
        }
    }
    __syncthreads();
    meetCluster();
}

/// What the step before sent of a tile, the `count`-th time from 1 on; turns go 1, 0, 1, ...
__device__ void awaitTile(std::uint64_t* barrier, int count, unsigned bytesOfTile)
{
    await(barrier, static_cast<unsigned>((count - 1) / 2 % 2));
    if (threadIdx.x == 0) {
        expectBytes(barrier, bytesOfTile);
    }
}

/// The bits of a number as bfloat16.
__device__ unsigned bitsOf(float number)
{
    return packed(number, 0.0f);
}

/// Of the four lanes that have the four units of one row: their numbers, in each lane.
__device__ uint2 gatherUnits(float number, int unit)
{
    const unsigned own = bitsOf(number), other = __shfl_xor_sync(0xFFFFFFFF, own, 8);
    const unsigned pair = unit % 2 == 0 ? own | other << 16 : other | own << 16;
    const unsigned otherPair = __shfl_xor_sync(0xFFFFFFFF, pair, 16);
    return unit < 2 ? make_uint2(pair, otherPair) : make_uint2(otherPair, pair);
}

/// Each of the same four lanes has four numbers of its unit; it gets one of them, the one with its unit's number, of
/// all four units.
__device__ uint2 turnNumbers(const float4& of, int unit)
{
    const unsigned firstTwo = packed(of.x, of.y), lastTwo = packed(of.z, of.w);
    const bool isUpper = unit >= 2;
    const unsigned fromFar = __shfl_xor_sync(0xFFFFFFFF, isUpper ? firstTwo : lastTwo, 16);
    const unsigned own = isUpper ? lastTwo : firstTwo; // of units u and u ± 2: u first where u is below 2
    const unsigned below = isUpper ? fromFar : own, above = isUpper ? own : fromFar;
    // Units (0, 2) in even lanes, (1, 3) in odd ones; an even lane wants the first of each pair.
    const bool isOdd = unit % 2 != 0;
    const unsigned firsts = __byte_perm(below, above, 0x5410), seconds = __byte_perm(below, above, 0x7632);
    const unsigned mine = isOdd ? seconds : firsts;
    const unsigned other = __shfl_xor_sync(0xFFFFFFFF, isOdd ? firsts : seconds, 8);
    const unsigned even = isOdd ? other : mine, odd = isOdd ? mine : other;
    return make_uint2(__byte_perm(even, odd, 0x5410), __byte_perm(even, odd, 0x7632));
}

/// Where what a cell keeps lies: as the threads have it, so that a warp reads and writes side by side.
struct KeptPlace {
    std::int64_t cell, step; ///< the thread's in the first step, and how far the same is in the next

    __device__ KeptPlace(int tile, int tiles)
        : cell((std::int64_t{blockIdx.x} * tiles + tile) * threads + threadIdx.x),
          step(std::int64_t{gridDim.x} * tiles * threads)
    {}
    __device__ std::int64_t at(int index) const { return cell + index * step; }
};

/// What a cell needs besides the products.
template <typename Cell>
struct ForwardInput {
    typename Cell::Numbers x;
    float cont;
};

template <typename Cell>
__device__ ForwardInput<Cell> readInput(const ForwardRecurrence& work, int index, int row, int unit)
{
    const std::int64_t place = std::int64_t{timeOf(work, index)} * work.shape.streams + row;
    const float* const from = work.inputs + place * work.inputStride + unit * Cell::inputs;
    return {*reinterpret_cast<const typename Cell::Numbers*>(from), contOf(work, index, row)};
}

/// A row of Wh as bfloat16s, eight of them from `column` on; zeros of a gate that the cell has not.
template <typename Cell, int room>
__device__ uint4 weightsAt(const __nv_bfloat16* Wh, int gate, int unit, int column)
{
    if (gate >= Cell::gates) {
        return make_uint4(0, 0, 0, 0);
    }
    return *reinterpret_cast<const uint4*>(Wh + (std::int64_t{gate} * room + unit) * room + column);
}

/// The products of the lane's cell, of what its pair of neighbours in p has: even ones gates 0 and 1 of two streams,
/// odd ones 2 and 3.
template <typename Numbers>
__device__ Numbers tradeProducts(const float (&sum)[4], bool isOdd)
{
    const float first = __shfl_xor_sync(0xFFFFFFFF, isOdd ? sum[0] : sum[1], 4);
    if constexpr (std::is_same_v<Numbers, float>) {
        return isOdd ? first : sum[0];
    } else {
        const float second = __shfl_xor_sync(0xFFFFFFFF, isOdd ? sum[2] : sum[3], 4);
        return isOdd ? make_float4(first, second, sum[1], sum[3]) : make_float4(sum[0], sum[2], first, second);
    }
}

/// h and the state of all steps. A warp multiplies its 16 rows of Wh (4 units, their gates in turn) by h of the step
/// before over the whole depth, 8 streams at a time. Row p of the product is gate 0 of unit p / 2 where p is even, else
/// gate 2; row p + 8 is the gate after it: so neighbours in p have what a unit needs, for two streams each, and trade
/// it. Tiles of 8 streams do not wait for each other: while one is on its way, the next is multiplied.
template <typename Cell, int depths, int tiles>
__global__ void __launch_bounds__(threads, 1) forwardInCluster(ForwardRecurrence work, int rowsOfGroup)
{
    constexpr int room = depths * 32, blocks = room / unitsOfBlock;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ std::uint64_t arrived[2][tiles];
    __nv_bfloat16* const h = reinterpret_cast<__nv_bfloat16*>(shared); // two of [tiles, blocks, 8, 32], in turns
    __nv_bfloat16* const own = h + 2 * tiles * blocks * sliceElements; // two of [tiles, 8, 32], in turns
    const int units = work.shape.units;
    const ClusterPart part = partOf<blocks>(work.shape, rowsOfGroup);
    const int warp = static_cast<int>(threadIdx.x) / 32, inWarp = static_cast<int>(threadIdx.x) % 32;
    const Lane lane = laneOf(inWarp);
    const int inBlock = warp * unitsOfWarp, unit = part.firstUnit + inBlock + lane.unit;

    unsigned weights[2 * depths][4];
    const int upperGate = lane.p % 2 * 2;
#pragma unroll
    for (int s = 0; s < depths; ++s) {
        const int column = s * 32 + 8 * lane.q;
        const uint4 above = weightsAt<Cell, room>(work.Wh, upperGate, unit, column);
        const uint4 below =
            Cell::gates > 1 ? weightsAt<Cell, room>(work.Wh, upperGate + 1, unit, column) : make_uint4(0, 0, 0, 0);
        weights[2 * s][0] = above.x;
        weights[2 * s][1] = below.x;
        weights[2 * s][2] = above.y;
        weights[2 * s][3] = below.y;
        weights[2 * s + 1][0] = above.z;
        weights[2 * s + 1][1] = below.z;
        weights[2 * s + 1][2] = above.w;
        weights[2 * s + 1][3] = below.w;
    }
    // The first h. Rows beyond the group's last repeat that one; their results are not used.
    for (int i = static_cast<int>(threadIdx.x); i < tiles * tileRows * room; i += threads) {
        const int row = i / room, column = i % room;
        const float before = stateAt(work.firstH, part.firstRow + min(row, part.rows - 1), column, units);
        h[((row / tileRows * blocks + column / unitsOfBlock) * tileRows + row % tileRows) * unitsOfBlock +
          column % unitsOfBlock] = __float2bfloat16_rn(before);
    }
    const typename Cell::Numbers bias = Cell::bias(work.b, work.bh, unit, units);
    // One warp a row of a slice, on the way to and from memory.
    const bool copies = warp < tileRows && inWarp < unitsOfBlock / 8;
    int rows[tiles];
    float state[tiles];
    ForwardInput<Cell> next[tiles];
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        rows[tile] = part.firstRow + min(tile * tileRows + lane.row, part.rows - 1);
        state[tile] = stateAt(Cell::stateIsH ? work.firstH : work.firstC, rows[tile], unit, units);
        next[tile] = readInput<Cell>(work, 0, rows[tile], unit);
        work.keptStates[KeptPlace(tile, tiles).at(0)] = state[tile];
        if (work.hBefore != nullptr && tile * tileRows + lane.row < part.rows) {
            work.hBefore[rows[tile] * work.hStride + unit] =
                __float2bfloat16_rn(stateAt(work.firstH, rows[tile], unit, units));
        }
    }
    constexpr unsigned bytesOfTile = blocks * sliceBytes;
    makeBarriers<tiles>(arrived, bytesOfTile);

    for (int index = 0; index < work.shape.steps; ++index) {
        const int turn = index % 2;
        const bool isLast = index + 1 == work.shape.steps;
        const std::int64_t firstRow = std::int64_t{timeOf(work, index)} * work.shape.streams;
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            if (index > 0) {
                awaitTile(&arrived[turn][tile], index, bytesOfTile);
            }
            const __nv_bfloat16* const before =
                h + (turn * tiles + tile) * blocks * sliceElements + lane.p * unitsOfBlock + 8 * lane.q;
            float sums[4][4] = {}; // four, so that a product does not depend on the one before it
#pragma unroll
            for (int s = 0; s < depths; ++s) {
                const uint4 eight = *reinterpret_cast<const uint4*>(before + s * sliceElements);
                multiplyAdd(sums[2 * s % 4], weights[2 * s], make_uint2(eight.x, eight.y));
                multiplyAdd(sums[2 * s % 4 + 1], weights[2 * s + 1], make_uint2(eight.z, eight.w));
            }
            float sum[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                sum[i] = (sums[0][i] + sums[1][i]) + (sums[2][i] + sums[3][i]);
            }
            const auto products = tradeProducts<typename Cell::Numbers>(sum, lane.p % 2 != 0);
            const ForwardInput<Cell>& input = next[tile];
            const auto made =
                Cell::forward(input.x, bias, scaled(input.cont, products), input.cont * state[tile], work.activation);
            state[tile] = made.state;
            const uint2 four = gatherUnits(made.h, lane.unit);
            __nv_bfloat16* const slice = own + (turn * tiles + tile) * sliceElements;
            if (lane.unit == 0) {
                *reinterpret_cast<uint2*>(slice + lane.row * unitsOfBlock + inBlock) = four;
            }
            // One barrier a tile is enough: the slice is written again two steps later, and the barrier of the step
            // between comes after all have read it.
            __syncthreads();
            if (!isLast) {
                const uint4 piece = reinterpret_cast<const uint4*>(slice)[inWarp];
                const std::uint32_t to =
                    sharedAddress(h + (((turn ^ 1) * tiles + tile) * blocks + part.rank) * sliceElements + inWarp * 8);
#pragma unroll
                for (int first = 0; first < blocks; first += warps) {
                    if (first + warp < blocks) {
                        const auto rank = static_cast<unsigned>(first + warp);
                        send(placeOf(to, rank), piece, placeOf(sharedAddress(&arrived[turn ^ 1][tile]), rank));
                    }
                }
                next[tile] = readInput<Cell>(work, index + 1, rows[tile], unit);
            }
            const KeptPlace kept(tile, tiles);
            work.keptStates[kept.at(index + 1)] = made.state;
            if constexpr (Cell::kept > 0) {
                if (work.keptGates != nullptr) {
                    reinterpret_cast<typename Cell::Kept*>(work.keptGates)[kept.at(index)] = made.kept;
                }
            }
            if (copies && tile * tileRows + warp < part.rows) {
                const std::int64_t row = firstRow + part.firstRow + tile * tileRows + warp;
                reinterpret_cast<uint4*>(work.h + row * work.hStride + part.firstUnit)[inWarp] =
                    reinterpret_cast<const uint4*>(slice + warp * unitsOfBlock)[inWarp];
            }
            if (tile * tileRows + lane.row < part.rows && unit < units) {
                if (work.y != nullptr) {
                    work.y[(firstRow + rows[tile]) * work.yStride + unit] = made.h;
                }
                if (isLast) {
                    const std::int64_t place = std::int64_t{rows[tile]} * units + unit;
                    if (work.lastH != nullptr) {
                        work.lastH[place] = Cell::stateIsH ? made.h : __bfloat162float(__float2bfloat16_rn(made.h));
                    }
                    if (work.lastC != nullptr) {
                        work.lastC[place] = made.state;
                    }
                }
            }
        }
    }
}

/// What a cell needs besides what the others send. `kept` stays packed as in memory: using a prefetched value early
/// would wait for it.
template <typename Cell>
struct BackwardInput {
    typename Cell::Kept kept;
    float stateBefore, dy, cont;
};

template <typename Cell>
__device__ BackwardInput<Cell> readInput(const BackwardRecurrence& work, int index, int row, int unit,
                                         const KeptPlace& kept)
{
    BackwardInput<Cell> input;
    if constexpr (Cell::kept > 0) {
        input.kept = reinterpret_cast<const typename Cell::Kept*>(work.keptGates)[kept.at(index)];
    }
    const std::int64_t place = std::int64_t{timeOf(work, index)} * work.shape.streams + row;
    input.stateBefore = work.keptStates[kept.at(index)];
    input.dy = work.dy != nullptr && unit < work.shape.units ? work.dy[place * work.dyStride + unit] : 0.0f;
    input.cont = contOf(work, index, row);
    return input;
}

/// How a slice of parts lies in a block's shared memory: as the lanes of a product have them, so that a warp sends side
/// by side. A lane has `side` units that follow each other, of two rows.
template <int side>
struct SliceOfParts {
    static constexpr int stride = sliceElements + 32; ///< from source to source: without bank conflicts

    /// Where the lane `inWarp` of the product that begins at unit `first` puts its numbers.
    static __device__ int placeOfLane(int first, int inWarp)
    {
        return (side == 4 ? 0 : first % unitsOfBlock * tileRows) + inWarp * 2 * side;
    }

    /// Where `side` units of a row lie, from `unit` of the block on.
    static __device__ int placeOfUnits(int unit, int row)
    {
        const int product = unit / (8 * side), p = unit / side % 8;
        return product * 8 * side * tileRows + (4 * p + row / 2) * 2 * side + row % 2 * side;
    }
};

/// Σ over the blocks of what they sent for the lane's cell; `of` has a slice of each block. A lane adds up four units
/// of every fourth block, then the four lanes of a row trade.
template <int blocks, int side>
__device__ float sumOfParts(const __nv_bfloat16* of, int firstUnit, const Lane& lane)
{
    using Slice = SliceOfParts<side>;
    float sums[4] = {};
#pragma unroll
    for (int block = 0; block < blocks; block += 4) {
        const __nv_bfloat16* const slice = of + (block + lane.unit) * Slice::stride;
        uint2 four;
        if constexpr (side == 4) {
            four = *reinterpret_cast<const uint2*>(slice + Slice::placeOfUnits(firstUnit, lane.row));
        } else {
            four.x = *reinterpret_cast<const unsigned*>(slice + Slice::placeOfUnits(firstUnit, lane.row));
            four.y = *reinterpret_cast<const unsigned*>(slice + Slice::placeOfUnits(firstUnit + 2, lane.row));
        }
        sums[0] += lowOf(four.x);
        sums[1] += highOf(four.x);
        sums[2] += lowOf(four.y);
        sums[3] += highOf(four.y);
    }
    const bool isUpper = lane.unit >= 2, isOdd = lane.unit % 2 != 0;
    const float low = __shfl_xor_sync(0xFFFFFFFF, isUpper ? sums[0] : sums[2], 16);
    const float high = __shfl_xor_sync(0xFFFFFFFF, isUpper ? sums[1] : sums[3], 16);
    const float even = (isUpper ? sums[2] : sums[0]) + low, odd = (isUpper ? sums[3] : sums[1]) + high;
    return (isOdd ? odd : even) + __shfl_xor_sync(0xFFFFFFFF, isOdd ? even : odd, 8);
}

/// Adds up, of a cell's gradients.
__device__ void add(float& sum, float more)
{
    sum += more;
}
__device__ void add(float4& sum, float4 more)
{
    sum = sum + more;
}

/// What lane.unit of the four lanes of a row writes of their gradients, as bfloat16s of four units.
__device__ uint2 turned(const float4& of, int unit)
{
    return turnNumbers(of, unit);
}
__device__ uint2 turned(float of, int unit)
{
    return gatherUnits(of, unit);
}

/// The gradients of all steps, from the last that forward made to the first. What a block's own gradients give to every
/// unit's dh (its rows of Wh, turned, by them) it sends to the blocks of those units, as bfloat16; they sum what came
/// of all blocks, in their order. A warp makes the parts of room / 8 units.
template <typename Cell, int depths, int tiles>
__global__ void __launch_bounds__(threads, 1) backwardInCluster(BackwardRecurrence work, int rowsOfGroup)
{
    constexpr int room = depths * 32, blocks = room / unitsOfBlock;
    constexpr int products = room / warps / 16;     // of 16 units, of a warp
    constexpr int side = products % 2 == 0 ? 4 : 2; // units that lie side by side in a lane
    using Slice = SliceOfParts<side>;
    constexpr int tileElements = blocks * Slice::stride;
    constexpr int stride = ownStride<Cell>, ownElements = tileRows * stride;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ std::uint64_t arrived[2][tiles];
    __nv_bfloat16* const parts = reinterpret_cast<__nv_bfloat16*>(shared); // two of [tiles, blocks, a slice], in turns
    __nv_bfloat16* const own = parts + 2 * tiles * tileElements;           // two of [tiles, 8, gradients, 32], in turns
    const int units = work.shape.units;
    const ClusterPart part = partOf<blocks>(work.shape, rowsOfGroup);
    const int warp = static_cast<int>(threadIdx.x) / 32, inWarp = static_cast<int>(threadIdx.x) % 32;
    const Lane lane = laneOf(inWarp);
    const int inBlock = warp * unitsOfWarp, unit = part.firstUnit + inBlock + lane.unit;

    // The first unit of product `index`, or of the pair of products that it belongs to.
    const auto firstOf = [&](int index) { return (warp * products + (side == 4 ? index / 2 * 2 : index)) * 16; };
    // The unit of row p of product `index`; row p + 8 is the next.
    const auto unitOf = [&](int index) { return firstOf(index) + side * lane.p + (side == 4 ? index % 2 * 2 : 0); };
    unsigned weights[products][2 * Cell::gates][4];
#pragma unroll
    for (int index = 0; index < products; ++index) {
#pragma unroll
        for (int gate = 0; gate < Cell::gates; ++gate) {
            const __nv_bfloat16* const from =
                work.turned + (std::int64_t{unitOf(index)} * Cell::gates + gate) * room + part.firstUnit + 8 * lane.q;
            const uint4 one = *reinterpret_cast<const uint4*>(from);
            const uint4 next = *reinterpret_cast<const uint4*>(from + Cell::gates * room);
            weights[index][2 * gate][0] = one.x;
            weights[index][2 * gate][1] = next.x;
            weights[index][2 * gate][2] = one.y;
            weights[index][2 * gate][3] = next.y;
            weights[index][2 * gate + 1][0] = one.z;
            weights[index][2 * gate + 1][1] = next.z;
            weights[index][2 * gate + 1][2] = one.w;
            weights[index][2 * gate + 1][3] = next.w;
        }
    }
    int rows[tiles];
    float state[tiles], dState[tiles], contAfter[tiles];
    typename Cell::Numbers db[tiles] = {};
    BackwardInput<Cell> next[tiles];
    const int last = work.shape.steps - 1;
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        rows[tile] = part.firstRow + min(tile * tileRows + lane.row, part.rows - 1);
        const KeptPlace kept(tile, tiles);
        state[tile] = work.keptStates[kept.at(last + 1)];
        next[tile] = readInput<Cell>(work, last, rows[tile], unit, kept);
        next[tile].dy += stateAt(work.dLastH, rows[tile], unit, units);
        dState[tile] = stateAt(work.dLastC, rows[tile], unit, units);
        contAfter[tile] = 0;
    }
    constexpr unsigned bytesOfTile = blocks * sliceBytes;
    makeBarriers<tiles>(arrived, bytesOfTile);

    for (int done = 0; done <= last; ++done) {
        const int index = last - done, turn = done % 2;
        const bool sends = index > 0 || work.dFirstH != nullptr;
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            const BackwardInput<Cell> input = next[tile];
            float dh = input.dy;
            if (done > 0) {
                awaitTile(&arrived[turn][tile], done, bytesOfTile);
                const __nv_bfloat16* const of = parts + (turn * tiles + tile) * tileElements;
                dh += contAfter[tile] * sumOfParts<blocks, side>(of, inBlock, lane);
            }
            const auto made = Cell::backward(input.kept, input.cont * input.stateBefore, state[tile], dh, dState[tile],
                                             work.activation);
            const uint2 four = turned(made.gradients, lane.unit);
            __nv_bfloat16* const mine = own + (turn * tiles + tile) * ownElements;
            if (lane.unit < Cell::gradients) {
                *reinterpret_cast<uint2*>(mine + lane.row * stride + lane.unit * unitsOfBlock + inBlock) = four;
            }
            // One barrier a tile is enough, as in forwardInCluster.
            __syncthreads();
            if (sends) {
                float sums[products][4] = {};
#pragma unroll
                for (int gate = 0; gate < Cell::gates; ++gate) {
                    const uint4 eight = *reinterpret_cast<const uint4*>(
                        mine + lane.p * stride + Cell::gradientOf(gate) * unitsOfBlock + 8 * lane.q);
#pragma unroll
                    for (int product = 0; product < products; ++product) {
                        multiplyAdd(sums[product], weights[product][2 * gate], make_uint2(eight.x, eight.y));
                    }
#pragma unroll
                    for (int product = 0; product < products; ++product) {
                        multiplyAdd(sums[product], weights[product][2 * gate + 1], make_uint2(eight.z, eight.w));
                    }
                }
#pragma unroll
                for (int product = 0; product < products; product += side / 2) {
                    const auto rank = static_cast<unsigned>(firstOf(product) / unitsOfBlock);
                    const std::uint32_t to =
                        placeOf(sharedAddress(parts + ((turn ^ 1) * tiles + tile) * tileElements +
                                              part.rank * Slice::stride + Slice::placeOfLane(firstOf(product), inWarp)),
                                rank);
                    const std::uint32_t barrier = placeOf(sharedAddress(&arrived[turn ^ 1][tile]), rank);
                    const float(&one)[4] = sums[product];
                    if constexpr (side == 4) {
                        const float(&two)[4] = sums[product + 1];
                        send(to,
                             make_uint4(packed(one[0], one[2]), packed(two[0], two[2]), packed(one[1], one[3]),
                                        packed(two[1], two[3])),
                             barrier);
                    } else {
                        send(to, make_uint2(packed(one[0], one[2]), packed(one[1], one[3])), barrier);
                    }
                }
            }
            if (tile * tileRows + warp < part.rows && inWarp < 8 * Cell::gradients) {
                // One warp a row: eight lanes one of a unit's gradients, four units each.
                const std::int64_t row =
                    std::int64_t{timeOf(work, index)} * work.shape.streams + part.firstRow + tile * tileRows + warp;
                const int gradient = inWarp / 8, place = inWarp % 8;
                reinterpret_cast<uint2*>(work.dGates + row * work.gateStride + gradient * room +
                                         part.firstUnit)[place] =
                    reinterpret_cast<const uint2*>(mine + warp * stride + gradient * unitsOfBlock)[place];
            }
            dState[tile] = input.cont * made.before;
            state[tile] = input.stateBefore;
            contAfter[tile] = input.cont;
            add(db[tile], made.gradients);
            if (index > 0) {
                next[tile] = readInput<Cell>(work, index - 1, rows[tile], unit, KeptPlace(tile, tiles));
            }
        }
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        float dFirst = Cell::stateIsH ? dState[tile] : 0.0f;
        if (work.dFirstH != nullptr) {
            const int turn = (last + 1) % 2;
            awaitTile(&arrived[turn][tile], last + 1, bytesOfTile);
            dFirst +=
                contAfter[tile] * sumOfParts<blocks, side>(parts + (turn * tiles + tile) * tileElements, inBlock, lane);
        }
        if (tile * tileRows + lane.row < part.rows) {
            const auto* const sums = reinterpret_cast<const float*>(&db[tile]);
            float* const to = work.db + std::int64_t{rows[tile]} * Cell::gradients * room + unit;
#pragma unroll
            for (int gradient = 0; gradient < Cell::gradients; ++gradient) {
                to[gradient * room] = work.addsSums ? to[gradient * room] + sums[gradient] : sums[gradient];
            }
            const std::int64_t place = std::int64_t{rows[tile]} * units + unit;
            if (work.dFirstH != nullptr && unit < units) {
                work.dFirstH[place] = dFirst;
            }
            if (work.dFirstC != nullptr && unit < units) {
                work.dFirstC[place] = dState[tile];
            }
        }
    }
}

// ---- launches

template <typename Cell, int depths, int tiles>
constexpr auto kernelFor(const ForwardRecurrence&)
{
    return forwardInCluster<Cell, depths, tiles>;
}

template <typename Cell, int depths, int tiles>
constexpr auto kernelFor(const BackwardRecurrence&)
{
    return backwardInCluster<Cell, depths, tiles>;
}

/// Bytes of shared memory of a block.
template <typename Cell>
std::size_t sharedOf(int room, int tiles, const ForwardRecurrence&)
{
    return 2 * sizeof(__nv_bfloat16) * static_cast<std::size_t>(tiles * (room / unitsOfBlock + 1) * sliceElements);
}

template <typename Cell>
std::size_t sharedOf(int room, int tiles, const BackwardRecurrence&)
{
    const int own = tileRows * ownStride<Cell>;
    return 2 * sizeof(__nv_bfloat16) *
           static_cast<std::size_t>(tiles * (room / unitsOfBlock * SliceOfParts<4>::stride + own));
}

/// A launch of one kernel; the attribute lives as long as the configuration that points to it.
struct Launch {
    const void* kernel;
    cudaLaunchAttribute attribute{};
    cudaLaunchConfig_t config{};

    Launch(const void* of, int room, std::size_t shared, int groups, cudaStream_t stream) : kernel(of)
    {
        const int blocks = room / unitsOfBlock;
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
              "taking shared memory for the recurrence");
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
              "allowing clusters of 16 blocks");
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
        config.gridDim = dim3(static_cast<unsigned>(groups * blocks));
        config.blockDim = dim3(threads);
        config.dynamicSmemBytes = shared;
        config.stream = stream;
        config.attrs = &attribute;
        config.numAttrs = 1;
    }
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;
};

/// use(integral constants of room / 32 and tiles).
template <typename Use>
auto withSizes(int room, int tiles, const Use& use)
{
    const auto withDepths = [&](auto depths) {
        switch (tiles) {
        case 1:
            return use(depths, std::integral_constant<int, 1>{});
        case 2:
            return use(depths, std::integral_constant<int, 2>{});
        case 3:
            return use(depths, std::integral_constant<int, 3>{});
        case 4:
            return use(depths, std::integral_constant<int, 4>{});
        default:
            return use(depths, std::integral_constant<int, 5>{});
        }
    };
    switch (room / 128) {
    case 1:
        return withDepths(std::integral_constant<int, 4>{});
    case 2:
        return withDepths(std::integral_constant<int, 8>{});
    case 3:
        return withDepths(std::integral_constant<int, 12>{});
    default:
        return withDepths(std::integral_constant<int, 16>{});
    }
}

template <typename Cell, typename Work>
void launchAs(const RecurrencePlan& plan, const Work& given, cudaStream_t stream)
{
    const int tiles = plan.rows / tileRows;
    withSizes(plan.room, tiles, [&](auto depths, auto count) {
        Work work = given;
        const auto* const kernel = reinterpret_cast<const void*>(kernelFor<Cell, depths(), count()>(work));
        const Launch launch(kernel, plan.room, sharedOf<Cell>(plan.room, tiles, work), plan.groups, stream);
        int rows = plan.rows;
        void* arguments[] = {&work, &rows};
        check(cudaLaunchKernelExC(&launch.config, kernel, arguments), "starting the recurrence in clusters");
    });
}

/// See ClusterKernels.
template <typename Cell>
int groupsAtOnceOf(int room, int tiles)
{
    constexpr int versionWithClusters = 90;
    const auto most = [&](const auto& work) {
        return withSizes(room, tiles, [&](auto depths, auto count) {
            const auto* const kernel = reinterpret_cast<const void*>(kernelFor<Cell, depths(), count()>(work));
            cudaFuncAttributes attributes{};
            check(cudaFuncGetAttributes(&attributes, kernel), "asking what a kernel was compiled for");
            if (attributes.ptxVersion < versionWithClusters) {
                return 0;
            }
            const Launch launch(kernel, room, sharedOf<Cell>(room, tiles, work), 1, nullptr);
            int clusters = 0;
            check(cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config), "counting clusters");
            return clusters;
        });
    };
    return std::min(most(ForwardRecurrence{}), most(BackwardRecurrence{}));
}

/// All kernels of a cell: naming this instantiates them.
template <typename Cell>
constexpr ClusterKernels kernelsOf()
{
    return {.forward = launchAs<Cell, ForwardRecurrence>,
            .backward = launchAs<Cell, BackwardRecurrence>,
            .groupsAtOnce = groupsAtOnceOf<Cell>};
}

} // namespace

} // namespace engine::cuda::fused

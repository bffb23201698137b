// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/fused/cluster.cuh"
#include "engine/cuda/fused/cluster_shape.h"
#include "engine/cuda/fused/tensor_core.cuh"

// How a cluster of at most 16 blocks holds a layer of up to 768 units, of any cell with one product a step: products of
// a warp, and what blocks hand each other. A block owns 32 units of a group of streams, of a wide layer 48, a warp 4 of
// them with all their gates, a thread one unit of one stream of each tile of 8. So a cell's products, gates and states
// stay in one thread's registers, and what a step hands to the next goes straight into the other blocks' shared memory:
// no step looks at memory of the GPU for what another block made. Half is the type of a bfloat16.
//
// Weights lie in registers; of a wide layer, which has more than registers hold, some in shared memory. What reading
// them takes is most of a step, so two warps there share the rows of both, over half of the depth each, and add up what
// they have: each reads half of h.

namespace engine::cuda::fused {

using clusters::tileRows, clusters::unitsOfWarp;

/// A room as the kernels have it.
template <int room_>
struct Room {
    static constexpr int room = room_;
    static constexpr bool isWide = clusters::isWide(room);
    static constexpr int unitsOfBlock = clusters::unitsOfBlock(room), blocks = clusters::blocksOf(room),
                         warps = clusters::warpsOf(room), threads = clusters::threadsOf(room),
                         sliceElements = clusters::sliceElements(room);
    static constexpr unsigned sliceBytes = sliceElements * 2;
    static constexpr int quarter = unitsOfBlock / 4; ///< columns of a slice that are a lane's in a product
    static constexpr int fours = quarter / 4;        ///< of them: products of a slice
    static constexpr int rowTiles = isWide ? 2 : 1;  ///< warps that share their rows, forward
};

/// A lane's share of the weights of a warp's products: `held` of them in registers, the others between them in shared
/// memory.
template <int products, int held>
struct Weights {
    unsigned inRegisters[held][4];
    uint4* inShared; ///< [products - held, 32], from the lane on

    /// `shared`: what all warps have together.
    template <typename Half>
    __device__ Weights(Half* shared, int warp, int inWarp)
        : inShared(reinterpret_cast<uint4*>(shared) + warp * (products - held) * 32 + inWarp)
    {}
    /// Of how many products before the index-th the weights are in registers.
    static __device__ constexpr int heldBefore(int index) { return (index * held + products - 1) / products; }
    static __device__ constexpr bool isHeld(int index) { return heldBefore(index + 1) > heldBefore(index); }

    /// Of rows p and p + 8, four columns each.
    __device__ void set(int index, uint2 above, uint2 below)
    {
        if (isHeld(index)) {
            unsigned(&weights)[4] = inRegisters[heldBefore(index)];
            weights[0] = above.x;
            weights[1] = below.x;
            weights[2] = above.y;
            weights[3] = below.y;
        } else {
            inShared[(index - heldBefore(index)) * 32] = make_uint4(above.x, below.x, above.y, below.y);
        }
    }
    __device__ void multiplyAdd(float (&sum)[4], int index, uint2 by) const
    {
        if (isHeld(index)) {
            fused::multiplyAdd(sum, inRegisters[heldBefore(index)], by);
        } else {
            const uint4 four = inShared[(index - heldBefore(index)) * 32];
            const unsigned weights[4] = {four.x, four.y, four.z, four.w};
            fused::multiplyAdd(sum, weights, by);
        }
    }
};

template <int room>
using ForwardWeights = Weights<clusters::forwardProducts(room), clusters::heldForward(room)>;
template <int room, int gates>
using BackwardWeights = Weights<clusters::backwardProducts(room, gates), clusters::heldBackward(room, gates)>;

/// Whether registers have room for what the next backward step needs of memory while this one is computed.
constexpr bool readsAhead(int tiles)
{
    constexpr int most = 3;
    return tiles <= most;
}
/// Whether they have room for all that a step's products read of shared memory, too.
constexpr bool readsEarly(int room, int tiles)
{
    return !clusters::isWide(room) && readsAhead(tiles);
}

/// True, but the compiler cannot know. Otherwise it reads shared memory between the products, to save registers, and they
/// stall; volatile reads before a branch stay there.
__device__ inline bool always()
{
    return blockDim.y == 1;
}

/// A lane's columns of a row of a slice, in fours.
template <typename Room, typename Half>
__device__ void readFours(uint2 (&to)[Room::fours], const Half* from)
{
    if constexpr (Room::fours == 2) {
        uint4 eight;
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(eight.x), "=r"(eight.y), "=r"(eight.z), "=r"(eight.w)
                     : "r"(sharedAddress(from))
                     : "memory");
        to[0] = make_uint2(eight.x, eight.y);
        to[1] = make_uint2(eight.z, eight.w);
    } else {
#pragma unroll
        for (int four = 0; four < Room::fours; ++four) {
            to[four] = *reinterpret_cast<const uint2*>(from + 4 * four);
        }
    }
}

/// A lane's place, as the tensor cores count: rows p and p + 8 of a product's 16, columns 2q and 2q + 1 of its 8.
struct Lane {
    int p, q;
    int unit; ///< of the warp's four, and
    int row;  ///< of the tile's eight: the cell that is the lane's
};

__device__ inline Lane laneOf(int lane)
{
    const int p = lane / 4, q = lane % 4;
    return {p, q, p / 2, 2 * q + p % 2};
}

struct ClusterPart {
    int firstRow, rows; ///< of the group
    int firstUnit;      ///< of the block
    int rank;
};

template <typename Room>
__device__ ClusterPart partOf(int streams, int rowsOfGroup)
{
    const int firstRow = static_cast<int>(blockIdx.x) / Room::blocks * rowsOfGroup;
    const int rank = static_cast<int>(rankInCluster());
    return {firstRow, min(rowsOfGroup, streams - firstRow), rank * Room::unitsOfBlock, rank};
}

__device__ inline void await(Barrier* barrier, unsigned parity)
{
    for (Patience patience; !hasEnded(barrier, parity);) {
        patience.tryAgain();
    }
}

/// The barriers of both turns, which expect what a step sends. All threads of the cluster; ends with all of them there.
template <int tiles>
__device__ void makeBarriers(Barrier (&arrived)[2][tiles], unsigned bytesOfTile)
{
    if (threadIdx.x == 0) {
        for (Barrier* barrier = &arrived[0][0]; barrier != &arrived[0][0] + 2 * tiles; ++barrier) {
            makeBarrier(barrier);
            expectBytes(barrier, bytesOfTile);
        }
    }
    __syncthreads();
    meetCluster();
}

/// What the step before sent of a tile, the `count`-th time from 1 on; turns go 1, 0, 1, ...
__device__ inline void awaitTile(Barrier* barrier, int count, unsigned bytesOfTile)
{
    await(barrier, static_cast<unsigned>((count - 1) / 2 % 2));
    if (threadIdx.x == 0) {
        expectBytes(barrier, bytesOfTile);
    }
}

// ---- what lanes of a warp trade

/// The bits of a number as bfloat16.
__device__ inline unsigned bitsOf(float number)
{
    return packed(number, 0.0f);
}

/// Of the four lanes that have the four units of one row: their numbers, in each lane.
__device__ inline uint2 gatherUnits(float number, int unit)
{
    const unsigned own = bitsOf(number), other = __shfl_xor_sync(0xFFFFFFFF, own, 8);
    const unsigned pair = unit % 2 == 0 ? own | other << 16 : other | own << 16;
    const unsigned otherPair = __shfl_xor_sync(0xFFFFFFFF, pair, 16);
    return unit < 2 ? make_uint2(pair, otherPair) : make_uint2(otherPair, pair);
}

/// Each of the same four lanes has four numbers of its unit; it gets one of them, the one with its unit's number, of
/// all four units.
__device__ inline uint2 turnNumbers(const float4& of, int unit)
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

/// The products of the lane's cell, of what its pair of neighbours in p has: even ones gates 0 and 1 of two streams,
/// odd ones 2 and 3.
__device__ inline float4 tradeProducts(const float (&sum)[4], bool isOdd)
{
    const float first = __shfl_xor_sync(0xFFFFFFFF, isOdd ? sum[0] : sum[1], 4);
    const float second = __shfl_xor_sync(0xFFFFFFFF, isOdd ? sum[2] : sum[3], 4);
    return isOdd ? make_float4(first, second, sum[1], sum[3]) : make_float4(sum[0], sum[2], first, second);
}

/// The same where there is gate 0 alone.
__device__ inline float tradeProduct(const float (&sum)[4], bool isOdd)
{
    const float first = __shfl_xor_sync(0xFFFFFFFF, isOdd ? sum[0] : sum[1], 4);
    return isOdd ? first : sum[0];
}

// ---- forward

/// The lane's share of a warp's rows of Wh. A product has 16 of them, 4 units with their gates in turn: row p of the
/// product is gate 0 of unit p / 2 where p is even, else gate 2; row p + 8 is the gate after it: so neighbours in p
/// have what a unit needs, for two streams each, and trade it. `rowsAt` gives four bfloat16s of a gate of the lane's
/// unit among four of the block, from a column on.
template <int room, int gates, typename RowsAt>
__device__ void loadRows(ForwardWeights<room>& weights, int warp, const Lane& lane, const RowsAt& rowsAt)
{
    using Of = Room<room>;
    const int upperGate = lane.p % 2 * 2, firstBlock = warp % Of::rowTiles * (Of::blocks / Of::rowTiles);
    const auto at = [&](int gate, int unit, int column) {
        return gate < gates ? rowsAt(gate, unit, column) : make_uint2(0, 0);
    };
    int index = 0;
#pragma unroll
    for (int block = 0; block < Of::blocks / Of::rowTiles; ++block) {
#pragma unroll
        for (int four = 0; four < Of::fours; ++four) {
#pragma unroll
            for (int rows = 0; rows < Of::rowTiles; ++rows, ++index) {
                const int column = (firstBlock + block) * Of::unitsOfBlock + Of::quarter * lane.q + 4 * four;
                const int unit = (warp / Of::rowTiles * Of::rowTiles + rows) * unitsOfWarp + lane.p / 2;
                weights.set(index, at(upperGate, unit, column),
                            gates > 1 ? at(upperGate + 1, unit, column) : make_uint2(0, 0));
            }
        }
    }
}

/// Synchronizes the warps that share rows; what each wrote before is visible to both after it.
__device__ inline void meetPair(int warp)
{
    asm volatile("bar.sync %0, 64;" ::"r"(1 + warp / 2) : "memory");
}

/// The rows of loadRows by h of one of `tiles`, [blocks, 8, units of a block]. A wide layer's block has to meet between
/// two calls.
template <int room, int tiles, typename Half>
__device__ void multiplyRows(float (&sum)[4], const ForwardWeights<room>& weights, const Half* h, int warp,
                             const Lane& lane)
{
    using Of = Room<room>;
    const int firstBlock = warp % Of::rowTiles * (Of::blocks / Of::rowTiles);
    const Half* const before = h + firstBlock * Of::sliceElements + lane.p * Of::unitsOfBlock + Of::quarter * lane.q;
    constexpr int chains = 4 / Of::rowTiles; // of products, so that one does not depend on the one before it
    float sums[Of::rowTiles][chains][4] = {};
    constexpr int blocks = Of::blocks / Of::rowTiles;
    constexpr int atOnce = !readsEarly(room, tiles) ? 1 : tiles == 1 ? blocks : blocks % 8 == 0 ? 8 : 4;
#pragma unroll
    for (int first = 0; first < blocks; first += atOnce) {
        uint2 columns[atOnce][Of::fours];
#pragma unroll
        for (int block = 0; block < atOnce; ++block) {
            readFours<Of>(columns[block], before + (first + block) * Of::sliceElements);
        }
        if (!readsEarly(room, tiles) || always()) {
#pragma unroll
            for (int i = 0; i < atOnce * Of::fours * Of::rowTiles; ++i) {
                const int rows = i % Of::rowTiles, four = i / Of::rowTiles;
                const int product = first * Of::fours * Of::rowTiles + i;
                weights.multiplyAdd(sums[rows][product / Of::rowTiles % chains], product,
                                    columns[four / Of::fours][four % Of::fours]);
            }
        }
    }
    if constexpr (Of::isWide) {
        __shared__ float4 others[Of::warps][32]; // what a warp has of the rows of its pair's other warp
        const int inWarp = 4 * lane.p + lane.q;
        const auto total = [&sums](int rows) {
            const auto& [even, odd] = sums[rows];
            return make_float4(even[0] + odd[0], even[1] + odd[1], even[2] + odd[2], even[3] + odd[3]);
        };
        const float4 mine = warp % 2 == 0 ? total(0) : total(1);
        others[warp][inWarp] = warp % 2 == 0 ? total(1) : total(0);
        meetPair(warp);
        const float4 more = others[warp ^ 1][inWarp];
        sum[0] = mine.x + more.x;
        sum[1] = mine.y + more.y;
        sum[2] = mine.z + more.z;
        sum[3] = mine.w + more.w;
    } else {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            sum[i] = (sums[0][0][i] + sums[0][1][i]) + (sums[0][2][i] + sums[0][3][i]);
        }
    }
}

/// A block's slice of h of a tile, to its place `to` in each block.
template <typename Room, typename Half>
__device__ void sendToAll(const Half* slice, Half* to, Barrier* barrier)
{
    constexpr int pieces = Room::sliceElements / 8, atOnce = Room::threads / pieces;
    const int inSlice = static_cast<int>(threadIdx.x) % pieces, first = static_cast<int>(threadIdx.x) / pieces;
    const uint4 piece = reinterpret_cast<const uint4*>(slice)[inSlice];
    const unsigned place = sharedAddress(to + inSlice * 8);
#pragma unroll
    for (int before = 0; before < Room::blocks; before += atOnce) {
        if (before + first < Room::blocks) {
            const auto rank = static_cast<unsigned>(before + first);
            send(placeOf(place, rank), piece, placeOf(sharedAddress(barrier), rank));
        }
    }
}

// ---- backward

/// How a slice of parts lies in a block's shared memory: as the lanes of a product have them, so that a warp sends side
/// by side. A lane has `side` units that follow each other, of two rows.
template <int room, int side>
struct SliceOfParts {
    static constexpr int stride = clusters::partsStride(room), unitsOfBlock = clusters::unitsOfBlock(room);

    /// Where the lane `inWarp` of the product that begins at unit `first` puts its numbers. The two products of a side
    /// of 4 are 32 units: a block's, or of a wide layer those of two blocks.
    static __device__ int placeOfLane(int first, int inWarp)
    {
        if constexpr (clusters::isWide(room)) {
            return (first + inWarp / 4 * side) % unitsOfBlock * tileRows + inWarp % 4 * 2 * side;
        }
        return (side == 4 ? 0 : first % unitsOfBlock * tileRows) + inWarp * 2 * side;
    }
    static __device__ unsigned blockOfLane(int first, int inWarp)
    {
        return static_cast<unsigned>((clusters::isWide(room) ? first + inWarp / 4 * side : first) / unitsOfBlock);
    }

    /// Where `side` units of a row lie, from `unit` of the block on.
    static __device__ int placeOfUnits(int unit, int row)
    {
        const int product = unit / (8 * side), p = unit / side % 8;
        return product * 8 * side * tileRows + (4 * p + row / 2) * 2 * side + row % 2 * side;
    }
};

/// What a warp multiplies in a backward step, in a room of so many units: products of 16 units by a block's own
/// gradients.
template <int room>
struct PartsOfWarp {
    static constexpr int products = room / clusters::warpsOf(room) / 16;
    static constexpr int side = products % 2 == 0 ? 4 : 2; ///< units that lie side by side in a lane
    using Slice = SliceOfParts<room, side>;
    static constexpr int tileElements = clusters::blocksOf(room) * Slice::stride;

    /// The first unit of product `index`, or of the pair of products that it belongs to.
    static __device__ int firstOf(int warp, int index)
    {
        return (warp * products + (side == 4 ? index / 2 * 2 : index)) * 16;
    }
    /// The unit of row p of product `index`; row p + 8 is the next.
    static __device__ int unitOf(int warp, int index, const Lane& lane)
    {
        return firstOf(warp, index) + side * lane.p + (side == 4 ? index % 2 * 2 : 0);
    }
};

/// Σ over the blocks of what they sent for the lane's cell; `of` has a slice of each block. A lane adds up four units
/// of every fourth block, then the four lanes of a row trade.
template <int room, typename Half>
__device__ float sumOfParts(const Half* of, int firstUnit, const Lane& lane)
{
    constexpr int blocks = clusters::blocksOf(room), side = PartsOfWarp<room>::side;
    using Slice = SliceOfParts<room, side>;
    float sums[4] = {};
#pragma unroll
    for (int block = 0; block < blocks; block += 4) {
        const Half* const slice = of + (block + lane.unit) * Slice::stride;
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

/// The lane's share of the columns of Wh that give the parts of a warp's units. `columnsAt` gives four bfloat16s of a
/// gate, from a row of the block's units on, in the column of an even unit and in the next.
template <int room, int gates, typename ColumnsAt>
__device__ void loadColumns(BackwardWeights<room, gates>& weights, int warp, const Lane& lane,
                            const ColumnsAt& columnsAt)
{
    using Parts = PartsOfWarp<room>;
    using Of = Room<room>;
    int index = 0;
#pragma unroll
    for (int gate = 0; gate < gates; ++gate) {
#pragma unroll
        for (int four = 0; four < Of::fours; ++four) {
#pragma unroll
            for (int product = 0; product < Parts::products; ++product, ++index) {
                uint2 one, next;
                columnsAt(gate, Of::quarter * lane.q + 4 * four, Parts::unitOf(warp, product, lane), one, next);
                weights.set(index, one, next);
            }
        }
    }
}

/// Parts of every unit's dh by a block's own gradients of one of `tiles`, `mine` [8, ownStride(gradients)], sent to the
/// blocks of those units, into `to` [blocks, a slice] there. gradientOf(gate) says which of a unit's gradients a gate's
/// rows of Wh are multiplied by.
template <int room, int tiles, int gates, int stride, typename Half, typename GradientOf>
__device__ void sendParts(const BackwardWeights<room, gates>& weights, const Half* mine, Half* to, int rank,
                          Barrier* barrier, int warp, int inWarp, const GradientOf& gradientOf)
{
    using Parts = PartsOfWarp<room>;
    using Of = Room<room>;
    const Lane lane = laneOf(inWarp);
    float sums[Parts::products][4] = {};
    uint2 columns[gates][Of::fours];
#pragma unroll
    for (int gate = 0; gate < gates; ++gate) {
        readFours<Of>(columns[gate],
                      mine + lane.p * stride + gradientOf(gate) * Of::unitsOfBlock + Of::quarter * lane.q);
    }
    if (!readsEarly(room, tiles) || always()) {
#pragma unroll
        for (int index = 0; index < gates * Of::fours * Parts::products; ++index) {
            const int four = index / Parts::products;
            weights.multiplyAdd(sums[index % Parts::products], index, columns[four / Of::fours][four % Of::fours]);
        }
    }
#pragma unroll
    for (int product = 0; product < Parts::products; product += Parts::side / 2) {
        const int first = Parts::firstOf(warp, product);
        const unsigned receiver = Parts::Slice::blockOfLane(first, inWarp);
        const unsigned place = placeOf(
            sharedAddress(to + rank * Parts::Slice::stride + Parts::Slice::placeOfLane(first, inWarp)), receiver);
        const unsigned signal = placeOf(sharedAddress(barrier), receiver);
        const float(&one)[4] = sums[product];
        if constexpr (Parts::side == 4) {
            const float(&two)[4] = sums[product + 1];
            send(place,
                 make_uint4(packed(one[0], one[2]), packed(two[0], two[2]), packed(one[1], one[3]),
                            packed(two[1], two[3])),
                 signal);
        } else {
            send(place, make_uint2(packed(one[0], one[2]), packed(one[1], one[3])), signal);
        }
    }
}

} // namespace engine::cuda::fused

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/fused/cluster.cuh"
#include "engine/cuda/fused/cluster_shape.h"
#include "engine/cuda/fused/tensor_core.cuh"

// How a cluster of at most 16 blocks holds a layer of up to 512 units, of any cell with one product a step: products of
// a warp, and what blocks hand each other. A block owns 32 units of a group of streams, a warp 4 of them with all their
// gates, a thread one unit of one stream of each tile of 8. So a cell's products, gates and states stay in one thread's
// registers, and what a step hands to the next goes straight into the other blocks' shared memory: no step looks at
// memory of the GPU for what another block made. Half is the type of a bfloat16.

namespace engine::cuda::fused {

using clusters::unitsOfBlock, clusters::tileRows, clusters::unitsOfWarp, clusters::warps, clusters::threads,
    clusters::sliceElements;
constexpr unsigned sliceBytes = sliceElements * 2;

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

template <int blocks>
__device__ ClusterPart partOf(int streams, int rowsOfGroup)
{
    const int firstRow = static_cast<int>(blockIdx.x) / blocks * rowsOfGroup;
    const int rank = static_cast<int>(rankInCluster());
    return {firstRow, min(rowsOfGroup, streams - firstRow), rank * unitsOfBlock, rank};
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

/// The lane's share of a warp's 16 rows of Wh, 4 units with their gates in turn, over the whole depth: row p of the
/// product is gate 0 of unit p / 2 where p is even, else gate 2; row p + 8 is the gate after it: so neighbours in p have
/// what a unit needs, for two streams each, and trade it. `rowsAt` gives eight bfloat16s of a gate of the lane's unit,
/// from a column on.
template <int gates, int depths, typename RowsAt>
__device__ void loadRows(unsigned (&weights)[2 * depths][4], const Lane& lane, const RowsAt& rowsAt)
{
    const int upperGate = lane.p % 2 * 2;
    const auto at = [&](int gate, int column) { return gate < gates ? rowsAt(gate, column) : make_uint4(0, 0, 0, 0); };
#pragma unroll
    for (int s = 0; s < depths; ++s) {
        const int column = s * 32 + 8 * lane.q;
        const uint4 above = at(upperGate, column);
        const uint4 below = gates > 1 ? at(upperGate + 1, column) : make_uint4(0, 0, 0, 0);
        weights[2 * s][0] = above.x;
        weights[2 * s][1] = below.x;
        weights[2 * s][2] = above.y;
        weights[2 * s][3] = below.y;
        weights[2 * s + 1][0] = above.z;
        weights[2 * s + 1][1] = below.z;
        weights[2 * s + 1][2] = above.w;
        weights[2 * s + 1][3] = below.w;
    }
}

/// Those rows by h of a tile, [blocks, 8, 32].
template <int depths, typename Half>
__device__ void multiplyRows(float (&sum)[4], const unsigned (&weights)[2 * depths][4], const Half* h, const Lane& lane)
{
    const Half* const before = h + lane.p * unitsOfBlock + 8 * lane.q;
    float sums[4][4] = {}; // four, so that a product does not depend on the one before it
#pragma unroll
    for (int s = 0; s < depths; ++s) {
        const uint4 eight = *reinterpret_cast<const uint4*>(before + s * sliceElements);
        multiplyAdd(sums[2 * s % 4], weights[2 * s], make_uint2(eight.x, eight.y));
        multiplyAdd(sums[2 * s % 4 + 1], weights[2 * s + 1], make_uint2(eight.z, eight.w));
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        sum[i] = (sums[0][i] + sums[1][i]) + (sums[2][i] + sums[3][i]);
    }
}

/// A block's slice of h of a tile, to its place `to` in each block.
template <int blocks, typename Half>
__device__ void sendToAll(const Half* slice, Half* to, Barrier* barrier, int warp, int inWarp)
{
    const uint4 piece = reinterpret_cast<const uint4*>(slice)[inWarp];
    const unsigned place = sharedAddress(to + inWarp * 8);
#pragma unroll
    for (int first = 0; first < blocks; first += warps) {
        if (first + warp < blocks) {
            const auto rank = static_cast<unsigned>(first + warp);
            send(placeOf(place, rank), piece, placeOf(sharedAddress(barrier), rank));
        }
    }
}

// ---- backward

/// How a slice of parts lies in a block's shared memory: as the lanes of a product have them, so that a warp sends side
/// by side. A lane has `side` units that follow each other, of two rows.
template <int side>
struct SliceOfParts {
    static constexpr int stride = clusters::partsStride;

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
template <int blocks, int side, typename Half>
__device__ float sumOfParts(const Half* of, int firstUnit, const Lane& lane)
{
    using Slice = SliceOfParts<side>;
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

/// What a warp multiplies in a backward step, in a room of so many units: products of 16 units by a block's own gradients.
template <int room>
struct PartsOfWarp {
    static constexpr int products = room / warps / 16;
    static constexpr int side = products % 2 == 0 ? 4 : 2; ///< units that lie side by side in a lane
    using Slice = SliceOfParts<side>;
    static constexpr int blocks = room / unitsOfBlock;
    static constexpr int tileElements = blocks * Slice::stride;

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

/// The lane's share of the columns of Wh that give the parts of a warp's units. `columnsAt` gives eight bfloat16s of a
/// gate, of the rows of the block's units from 8 · lane.q on, in the column of an even unit and in the next.
template <int room, int gates, typename ColumnsAt>
__device__ void loadColumns(unsigned (&weights)[PartsOfWarp<room>::products][2 * gates][4], int warp, const Lane& lane,
                            const ColumnsAt& columnsAt)
{
    using Parts = PartsOfWarp<room>;
#pragma unroll
    for (int index = 0; index < Parts::products; ++index) {
#pragma unroll
        for (int gate = 0; gate < gates; ++gate) {
            uint4 one, next;
            columnsAt(gate, Parts::unitOf(warp, index, lane), one, next);
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
}

/// Parts of every unit's dh by a block's own gradients of a tile, `mine` [8, ownStride(gradients)], sent to the blocks of
/// those units, into `to` [blocks, a slice] there. gradientOf(gate) says which of a unit's gradients a gate's rows of Wh
/// are multiplied by.
template <int room, int gates, int stride, typename Half, typename GradientOf>
__device__ void sendParts(const unsigned (&weights)[PartsOfWarp<room>::products][2 * gates][4], const Half* mine,
                          Half* to, int rank, Barrier* barrier, int warp, int inWarp, const GradientOf& gradientOf)
{
    using Parts = PartsOfWarp<room>;
    const Lane lane = laneOf(inWarp);
    float sums[Parts::products][4] = {};
#pragma unroll
    for (int gate = 0; gate < gates; ++gate) {
        const uint4 eight = *reinterpret_cast<const uint4*>(mine + lane.p * stride + gradientOf(gate) * unitsOfBlock +
                                                            8 * lane.q);
#pragma unroll
        for (int product = 0; product < Parts::products; ++product) {
            multiplyAdd(sums[product], weights[product][2 * gate], make_uint2(eight.x, eight.y));
        }
#pragma unroll
        for (int product = 0; product < Parts::products; ++product) {
            multiplyAdd(sums[product], weights[product][2 * gate + 1], make_uint2(eight.z, eight.w));
        }
    }
#pragma unroll
    for (int product = 0; product < Parts::products; product += Parts::side / 2) {
        const int first = Parts::firstOf(warp, product);
        const auto receiver = static_cast<unsigned>(first / unitsOfBlock);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/walk.cuh"
#include "engine/cuda/fused/cluster_exchange.cuh"

// All steps of a cell with one product a step, in one kernel each way; cluster_exchange.cuh says which thread has what. It
// is put, as text, before the source that is printed for a cell: a Cell there has its elements, as element_source.cpp
// prints them. A thread whose stream or unit is beyond the last repeats that one, and writes nothing.

namespace engine::cuda::cells {

using fused::tileRows, fused::unitsOfWarp;

/// A state's bfloat16s, as carried() has floats.
__device__ inline uint4 carriedHalves(float factor, const uint4& eight)
{
    const auto two = [factor](unsigned pair) {
        return fused::packed(carried(factor, fused::lowOf(pair)), carried(factor, fused::highOf(pair)));
    };
    return factor == 1.0f ? eight : make_uint4(two(eight.x), two(eight.y), two(eight.z), two(eight.w));
}

/// Where a thread is.
template <int room>
struct Place {
    using Of = fused::Room<room>;
    fused::ClusterPart part;
    int warp, inWarp;
    fused::Lane lane;
    int inBlock;     ///< the warp's first unit
    int unit, known; ///< the thread's; `known`: or the last that there is

    template <typename Call>
    __device__ Place(const Call& call, int rowsOfGroup)
        : part(fused::partOf<Of>(call.rows, rowsOfGroup)),
          warp(static_cast<int>(threadIdx.x) / 32),
          inWarp(static_cast<int>(threadIdx.x) % 32),
          lane(fused::laneOf(inWarp)),
          inBlock(warp * unitsOfWarp),
          unit(part.firstUnit + inBlock + lane.unit),
          known(min(unit, call.units - 1))
    {}
    __device__ int row(int tile) const { return part.firstRow + min(tile * tileRows + lane.row, part.rows - 1); }
    /// The row that the warp copies to memory; or the last that there is.
    __device__ int copied(int tile) const { return part.firstRow + min(tile * tileRows + warp, part.rows - 1); }
    /// The thread's place among the numbers of all threads of all steps.
    __device__ long long slot(int time, int tile, int tiles) const
    {
        const int block = time * static_cast<int>(gridDim.x) + static_cast<int>(blockIdx.x);
        return static_cast<long long>(block) * (tiles * Of::threads) +
               (tile * Of::threads + static_cast<int>(threadIdx.x));
    }
    template <typename Call>
    __device__ bool isMine(const Call& call, int tile) const
    {
        return tile * tileRows + lane.row < part.rows && unit < call.units;
    }
};

/// `matrices`: [gates, room, room], filled up with zeros.
template <typename Cell, int room, int tiles>
__device__ void walkForward(const typename Cell::Call& call, const Half* matrices, int rowsOfGroup)
{
    using Of = fused::Room<room>;
    constexpr int blocks = Of::blocks, unitsOfBlock = Of::unitsOfBlock, sliceElements = Of::sliceElements;
    constexpr unsigned bytesOfTile = blocks * Of::sliceBytes;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ fused::Barrier arrived[2][tiles];
    Half* const h = reinterpret_cast<Half*>(shared);          // two of [tiles, blocks, a slice], in turns
    Half* const own = h + 2 * tiles * blocks * sliceElements; // two of a slice a tile, in turns
    static_assert(!Of::isWide || tiles == 1, "multiplyRows wants the block to meet in between");
    const Place<room> place(call, rowsOfGroup);
    const Order order(call);

    fused::ForwardWeights<room> weights(own + 2 * tiles * sliceElements, place.warp, place.inWarp);
    fused::loadRows<room, Cell::gates>(weights, place.warp, place.lane, [&](int gate, int ofBlock, int column) {
        const long long row = static_cast<long long>(gate) * room + place.part.firstUnit + ofBlock;
        return *reinterpret_cast<const uint2*>(matrices + row * room + column);
    });
    for (int i = static_cast<int>(threadIdx.x); i < tiles * tileRows * room; i += Of::threads) {
        const int row = i / room, column = i % room;
        const int from = place.part.firstRow + min(row, place.part.rows - 1);
        const float before = column < call.units ? Cell::sent(Cell::enter(call, from, column)) : 0.0f;
        h[((row / tileRows * blocks + column / unitsOfBlock) * tileRows + row % tileRows) * unitsOfBlock +
          column % unitsOfBlock] = static_cast<Half>(fused::bitsOf(before));
    }
    const typename Cell::PerUnit once = Cell::once(call, place.known);
    typename Cell::State state[tiles];
    typename Cell::Ahead next[tiles];
    float factor[tiles];
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        state[tile] = Cell::enter(call, place.row(tile), place.known);
        next[tile] = Cell::ahead(call, order.time(0), place.row(tile), place.known,
                                 place.slot(order.time(0), tile, tiles));
        factor[tile] = contBefore(call, 0, place.row(tile));
    }
    float rowFactor[tiles]; // of the row that the warp copies, of the next step
    if constexpr (Cell::sentView >= 0) {
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            if (place.isMine(call, tile)) {
                storeFactor(at(call.view[Cell::sentView], order.time(0)), place.row(tile), place.unit,
                          carried(factor[tile], Cell::sent(state[tile])));
            }
            rowFactor[tile] = call.steps > 1 ? order.factor(1, place.copied(tile)) : 1.0f;
        }
    }
    fused::makeBarriers<tiles>(arrived, bytesOfTile);

    for (int index = 0; index < call.steps; ++index) {
        const int turn = index % 2, time = order.time(index);
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            if (index > 0) {
                fused::awaitTile(&arrived[turn][tile], index, bytesOfTile);
            }
            float sum[4];
            fused::multiplyRows<room, tiles>(sum, weights, h + (turn * tiles + tile) * blocks * sliceElements,
                                             place.warp, place.lane);
            const float4 products = fused::tradeProducts(sum, place.lane.p % 2 != 0);
            const typename Cell::Made made =
                Cell::step(factor[tile], once, next[tile], products, state[tile]);
            if (index + 1 < call.steps) {
                const float sent = place.unit < call.units ? Cell::sent(state[tile]) : 0.0f;
                const uint2 four = fused::gatherUnits(sent, place.lane.unit);
                Half* const slice = own + (turn * tiles + tile) * sliceElements;
                if (place.lane.unit == 0) {
                    *reinterpret_cast<uint2*>(slice + place.lane.row * unitsOfBlock + place.inBlock) = four;
                }
                // One barrier a tile is enough: the slice is written again two steps later, and the barrier of the step
                // between comes after all have read it.
                __syncthreads();
                fused::sendToAll<Of>(slice,
                                     h + (((turn ^ 1) * tiles + tile) * blocks + place.part.rank) * sliceElements,
                                     &arrived[turn ^ 1][tile]);
                const int then = order.time(index + 1);
                next[tile] = Cell::ahead(call, then, place.row(tile), place.known, place.slot(then, tile, tiles));
                factor[tile] = order.factor(index + 1, place.row(tile));
                if constexpr (Cell::sentView >= 0) { // one warp a row
                    if (place.warp < tileRows && tile * tileRows + place.warp < place.part.rows &&
                        place.inWarp < unitsOfBlock / 8) {
                        const WalkView& to = call.view[Cell::sentView];
                        auto* const row = reinterpret_cast<uint4*>(
                            to.first.factor + static_cast<long long>(order.time(index + 1)) * to.factorStep +
                            (place.copied(tile) * to.first.factorStride + place.part.firstUnit));
                        row[place.inWarp] = carriedHalves(
                            rowFactor[tile],
                            reinterpret_cast<const uint4*>(slice + place.warp * unitsOfBlock)[place.inWarp]);
                    }
                    if (index + 2 < call.steps) {
                        rowFactor[tile] = order.factor(index + 2, place.copied(tile));
                    }
                }
            }
            if (place.isMine(call, tile)) {
                Cell::write(call, time, place.row(tile), place.unit, place.slot(time, tile, tiles), made);
            }
        }
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        if (place.isMine(call, tile)) {
            Cell::leave(call, 1.0f, place.row(tile), place.unit, state[tile]);
        }
    }
}

/// From the last step that forward made to the first. What a block's own gradients give to every unit's gradient by h it
/// sends to the blocks of those units; they sum what came of all blocks, in their order.
template <typename Cell, int room, int tiles>
__device__ void walkBackward(const typename Cell::Call& call, const Half* matrices, int rowsOfGroup)
{
    using Of = fused::Room<room>;
    constexpr int unitsOfBlock = Of::unitsOfBlock;
    constexpr unsigned bytesOfTile = Of::blocks * Of::sliceBytes;
    using Parts = fused::PartsOfWarp<room>;
    constexpr int stride = fused::clusters::ownStride(room, Cell::gradients), ownElements = tileRows * stride;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ fused::Barrier arrived[2][tiles];
    Half* const parts = reinterpret_cast<Half*>(shared);       // two of [tiles, blocks, a slice], in turns
    Half* const own = parts + 2 * tiles * Parts::tileElements; // two of [tiles, 8, gradients of a block], in turns
    const Place<room> place(call, rowsOfGroup);
    const Order order(call);

    fused::BackwardWeights<room, Cell::gates> weights(own + 2 * tiles * ownElements, place.warp, place.inWarp);
    fused::loadColumns<room, Cell::gates>(
        weights, place.warp, place.lane, [&](int gate, int row, int column, uint2& one, uint2& next) {
            const Half* const from =
                matrices + (static_cast<long long>(gate) * room + place.part.firstUnit + row) * room + column;
            unsigned both[4]; // of a row in the two columns
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                both[i] = *reinterpret_cast<const unsigned*>(from + i * room);
            }
            one = make_uint2(__byte_perm(both[0], both[1], 0x5410), __byte_perm(both[2], both[3], 0x5410));
            next = make_uint2(__byte_perm(both[0], both[1], 0x7632), __byte_perm(both[2], both[3], 0x7632));
        });
    const typename Cell::PerUnit once = Cell::once(call, place.known);
    typename Cell::State state[tiles];
    typename Cell::Left left[tiles];
    typename Cell::Ahead next[tiles];
    float factor[tiles];
    float sums[tiles][Cell::sums + 1] = {};
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        state[tile] = Cell::enter(call, place.row(tile), place.known);
        next[tile] = Cell::ahead(call, order.time(0), place.row(tile), place.known,
                                 place.slot(order.time(0), tile, tiles));
        factor[tile] = contBefore(call, 0, place.row(tile));
    }
    fused::makeBarriers<tiles>(arrived, bytesOfTile);
    const auto finish = [&](int done, int tile) {
        fused::awaitTile(&arrived[done % 2][tile], done, bytesOfTile);
        const Half* const of = parts + (done % 2 * tiles + tile) * Parts::tileElements;
        Cell::finish(left[tile], fused::sumOfParts<room>(of, place.inBlock, place.lane), state[tile]);
    };
    const bool leaves = Cell::leaves(call);

    for (int done = 0; done < call.steps; ++done) {
        const int turn = done % 2, time = order.time(done);
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
            const typename Cell::Ahead ahead = next[tile];
            const float factorNow = factor[tile];
            const auto readNext = [&] {
                if (done + 1 < call.steps) {
                    const int then = order.time(done + 1);
                    next[tile] = Cell::ahead(call, then, place.row(tile), place.known, place.slot(then, tile, tiles));
                    factor[tile] = order.factor(done + 1, place.row(tile));
                }
            };
            if constexpr (fused::readsAhead(tiles)) { // or the next step would wait for it
                readNext();
            }
            if (done > 0) {
                finish(done, tile);
            }
            float4 gradients = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            const typename Cell::Made made =
                Cell::step(factorNow, once, ahead, state[tile], left[tile], gradients, sums[tile]);
            if (place.unit >= call.units) {
                gradients = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            }
            const uint2 four = fused::turnNumbers(gradients, place.lane.unit);
            Half* const mine = own + (turn * tiles + tile) * ownElements;
            if (place.lane.unit < Cell::gradients) {
                *reinterpret_cast<uint2*>(mine + place.lane.row * stride + place.lane.unit * unitsOfBlock +
                                          place.inBlock) = four;
            }
            __syncthreads(); // one a tile is enough, as forward
            if (done + 1 < call.steps || leaves) {
                fused::sendParts<room, tiles, Cell::gates, stride>(
                    weights, mine, parts + ((turn ^ 1) * tiles + tile) * Parts::tileElements, place.part.rank,
                    &arrived[turn ^ 1][tile], place.warp, place.inWarp,
                    [](int gate) { return Cell::gradientOf(gate); });
            }
            if (place.warp < tileRows && tile * tileRows + place.warp < place.part.rows) {
                // One warp a row: side by side one of a unit's gradients, four units a lane.
#pragma unroll
                for (int four = place.inWarp; four < Cell::gradients * unitsOfBlock / 4; four += 32) {
                    const int gradient = four / (unitsOfBlock / 4), piece = four % (unitsOfBlock / 4);
                    if (const int view = Cell::gradientView(gradient); view >= 0) {
                        const ElementView to = at(call.view[view], time);
                        const long long row = place.part.firstRow + tile * tileRows + place.warp;
                        reinterpret_cast<uint2*>(to.factor + row * to.factorStride + place.part.firstUnit)[piece] =
                            reinterpret_cast<const uint2*>(mine + place.warp * stride + gradient * unitsOfBlock)[piece];
                    }
                }
            }
            if (place.isMine(call, tile)) {
                Cell::write(call, time, place.row(tile), place.unit, place.slot(time, tile, tiles), made);
            }
            if constexpr (!fused::readsAhead(tiles)) {
                readNext();
            }
        }
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        const int row = place.row(tile);
        if (leaves) {
            finish(call.steps, tile);
        }
        if (place.isMine(call, tile)) {
            Cell::leave(call, contBefore(call, call.steps, row), row, place.unit, state[tile]);
#pragma unroll
            for (int sum = 0; sum < Cell::sums; ++sum) {
                call.sums[(static_cast<long long>(Cell::placeOfSum(sum)) * call.rows + row) * call.units +
                          place.unit] += sums[tile][sum];
            }
        }
    }
}

} // namespace engine::cuda::cells

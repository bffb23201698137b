// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/walk.cuh"
#include "engine/cuda/fused/block_products.cuh"

// All steps of a cell with one product a step, of up to 64 units: a block has a stream, block_products.cuh says which
// of its threads has what. It is put, as text, before the struct Cell that is printed, as cluster_walk.cuh is. All
// threads of a unit have its elements, and those whose unit is beyond the last have that one's: what several of them
// write is the same, which costs less than to ask who writes.

namespace engine::cuda::cells {

using fused::copyAhead;

/// Where a thread is.
template <int room>
struct PlaceInBlock {
    int row, inRoom, lane;
    int unit;    ///< or the last that there is
    bool isUnit; ///< and not that one once more

    template <typename Call>
    __device__ explicit PlaceInBlock(const Call& call)
        : row(static_cast<int>(blockIdx.x)),
          inRoom(static_cast<int>(threadIdx.x) / fused::lanes),
          lane(static_cast<int>(threadIdx.x) % fused::lanes),
          unit(min(inRoom, call.units - 1)),
          isUnit(inRoom < call.units)
    {}
    /// The unit's place among the numbers of all units of all steps.
    __device__ long long slot(int time) const
    {
        return (static_cast<long long>(time) * gridDim.x + blockIdx.x) * room + unit;
    }
};

/// What steps read, some steps ahead, in shared memory.
template <typename Cell, int room>
struct ReadAhead {
    using Place = PlaceInBlock<room>;
    using Waiting = typename Cell::template Waiting<room>;
    /// As many as of a cell built in, but for one that reads more than there is memory for.
    static constexpr int steps = sizeof(Waiting) * fused::stepsAhead(room) > 40 * 1024 ? 2 : fused::stepsAhead(room);
    Waiting waiting[steps];
    float factors[steps];

    __device__ void read(int index, const typename Cell::Call& call, const Order& order, const Place& place)
    {
        const int time = order.time(index);
        const bool isThere = index < call.steps;
        Cell::copy(waiting[index % steps], place.inRoom, isThere, call, time, place.row, place.unit, place.slot(time));
        copyAhead(factors[index % steps], order.factorAt(index, place.row), isThere && index > 0);
        fused::closeCopies();
    }
    /// The `index`-th step's, which has been read.
    __device__ typename Cell::Ahead take(int index, const Place& place) const
    {
        fused::awaitCopies<steps - 2>();
        return Cell::take(waiting[index % steps], place.inRoom);
    }
    __device__ float factor(int index, const typename Cell::Call& call, const Place& place) const
    {
        return index == 0 ? contBefore(call, 0, place.row) : factors[index % steps];
    }
};

/// `matrices`: [gates, room, room], filled up with zeros.
template <typename Cell, int room>
__device__ void blockForward(const typename Cell::Call& call, const Factor* matrices)
{
    __shared__ __align__(16) float h[2][room]; // in turns
    __shared__ ReadAhead<Cell, room> ahead;
    const PlaceInBlock<room> place(call);
    const Order order(call);
    float2 weights[Cell::gates][fused::pairs<room>];
    fused::load(weights, matrices + place.unit * room, room * room, place.lane);
    const typename Cell::PerUnit once = Cell::once(call, place.unit);
    typename Cell::State state = Cell::enter(call, place.row, place.unit);
    for (int index = 0; index + 1 < ahead.steps; ++index) {
        ahead.read(index, call, order, place);
    }
    // One barrier a step is enough: what a step reads is written again after the barrier of the step between.
    const auto hand = [&](int turn) {
        h[turn][place.inRoom] = place.isUnit ? Cell::sent(state) : 0.0f;
        __syncthreads();
    };
    hand(0);
#pragma unroll 2
    for (int index = 0; index < call.steps; ++index) {
        const typename Cell::Ahead now = ahead.take(index, place);
        const float factor = ahead.factor(index, call, place), before = carried(factor, Cell::sent(state));
        const float4 products = fused::productsOf<float4>(weights, h[index % 2], place.lane);
        ahead.read(index + ahead.steps - 1, call, order,
                   place); // behind what the products read, which would wait for it
        const typename Cell::Made made = Cell::step(factor, once, now, products, state);
        hand((index + 1) % 2);
        const int time = order.time(index);
        if constexpr (Cell::sentView >= 0) {
            storeFactor(thereAt(call.view[Cell::sentView], time), place.row, place.unit, before);
        }
        Cell::write(call, time, place.row, place.unit, place.slot(time), made);
    }
    Cell::leave(call, 1.0f, place.row, place.unit, state);
}

/// From the last step that forward made to the first.
template <typename Cell, int room>
__device__ void blockBackward(const typename Cell::Call& call, const Factor* matrices)
{
    constexpr int gates = Cell::gates, slots = gates == 1 ? 1 : 4;
    __shared__ __align__(16) float gradients[2][room * slots]; // of the gates, in turns
    __shared__ ReadAhead<Cell, room> ahead;
    const PlaceInBlock<room> place(call);
    const Order order(call);
    float2 weights[gates][fused::pairs<room>]; // of the unit's column
#pragma unroll
    for (int gate = 0; gate < gates; ++gate) {
#pragma unroll
        for (int i = 0; i < fused::pairs<room>; ++i) {
            const Factor* const from = matrices + (gate * room + fused::pairAt(i, place.lane)) * room + place.unit;
            weights[gate][i] = make_float2(floatOf(from[0]), floatOf(from[room]));
        }
    }
    const typename Cell::PerUnit once = Cell::once(call, place.unit);
    typename Cell::State state = Cell::enter(call, place.row, place.unit);
    typename Cell::Left left;
    float sums[Cell::sums + 1] = {};
    for (int index = 0; index + 1 < ahead.steps; ++index) {
        ahead.read(index, call, order, place);
    }
    const auto finish = [&](int turn) {
        Cell::finish(left, fused::sumOfGates(weights, gradients[turn], place.lane), state);
    };
#pragma unroll 2
    for (int index = 0; index < call.steps; ++index) {
        const typename Cell::Ahead now = ahead.take(index, place);
        const float factor = ahead.factor(index, call, place);
        if (index > 0) {
            finish((index + 1) % 2);
        }
        ahead.read(index + ahead.steps - 1, call, order, place); // as forward
        float4 all = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        const typename Cell::Made made = Cell::step(factor, once, now, state, left, all, sums);
#pragma unroll
        for (int gate = 0; gate < gates; ++gate) {
            gradients[index % 2][place.inRoom * slots + gate] =
                place.isUnit ? fused::numberOf(all, Cell::gradientOf(gate)) : 0.0f;
        }
        __syncthreads(); // one a step is enough, as forward
        const int time = order.time(index);
#pragma unroll
        for (int gradient = 0; gradient < Cell::gradients; ++gradient) {
            if (const int view = Cell::gradientView(gradient); view >= 0) {
                storeFactor(thereAt(call.view[view], time), place.row, place.unit, fused::numberOf(all, gradient));
            }
        }
        Cell::write(call, time, place.row, place.unit, place.slot(time), made);
    }
    if (Cell::leaves(call)) {
        finish((call.steps - 1) % 2);
    }
    Cell::leave(call, contBefore(call, call.steps, place.row), place.row, place.unit, state);
    if (place.isUnit && place.lane == 0) {
#pragma unroll
        for (int sum = 0; sum < Cell::sums; ++sum) {
            call.sums[(static_cast<long long>(Cell::placeOfSum(sum)) * call.rows + place.row) * call.units +
                      place.unit] += sums[sum];
        }
    }
}

} // namespace engine::cuda::cells

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/block_products.cuh"
#include "engine/cuda/fused/cells.cuh"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/launch.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

// The recurrence of a layer of up to 64 units, on any GPU; block_products.cuh says which thread has what. What comes
// from memory is read some steps ahead, by pointers that go from step to step. No block waits for another one.

namespace engine::cuda::fused {
namespace {

/// h and the state of all steps.
template <typename Cell, int room>
__global__ void __launch_bounds__(threadsInBlock(room), 1) forwardInBlock(ForwardRecurrence work)
{
    using Numbers = typename Cell::Numbers;
    using Factor = typename Cell::Factor;
    constexpr int ahead = stepsAhead(room);
    __shared__ __align__(16) float h[2][room];
    __shared__ Numbers inputs[ahead][room];
    __shared__ float conts[ahead];
    const int unit = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
    const int stream = static_cast<int>(blockIdx.x), units = work.shape.units, steps = work.shape.steps;
    float2 weights[Cell::gates][pairs<room>];
    load(weights, work.Wh.as<const Factor>() + unit * room, room * room, lane);
    const Numbers bias = Cell::bias(work.b, work.bh, unit, units);
    const float firstH = stateAt(work.firstH, stream, unit, units);
    float state = Cell::stateIsH ? firstH : stateAt(work.firstC, stream, unit, units);

    // Strides from a step to the one that is computed next, which may be negative, and the addresses of the first step.
    const std::int64_t rowStep = work.reversed ? -work.shape.streams : work.shape.streams;
    const std::int64_t row = std::int64_t{timeOf(work, 0)} * work.shape.streams + stream;
    const std::int64_t inputStep = rowStep * work.inputStride, hStep = rowStep * work.hStride,
                       yStep = rowStep * work.yStride;
    const std::int64_t keptStep = std::int64_t{work.shape.streams} * room;
    const float* inputAt = work.inputs + row * work.inputStride + unit * Cell::inputs;
    const float* contAt = work.cont + (work.reversed ? row + work.shape.streams : row);
    Factor* hAt = work.h.as<Factor>() + row * work.hStride + unit;
    float* yAt = work.y + row * work.yStride + unit;
    float* stateAtStep = work.keptStates + stream * room + unit;
    auto* keptAt = work.keptGates.as<typename Cell::Kept>() + stream * room + unit;
    // What is written lies with different threads of the unit.
    const bool writesH = lane == 0, writesY = lane == 1 && work.y != nullptr && unit < units;
    const bool writesState = lane == 0, writesKept = lane == 1 && Cell::kept > 0 && work.keptGates != nullptr;

    if (lane == 0) {
        h[0][unit] = firstH;
        *stateAtStep = state;
        if (work.hBefore != nullptr) {
            work.hBefore.as<Factor>()[stream * work.hStride + unit] = static_cast<Factor>(firstH);
        }
    }
    const auto readOn = [&](int index) {
        copyAhead(inputs[index % ahead][unit], reinterpret_cast<const Numbers*>(inputAt), index < steps);
        copyAhead(conts[index % ahead], contAt, index < steps && (index > 0 || !work.reversed));
        closeCopies();
        inputAt += inputStep;
        contAt += rowStep;
    };
    for (int index = 0; index + 1 < ahead; ++index) {
        readOn(index);
    }
    float made = firstH;
    __syncthreads();
#pragma unroll 2
    for (int index = 0; index < steps; ++index) {
        awaitCopies<ahead - 2>();
        const Numbers x = inputs[index % ahead][unit];
        const float cont = index == 0 && work.reversed ? 1.0f : conts[index % ahead]; // see contOf
        const auto products = productsOf<Numbers>(weights, h[index % 2], lane);
        readOn(index + ahead - 1); // behind what the products read, which would wait for it
        const auto all = Cell::forward(x, bias, scaled(cont, products), cont * state, work.activation);
        state = all.state;
        made = all.h;
        if (lane == 0) {
            h[(index + 1) % 2][unit] = made;
        }
        // One barrier is enough: what a step reads is written again after the barrier of the step between.
        __syncthreads();
        if (writesH) {
            *hAt = static_cast<Factor>(made);
        }
        if (writesY) {
            *yAt = made;
        }
        stateAtStep += keptStep;
        if (writesState) {
            *stateAtStep = state;
        }
        if (writesKept) {
            *keptAt = all.kept;
        }
        hAt += hStep;
        yAt += yStep;
        keptAt += keptStep;
    }
    const std::int64_t place = std::int64_t{stream} * units + unit;
    if (lane == 0 && unit < units && work.lastH != nullptr) {
        work.lastH[place] = made;
    }
    if (lane == 1 && unit < units && work.lastC != nullptr) {
        work.lastC[place] = state;
    }
}

/// The gradients of all steps, from the last that forward made to the first.
template <typename Cell, int room>
__global__ void __launch_bounds__(threadsInBlock(room), 1) backwardInBlock(BackwardRecurrence work)
{
    using Factor = typename Cell::Factor;
    constexpr int ahead = stepsAhead(room), gates = Cell::gates;
    constexpr int slots = gates == 1 ? 1 : 4, ofLane = 4 / lanes; ///< gradients of a unit and of a thread
    __shared__ __align__(16) float gradients[2][room * slots];    ///< of the gates
    __shared__ typename Cell::Kept kept[ahead][room];
    __shared__ float statesBefore[ahead][room], dys[ahead][room];
    __shared__ float conts[ahead];
    const int unit = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
    const int stream = static_cast<int>(blockIdx.x), units = work.shape.units, last = work.shape.steps - 1;
    float2 weights[gates][pairs<room>];
    load(weights, work.turned.as<const Factor>() + unit * gates * room, room, lane);

    // As in forwardInBlock; the first step is the last that forward made.
    const std::int64_t rowStep = work.reversed ? work.shape.streams : -work.shape.streams;
    const std::int64_t row = std::int64_t{timeOf(work, last)} * work.shape.streams + stream;
    const std::int64_t dyStep = rowStep * work.dyStride, gateStep = rowStep * work.gateStride;
    const std::int64_t keptStep = std::int64_t{work.shape.streams} * room;
    const bool hasDy = work.dy != nullptr && unit < units;
    const float* dyAt = work.dy + row * work.dyStride + unit;
    const float* contAt = work.cont + (work.reversed ? row + work.shape.streams : row);
    const float* stateAtStep = work.keptStates + last * keptStep + stream * room + unit;
    const auto* keptAt = work.keptGates.as<const typename Cell::Kept>() + last * keptStep + stream * room + unit;
    Factor* gatesAt = work.dGates.as<Factor>() + row * work.gateStride + ofLane * lane * room + unit;

    float state = stateAtStep[keptStep], dState = stateAt(work.dLastC, stream, unit, units);
    float contAfter = 0, db[ofLane] = {}; // of the thread's gradients
    float dLast = stateAt(work.dLastH, stream, unit, units);
    const auto hasCont = [&](int index) { return index < last || !work.reversed; }; // see contOf
    const auto readOn = [&](int index) {
        const bool isThere = index <= last;
        const int of = index % ahead;
        if constexpr (Cell::kept > 0) {
            copyAhead(kept[of][unit], keptAt, isThere);
        }
        copyAhead(statesBefore[of][unit], stateAtStep, isThere);
        copyAhead(dys[of][unit], dyAt, isThere && hasDy);
        copyAhead(conts[of], contAt, isThere && hasCont(index));
        closeCopies();
        keptAt -= keptStep;
        stateAtStep -= keptStep;
        dyAt += dyStep;
        contAt += rowStep;
    };
    for (int index = 0; index + 1 < ahead; ++index) {
        readOn(index);
    }
    for (int k = lane; k < slots; k += lanes) {
        gradients[1][unit * slots + k] = 0; // behind the last step
    }
    __syncthreads();
#pragma unroll 2
    for (int index = 0; index <= last; ++index) {
        awaitCopies<ahead - 2>();
        const int of = index % ahead;
        const float before = statesBefore[of][unit];
        const float sum = sumOfGates(weights, gradients[(index + 1) % 2], lane);
        readOn(index + ahead - 1); // as forward
        const float dh = dys[of][unit] + dLast + contAfter * sum;
        dLast = 0;
        contAfter = hasCont(index) ? conts[of] : 1.0f;
        const auto made = Cell::backward(kept[of][unit], contAfter * before, state, dh, dState, work.activation);
        dState = contAfter * made.before;
        state = before;
#pragma unroll
        for (int k = 0; k < ofLane; ++k) {
            const int gate = ofLane * lane + k;
            if (gate < gates) {
                gradients[index % 2][unit * slots + gate] = numberOf(made.gradients, Cell::gradientOf(gate));
            }
        }
        __syncthreads(); // one is enough, as in forwardInBlock
#pragma unroll
        for (int k = 0; k < ofLane; ++k) {
            const float one = numberOf(made.gradients, ofLane * lane + k);
            db[k] += one;
            if (ofLane * lane + k < Cell::gradients) {
                gatesAt[k * room] = static_cast<Factor>(one);
            }
        }
        gatesAt += gateStep;
    }
    const std::int64_t place = std::int64_t{stream} * units + unit;
    if (work.dFirstH != nullptr) {
        const float by = sumOfGates(weights, gradients[last % 2], lane);
        if (lane == 0 && unit < units) {
            work.dFirstH[place] = (Cell::stateIsH ? dState : 0.0f) + contAfter * by;
        }
    }
    if (work.dFirstC != nullptr && lane == 1 && unit < units) {
        work.dFirstC[place] = dState;
    }
#pragma unroll
    for (int k = 0; k < ofLane; ++k) {
        if (ofLane * lane + k < Cell::gradients) {
            float& to = work.db[(std::int64_t{stream} * Cell::gradients + ofLane * lane + k) * room + unit];
            to = work.addsSums ? to + db[k] : db[k];
        }
    }
}

// ---- launches

constexpr int rooms[] = {16, 32, 48, 64};

/// use(integral constant of the room).
template <typename Use>
auto withRoom(int room, const Use& use)
{
    switch (room) {
    case 16:
        return use(std::integral_constant<int, 16>{});
    case 32:
        return use(std::integral_constant<int, 32>{});
    case 48:
        return use(std::integral_constant<int, 48>{});
    default:
        return use(std::integral_constant<int, 64>{});
    }
}

template <typename Cell>
void launchForward(const RecurrencePlan& plan, const ForwardRecurrence& work, cudaStream_t stream)
{
    withRoom(plan.room, [&](auto room) {
        forwardInBlock<Cell, room()><<<work.shape.streams, threadsInBlock(room()), 0, stream>>>(work);
    });
    checkLaunch("FUSED: recurrence of a block a stream");
}

template <typename Cell>
void launchBackward(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream)
{
    withRoom(plan.room, [&](auto room) {
        backwardInBlock<Cell, room()><<<work.shape.streams, threadsInBlock(room()), 0, stream>>>(work);
    });
    checkLaunch("FUSED: recurrence of a block a stream, backward");
}

/// See BlockKernels.
template <typename Cell>
int blocksOf(int room)
{
    return withRoom(room, [](auto known) {
        int forward = 0, backward = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&forward, forwardInBlock<Cell, known()>,
                                                            threadsInBlock(known()), 0),
              "counting blocks");
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&backward, backwardInBlock<Cell, known()>,
                                                            threadsInBlock(known()), 0),
              "counting blocks");
        return std::min(forward, backward);
    });
}

template <typename Cell>
constexpr BlockKernels kernelsOf()
{
    return {.forward = launchForward<Cell>, .backward = launchBackward<Cell>, .blocksOfMultiprocessor = blocksOf<Cell>};
}

} // namespace

int roomInBlock(std::int64_t units)
{
    const auto* const room = std::ranges::lower_bound(rooms, units);
    return room == std::end(rooms) ? 0 : *room;
}

const BlockKernels lstmInBlock = kernelsOf<LstmUnit>();
const BlockKernels gruInBlock = kernelsOf<GruUnit>();
const BlockKernels rnnInBlock = kernelsOf<RnnUnit>();
const BlockKernels lstmOfFloats = kernelsOf<LstmUnitOf<InFloats>>();
const BlockKernels gruOfFloats = kernelsOf<GruUnitOf<InFloats>>();
const BlockKernels rnnOfFloats = kernelsOf<RnnUnitOf<InFloats>>();

} // namespace engine::cuda::fused

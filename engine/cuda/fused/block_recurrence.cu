// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/cells.cuh"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/launch.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

// The recurrence of a layer of up to 64 units, on any GPU: a block has a stream, two or four threads a unit. Each
// thread holds the weights of its unit's gates for a half or a quarter of h in registers; h and the gates' gradients go
// through shared memory as floats, with one barrier a step. What comes from memory is read some steps ahead, by
// pointers that go from step to step. A block has so few warps that each instruction of a step is waited for: what the
// threads of a unit do not share, all of them do. No block waits for another one.

namespace engine::cuda::fused {
namespace {

/// Threads of a unit: two, where that makes whole warps.
constexpr int lanesOf(int room)
{
    return room % 16 == 0 ? 2 : 4;
}

/// How many steps ahead memory is read; a multiple of two. A step of more units takes longer, and has fewer registers
/// for that.
constexpr int stepsAhead(int room)
{
    return room > 32 ? 4 : 8;
}

/// A thread multiplies pairs of the numbers of h, or of units' gradients: this one and the next. Neighbouring threads
/// read neighbouring pairs.
template <int lanes>
__device__ int pairAt(int index, int lane)
{
    return 2 * (lanes * index + lane);
}

template <int room>
constexpr int pairs = room / 2 / lanesOf(room);

/// What the thread multiplies, of each gate; the gates' rows are `between` apart.
template <int lanes, int gates, int count>
__device__ void load(float2 (&weights)[gates][count], const __nv_bfloat16* row, int between, int lane)
{
#pragma unroll
    for (int gate = 0; gate < gates; ++gate) {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            const unsigned two = *reinterpret_cast<const unsigned*>(row + gate * between + pairAt<lanes>(i, lane));
            weights[gate][i] = make_float2(lowOf(two), highOf(two));
        }
    }
}

/// Over the threads of a unit, for each of them.
template <int lanes>
__device__ float sumOfLanes(float sum)
{
#pragma unroll
    for (int other = 1; other < lanes; other *= 2) {
        sum += __shfl_xor_sync(0xFFFFFFFF, sum, other);
    }
    return sum;
}

/// The products of a unit's gates by h.
template <typename Cell, int lanes, int count>
__device__ typename Cell::Numbers productsOf(const float2 (&weights)[Cell::gates][count], const float* h, int lane)
{
    float2 sums[Cell::gates] = {};
#pragma unroll
    for (int i = 0; i < count; ++i) {
        const float2 two = *reinterpret_cast<const float2*>(h + pairAt<lanes>(i, lane));
#pragma unroll
        for (int gate = 0; gate < Cell::gates; ++gate) {
            sums[gate].x += weights[gate][i].x * two.x;
            sums[gate].y += weights[gate][i].y * two.y;
        }
    }
    float all[4] = {};
#pragma unroll
    for (int gate = 0; gate < Cell::gates; ++gate) {
        all[gate] = sumOfLanes<lanes>(sums[gate].x + sums[gate].y);
    }
    if constexpr (Cell::gates == 1) {
        return all[0];
    } else {
        return make_float4(all[0], all[1], all[2], all[3]);
    }
}

/// What the gates' gradients of all units give by one number of h; `gradients` are as Numbers, side by side.
template <int lanes, int gates, int count>
__device__ float sumOfGates(const float2 (&weights)[gates][count], const float* gradients, int lane)
{
    float4 sum{};
#pragma unroll
    for (int i = 0; i < count; ++i) {
        if constexpr (gates == 1) {
            const float2 two = *reinterpret_cast<const float2*>(gradients + pairAt<lanes>(i, lane));
            sum.x += weights[0][i].x * two.x;
            sum.y += weights[0][i].y * two.y;
        } else {
            const auto* const of = reinterpret_cast<const float4*>(gradients) + pairAt<lanes>(i, lane);
            const float4 one = of[0], next = of[1];
            sum.x += weights[0][i].x * one.x;
            sum.y += weights[1][i].x * one.y;
            sum.z += weights[2][i].x * one.z;
            sum.x += weights[0][i].y * next.x;
            sum.y += weights[1][i].y * next.y;
            sum.z += weights[2][i].y * next.z;
            if constexpr (gates == 4) {
                sum.w += weights[3][i].x * one.w;
                sum.w += weights[3][i].y * next.w;
            }
        }
    }
    return sumOfLanes<lanes>((sum.x + sum.y) + (sum.z + sum.w));
}

__device__ float numberOf(float of, int /*index*/)
{
    return of;
}
__device__ float numberOf(const float4& of, int index)
{
    const float even = (index & 2) != 0 ? of.z : of.x, odd = (index & 2) != 0 ? of.w : of.y;
    return (index & 1) != 0 ? odd : even;
}

/// What a step reads from memory.
template <typename Cell>
struct ForwardStep {
    typename Cell::Numbers x;
    float cont;
};

/// h and the state of all steps.
template <typename Cell, int room>
__global__ void __launch_bounds__(lanesOf(room) * room) forwardInBlock(ForwardRecurrence work)
{
    using Numbers = typename Cell::Numbers;
    constexpr int ahead = stepsAhead(room), lanes = lanesOf(room);
    __shared__ __align__(16) float h[2][room];
    const int unit = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
    const int stream = static_cast<int>(blockIdx.x), units = work.shape.units, steps = work.shape.steps;
    float2 weights[Cell::gates][pairs<room>];
    load<lanes>(weights, work.Wh + unit * room, room * room, lane);
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
    __nv_bfloat16* hAt = work.h + row * work.hStride + unit;
    float* yAt = work.y + row * work.yStride + unit;
    float* stateAtStep = work.keptStates + stream * room + unit;
    auto* keptAt = reinterpret_cast<typename Cell::Kept*>(work.keptGates) + stream * room + unit;
    // What is written lies with different threads of the unit.
    const bool writesH = lane == 0, writesY = lane == 1 && work.y != nullptr && unit < units;
    const bool writesState = lane == (lanes == 4 ? 2 : 0);
    const bool writesKept = lane == lanes - 1 && Cell::kept > 0 && work.keptGates != nullptr;

    if (lane == 0) {
        h[0][unit] = firstH;
        *stateAtStep = state;
        if (work.hBefore != nullptr) {
            work.hBefore[stream * work.hStride + unit] = __float2bfloat16_rn(firstH);
        }
    }
    ForwardStep<Cell> next[ahead];
#pragma unroll
    for (int j = 0; j < ahead; ++j) {
        if (j < steps) {
            next[j] = {*reinterpret_cast<const Numbers*>(inputAt), contOf(work, j, stream)};
            inputAt += inputStep;
            contAt += rowStep;
        }
    }
    float made = firstH;
    const auto step = [&](ForwardStep<Cell>& input, int turn, bool readsOn) {
        const auto products = productsOf<Cell, lanes>(weights, h[turn], lane);
        const auto all =
            Cell::forward(input.x, bias, scaled(input.cont, products), input.cont * state, work.activation);
        state = all.state;
        made = all.h;
        if (lane == 0) {
            h[turn ^ 1][unit] = made;
        }
        // One barrier is enough: what a step reads is written again after the barrier of the step between.
        __syncthreads();
        if (writesH) {
            *hAt = __float2bfloat16_rn(made);
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
        if (readsOn) {
            input = {*reinterpret_cast<const Numbers*>(inputAt), *contAt};
        }
        inputAt += inputStep;
        contAt += rowStep;
    };
    __syncthreads();
    int first = 0;
    for (; first + ahead <= steps; first += ahead) {
#pragma unroll
        for (int j = 0; j < ahead; ++j) {
            step(next[j], j % 2, first + j + ahead < steps);
        }
    }
#pragma unroll
    for (int j = 0; j < ahead - 1; ++j) {
        if (first + j < steps) {
            step(next[j], j % 2, false);
        }
    }
    const std::int64_t place = std::int64_t{stream} * units + unit;
    if (lane == 0 && unit < units && work.lastH != nullptr) {
        work.lastH[place] = made;
    }
    if (lane == 1 && unit < units && work.lastC != nullptr) {
        work.lastC[place] = state;
    }
}

/// What a step backward reads from memory.
template <typename Cell>
struct BackwardStep {
    typename Cell::Kept kept;
    float stateBefore, dy, cont;
};

/// The gradients of all steps, from the last that forward made to the first.
template <typename Cell, int room>
__global__ void __launch_bounds__(lanesOf(room) * room) backwardInBlock(BackwardRecurrence work)
{
    constexpr int ahead = stepsAhead(room), lanes = lanesOf(room), gates = Cell::gates;
    constexpr int slots = gates == 1 ? 1 : 4, ofLane = 4 / lanes; ///< gradients of a unit and of a thread
    __shared__ __align__(16) float gradients[2][room * slots];    ///< of the gates
    const int unit = static_cast<int>(threadIdx.x) / lanes, lane = static_cast<int>(threadIdx.x) % lanes;
    const int stream = static_cast<int>(blockIdx.x), units = work.shape.units, last = work.shape.steps - 1;
    float2 weights[gates][pairs<room>];
    load<lanes>(weights, work.turned + unit * gates * room, room, lane);

    // As in forwardInBlock; the first step is the last that forward made.
    const std::int64_t rowStep = work.reversed ? work.shape.streams : -work.shape.streams;
    const std::int64_t row = std::int64_t{timeOf(work, last)} * work.shape.streams + stream;
    const std::int64_t dyStep = rowStep * work.dyStride, gateStep = rowStep * work.gateStride;
    const std::int64_t keptStep = std::int64_t{work.shape.streams} * room;
    const bool hasDy = work.dy != nullptr && unit < units;
    const float* dyAt = work.dy + row * work.dyStride + unit;
    const float* contAt = work.cont + (work.reversed ? row + work.shape.streams : row);
    const float* stateAtStep = work.keptStates + last * keptStep + stream * room + unit;
    const auto* keptAt =
        reinterpret_cast<const typename Cell::Kept*>(work.keptGates) + last * keptStep + stream * room + unit;
    __nv_bfloat16* gatesAt = work.dGates + row * work.gateStride + ofLane * lane * room + unit;

    float state = stateAtStep[keptStep], dState = stateAt(work.dLastC, stream, unit, units);
    float contAfter = 0, db[ofLane] = {}; // of the thread's gradients
    BackwardStep<Cell> next[ahead];
    const auto read = [&](BackwardStep<Cell>& input, bool hasCont) {
        if constexpr (Cell::kept > 0) {
            input.kept = *keptAt;
        }
        input.stateBefore = *stateAtStep;
        input.dy = 0;
        if (hasDy) {
            input.dy = *dyAt;
        }
        input.cont = 1; // see contOf
        if (hasCont) {
            input.cont = *contAt;
        }
        keptAt -= keptStep;
        stateAtStep -= keptStep;
        dyAt += dyStep;
        contAt += rowStep;
    };
#pragma unroll
    for (int j = 0; j < ahead; ++j) {
        if (j <= last) {
            read(next[j], j < last || !work.reversed);
        }
    }
    next[0].dy += stateAt(work.dLastH, stream, unit, units);
    const auto step = [&](BackwardStep<Cell>& input, int turn, bool readsOn, bool hasCont) {
        const float dh = input.dy + contAfter * sumOfGates<lanes>(weights, gradients[turn ^ 1], lane);
        contAfter = input.cont;
        const auto made = Cell::backward(input.kept, contAfter * input.stateBefore, state, dh, dState, work.activation);
        dState = contAfter * made.before;
        state = input.stateBefore;
#pragma unroll
        for (int k = 0; k < ofLane; ++k) {
            const int gate = ofLane * lane + k;
            if (gate < gates) {
                gradients[turn][unit * slots + gate] = numberOf(made.gradients, Cell::gradientOf(gate));
            }
        }
        __syncthreads(); // one is enough, as in forwardInBlock
#pragma unroll
        for (int k = 0; k < ofLane; ++k) {
            const float one = numberOf(made.gradients, ofLane * lane + k);
            db[k] += one;
            if (ofLane * lane + k < Cell::gradients) {
                gatesAt[k * room] = __float2bfloat16_rn(one);
            }
        }
        gatesAt += gateStep;
        if (readsOn) {
            read(input, hasCont);
        }
    };
    for (int k = lane; k < slots; k += lanes) {
        gradients[1][unit * slots + k] = 0; // behind the last step
    }
    __syncthreads();
    int left = last + 1;
    for (; left >= ahead; left -= ahead) {
#pragma unroll
        for (int j = 0; j < ahead; ++j) {
            step(next[j], j % 2, left - j > ahead, left - j > ahead + 1 || !work.reversed);
        }
    }
#pragma unroll
    for (int j = 0; j < ahead - 1; ++j) {
        if (j < left) {
            step(next[j], j % 2, false, false);
        }
    }
    const std::int64_t place = std::int64_t{stream} * units + unit;
    if (work.dFirstH != nullptr) {
        const float by = sumOfGates<lanes>(weights, gradients[last % 2], lane);
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

constexpr int rooms[] = {16, 24, 32, 40, 48, 64};

/// use(integral constant of the room).
template <typename Use>
auto withRoom(int room, const Use& use)
{
    switch (room) {
    case 16:
        return use(std::integral_constant<int, 16>{});
    case 24:
        return use(std::integral_constant<int, 24>{});
    case 32:
        return use(std::integral_constant<int, 32>{});
    case 40:
        return use(std::integral_constant<int, 40>{});
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
        forwardInBlock<Cell, room()><<<work.shape.streams, lanesOf(room()) * room(), 0, stream>>>(work);
    });
    checkLaunch("FUSED: recurrence of a block a stream");
}

template <typename Cell>
void launchBackward(const RecurrencePlan& plan, const BackwardRecurrence& work, cudaStream_t stream)
{
    withRoom(plan.room, [&](auto room) {
        backwardInBlock<Cell, room()><<<work.shape.streams, lanesOf(room()) * room(), 0, stream>>>(work);
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
                                                            lanesOf(known()) * known(), 0),
              "counting blocks");
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&backward, backwardInBlock<Cell, known()>,
                                                            lanesOf(known()) * known(), 0),
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

} // namespace engine::cuda::fused

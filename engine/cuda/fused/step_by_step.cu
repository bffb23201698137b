// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/fused/cells.cuh"
#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/fused/wide_step.cuh"
#include "engine/cuda/launch.h"
#include "engine/cuda/products.h"

#include <algorithm>

// The recurrence of layers that are too large for one kernel: every step is a product by Wh, by cuBLAS, and a kernel
// that computes the cells, or one kernel for both (wide_step.cu). Any units, streams and cells. The layers of a stack
// run side by side (recurrent.cpp), as the product of one step rarely fills a GPU.

namespace engine::cuda::fused {
namespace {

/// Of a tensor [N, room]: so that a thread has one unit of one stream, in strides of the grid over the streams.
dim3 blocksOf(const RecurrenceShape& shape, int room)
{
    constexpr int maxRows = 65535;
    return {(static_cast<unsigned>(room) + blockThreads - 1) / blockThreads,
            static_cast<unsigned>(std::min(shape.streams, maxRows)), 1};
}

/// use(row, unit) in each thread.
template <typename Use>
__device__ void forEachUnit(const RecurrenceShape& shape, int room, const Use& use)
{
    const int unit = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    for (int row = static_cast<int>(blockIdx.y); row < shape.streams && unit < room;
         row += static_cast<int>(gridDim.y)) {
        use(row, unit);
    }
}

/// The products of a unit's gates, which lie `room` apart; nothing for those that a cell has not.
template <typename Unit>
__device__ typename Unit::Numbers productsOf(const float* first, int room)
{
    if constexpr (Unit::gates == 1) {
        return *first;
    } else {
        return make_float4(first[0], first[room], first[2 * room], Unit::gates == 4 ? first[3 * room] : 0.0f);
    }
}

/// While it exists, products on the lane leave room for those of the layers beside it.
class ShareOfGpu {
public:
    ShareOfGpu(const Lane& on, const RecurrencePlan& plan) : m_cublas(on.cublas)
    {
        check(cublasSetSmCountTarget(m_cublas, plan.multiprocessors), "sharing the GPU");
    }
    ~ShareOfGpu() { static_cast<void>(cublasSetSmCountTarget(m_cublas, 0)); }
    ShareOfGpu(const ShareOfGpu&) = delete;
    ShareOfGpu& operator=(const ShareOfGpu&) = delete;

private:
    cublasHandle_t m_cublas;
};

// ---- forward

/// The state before the first step of the sequence, one unit of one stream a thread. Later chunks of steps find theirs
/// where the one before has left it.
template <typename Unit>
__global__ void beginForward(ForwardRecurrence work, int room)
{
    forEachUnit(work.shape, room, [&](int row, int unit) {
        const int units = work.shape.units;
        work.keptStates[std::int64_t{row} * room + unit] =
            stateAt(Unit::stateIsH ? work.firstH : work.firstC, row, unit, units);
        work.hBefore.halves()[row * work.hStride + unit] = __float2bfloat16_rn(stateAt(work.firstH, row, unit, units));
    });
}

/// The cells of the `index`-th step, from the products in `scratch` [N, G, R]; one unit of one stream a thread.
template <typename Unit>
__global__ void finishForward(ForwardRecurrence work, int room, int index)
{
    forEachUnit(work.shape, room, [&](int row, int unit) {
        const int units = work.shape.units;
        const std::int64_t step = std::int64_t{timeOf(work, index)} * work.shape.streams + row;
        const auto x = *reinterpret_cast<const typename Unit::Numbers*>(work.inputs + step * work.inputStride +
                                                                        unit * Unit::inputs);
        const auto products = productsOf<Unit>(work.scratch + std::int64_t{row} * Unit::gates * room + unit, room);
        const float cont = contOf(work, index, row);
        const std::int64_t state = std::int64_t{work.shape.streams} * room, place = std::int64_t{row} * room + unit;
        const auto made = Unit::forward(x, Unit::bias(work.b, work.bh, unit, units), scaled(cont, products),
                                        cont * work.keptStates[index * state + place], work.activation);
        work.keptStates[(index + 1) * state + place] = made.state;
        if constexpr (Unit::kept > 0) {
            if (work.keptGates != nullptr) {
                work.keptGates.as<typename Unit::Kept>()[index * state + place] = made.kept;
            }
        }
        const __nv_bfloat16 h = __float2bfloat16_rn(made.h);
        work.h.halves()[step * work.hStride + unit] = h;
        giveOutputs<Unit>(work, index, row, unit, made, __bfloat162float(h));
    });
}

/// Rows of a tensor that has N for each step: those of the `index`-th step that the pass takes.
template <typename Work, typename Number>
Number* stepOf(const Work& work, Number* first, std::int64_t stride, int index)
{
    const int step = work.reversed ? work.shape.steps - 1 - index : index;
    return first + std::int64_t{step} * work.shape.streams * stride;
}

template <typename Unit>
void forwardStepByStep(const RecurrencePlan& plan, const ForwardRecurrence& work, const Lane& on)
{
    const ShareOfGpu share(on, plan);
    const dim3 blocks = blocksOf(work.shape, plan.room);
    if (work.hBefore != nullptr) {
        beginForward<Unit><<<blocks, blockThreads, 0, on.stream>>>(work, plan.room);
        checkLaunch("FUSED: state before the first step");
    }
    if (plan.stepIsOneKernel) {
        return WideSteps<Unit>::forward(plan, work, on.stream);
    }
    const MatrixProduct product{.rows = work.shape.streams,
                                .columns = std::int64_t{Unit::gates} * plan.room,
                                .depth = plan.room,
                                .b = Transposed::Yes,
                                .strideA = work.hStride};
    const __nv_bfloat16* before =
        work.hBefore != nullptr ? work.hBefore.halves() : work.h.halves() - work.shape.streams * work.hStride;
    for (int index = 0; index < work.shape.steps; ++index) {
        gemm(on.cublas, product, before, work.Wh.halves(), work.scratch);
        finishForward<Unit><<<blocks, blockThreads, 0, on.stream>>>(work, plan.room, index);
        checkLaunch("FUSED: cells of a step");
        before = stepOf(work, work.h.halves(), work.hStride, index);
    }
}

// ---- backward

/// What all gates give, in their order, by one number of the h before; `state` is N·R.
template <typename Unit>
__device__ float sumOfGates(const float* first, std::int64_t state)
{
    float sum = first[0];
#pragma unroll
    for (int gate = 1; gate < Unit::gates; ++gate) {
        sum += first[gate * state];
    }
    return sum;
}

/// The gradients of the cells of the `index`-th step; one unit of one stream a thread.
template <typename Unit>
__global__ void finishBackward(BackwardRecurrence work, int room, int index)
{
    const bool isLast = index + 1 == work.shape.steps && !work.goesOn;
    float* const dStates = stateGradients<Unit>(work, room);
    forEachUnit(work.shape, room, [&](int row, int unit) {
        const int units = work.shape.units;
        const std::int64_t step = std::int64_t{timeOf(work, index)} * work.shape.streams + row;
        const std::int64_t state = std::int64_t{work.shape.streams} * room, place = std::int64_t{row} * room + unit;
        float dh = work.dy != nullptr && unit < units ? work.dy[step * work.dyStride + unit] : 0.0f;
        dh += isLast ? stateAt(work.dLastH, row, unit, units)
                     : contOf(work, index + 1, row) * sumOfGates<Unit>(work.scratch + place, state);
        const float dAfter = isLast ? stateAt(work.dLastC, row, unit, units) : dStates[place];
        const float cont = contOf(work, index, row);
        typename Unit::Kept kept{};
        if constexpr (Unit::kept > 0) {
            kept = work.keptGates.as<const typename Unit::Kept>()[index * state + place];
        }
        const auto made = Unit::backward(kept, cont * work.keptStates[index * state + place],
                                         work.keptStates[(index + 1) * state + place], dh, dAfter, work.activation);
        dStates[place] = cont * made.before;
        __nv_bfloat16* const to = work.dGates.halves() + step * work.gateStride + unit;
        if constexpr (Unit::gradients == 1) {
            to[0] = __float2bfloat16_rn(made.gradients);
        } else {
            to[0] = __float2bfloat16_rn(made.gradients.x);
            to[room] = __float2bfloat16_rn(made.gradients.y);
            to[2 * room] = __float2bfloat16_rn(made.gradients.z);
            to[3 * room] = __float2bfloat16_rn(made.gradients.w);
        }
    });
}

/// By the state before the first step, whose products are in `scratch`; one unit of one stream a thread.
template <typename Unit>
__global__ void endBackward(BackwardRecurrence work, int room)
{
    const float* const dStates = stateGradients<Unit>(work, room);
    forEachUnit(work.shape, room, [&](int row, int unit) {
        if (unit >= work.shape.units) {
            return;
        }
        const std::int64_t state = std::int64_t{work.shape.streams} * room, place = std::int64_t{row} * room + unit;
        const std::int64_t ofState = std::int64_t{row} * work.shape.units + unit;
        if (work.dFirstH != nullptr) {
            work.dFirstH[ofState] = (Unit::stateIsH ? dStates[place] : 0.0f) +
                                    contOf(work, 0, row) * sumOfGates<Unit>(work.scratch + place, state);
        }
        if (work.dFirstC != nullptr) {
            work.dFirstC[ofState] = dStates[place];
        }
    });
}

/// Eight columns of one stream a thread, in the order of time.
__global__ void addSteps(const __nv_bfloat16* gradients, RecurrenceShape shape, int width, std::int64_t stride,
                         float* to)
{
    constexpr int eight = 8;
    forEachUnit(shape, width / eight, [&](int row, int place) {
        const auto* const first = reinterpret_cast<const uint4*>(gradients + row * stride + place * eight);
        float4 low{}, high{};
#pragma unroll 4
        for (int step = 0; step < shape.steps; ++step) {
            const uint4 numbers = __ldcs(first + step * shape.streams * stride / eight);
            low = low + InHalves::floats(make_uint2(numbers.x, numbers.y));
            high = high + InHalves::floats(make_uint2(numbers.z, numbers.w));
        }
        auto* const sums = reinterpret_cast<float4*>(to + std::int64_t{row} * width + place * eight);
        sums[0] = low;
        sums[1] = high;
    });
}

/// scratch [G, N, R] = what the gradients of a step's gates give by the state before. `turned` has the gates in the
/// order of Wh; the last of a GRU takes another gradient than Wx. A product a gate, and not one of all: that fills a
/// GPU better, and the next kernel can add them up.
template <typename Unit>
void multiplyBack(const RecurrencePlan& plan, const BackwardRecurrence& work, const Lane& on, int index)
{
    const __nv_bfloat16* const gradients = stepOf(work, work.dGates.halves(), work.gateStride, index);
    const std::int64_t room = plan.room, state = work.shape.streams * room;
    constexpr int alike = Unit::gates == Unit::gradients ? Unit::gates : Unit::gates - 1;
    const auto multiply = [&](int gate, int count) {
        gemms(on.cublas,
              {.rows = work.shape.streams,
               .columns = room,
               .depth = room,
               .b = Transposed::Yes,
               .strideA = work.gateStride,
               .strideB = Unit::gates * room},
              count, {.a = room, .b = room, .c = state}, gradients + Unit::gradientOf(gate) * room,
              work.turned.halves() + gate * room, work.scratch + gate * state);
    };
    multiply(0, alike);
    if constexpr (alike < Unit::gates) {
        multiply(alike, 1);
    }
}

template <typename Unit>
void backwardStepByStep(const RecurrencePlan& plan, const BackwardRecurrence& work, const Lane& on)
{
    const ShareOfGpu share(on, plan);
    const dim3 blocks = blocksOf(work.shape, plan.room);
    const int last = work.shape.steps - 1;
    const auto finish = [&](int index) {
        finishBackward<Unit><<<blocks, blockThreads, 0, on.stream>>>(work, plan.room, index);
        checkLaunch("FUSED: gradients of a step");
    };
    if (plan.stepIsOneKernel) {
        if (!work.goesOn) {
            finish(last);
        }
        WideSteps<Unit>::backward(plan, work, on.stream);
    } else {
        for (int index = last; index >= 0; --index) {
            finish(index);
            if (index > 0 || !work.isFirst) {
                multiplyBack<Unit>(plan, work, on, index);
            }
        }
    }
    if (work.isFirst && (work.dFirstH != nullptr || work.dFirstC != nullptr)) {
        if (work.dFirstH != nullptr) {
            multiplyBack<Unit>(plan, work, on, 0);
        }
        endBackward<Unit><<<blocks, blockThreads, 0, on.stream>>>(work, plan.room);
        checkLaunch("FUSED: gradients of the first state");
    }
}

/// All kernels of a cell.
template <typename Unit>
constexpr StepKernels kernelsOf()
{
    return {.numbers = numbersOf<Unit>(), .forward = forwardStepByStep<Unit>, .backward = backwardStepByStep<Unit>};
}

} // namespace

void sumOverSteps(const __nv_bfloat16* gradients, const RecurrenceShape& shape, std::int64_t width, std::int64_t stride,
                  float* to, cudaStream_t stream)
{
    const int columns = static_cast<int>(width);
    addSteps<<<blocksOf(shape, columns / 8), blockThreads, 0, stream>>>(gradients, shape, columns, stride, to);
    checkLaunch("FUSED: gradient of the bias");
}

const StepKernels lstmStepByStep = kernelsOf<LstmUnit>();
const StepKernels gruStepByStep = kernelsOf<GruUnit>();
const StepKernels rnnStepByStep = kernelsOf<RnnUnit>();

} // namespace engine::cuda::fused

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/fused/recurrence.h"
#include "engine/cuda/fused/tensor_core.cuh"
#include "engine/kernels/gru_cell.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/rnn_cell.h"

namespace engine::cuda::fused {

// Each cell as the kernels of block_recurrence.cu, cluster_recurrence.cuh and step_by_step.cu have it: one unit of one
// stream at one step, in one thread. What goes from step to step besides the h that all units read is the state: c of
// an LSTM, h of a GRU, which is more exact there than what travels. Numbers of a unit come in fours or alone, since one
// access reads four.

/// What a forward step gives.
template <typename Kept>
struct StepMade {
    float h, state;
    Kept kept; ///< for backward
};

/// What a backward step gives.
template <typename Numbers>
struct StepGradients {
    Numbers gradients; ///< see CellNumbers
    float before;      ///< by the state before, without what comes through Wh
};

__device__ inline float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

/// What forward keeps as bfloat16s, four numbers of a unit, and how it computes.
struct InHalves {
    using Factor = __nv_bfloat16;
    using Math = QuickMath;
    using Four = uint2;
    static __device__ Four four(float a, float b, float c, float d) { return make_uint2(packed(a, b), packed(c, d)); }
    static __device__ float4 floats(Four four)
    {
        return make_float4(lowOf(four.x), highOf(four.x), lowOf(four.y), highOf(four.y));
    }
};

/// The same as floats.
struct InFloats {
    using Factor = float;
    using Math = FineMath;
    using Four = float4;
    static __device__ Four four(float a, float b, float c, float d) { return make_float4(a, b, c, d); }
    static __device__ float4 floats(Four four) { return four; }
};

/// Times a number, of all gates of a cell.
__device__ inline float scaled(float number, float of)
{
    return number * of;
}
__device__ inline float4 scaled(float number, float4 of)
{
    return make_float4(number * of.x, number * of.y, number * of.z, number * of.w);
}

/// Which step of the sequence the `index`-th is.
template <typename Work>
__device__ int timeOf(const Work& work, int index)
{
    return work.reversed ? work.shape.steps - 1 - index : index;
}

/// The cont between the `index`-th step and the one computed before it, which is that of the later of the two in time:
/// 0 where the state is not carried from one to the other. 1 for the state that enters the backward direction: it comes
/// from no step.
template <typename Work>
__device__ float contOf(const Work& work, int index, int row)
{
    if (work.reversed && index == 0) {
        return 1.0f;
    }
    const int step = work.reversed ? work.shape.steps - index : index;
    return work.cont[step * work.shape.streams + row];
}

/// Of a tensor of states [N, H]: nothing where there is no such tensor, or no such unit.
__device__ inline float stateAt(const float* states, int row, int unit, int units)
{
    return states != nullptr && unit < units ? states[std::int64_t{row} * units + unit] : 0.0f;
}

/// The bias of a gate of a unit; none where there is no such unit.
__device__ inline float biasOf(const float* b, int gate, int unit, int units)
{
    return b != nullptr && unit < units ? b[gate * units + unit] : 0.0f;
}

/// What a step gives besides what the next reads: y, and after the last step the states. `h` is rounded to bfloat16.
template <typename Unit, typename Made>
__device__ void giveOutputs(const ForwardRecurrence& work, int index, int row, int unit, const Made& made, float h)
{
    const int units = work.shape.units;
    if (unit >= units) {
        return;
    }
    if (work.y != nullptr) {
        work.y[(std::int64_t{timeOf(work, index)} * work.shape.streams + row) * work.yStride + unit] = made.h;
    }
    const bool isLast = index + 1 == work.shape.steps;
    const std::int64_t ofState = std::int64_t{row} * units + unit;
    if (isLast && work.lastH != nullptr) {
        work.lastH[ofState] = Unit::stateIsH ? made.h : h;
    }
    if (isLast && work.lastC != nullptr) {
        work.lastC[ofState] = made.state;
    }
}

/// The sizes of a cell that the host needs.
template <typename Unit>
constexpr CellNumbers numbersOf()
{
    return {.gates = Unit::gates, .inputs = Unit::inputs, .gradients = Unit::gradients, .kept = Unit::kept};
}

template <typename In>
struct LstmUnitOf {
    static constexpr int gates = 4, inputs = 4, gradients = 4, kept = 4;
    static constexpr bool stateIsH = false; ///< and not c
    using Numbers = float4;                 ///< of i, f, g, o
    using Factor = typename In::Factor;
    using Math = typename In::Math;
    using Kept = typename In::Four;

    /// Which of a unit's gradients the rows of Wh of a gate are multiplied by.
    static constexpr int gradientOf(int gate) { return gate; }

    static __device__ float4 bias(const float* b, const float* /*bh*/, int unit, int units)
    {
        return make_float4(biasOf(b, 0, unit, units), biasOf(b, 1, unit, units), biasOf(b, 2, unit, units),
                           biasOf(b, 3, unit, units));
    }

    /// `x` with the bias, `u` from the h before; `before` is the state before, zero where a sequence starts.
    static __device__ StepMade<Kept> forward(float4 x, float4 bias, float4 u, float before, Activation)
    {
        const float4 a = x + bias + u;
        const LstmGates<float> made = lstmGates<float, Math>({a.x, a.y, a.z, a.w});
        const LstmCell<float> after = lstmForward<float, Math>(made, before);
        return {after.h, after.c, In::four(made.i, made.f, made.g, made.o)};
    }

    static __device__ StepGradients<float4> backward(Kept kept, float before, float after, float dh, float dAfter,
                                                     Activation)
    {
        const float4 gate = In::floats(kept);
        const LstmGradients<float> made =
            lstmBackward<float, Math>({gate.x, gate.y, gate.z, gate.w}, before, after, dh, dAfter);
        return {make_float4(made.a.i, made.a.f, made.a.g, made.a.o), made.cBefore};
    }
};

template <typename In>
struct GruUnitOf {
    static constexpr int gates = 3, inputs = 4, gradients = 4, kept = 4;
    static constexpr bool stateIsH = true; ///< and not c
    using Numbers = float4;                ///< of r, z and n by x, and of n by h; of inputs the last is nothing
    using Factor = typename In::Factor;
    using Kept = typename In::Four; ///< r, z, n, and what h gives n, before r

    static constexpr int gradientOf(int gate) { return gate < 2 ? gate : 3; }

    static __device__ float4 bias(const float* b, const float* bh, int unit, int units)
    {
        return make_float4(biasOf(b, 0, unit, units) + biasOf(bh, 0, unit, units),
                           biasOf(b, 1, unit, units) + biasOf(bh, 1, unit, units), biasOf(b, 2, unit, units),
                           biasOf(bh, 2, unit, units));
    }

    static __device__ StepMade<Kept> forward(float4 x, float4 bias, float4 u, float before, Activation)
    {
        const float un = u.z + bias.w;
        const GruGates<float> made =
            gruGates<float, typename In::Math>({x.x + bias.x, x.y + bias.y, x.z + bias.z}, {u.x, u.y, un});
        const float h = gruForward(made, before);
        return {h, h, In::four(made.r, made.z, made.n, un)};
    }

    static __device__ StepGradients<float4> backward(Kept kept, float before, float /*after*/, float dh, float dAfter,
                                                     Activation)
    {
        const float4 gate = In::floats(kept);
        const GruGradients<float> made = gruBackward<float>({gate.x, gate.y, gate.z}, gate.w, before, dh + dAfter);
        return {make_float4(made.a.r, made.a.z, made.a.n, made.un), made.hBefore};
    }
};

/// Nothing but h goes from step to step, so what is kept is h.
template <typename In>
struct RnnUnitOf {
    static constexpr int gates = 1, inputs = 1, gradients = 1, kept = 0;
    static constexpr bool stateIsH = true; ///< and not c
    using Numbers = float;
    using Factor = typename In::Factor;
    struct Kept {};

    static constexpr int gradientOf(int gate) { return gate; }

    static __device__ float bias(const float* b, const float* /*bh*/, int unit, int units)
    {
        return biasOf(b, 0, unit, units);
    }

    static __device__ StepMade<Kept> forward(float x, float bias, float u, float /*before*/, Activation activation)
    {
        const float a = x + bias + u;
        const float h =
            activation == Activation::Relu ? rnnReluForward(a) : rnnTanhForward<float, typename In::Math>(a);
        return {h, h, {}};
    }

    static __device__ StepGradients<float> backward(Kept /*kept*/, float /*before*/, float after, float dh,
                                                    float /*dAfter*/, Activation activation)
    {
        return {activation == Activation::Relu ? (after > 0 ? dh : 0.0f) : dh * (1 - after * after), 0.0f};
    }
};

using LstmUnit = LstmUnitOf<InHalves>;
using GruUnit = GruUnitOf<InHalves>;
using RnnUnit = RnnUnitOf<InHalves>;

} // namespace engine::cuda::fused

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/cell_steps.h"

#include "engine/kernels/gru_cell.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/rnn_cell.h"

#include <algorithm>

namespace engine::onednn {
namespace {

/// A run of units of one stream. Blocks of gates lie `stride` apart, in what is the block's own `width`. Every pointer
/// that the cell knows is there, and each unit reads and writes its own elements only: that is what "ivdep" tells the
/// compiler.
struct ForwardRow {
    std::int64_t width, stride;
    float *sums, *recurrent;
    const float *recurrentBias, *hBefore, *cBefore;
    float *c, *h;
    Bfloat16* factors;
};

struct BackwardRow {
    std::int64_t width, stride;
    const float *sums, *recurrent, *hBefore, *cBefore, *c, *byOutput, *byWh;
    float *dh, *dc;
    Bfloat16 *bySums, *byRecurrentSums;
    float *bias, *recurrentBias;
};

ENGINE_ALWAYS_INLINE void lstmForwardRow(const ForwardRow& row)
{
    const auto [width, stride, sums, recurrent, recurrentBias, hBefore, cBefore, c, h, factors] = row;
    float *const i = sums, *const f = i + stride, *const g = f + stride, *const o = g + stride;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < width; ++unit) {
        const LstmGates<float> gates =
            lstmGates<float, FastMath>({i[unit] + recurrent[unit], f[unit] + recurrent[width + unit],
                                        g[unit] + recurrent[2 * width + unit], o[unit] + recurrent[3 * width + unit]});
        const LstmCell<float> cell = lstmForward<float, FastMath>(gates, cBefore[unit]);
        i[unit] = gates.i;
        f[unit] = gates.f;
        g[unit] = gates.g;
        o[unit] = gates.o;
        c[unit] = cell.c;
        h[unit] = cell.h;
        factors[unit] = roundedToBfloat16(cell.h);
    }
}

ENGINE_ALWAYS_INLINE void lstmBackwardRow(const BackwardRow& row)
{
    const auto [width, stride, sums, recurrent, hBefore, cBefore, c, byOutput, byWh, dh, dc, bySums, byRecurrentSums,
                bias, recurrentBias] = row;
    const float *const i = sums, *const f = i + stride, *const g = f + stride, *const o = g + stride;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < width; ++unit) {
        const LstmGradients<float> back =
            lstmBackward<float, FastMath>({i[unit], f[unit], g[unit], o[unit]}, cBefore[unit], c[unit],
                                          byOutput[unit] + byWh[unit] + dh[unit], dc[unit]);
        bySums[unit] = roundedToBfloat16(back.a.i);
        bySums[stride + unit] = roundedToBfloat16(back.a.f);
        bySums[2 * stride + unit] = roundedToBfloat16(back.a.g);
        bySums[3 * stride + unit] = roundedToBfloat16(back.a.o);
        bias[unit] += back.a.i;
        bias[stride + unit] += back.a.f;
        bias[2 * stride + unit] += back.a.g;
        bias[3 * stride + unit] += back.a.o;
        dh[unit] = 0;
        dc[unit] = back.cBefore;
    }
}

ENGINE_ALWAYS_INLINE void gruForwardRow(const ForwardRow& row)
{
    const auto [width, stride, sums, recurrent, recurrentBias, hBefore, cBefore, c, h, factors] = row;
    const float* const a = sums;
    float* const u = recurrent;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < width; ++unit) {
        const GruGates<float> states{u[unit] + recurrentBias[unit], u[width + unit] + recurrentBias[stride + unit],
                                     u[2 * width + unit] + recurrentBias[2 * stride + unit]};
        const GruGates<float> gates =
            gruGates<float, FastMath>({a[unit], a[stride + unit], a[2 * stride + unit]}, states);
        const float now = gruForward(gates, hBefore[unit]);
        u[unit] = states.r;
        u[width + unit] = states.z;
        u[2 * width + unit] = states.n;
        h[unit] = now;
        factors[unit] = roundedToBfloat16(now);
    }
}

ENGINE_ALWAYS_INLINE void gruBackwardRow(const BackwardRow& row)
{
    const auto [width, stride, sums, recurrent, hBefore, cBefore, c, byOutput, byWh, dh, dc, bySums, byRecurrentSums,
                bias, recurrentBias] = row;
    const float *const a = sums, *const u = recurrent;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < width; ++unit) {
        const float un = u[2 * width + unit];
        const GruGates<float> gates = gruGates<float, FastMath>({a[unit], a[stride + unit], a[2 * stride + unit]},
                                                                {u[unit], u[width + unit], un});
        const GruGradients<float> back = gruBackward(gates, un, hBefore[unit], byOutput[unit] + byWh[unit] + dh[unit]);
        const Bfloat16 r = roundedToBfloat16(back.a.r), z = roundedToBfloat16(back.a.z);
        bySums[unit] = r;
        bySums[stride + unit] = z;
        bySums[2 * stride + unit] = roundedToBfloat16(back.a.n);
        byRecurrentSums[unit] = r;
        byRecurrentSums[stride + unit] = z;
        byRecurrentSums[2 * stride + unit] = roundedToBfloat16(back.un);
        bias[unit] += back.a.r;
        bias[stride + unit] += back.a.z;
        bias[2 * stride + unit] += back.a.n;
        recurrentBias[unit] += back.a.r;
        recurrentBias[stride + unit] += back.a.z;
        recurrentBias[2 * stride + unit] += back.un;
        dh[unit] = back.hBefore;
    }
}

ENGINE_ALWAYS_INLINE void rnnTanhForwardRow(const ForwardRow& row)
{
    const auto [width, stride, sums, recurrent, recurrentBias, hBefore, cBefore, c, h, factors] = row;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < width; ++unit) {
        const float now = rnnTanhForward<float, FastMath>(sums[unit] + recurrent[unit]);
        sums[unit] = now;
        h[unit] = now;
        factors[unit] = roundedToBfloat16(now);
    }
}

ENGINE_ALWAYS_INLINE void rnnTanhBackwardRow(const BackwardRow& row)
{
    const auto [width, stride, sums, recurrent, hBefore, cBefore, c, byOutput, byWh, dh, dc, bySums, byRecurrentSums,
                bias, recurrentBias] = row;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < width; ++unit) {
        const float back = (byOutput[unit] + byWh[unit] + dh[unit]) * (1.0f - sums[unit] * sums[unit]);
        bySums[unit] = roundedToBfloat16(back);
        bias[unit] += back;
        dh[unit] = 0;
    }
}

ENGINE_ALWAYS_INLINE void rnnReluForwardRow(const ForwardRow& row)
{
    const auto [width, stride, sums, recurrent, recurrentBias, hBefore, cBefore, c, h, factors] = row;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < width; ++unit) {
        const float now = rnnReluForward(sums[unit] + recurrent[unit]);
        sums[unit] = now;
        h[unit] = now;
        factors[unit] = roundedToBfloat16(now);
    }
}

ENGINE_ALWAYS_INLINE void rnnReluBackwardRow(const BackwardRow& row)
{
    const auto [width, stride, sums, recurrent, hBefore, cBefore, c, byOutput, byWh, dh, dc, bySums, byRecurrentSums,
                bias, recurrentBias] = row;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < width; ++unit) {
        const float back = sums[unit] > 0 ? byOutput[unit] + byWh[unit] + dh[unit] : 0.0f;
        bySums[unit] = roundedToBfloat16(back);
        bias[unit] += back;
        dh[unit] = 0;
    }
}

template <typename Element>
ENGINE_ALWAYS_INLINE Element* at(Element* first, std::int64_t offset)
{
    return first ? first + offset : nullptr;
}

/// The row of a stream in a step with `gates` gates.
ENGINE_ALWAYS_INLINE ForwardRow rowOf(const CellStep& step, const CellOutput& output, std::int64_t gates,
                                      std::int64_t stream)
{
    const std::int64_t H = step.units, first = step.first;
    const std::int64_t sums = stream * gates * H + first, state = stream * H + first;
    return {.width = step.width,
            .stride = H,
            .sums = step.sums + sums,
            .recurrent = step.recurrent + stream * gates * step.width,
            .recurrentBias = at(output.recurrentBias, first),
            .hBefore = step.hBefore.first + stream * step.hBefore.stride + first,
            .cBefore = at(step.cBefore, state),
            .c = at(step.c, state),
            .h = output.h.first + stream * output.h.stride + first,
            .factors = output.factors + state};
}

ENGINE_ALWAYS_INLINE BackwardRow rowOf(const CellStep& step, const CellGradients& gradients, std::int64_t gates,
                                       std::int64_t stream)
{
    const std::int64_t H = step.units, first = step.first;
    const std::int64_t sums = stream * gates * H + first, state = stream * H + first;
    return {.width = step.width,
            .stride = H,
            .sums = step.sums + sums,
            .recurrent = step.recurrent + stream * gates * step.width,
            .hBefore = step.hBefore.first + stream * step.hBefore.stride + first,
            .cBefore = at(step.cBefore, state),
            .c = at(step.c, state),
            .byOutput = gradients.h.first + stream * gradients.h.stride + first,
            .byWh = gradients.byWh + stream * step.width,
            .dh = gradients.dh + state,
            .dc = at(gradients.dc, state),
            .bySums = gradients.sums + sums,
            .byRecurrentSums = at(gradients.recurrentSums, sums),
            .bias = gradients.bias + first,
            .recurrentBias = at(gradients.recurrentBias, first)};
}

// All streams in one function for each kind of processor: what its loops need is loaded once a block and not once a
// row.

ENGINE_VECTOR_CLONES void lstmForwardStep(const CellStep& step, const CellOutput& output)
{
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        lstmForwardRow(rowOf(step, output, 4, stream));
    }
}

ENGINE_VECTOR_CLONES void lstmBackwardStep(const CellStep& step, const CellGradients& gradients)
{
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        lstmBackwardRow(rowOf(step, gradients, 4, stream));
    }
}

ENGINE_VECTOR_CLONES void gruForwardStep(const CellStep& step, const CellOutput& output)
{
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        gruForwardRow(rowOf(step, output, 3, stream));
    }
}

ENGINE_VECTOR_CLONES void gruBackwardStep(const CellStep& step, const CellGradients& gradients)
{
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        gruBackwardRow(rowOf(step, gradients, 3, stream));
    }
}

ENGINE_VECTOR_CLONES void rnnTanhForwardStep(const CellStep& step, const CellOutput& output)
{
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        rnnTanhForwardRow(rowOf(step, output, 1, stream));
    }
}

ENGINE_VECTOR_CLONES void rnnTanhBackwardStep(const CellStep& step, const CellGradients& gradients)
{
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        rnnTanhBackwardRow(rowOf(step, gradients, 1, stream));
    }
}

ENGINE_VECTOR_CLONES void rnnReluForwardStep(const CellStep& step, const CellOutput& output)
{
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        rnnReluForwardRow(rowOf(step, output, 1, stream));
    }
}

ENGINE_VECTOR_CLONES void rnnReluBackwardStep(const CellStep& step, const CellGradients& gradients)
{
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        rnnReluBackwardRow(rowOf(step, gradients, 1, stream));
    }
}

struct CellFunctions {
    Cell::Kind cell;
    void (*forward)(const CellStep&, const CellOutput&);
    void (*backward)(const CellStep&, const CellGradients&);
};

const CellFunctions& functionsOf(Cell::Kind cell)
{
    static constexpr CellFunctions all[] = {
        {Cell::Kind::Lstm, lstmForwardStep, lstmBackwardStep},
        {Cell::Kind::Gru, gruForwardStep, gruBackwardStep},
        {Cell::Kind::RnnTanh, rnnTanhForwardStep, rnnTanhBackwardStep},
        {Cell::Kind::RnnRelu, rnnReluForwardStep, rnnReluBackwardStep},
    };
    return *std::ranges::find(all, cell, &CellFunctions::cell);
}

} // namespace

void cellForward(Cell::Kind cell, const CellStep& step, const CellOutput& output)
{
    functionsOf(cell).forward(step, output);
}

void cellBackward(Cell::Kind cell, const CellStep& step, const CellGradients& gradients)
{
    functionsOf(cell).backward(step, gradients);
}

} // namespace engine::onednn

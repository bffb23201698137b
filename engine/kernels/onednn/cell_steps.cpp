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

ENGINE_VECTOR_CLONES void lstmForwardRow(const ForwardRow& row)
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

ENGINE_VECTOR_CLONES void lstmBackwardRow(const BackwardRow& row)
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

ENGINE_VECTOR_CLONES void gruForwardRow(const ForwardRow& row)
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

ENGINE_VECTOR_CLONES void gruBackwardRow(const BackwardRow& row)
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

ENGINE_VECTOR_CLONES void rnnTanhForwardRow(const ForwardRow& row)
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

ENGINE_VECTOR_CLONES void rnnTanhBackwardRow(const BackwardRow& row)
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

ENGINE_VECTOR_CLONES void rnnReluForwardRow(const ForwardRow& row)
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

ENGINE_VECTOR_CLONES void rnnReluBackwardRow(const BackwardRow& row)
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

struct RowFunctions {
    Cell::Kind cell;
    std::int64_t gates;
    void (*forward)(const ForwardRow&);
    void (*backward)(const BackwardRow&);
};

const RowFunctions& functionsOf(Cell::Kind cell)
{
    static constexpr RowFunctions all[] = {
        {Cell::Kind::Lstm, 4, lstmForwardRow, lstmBackwardRow},
        {Cell::Kind::Gru, 3, gruForwardRow, gruBackwardRow},
        {Cell::Kind::RnnTanh, 1, rnnTanhForwardRow, rnnTanhBackwardRow},
        {Cell::Kind::RnnRelu, 1, rnnReluForwardRow, rnnReluBackwardRow},
    };
    return *std::ranges::find(all, cell, &RowFunctions::cell);
}

template <typename Element>
Element* at(Element* first, std::int64_t offset)
{
    return first ? first + offset : nullptr;
}

} // namespace

void cellForward(Cell::Kind cell, const CellStep& step, const CellOutput& output)
{
    const RowFunctions& functions = functionsOf(cell);
    const std::int64_t H = step.units, first = step.first;
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        const std::int64_t gates = stream * functions.gates * H + first, state = stream * H + first;
        functions.forward({.width = step.width,
                           .stride = H,
                           .sums = step.sums + gates,
                           .recurrent = step.recurrent + stream * functions.gates * step.width,
                           .recurrentBias = at(output.recurrentBias, first),
                           .hBefore = step.hBefore.first + stream * step.hBefore.stride + first,
                           .cBefore = at(step.cBefore, state),
                           .c = at(step.c, state),
                           .h = output.h.first + stream * output.h.stride + first,
                           .factors = output.factors + state});
    }
}

void cellBackward(Cell::Kind cell, const CellStep& step, const CellGradients& gradients)
{
    const RowFunctions& functions = functionsOf(cell);
    const std::int64_t H = step.units, first = step.first;
    for (std::int64_t stream = 0; stream < step.streams; ++stream) {
        const std::int64_t gates = stream * functions.gates * H + first, state = stream * H + first;
        functions.backward({.width = step.width,
                            .stride = H,
                            .sums = step.sums + gates,
                            .recurrent = at(step.recurrent, stream * functions.gates * step.width),
                            .hBefore = step.hBefore.first + stream * step.hBefore.stride + first,
                            .cBefore = at(step.cBefore, state),
                            .c = at(step.c, state),
                            .byOutput = gradients.h.first + stream * gradients.h.stride + first,
                            .byWh = gradients.byWh + stream * step.width,
                            .dh = gradients.dh + state,
                            .dc = at(gradients.dc, state),
                            .bySums = gradients.sums + gates,
                            .byRecurrentSums = at(gradients.recurrentSums, gates),
                            .bias = gradients.bias + first,
                            .recurrentBias = at(gradients.recurrentBias, first)});
    }
}

} // namespace engine::onednn

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/cell_steps.h"

#include "engine/devices/cpu/parallel.h"
#include "engine/kernels/gru_cell.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/rnn_cell.h"

#include <algorithm>

namespace engine::onednn {
namespace {

constexpr std::int64_t grainUnits = 2048; ///< of all streams: one thread's work in about 5 us
constexpr std::int64_t cut = 16;          ///< parts begin at multiples of this, the width of a vector register

/// A run of units of one stream. Blocks of gates lie `stride` apart. Every pointer that the cell knows is there, and
/// each unit reads and writes its own elements only: that is what "ivdep" tells the compiler.
struct ForwardRow {
    std::int64_t count, stride;
    float* sums;
    const float *recurrentSums, *hBefore, *cBefore;
    float *c, *h;
    Bfloat16* factors;
};

struct BackwardRow {
    std::int64_t count, stride;
    const float *sums, *recurrentSums, *hBefore, *cBefore, *c, *byOutput;
    float *dh, *dc;
    Bfloat16 *bySums, *byRecurrentSums;
    float *bias, *recurrentBias;
};

ENGINE_VECTOR_CLONES void lstmForwardRow(const ForwardRow& row)
{
    const auto [count, stride, sums, recurrentSums, hBefore, cBefore, c, h, factors] = row;
    float *const i = sums, *const f = i + stride, *const g = f + stride, *const o = g + stride;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const LstmGates<float> gates = lstmGates<float, FastMath>({i[unit], f[unit], g[unit], o[unit]});
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
    const auto [count, stride, sums, recurrentSums, hBefore, cBefore, c, byOutput, dh, dc, bySums, byRecurrentSums,
                bias, recurrentBias] = row;
    const float *const i = sums, *const f = i + stride, *const g = f + stride, *const o = g + stride;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const LstmGradients<float> back = lstmBackward<float, FastMath>(
            {i[unit], f[unit], g[unit], o[unit]}, cBefore[unit], c[unit], byOutput[unit] + dh[unit], dc[unit]);
        bySums[unit] = roundedToBfloat16(back.a.i);
        bySums[stride + unit] = roundedToBfloat16(back.a.f);
        bySums[2 * stride + unit] = roundedToBfloat16(back.a.g);
        bySums[3 * stride + unit] = roundedToBfloat16(back.a.o);
        bias[unit] += back.a.i;
        bias[stride + unit] += back.a.f;
        bias[2 * stride + unit] += back.a.g;
        bias[3 * stride + unit] += back.a.o;
        dc[unit] = back.cBefore;
    }
}

ENGINE_VECTOR_CLONES void gruForwardRow(const ForwardRow& row)
{
    const auto [count, stride, sums, recurrentSums, hBefore, cBefore, c, h, factors] = row;
    const float *const a = sums, *const u = recurrentSums;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const GruGates<float> gates =
            gruGates<float, FastMath>({a[unit], a[stride + unit], a[2 * stride + unit]},
                                      {u[unit], u[stride + unit], u[2 * stride + unit]});
        const float now = gruForward(gates, hBefore[unit]);
        h[unit] = now;
        factors[unit] = roundedToBfloat16(now);
    }
}

ENGINE_VECTOR_CLONES void gruBackwardRow(const BackwardRow& row)
{
    const auto [count, stride, sums, recurrentSums, hBefore, cBefore, c, byOutput, dh, dc, bySums, byRecurrentSums,
                bias, recurrentBias] = row;
    const float *const a = sums, *const u = recurrentSums;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const float un = u[2 * stride + unit];
        const GruGates<float> gates = gruGates<float, FastMath>({a[unit], a[stride + unit], a[2 * stride + unit]},
                                                                {u[unit], u[stride + unit], un});
        const GruGradients<float> back = gruBackward(gates, un, hBefore[unit], byOutput[unit] + dh[unit]);
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
    const auto [count, stride, sums, recurrentSums, hBefore, cBefore, c, h, factors] = row;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const float now = rnnTanhForward<float, FastMath>(sums[unit]);
        sums[unit] = now;
        h[unit] = now;
        factors[unit] = roundedToBfloat16(now);
    }
}

ENGINE_VECTOR_CLONES void rnnTanhBackwardRow(const BackwardRow& row)
{
    const auto [count, stride, sums, recurrentSums, hBefore, cBefore, c, byOutput, dh, dc, bySums, byRecurrentSums,
                bias, recurrentBias] = row;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const float back = (byOutput[unit] + dh[unit]) * (1.0f - sums[unit] * sums[unit]);
        bySums[unit] = roundedToBfloat16(back);
        bias[unit] += back;
    }
}

ENGINE_VECTOR_CLONES void rnnReluForwardRow(const ForwardRow& row)
{
    const auto [count, stride, sums, recurrentSums, hBefore, cBefore, c, h, factors] = row;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const float now = rnnReluForward(sums[unit]);
        sums[unit] = now;
        h[unit] = now;
        factors[unit] = roundedToBfloat16(now);
    }
}

ENGINE_VECTOR_CLONES void rnnReluBackwardRow(const BackwardRow& row)
{
    const auto [count, stride, sums, recurrentSums, hBefore, cBefore, c, byOutput, dh, dc, bySums, byRecurrentSums,
                bias, recurrentBias] = row;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const float back = sums[unit] > 0 ? byOutput[unit] + dh[unit] : 0.0f;
        bySums[unit] = roundedToBfloat16(back);
        bias[unit] += back;
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

/// body(stream, first unit, units), by units on the pool and by streams in order.
template <typename Body>
void forEachRow(const CellStep& step, const Body& body)
{
    parallelFor(
        step.units, std::max(cut, grainUnits / step.streams),
        [&](IndexRange units) {
            for (std::int64_t stream = 0; stream < step.streams; ++stream) {
                body(stream, units.first, units.count());
            }
        },
        cut);
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
    const std::int64_t H = step.units;
    forEachRow(step, [&](std::int64_t stream, std::int64_t first, std::int64_t count) {
        const std::int64_t gates = stream * functions.gates * H + first, state = stream * H + first;
        functions.forward({.count = count,
                           .stride = H,
                           .sums = step.sums + gates,
                           .recurrentSums = at(step.recurrentSums, gates),
                           .hBefore = step.hBefore.first + stream * step.hBefore.stride + first,
                           .cBefore = at(step.cBefore, state),
                           .c = at(step.c, state),
                           .h = output.h.first + stream * output.h.stride + first,
                           .factors = output.factors + state});
    });
}

void cellBackward(Cell::Kind cell, const CellStep& step, const CellGradients& gradients)
{
    const RowFunctions& functions = functionsOf(cell);
    const std::int64_t H = step.units;
    forEachRow(step, [&](std::int64_t stream, std::int64_t first, std::int64_t count) {
        const std::int64_t gates = stream * functions.gates * H + first, state = stream * H + first;
        functions.backward({.count = count,
                            .stride = H,
                            .sums = step.sums + gates,
                            .recurrentSums = at(step.recurrentSums, gates),
                            .hBefore = step.hBefore.first + stream * step.hBefore.stride + first,
                            .cBefore = at(step.cBefore, state),
                            .c = at(step.c, state),
                            .byOutput = gradients.h.first + stream * gradients.h.stride + first,
                            .dh = gradients.dh + state,
                            .dc = at(gradients.dc, state),
                            .bySums = gradients.sums + gates,
                            .byRecurrentSums = at(gradients.recurrentSums, gates),
                            .bias = gradients.bias + first,
                            .recurrentBias = at(gradients.recurrentBias, first)});
    });
}

} // namespace engine::onednn

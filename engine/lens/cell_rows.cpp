// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/cell_rows.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/kernels/gru_cell.h"
#include "engine/kernels/lstm_cell.h"
#include "engine/kernels/rnn_cell.h"

#include <algorithm>
#include <iterator>

namespace engine {
namespace {

// Each unit reads and writes its own elements only: that is what "ivdep" tells the compiler.

ENGINE_VECTOR_CLONES
void lstmRows(const CellRows& rows)
{
    const std::int64_t H = rows.units, count = rows.count;
    float* const __restrict a = rows.a + rows.first;
    const float* const __restrict u = rows.u;
    const float* const __restrict cBefore = rows.cBefore + rows.first;
    float* const __restrict c = rows.c + rows.first;
    float* const __restrict h = rows.h + rows.first;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const LstmGates<float> gates =
            lstmGates<float, FastMath>({a[unit] + u[unit], a[H + unit] + u[count + unit],
                                        a[2 * H + unit] + u[2 * count + unit], a[3 * H + unit] + u[3 * count + unit]});
        const LstmCell<float> cell = lstmForward<float, FastMath>(gates, cBefore[unit]);
        a[unit] = gates.i;
        a[H + unit] = gates.f;
        a[2 * H + unit] = gates.g;
        a[3 * H + unit] = gates.o;
        c[unit] = cell.c;
        h[unit] = cell.h;
    }
}

ENGINE_VECTOR_CLONES
void gruRows(const CellRows& rows)
{
    const std::int64_t H = rows.units, count = rows.count;
    float* const __restrict a = rows.a + rows.first;
    const float* const __restrict u = rows.u;
    const float* const __restrict hBefore = rows.hBefore + rows.first;
    float* const __restrict h = rows.h + rows.first;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < count; ++unit) {
        const GruGates<float> gates = gruGates<float, FastMath>({a[unit], a[H + unit], a[2 * H + unit]},
                                                                {u[unit], u[count + unit], u[2 * count + unit]});
        a[unit] = gates.r;
        a[H + unit] = gates.z;
        a[2 * H + unit] = gates.n;
        h[unit] = gruForward(gates, hBefore[unit]);
    }
}

ENGINE_VECTOR_CLONES
void rnnTanhRows(const CellRows& rows)
{
    float* const __restrict a = rows.a + rows.first;
    float* const __restrict h = rows.h + rows.first;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < rows.count; ++unit) {
        a[unit] = h[unit] = rnnTanhForward<float, FastMath>(a[unit] + rows.u[unit]);
    }
}

ENGINE_VECTOR_CLONES
void rnnReluRows(const CellRows& rows)
{
    float* const __restrict a = rows.a + rows.first;
    float* const __restrict h = rows.h + rows.first;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < rows.count; ++unit) {
        a[unit] = h[unit] = rnnReluForward(a[unit] + rows.u[unit]);
    }
}

struct KnownCell {
    Cell::Kind kind;
    CellRowsStep step;
};

constexpr KnownCell knownCells[] = {
    {Cell::Kind::Lstm, lstmRows},
    {Cell::Kind::Gru, gruRows},
    {Cell::Kind::RnnTanh, rnnTanhRows},
    {Cell::Kind::RnnRelu, rnnReluRows},
};

} // namespace

CellRowsStep cellRowsOf(const Cell& cell)
{
    const auto* const known = std::ranges::find(knownCells, cell.kind, &KnownCell::kind);
    return known != std::end(knownCells) ? known->step : nullptr;
}

} // namespace engine

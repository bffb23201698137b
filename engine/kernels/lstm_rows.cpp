// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/lstm_rows.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"
#include "engine/kernels/lstm_cell.h"

namespace engine {
namespace {

constexpr std::int64_t grainUnits = 2048; ///< one thread's work in about 5 us
constexpr std::int64_t most = 512; ///< units of a piece: what stands in for arrays that are not there stays small

constexpr float zeros[most] = {};

/// Where a piece's gates of one kind begin, how far it is to those of the next, and which blocks are g and o.
template <typename Float>
struct GateRow {
    Float* first;
    std::int64_t stride;
    int g = 2, o = 3;
};

ENGINE_ALWAYS_INLINE LstmGates<float> gatesAt(GateRow<const float> row, std::int64_t unit)
{
    return {row.first[unit], row.first[row.stride + unit], row.first[row.g * row.stride + unit],
            row.first[row.o * row.stride + unit]};
}

ENGINE_ALWAYS_INLINE void putGates(GateRow<float> row, std::int64_t unit, const LstmGates<float>& gates)
{
    row.first[unit] = gates.i;
    row.first[row.stride + unit] = gates.f;
    row.first[row.g * row.stride + unit] = gates.g;
    row.first[row.o * row.stride + unit] = gates.o;
}

// A piece is a run of units of one stream; every pointer is there. Each unit reads and writes its own elements only, so
// that arrays may be one another: that is what "ivdep" tells the compiler.

struct ForwardPiece {
    std::int64_t units;
    float cont;
    GateRow<const float> a;
    const float* cBefore;
    GateRow<float> gates;
    float *c, *h;
};

ENGINE_VECTOR_CLONES void runForward(const ForwardPiece& piece)
{
    const auto [units, cont, a, cBefore, gates, c, h] = piece;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < units; ++unit) {
        const LstmGates<float> active = lstmGates<float, FastMath>(gatesAt(a, unit));
        const LstmCell<float> cell = lstmForward<float, FastMath>(active, cBefore[unit] * cont);
        putGates(gates, unit, active);
        c[unit] = cell.c;
        h[unit] = cell.h;
    }
}

ENGINE_VECTOR_CLONES void activate(std::int64_t units, GateRow<const float> a, GateRow<float> gates)
{
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < units; ++unit) {
        putGates(gates, unit, lstmGates<float, FastMath>(gatesAt(a, unit)));
    }
}

struct BackwardPiece {
    std::int64_t units;
    float cont;
    GateRow<const float> gates;
    const float *cBefore, *c, *dh, *dc;
    GateRow<float> da;
    float* dcBefore;
};

ENGINE_VECTOR_CLONES void runBackward(const BackwardPiece& piece)
{
    const auto [units, cont, gates, cBefore, c, dh, dc, da, dcBefore] = piece;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < units; ++unit) {
        const LstmGradients<float> back =
            lstmBackward<float, FastMath>(gatesAt(gates, unit), cBefore[unit] * cont, c[unit], dh[unit], dc[unit]);
        putGates(da, unit, back.a);
        dcBefore[unit] = back.cBefore * cont;
    }
}

/// body(stream, first unit, units) for every piece, on the pool.
template <typename Body>
void forEachPiece(const LstmStep& step, const Body& body)
{
    parallelFor(step.streams, std::max<std::int64_t>(1, grainUnits / step.units), [&](IndexRange streams) {
        for (std::int64_t stream = streams.first; stream < streams.last; ++stream) {
            for (std::int64_t first = 0; first < step.units; first += most) {
                body(stream, first, std::min(most, step.units - first));
            }
        }
    });
}

float contOf(const LstmStep& step, std::int64_t stream)
{
    return step.cont ? step.cont[stream] : 1.0f;
}

enum class GateForm { Inputs, Active };

void stepBackward(const LstmStep& step, GateForm form, const float* gates, const float* c, const LstmStepGradients& to)
{
    const std::int64_t H = step.units;
    forEachPiece(step, [&](std::int64_t stream, std::int64_t first, std::int64_t units) {
        float active[4 * most], unwanted[4 * most];
        const std::int64_t at = stream * H + first, gatesFirst = stream * 4 * H + first;
        GateRow<const float> row{gates + gatesFirst, H, step.g, step.o};
        if (form == GateForm::Inputs) {
            activate(units, row, {active, most});
            row = {active, most};
        }
        runBackward(
            {.units = units,
             .cont = contOf(step, stream),
             .gates = row,
             .cBefore = step.cBefore + at,
             .c = c + at,
             .dh = to.dh ? to.dh + at : zeros,
             .dc = to.dc ? to.dc + at : zeros,
             .da = to.da ? GateRow<float>{to.da + gatesFirst, H, step.g, step.o} : GateRow<float>{unwanted, most},
             .dcBefore = to.dcBefore ? to.dcBefore + at : unwanted});
    });
}

} // namespace

void lstmStepForward(const LstmStep& step, const float* a, float* gates, float* c, float* h)
{
    const std::int64_t H = step.units;
    forEachPiece(step, [&](std::int64_t stream, std::int64_t first, std::int64_t units) {
        float unwanted[4 * most];
        const std::int64_t at = stream * H + first, gatesFirst = stream * 4 * H + first;
        runForward(
            {.units = units,
             .cont = contOf(step, stream),
             .a = {a + gatesFirst, H, step.g, step.o},
             .cBefore = step.cBefore + at,
             .gates = gates ? GateRow<float>{gates + gatesFirst, H, step.g, step.o} : GateRow<float>{unwanted, most},
             .c = c + at,
             .h = h + at});
    });
}

void lstmStepBackward(const LstmStep& step, const float* gates, const float* c, const LstmStepGradients& gradients)
{
    stepBackward(step, GateForm::Active, gates, c, gradients);
}

void lstmStepBackwardFromInputs(const LstmStep& step, const float* a, const float* c,
                                const LstmStepGradients& gradients)
{
    stepBackward(step, GateForm::Inputs, a, c, gradients);
}

} // namespace engine

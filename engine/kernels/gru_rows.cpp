// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/gru_rows.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"
#include "engine/kernels/gru_cell.h"

#include <algorithm>

namespace engine {
namespace {

constexpr std::int64_t grainUnits = 2048; ///< one thread's work in about 5 us
constexpr std::int64_t maxPiece = 512;    ///< units: what stands in for arrays that are not wanted stays small

constexpr float zeros[maxPiece] = {};

/// The three blocks of a stream's row, from one unit on.
template <typename Float>
struct GateRow {
    Float* first;
    std::int64_t stride;
};

ENGINE_ALWAYS_INLINE GruGates<float> gatesAt(GateRow<const float> row, std::int64_t unit)
{
    return {row.first[unit], row.first[row.stride + unit], row.first[2 * row.stride + unit]};
}

ENGINE_ALWAYS_INLINE void putGates(GateRow<float> row, std::int64_t unit, const GruGates<float>& gates)
{
    row.first[unit] = gates.r;
    row.first[row.stride + unit] = gates.z;
    row.first[2 * row.stride + unit] = gates.n;
}

// A piece is a run of units of one stream; every pointer is there. Each unit reads and writes its own elements only, so
// that arrays may be one another: that is what "ivdep" tells the compiler.

struct ForwardPiece {
    std::int64_t units;
    GateRow<const float> a, u;
    const float* hBefore;
    float* h;
};

ENGINE_VECTOR_CLONES void runForward(const ForwardPiece& piece)
{
    const auto [units, a, u, hBefore, h] = piece;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < units; ++unit) {
        h[unit] = gruForward(gruGates<float, FastMath>(gatesAt(a, unit), gatesAt(u, unit)), hBefore[unit]);
    }
}

struct BackwardPiece {
    std::int64_t units;
    GateRow<const float> a, u;
    const float *hBefore, *dh;
    GateRow<float> da, du;
    float* dhBefore;
};

ENGINE_VECTOR_CLONES void runBackward(const BackwardPiece& piece)
{
    const auto [units, a, u, hBefore, dh, da, du, dhBefore] = piece;
#pragma GCC ivdep
    for (std::int64_t unit = 0; unit < units; ++unit) {
        const GruGates<float> sums = gatesAt(u, unit);
        const GruGates<float> gates = gruGates<float, FastMath>(gatesAt(a, unit), sums);
        const GruGradients<float> back = gruBackward(gates, sums.n, hBefore[unit], dh[unit]);
        putGates(da, unit, back.a);
        putGates(du, unit, {back.a.r, back.a.z, back.un});
        dhBefore[unit] = back.hBefore;
    }
}

/// body(stream, first unit, units) for every piece, on the pool.
template <typename Body>
void forEachPiece(const GruStep& step, const Body& body)
{
    parallelFor(step.streams, std::max<std::int64_t>(1, grainUnits / step.units), [&](IndexRange streams) {
        for (std::int64_t stream = streams.first; stream < streams.last; ++stream) {
            for (std::int64_t first = 0; first < step.units; first += maxPiece) {
                body(stream, first, std::min(maxPiece, step.units - first));
            }
        }
    });
}

} // namespace

void gruStepForward(const GruStep& step, float* h)
{
    const std::int64_t H = step.units;
    forEachPiece(step, [&](std::int64_t stream, std::int64_t first, std::int64_t units) {
        const std::int64_t at = stream * H + first, gates = stream * 3 * H + first;
        runForward({.units = units,
                    .a = {step.a + gates, H},
                    .u = {step.u + gates, H},
                    .hBefore = step.hBefore + at,
                    .h = h + at});
    });
}

void gruStepBackward(const GruStep& step, const GruStepGradients& to)
{
    const std::int64_t H = step.units;
    forEachPiece(step, [&](std::int64_t stream, std::int64_t first, std::int64_t units) {
        float unwanted[3 * maxPiece];
        const std::int64_t at = stream * H + first, gates = stream * 3 * H + first;
        const auto wanted = [&](float* all) {
            return all ? GateRow<float>{all + gates, H} : GateRow<float>{unwanted, maxPiece};
        };
        runBackward({.units = units,
                     .a = {step.a + gates, H},
                     .u = {step.u + gates, H},
                     .hBefore = step.hBefore + at,
                     .dh = to.dh ? to.dh + at : zeros,
                     .da = wanted(to.da),
                     .du = wanted(to.du),
                     .dhBefore = to.dhBefore ? to.dhBefore + at : unwanted});
    });
}

} // namespace engine

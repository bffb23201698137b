// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/cudnn/conversions.h"
#include "engine/cuda/cudnn/edges.h"
#include "engine/cuda/cudnn/gradient_scale.h"
#include "engine/cuda/launch.h"

#include <cassert>
#include <type_traits>

namespace engine::cuda::cudnn {
namespace {

/// Four neighbours of a row, read and written at once.
template <typename Real>
struct alignas(4 * sizeof(Real)) Four {
    Real values[4];
};

/// One thread four elements; the first threads take one of those that are left over too. Both pointers are aligned to
/// four elements.
template <typename From, typename To, typename Convert>
__global__ void convertFours(std::int64_t count, const From* from, To* to, Convert convert)
{
    forEachElement(count / 4, [=](std::int64_t i) {
        const Four<From> four = reinterpret_cast<const Four<From>*>(from)[i];
        reinterpret_cast<Four<To>*>(to)[i] = {convert(four.values[0]), convert(four.values[1]), convert(four.values[2]),
                                              convert(four.values[3])};
    });
    if (blockIdx.x == 0 && threadIdx.x < count % 4) {
        const std::int64_t i = count / 4 * 4 + threadIdx.x;
        to[i] = convert(from[i]);
    }
}

/// One thread an element.
template <typename From, typename To, typename Convert>
__global__ void convertElements(std::int64_t count, const From* from, To* to, Convert convert)
{
    forEachElement(count, [=](std::int64_t i) { to[i] = convert(from[i]); });
}

template <typename Real>
struct Rounding {
    const GradientScale* scale;
    __device__ Real operator()(float value) const { return rounded<Real>(scaled(scale, value)); }
};

template <typename Real>
struct Widening {
    const GradientScale* scale;
    __device__ float operator()(Real value) const { return unscaled(scale, widened(value)); }
};

template <typename From, typename To, typename Convert>
void convertAll(cudaStream_t stream, std::int64_t count, const From* from, To* to, Convert convert)
{
    const auto isAligned = [](const auto* elements) {
        return reinterpret_cast<std::uintptr_t>(elements) % sizeof(Four<std::remove_cvref_t<decltype(*elements)>>) == 0;
    };
    if (isAligned(from) && isAligned(to)) {
        convertFours<<<blocksFor((count + 3) / 4), blockThreads, 0, stream>>>(count, from, to, convert);
    } else {
        convertElements<<<blocksFor(count), blockThreads, 0, stream>>>(count, from, to, convert);
    }
}

/// value times cont of its stream; a cont of 0 lets nothing through, not even a NaN.
__device__ inline float restarted(const float* cont, std::int64_t stream, float value)
{
    const float factor = cont ? cont[stream] : 1.0f;
    return factor == 0.0f ? 0.0f : value * factor;
}

/// cont of the first step that is read; null for a backward direction, which reads the last step first.
__device__ inline const float* contOf(const StateSizes& sizes, const float* cont, std::int64_t part)
{
    return part % sizes.directions == 0 ? cont : nullptr;
}

/// One thread one unit of one stream of one part: its h and, where the cell has one, its c.
template <typename Real>
__global__ void enterUnits(StateSizes sizes, const float* cont, const __grid_constant__ StatePlaces from, Real* h,
                           Real* c, const GradientScale* scale)
{
    const std::int64_t rows = sizes.streams * sizes.units;
    forEachElement(sizes.count(), [&](std::int64_t i) {
        const std::int64_t part = i / rows, within = i % rows, stream = within / sizes.units;
        const float* const partCont = contOf(sizes, cont, part);
        const float* const fromH = from.h[part];
        h[i] = rounded<Real>(fromH ? scaled(scale, restarted(partCont, stream, fromH[within])) : 0.0f);
        if (c) {
            const float* const fromC = from.c[part];
            c[i] = rounded<Real>(fromC ? scaled(scale, restarted(partCont, stream, fromC[within])) : 0.0f);
        }
    });
}

/// Likewise.
template <typename Real>
__global__ void restartUnits(StateSizes sizes, const float* cont, const Real* fromH, const Real* fromC, Real* h,
                             Real* c)
{
    forEachElement(sizes.count(), [=](std::int64_t i) {
        const std::int64_t stream = i / sizes.units % sizes.streams;
        h[i] = rounded<Real>(restarted(cont, stream, widened(fromH[i])));
        if (c) {
            c[i] = rounded<Real>(restarted(cont, stream, widened(fromC[i])));
        }
    });
}

/// Likewise.
template <typename Real>
__global__ void leaveUnits(StateSizes sizes, const float* cont, const Real* h, const Real* c,
                           const __grid_constant__ StatePlaces first, const __grid_constant__ StatePlaces second,
                           const GradientScale* scale)
{
    const std::int64_t rows = sizes.streams * sizes.units;
    const auto put = [](float* place, std::int64_t at, float value) {
        if (place) {
            place[at] = value;
        }
    };
    forEachElement(sizes.count(), [&](std::int64_t i) {
        const std::int64_t part = i / rows, within = i % rows, stream = within / sizes.units;
        const float* const partCont = contOf(sizes, cont, part);
        const float valueH = unscaled(scale, restarted(partCont, stream, widened(h[i])));
        put(first.h[part], within, valueH);
        put(second.h[part], within, valueH);
        if (c) {
            const float valueC = unscaled(scale, restarted(partCont, stream, widened(c[i])));
            put(first.c[part], within, valueC);
            put(second.c[part], within, valueC);
        }
    });
}

} // namespace

void roundTo(cudaStream_t stream, Elements elements, std::int64_t count, const float* from, void* to,
             const GradientScale* scale)
{
    forElements(elements, [&]<typename Real>(Real*) {
        convertAll(stream, count, from, static_cast<Real*>(to), Rounding<Real>{scale});
    });
    checkLaunch("rounding a sequence");
}

void widenFrom(cudaStream_t stream, Elements elements, std::int64_t count, const void* from, float* to,
               const GradientScale* scale)
{
    forElements(elements, [&]<typename Real>(Real*) {
        convertAll(stream, count, static_cast<const Real*>(from), to, Widening<Real>{scale});
    });
    checkLaunch("widening a sequence");
}

void enterState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                const StatePlaces& from, const LibraryState& to, const GradientScale* scale)
{
    forElements(elements, [&]<typename Real>(Real*) {
        enterUnits<Real><<<blocksFor(sizes.count()), blockThreads, 0, stream>>>(
            sizes, cont, from, static_cast<Real*>(to.h), static_cast<Real*>(to.c), scale);
    });
    checkLaunch("the state before a batch");
}

void restartState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                  const LibraryState& from, const LibraryState& to)
{
    assert(sizes.directions == 1);
    forElements(elements, [&]<typename Real>(Real*) {
        restartUnits<Real><<<blocksFor(sizes.count()), blockThreads, 0, stream>>>(
            sizes, cont, static_cast<const Real*>(from.h), static_cast<const Real*>(from.c), static_cast<Real*>(to.h),
            static_cast<Real*>(to.c));
    });
    checkLaunch("the state where a sequence starts");
}

void leaveState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                const LibraryState& from, const StatePlaces& first, const StatePlaces& second,
                const GradientScale* scale)
{
    forElements(elements, [&]<typename Real>(Real*) {
        leaveUnits<Real><<<blocksFor(sizes.count()), blockThreads, 0, stream>>>(
            sizes, cont, static_cast<const Real*>(from.h), static_cast<const Real*>(from.c), first, second, scale);
    });
    checkLaunch("the state after a batch");
}

} // namespace engine::cuda::cudnn

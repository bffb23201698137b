// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/cudnn/conversions.h"
#include "engine/cuda/cudnn/edges.h"
#include "engine/cuda/launch.h"

#include <cuda_bf16.h>

#include <cassert>

namespace engine::cuda::cudnn {
namespace {

/// Four neighbours of a row, read and written at once.
struct alignas(8) FourBfloat16 {
    __nv_bfloat162 low, high;
};

/// One thread four elements; the first threads take one of those that are left over too. Both pointers are aligned to
/// four elements.
__global__ void roundFours(std::int64_t count, const float* from, __nv_bfloat16* to)
{
    forEachElement(count / 4, [=](std::int64_t i) {
        const float4 four = reinterpret_cast<const float4*>(from)[i];
        reinterpret_cast<FourBfloat16*>(to)[i] = {__floats2bfloat162_rn(four.x, four.y),
                                                  __floats2bfloat162_rn(four.z, four.w)};
    });
    if (blockIdx.x == 0 && threadIdx.x < count % 4) {
        const std::int64_t i = count / 4 * 4 + threadIdx.x;
        to[i] = __float2bfloat16(from[i]);
    }
}

/// One thread an element.
__global__ void roundElements(std::int64_t count, const float* from, __nv_bfloat16* to)
{
    forEachElement(count, [=](std::int64_t i) { to[i] = __float2bfloat16(from[i]); });
}

/// As roundFours, the other way.
__global__ void widenFours(std::int64_t count, const __nv_bfloat16* from, float* to)
{
    forEachElement(count / 4, [=](std::int64_t i) {
        const FourBfloat16 four = reinterpret_cast<const FourBfloat16*>(from)[i];
        const float2 low = __bfloat1622float2(four.low), high = __bfloat1622float2(four.high);
        reinterpret_cast<float4*>(to)[i] = {low.x, low.y, high.x, high.y};
    });
    if (blockIdx.x == 0 && threadIdx.x < count % 4) {
        const std::int64_t i = count / 4 * 4 + threadIdx.x;
        to[i] = __bfloat162float(from[i]);
    }
}

/// One thread an element.
__global__ void widenElements(std::int64_t count, const __nv_bfloat16* from, float* to)
{
    forEachElement(count, [=](std::int64_t i) { to[i] = __bfloat162float(from[i]); });
}

bool inFours(const void* floats, const void* halves)
{
    return reinterpret_cast<std::uintptr_t>(floats) % 16 == 0 && reinterpret_cast<std::uintptr_t>(halves) % 8 == 0;
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
                           Real* c)
{
    const std::int64_t rows = sizes.streams * sizes.units;
    forEachElement(sizes.count(), [&](std::int64_t i) {
        const std::int64_t part = i / rows, within = i % rows, stream = within / sizes.units;
        const float* const partCont = contOf(sizes, cont, part);
        const float* const fromH = from.h[part];
        h[i] = rounded<Real>(fromH ? restarted(partCont, stream, fromH[within]) : 0.0f);
        if (c) {
            const float* const fromC = from.c[part];
            c[i] = rounded<Real>(fromC ? restarted(partCont, stream, fromC[within]) : 0.0f);
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
                           const __grid_constant__ StatePlaces first, const __grid_constant__ StatePlaces second)
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
        const float valueH = restarted(partCont, stream, widened(h[i]));
        put(first.h[part], within, valueH);
        put(second.h[part], within, valueH);
        if (c) {
            const float valueC = restarted(partCont, stream, widened(c[i]));
            put(first.c[part], within, valueC);
            put(second.c[part], within, valueC);
        }
    });
}

} // namespace

void roundToBfloat16(cudaStream_t stream, std::int64_t count, const float* from, void* to)
{
    auto* const target = static_cast<__nv_bfloat16*>(to);
    if (inFours(from, to)) {
        roundFours<<<blocksFor((count + 3) / 4), blockThreads, 0, stream>>>(count, from, target);
    } else {
        roundElements<<<blocksFor(count), blockThreads, 0, stream>>>(count, from, target);
    }
    checkLaunch("rounding to bfloat16");
}

void widenFromBfloat16(cudaStream_t stream, std::int64_t count, const void* from, float* to)
{
    const auto* const source = static_cast<const __nv_bfloat16*>(from);
    if (inFours(to, from)) {
        widenFours<<<blocksFor((count + 3) / 4), blockThreads, 0, stream>>>(count, source, to);
    } else {
        widenElements<<<blocksFor(count), blockThreads, 0, stream>>>(count, source, to);
    }
    checkLaunch("widening from bfloat16");
}

void enterState(cudaStream_t stream, Elements elements, const StateSizes& sizes, const float* cont,
                const StatePlaces& from, const LibraryState& to)
{
    forElements(elements, [&]<typename Real>(Real*) {
        enterUnits<Real><<<blocksFor(sizes.count()), blockThreads, 0, stream>>>(
            sizes, cont, from, static_cast<Real*>(to.h), static_cast<Real*>(to.c));
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
                const LibraryState& from, const StatePlaces& first, const StatePlaces& second)
{
    forElements(elements, [&]<typename Real>(Real*) {
        leaveUnits<Real><<<blocksFor(sizes.count()), blockThreads, 0, stream>>>(
            sizes, cont, static_cast<const Real*>(from.h), static_cast<const Real*>(from.c), first, second);
    });
    checkLaunch("the state after a batch");
}

} // namespace engine::cuda::cudnn

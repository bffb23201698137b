// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/cudnn/conversions.h"
#include "engine/cuda/cudnn/directions.h"
#include "engine/cuda/launch.h"

namespace engine::cuda::cudnn {
namespace {

/// The element of the other end's step: `row` elements a step.
__device__ inline std::int64_t reversed(std::int64_t steps, std::int64_t row, std::int64_t i)
{
    const std::int64_t step = i / row;
    return (steps - 1 - step) * row + (i - step * row);
}

/// One thread an element.
template <typename Real>
__global__ void reverseElements(SequenceSizes sizes, const Real* from, Real* to)
{
    const std::int64_t row = sizes.streams * sizes.width;
    forEachElement(sizes.count(), [=](std::int64_t i) { to[i] = from[reversed(sizes.steps, row, i)]; });
}

/// One thread an element.
template <typename Real>
__global__ void addElements(SequenceSizes sizes, const Real* forward, const Real* backward, Real* to)
{
    const std::int64_t row = sizes.streams * sizes.width;
    forEachElement(sizes.count(), [=](std::int64_t i) {
        to[i] = rounded<Real>(widened(forward[i]) + widened(backward[reversed(sizes.steps, row, i)]));
    });
}

/// One thread an element.
__global__ void reverseEachCont(std::int64_t steps, std::int64_t streams, const float* cont, float* to)
{
    forEachElement(steps * streams, [=](std::int64_t i) {
        const std::int64_t step = i / streams;
        to[i] = step == 0 ? 1.0f : cont[(steps - step) * streams + i - step * streams];
    });
}

/// What the dropout does to element i of a tensor.
struct Drop {
    DropoutRule rule;
    MaskKey key;
    const std::uint64_t* counter; ///< null: `number` counts
    std::uint64_t number;

    explicit Drop(const StackedDropout& dropout)
        : rule(dropout.rule), key(dropout.key), counter(dropout.pass.counter), number(dropout.pass.number)
    {}

    __device__ float of(std::int64_t i, float value) const
    {
        if (rule.threshold == 0) {
            return value;
        }
        const std::int64_t element = key.elementOf(i);
        const Philox drawn = philox(static_cast<std::uint64_t>(element / 4), counter ? *counter : number, key.key);
        return rule.stays(drawn.words[element % 4]) ? value * rule.scale : 0.0f;
    }
};

/// Where element i of the joined tensor lies in one direction's.
struct HalfPlace {
    bool isBackward;
    std::int64_t index;

    __device__ HalfPlace(const SequenceSizes& half, std::int64_t i)
    {
        const std::int64_t row = i / (2 * half.width), column = i % (2 * half.width);
        const std::int64_t step = row / half.streams, stream = row % half.streams;
        isBackward = column >= half.width;
        index = isBackward ? ((half.steps - 1 - step) * half.streams + stream) * half.width + column - half.width
                           : row * half.width + column;
    }
};

/// One thread an element of the joined tensor.
template <typename Real>
__global__ void joinElements(SequenceSizes half, Drop drop, const Real* forward, const Real* backward, Real* joined)
{
    forEachElement(2 * half.count(), [=](std::int64_t i) {
        const HalfPlace place(half, i);
        const Real value = place.isBackward ? backward[place.index] : forward[place.index];
        joined[i] = rounded<Real>(drop.of(i, widened(value)));
    });
}

/// Likewise.
template <typename Real>
__global__ void splitElements(SequenceSizes half, Drop drop, const Real* joined, Real* forward, Real* backward)
{
    forEachElement(2 * half.count(), [=](std::int64_t i) {
        const HalfPlace place(half, i);
        const Real value = rounded<Real>(drop.of(i, widened(joined[i])));
        (place.isBackward ? backward : forward)[place.index] = value;
    });
}

} // namespace

void reverseSteps(cudaStream_t stream, Elements elements, const SequenceSizes& sizes, const void* from, void* to)
{
    forElements(elements, [&]<typename Real>(Real*) {
        reverseElements<Real><<<blocksFor(sizes.count()), blockThreads, 0, stream>>>(
            sizes, static_cast<const Real*>(from), static_cast<Real*>(to));
    });
    checkLaunch("reversing a sequence");
}

void addReversed(cudaStream_t stream, Elements elements, const SequenceSizes& sizes, const void* forward,
                 const void* backward, void* to)
{
    forElements(elements, [&]<typename Real>(Real*) {
        addElements<Real><<<blocksFor(sizes.count()), blockThreads, 0, stream>>>(
            sizes, static_cast<const Real*>(forward), static_cast<const Real*>(backward), static_cast<Real*>(to));
    });
    checkLaunch("adding the gradients of both directions");
}

void reverseCont(cudaStream_t stream, std::int64_t steps, std::int64_t streams, const float* cont, float* to)
{
    reverseEachCont<<<blocksFor(steps * streams), blockThreads, 0, stream>>>(steps, streams, cont, to);
    checkLaunch("reversing the marks");
}

void joinDirections(cudaStream_t stream, Elements elements, const SequenceSizes& half, const StackedDropout& dropout,
                    const void* forward, const void* backward, void* joined)
{
    forElements(elements, [&]<typename Real>(Real*) {
        joinElements<Real><<<blocksFor(2 * half.count()), blockThreads, 0, stream>>>(
            half, Drop(dropout), static_cast<const Real*>(forward), static_cast<const Real*>(backward),
            static_cast<Real*>(joined));
    });
    checkLaunch("joining both directions");
}

void splitDirections(cudaStream_t stream, Elements elements, const SequenceSizes& half, const StackedDropout& dropout,
                     const void* joined, void* forward, void* backward)
{
    forElements(elements, [&]<typename Real>(Real*) {
        splitElements<Real><<<blocksFor(2 * half.count()), blockThreads, 0, stream>>>(
            half, Drop(dropout), static_cast<const Real*>(joined), static_cast<Real*>(forward),
            static_cast<Real*>(backward));
    });
    checkLaunch("parting both directions");
}

} // namespace engine::cuda::cudnn

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/cudnn/conversions.h"
#include "engine/cuda/cudnn/gradient_scale.h"
#include "engine/cuda/cudnn/layout.h"
#include "engine/cuda/launch.h"
#include "engine/graph/recurrent.h"

#include <algorithm>
#include <cassert>

namespace engine::cuda::cudnn {
namespace {

/// Row y of the grid goes through segment y, one thread an element.
template <typename Real>
__global__ void packSegments(const Segment* segments, Real* space)
{
    const Segment segment = segments[blockIdx.y];
    forEachElement(segment.count,
                   [&](std::int64_t i) { space[segment.offset + i] = rounded<Real>(segment.canonical[i]); });
}

/// Likewise.
template <typename Real>
__global__ void addSegments(const Segment* segments, const Real* space, const GradientScale* scale)
{
    const Segment segment = segments[blockIdx.y];
    forEachElement(segment.count, [&](std::int64_t i) {
        segment.canonical[i] += unscaled(scale, widened(space[segment.offset + i]));
    });
}

/// Adds a segment, or lengthens the last one where it goes on on both sides.
void append(std::vector<Segment>& segments, const Segment& next)
{
    if (!segments.empty()) {
        Segment& last = segments.back();
        if (last.canonical + last.count == next.canonical && last.offset + last.count == next.offset) {
            last.count += next.count;
            return;
        }
    }
    segments.push_back(next);
}

} // namespace

std::vector<Segment> segmentsOf(const PartPlaces& places, std::span<const std::span<float>> tensors)
{
    assert(tensors.size() == 3 || tensors.size() == 4);
    std::vector<Segment> segments;
    const auto add = [&](RecurrentWeight which, const std::vector<GatePlace>& gates, std::int64_t GatePlace::*offset,
                         std::int64_t GatePlace::*count) {
        const auto index = static_cast<std::size_t>(which);
        if (index >= tensors.size() || tensors[index].empty()) {
            return;
        }
        float* canonical = tensors[index].data();
        for (const GatePlace& place : gates) {
            append(segments, {canonical, place.*offset, place.*count});
            canonical += place.*count;
        }
        assert(canonical == tensors[index].data() + tensors[index].size());
    };
    add(RecurrentWeight::Wx, places.input, &GatePlace::matrix, &GatePlace::matrixCount);
    add(RecurrentWeight::Wh, places.recurrent, &GatePlace::matrix, &GatePlace::matrixCount);
    add(RecurrentWeight::b, places.input, &GatePlace::bias, &GatePlace::biasCount);
    add(RecurrentWeight::bh, places.recurrent, &GatePlace::bias, &GatePlace::biasCount);
    return segments;
}

Layout::Layout(CudaDevice& device, const std::vector<Segment>& segments)
    : m_device(&device), m_segments(static_cast<std::int64_t>(segments.size()))
{
    if (!segments.empty()) {
        m_longest = std::ranges::max(segments, {}, &Segment::count).count;
        m_table.emplace(device, segments);
    }
}

void Layout::pack(Elements elements, void* space) const
{
    if (isEmpty()) {
        return;
    }
    const dim3 grid(blocksFor(m_longest), static_cast<unsigned>(m_segments));
    const Segment* const table = m_table->data();
    forElements(elements, [&]<typename Real>(Real*) {
        packSegments<<<grid, blockThreads, 0, m_device->stream()>>>(table, static_cast<Real*>(space));
    });
    checkLaunch("packing the weights of a stack");
}

void Layout::addTo(Elements elements, const void* space, const GradientScale* scale) const
{
    if (isEmpty()) {
        return;
    }
    const dim3 grid(blocksFor(m_longest), static_cast<unsigned>(m_segments));
    const Segment* const table = m_table->data();
    forElements(elements, [&]<typename Real>(Real*) {
        addSegments<<<grid, blockThreads, 0, m_device->stream()>>>(table, static_cast<const Real*>(space), scale);
    });
    checkLaunch("adding the gradients of a stack");
}

} // namespace engine::cuda::cudnn

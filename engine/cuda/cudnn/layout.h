// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/elements.h"
#include "engine/cuda/device_array.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// How canonical weights lie in the library's weight space.
///
/// cuDNN keeps all weights of a stack in one opaque block. It reports the place of each gate's matrix of each part
/// (rows are units, as ours), gates in our order, for the input and for the recurrent product, and of two biases for
/// each gate. b goes into the first and bh into the second; without bh the second stays zero.
namespace engine::cuda::cudnn {

struct GradientScale;

/// A run of numbers that lies in one piece on both sides.
struct Segment {
    float* canonical;    ///< null: not wanted (a frozen weight's gradient)
    std::int64_t offset; ///< elements from the start of the weight space
    std::int64_t count;
};

/// The place of one gate's matrix and bias in a weight space, as reported by the library.
struct GatePlace {
    std::int64_t matrix, bias;           ///< offsets in elements
    std::int64_t matrixCount, biasCount; ///< elements
};

/// The places of one part of a stack (one direction of one layer), a gate each.
struct PartPlaces {
    std::vector<GatePlace> input, recurrent;
};

/// For one part: Wx [G·H, I], Wh [G·H, H], b [G·H] and maybe bh [G·H], in pieces as long as the library's layout
/// permits. An empty tensor is not wanted.
std::vector<Segment> segmentsOf(const PartPlaces& places, std::span<const std::span<float>> tensors);

/// A table of segments in the device's memory, and the two kernels that go through it.
class Layout {
public:
    Layout() = default;
    Layout(CudaDevice& device, const std::vector<Segment>& segments);

    void pack(Elements elements, void* space) const; ///< space = canonical; no other part of it is touched

    /// canonical += space, without the gradients' scale where there is one
    void addTo(Elements elements, const void* space, const GradientScale* scale = nullptr) const;

    bool isEmpty() const { return m_segments == 0; } ///< all tensors were frozen
    std::int64_t bytes() const { return m_segments * std::int64_t{sizeof(Segment)}; }

private:
    CudaDevice* m_device = nullptr;
    std::optional<DeviceArray<Segment>> m_table;
    std::int64_t m_segments = 0, m_longest = 0;
};

} // namespace engine::cuda::cudnn

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/check.h"
#include "engine/cuda/device_array.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/recurrent/masked_weights.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace engine::cuda {
namespace {

/// What the masks of one batch follow from. Of parts with `count` elements each, in rows of `units`.
struct Masks {
    DropoutRule weights, columns;
    const std::uint64_t* counter; ///< the batch's number in the device's memory; null: `number`
    std::uint64_t number;
    const MaskedPart* parts;
    std::int64_t count, units;

    __device__ std::uint64_t batch() const { return counter != nullptr ? *counter : number; }
    __device__ std::int64_t groups() const { return (count + 3) / 4; } ///< of a part: four elements, one drawing
};

/// The factors of four elements of a part, from `first` on.
struct Factors {
    float of[4];

    __device__ Factors(const Masks& masks, const MaskedPart& part, std::int64_t first)
    {
        const std::uint64_t batch = masks.batch();
        const float scale = masks.weights.scale * masks.columns.scale; // of those that stay
        const Philox drawn = masks.weights.threshold == 0
                                 ? Philox{}
                                 : philox(static_cast<std::uint64_t>(first) / 4, batch, part.weightKey);
        Philox columns{};
        std::int64_t column = first % masks.units, drawnGroup = -1;
#pragma unroll
        for (int word = 0; word < 4; ++word) {
            if (masks.columns.threshold != 0 && column / 4 != drawnGroup) {
                drawnGroup = column / 4;
                columns = philox(static_cast<std::uint64_t>(drawnGroup), batch, part.columnKey);
            }
            const bool stays = masks.weights.stays(drawn.words[word]) && masks.columns.stays(wordOf(columns, column));
            of[word] = stays ? scale : 0.0F;
            column = column + 1 == masks.units ? 0 : column + 1;
        }
    }

    /// Without an index into registers.
    __device__ static std::uint32_t wordOf(const Philox& drawn, std::int64_t column)
    {
        const std::uint32_t low = (column & 1) != 0 ? drawn.words[1] : drawn.words[0];
        const std::uint32_t high = (column & 1) != 0 ? drawn.words[3] : drawn.words[2];
        return (column & 2) != 0 ? high : low;
    }
};

/// copies [parts, count] = the weights times their factors. One thread a group, blockIdx.y the part.
__global__ void maskValues(const Masks masks, float* copies)
{
    const MaskedPart part = masks.parts[blockIdx.y];
    float* const to = copies + blockIdx.y * masks.count;
    forEachElement(masks.groups(), [&](std::int64_t group) {
        const std::int64_t first = 4 * group;
        const Factors factors(masks, part, first);
#pragma unroll
        for (int word = 0; word < 4; ++word) {
            if (first + word < masks.count) {
                to[first + word] = factors.of[word] != 0 ? part.values[first + word] * factors.of[word] : 0.0F;
            }
        }
    });
}

/// Adds gradients by the copies [parts, count] to those by the weights. Threads as in maskValues.
__global__ void addMaskedGradients(const Masks masks, const float* gradients)
{
    const MaskedPart part = masks.parts[blockIdx.y];
    if (part.gradients == nullptr) {
        return;
    }
    const float* const from = gradients + blockIdx.y * masks.count;
    forEachElement(masks.groups(), [&](std::int64_t group) {
        const std::int64_t first = 4 * group;
        const Factors factors(masks, part, first);
#pragma unroll
        for (int word = 0; word < 4; ++word) {
            if (first + word < masks.count && factors.of[word] != 0) {
                part.gradients[first + word] += from[first + word] * factors.of[word];
            }
        }
    });
}

/// Masks are not stored: for the gradients they are drawn again.
class CudaMaskedWeights final : public MaskedWeights {
public:
    CudaMaskedWeights(CudaDevice& device, const MaskedWeightsPlan& plan)
        : MaskedWeights(device, plan), m_device(&device), m_parts(device, std::span<const MaskedPart>(plan.parts))
    {}

    void mask(const Pass& pass) override
    {
        m_pass = pass;
        maskValues<<<grid(), blockThreads, 0, m_device->stream()>>>(masks(), copies());
        checkLaunch("masking recurrent weights");
    }

    void addGradients() override
    {
        const std::vector<MaskedPart>& parts = plan().parts;
        if (std::ranges::any_of(parts, [](const MaskedPart& part) { return part.gradients != nullptr; })) {
            addMaskedGradients<<<grid(), blockThreads, 0, m_device->stream()>>>(masks(), copiesGradients());
            checkLaunch("masking gradients of recurrent weights");
        }
    }

private:
    dim3 grid() const { return {blocksFor((count() + 3) / 4), static_cast<unsigned>(plan().parts.size())}; }

    Masks masks() const
    {
        return {.weights = plan().dropout.weights,
                .columns = plan().dropout.units,
                .counter = m_pass.counter,
                .number = m_pass.number,
                .parts = m_parts.data(),
                .count = count(),
                .units = plan().units};
    }

    CudaDevice* m_device;
    DeviceArray<MaskedPart> m_parts;
    Pass m_pass; ///< of the last forward
};

} // namespace

std::unique_ptr<MaskedWeights> makeMaskedWeights(CudaDevice& device, const MaskedWeightsPlan& plan)
{
    return std::make_unique<CudaMaskedWeights>(device, plan);
}

} // namespace engine::cuda

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

/// What the masks of one batch follow from. Parts lie `count` = rows · units elements apart.
struct Masks {
    DropoutRule weights, columns;
    const std::uint64_t* counter; ///< the batch's number in the device's memory; null: `number`
    std::uint64_t number;
    const MaskedPart* parts;
    std::int64_t count, rows, units;

    __device__ std::uint64_t batch() const { return counter != nullptr ? *counter : number; }
};

/// The factors of a part's elements, which a thread asks for in order.
class Factors {
public:
    __device__ Factors(const Masks& masks, const MaskedPart& part)
        : m_masks(masks),
          m_scale(masks.weights.scale * masks.columns.scale),
          m_words(masks.batch(), part.weightKey),
          m_columnWords(masks.batch(), part.columnKey)
    {}

    /// 0 where the element goes.
    __device__ float of(std::int64_t element, std::int64_t column)
    {
        const bool stays = (m_masks.weights.threshold == 0 || m_masks.weights.stays(m_words.of(element))) &&
                           (m_masks.columns.threshold == 0 || m_masks.columns.stays(m_columnWords.of(column)));
        return stays ? m_scale : 0.0F;
    }

private:
    const Masks& m_masks;
    float m_scale; ///< of those that stay
    DropoutWords m_words, m_columnWords;
};

/// run(element, factor) for each element of a part, four in a row by one thread.
template <typename Run>
__device__ void forEachFactor(const Masks& masks, const MaskedPart& part, const Run& run)
{
    const std::int64_t elements = masks.count / part.heads, width = masks.units / part.heads;
    const std::int64_t rowsOfHead = masks.rows / part.heads;
    forEachElement((elements + 3) / 4, [&](std::int64_t group) {
        Factors factors(masks, part);
        std::int64_t row = 4 * group / width, column = 4 * group - row * width;
#pragma unroll
        for (int place = 0; place < 4; ++place) {
            if (const std::int64_t element = 4 * group + place; element < elements) {
                run(element, factors.of(element, part.heads == 1 ? column : row / rowsOfHead * width + column));
                if (++column == width) {
                    column = 0;
                    ++row;
                }
            }
        }
    });
}

/// copies [parts, count] = the weights times their factors. blockIdx.y is the part.
__global__ void maskValues(const Masks masks, float* copies)
{
    const MaskedPart part = masks.parts[blockIdx.y];
    float* const to = copies + blockIdx.y * masks.count;
    forEachFactor(masks, part, [&](std::int64_t element, float factor) {
        to[element] = factor != 0 ? part.values[element] * factor : 0.0F;
    });
}

/// Adds gradients by the copies [parts, count] to those by the weights. Threads as in maskValues.
__global__ void addMaskedGradients(const Masks masks, const float* gradients)
{
    const MaskedPart part = masks.parts[blockIdx.y];
    const float* const from = gradients + blockIdx.y * masks.count;
    if (part.gradients != nullptr) {
        forEachFactor(masks, part, [&](std::int64_t element, float factor) {
            if (factor != 0) {
                part.gradients[element] += from[element] * factor;
            }
        });
    }
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
                .rows = plan().rows,
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

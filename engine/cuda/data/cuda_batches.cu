// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/data/batch_cursor.h"
#include "engine/cuda/data/cuda_batches.h"

#include <algorithm>
#include <vector>

namespace engine::cuda {
namespace {

/// Where a batch goes; null where the net has no such input.
struct BatchTensors {
    float *ids, *cont, *targets;
};

/// ids, cont, targets [T, N], element t·N + n: one thread an element, in strides.
template <typename Id>
__global__ void cutBatch(BatchFormula formula, const Id* text, Cursor* cursor, BatchTensors batch)
{
    const std::uint64_t number = cursor->batch;
    const std::int64_t N = formula.streamsCut();
    const float firstCont = formula.startsSequence(number) ? 0.0f : 1.0f;
    forEachElement(formula.steps * N, [&](std::int64_t i) {
        const std::int64_t t = i / N, n = i % N;
        const Id* const character = text + formula.start(number, formula.share.first + n) + t;
        if (batch.ids != nullptr) {
            batch.ids[i] = static_cast<float>(character[0]);
        }
        if (batch.targets != nullptr) {
            batch.targets[i] = static_cast<float>(character[1]);
        }
        if (batch.cont != nullptr) {
            batch.cont[i] = t == 0 ? firstCont : 1.0f;
        }
    });
    moveOn(cursor, number);
}

template <typename Id>
class CudaBatches final : public DeviceBatches {
public:
    CudaBatches(CudaDevice& device, const DeviceBatchPlan& plan)
        : m_device(device),
          m_formula(plan.formula),
          m_batch{plan.ids, plan.cont, plan.targets},
          m_text(device, plan.formula.characters),
          m_cursor(device, 1)
    {
        read(plan);
        CudaBatches::seek(0, 0);
    }

    void next() override
    {
        const std::int64_t elements = m_formula.steps * m_formula.streamsCut();
        cutBatch<Id><<<blocksFor(elements), blockThreads, 0, m_device.stream()>>>(m_formula, m_text.data(),
                                                                                  m_cursor.data(), m_batch);
        checkLaunch("cutting a batch");
    }

    void seek(std::uint64_t batch, std::uint64_t pass) override { cuda::seek(m_device, m_cursor, batch, pass); }

    const std::uint64_t* pass() const override { return &m_cursor.data()->pass; }

private:
    void read(const DeviceBatchPlan& plan)
    {
        constexpr std::int64_t most = 1 << 20; // characters at a time
        const std::int64_t all = m_formula.characters;
        std::vector<std::int32_t> ids(static_cast<std::size_t>(std::min(all, most)));
        std::vector<Id> narrow(ids.size());
        for (std::int64_t first = 0; first < all; first += most) {
            const auto now = static_cast<std::size_t>(std::min(all - first, most));
            plan.read(std::span(ids).first(now));
            std::transform(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(now), narrow.begin(),
                           [](std::int32_t id) { return static_cast<Id>(id); });
            m_text.write(m_device, first, std::span<const Id>(narrow).first(now));
        }
    }

    CudaDevice& m_device;
    BatchFormula m_formula;
    BatchTensors m_batch;
    DeviceArray<Id> m_text;
    DeviceArray<Cursor> m_cursor;
};

} // namespace

std::unique_ptr<DeviceBatches> makeCudaBatches(CudaDevice& device, const DeviceBatchPlan& plan)
{
    if (plan.vocabulary <= 1 << 8) {
        return std::make_unique<CudaBatches<std::uint8_t>>(device, plan);
    }
    if (plan.vocabulary <= 1 << 16) {
        return std::make_unique<CudaBatches<std::uint16_t>>(device, plan);
    }
    return std::make_unique<CudaBatches<std::int32_t>>(device, plan);
}

} // namespace engine::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/data/batch_cursor.h"
#include "engine/cuda/data/cuda_sample_batches.h"

#include <vector>

namespace engine::cuda {
namespace {

/// All samples as the kernel reads them, in the GPU's memory.
template <typename Value>
struct SampleTable {
    SampleLayout layout;
    const Value* block;
    const std::int32_t* members; ///< the samples of the part
    const std::int64_t* starts;  ///< by sample, as all below
    const std::int32_t* lengths; ///< null where all are layout.steps long
    const float* answers;
};

/// Where a batch goes; null where the net has no such input.
struct BatchTensors {
    float *values, *cont, *answers, *lengths;
};

/// values [T, N, I]: one thread an element, in strides. A thread with i == 0 also writes cont[t, n], and with t == 0
/// answers[n] and lengths[n].
template <typename Value>
__global__ void cutSamples(SampleFormula formula, SampleTable<Value> table, Cursor* cursor, BatchTensors batch)
{
    const std::uint64_t number = cursor->batch;
    const std::int64_t N = formula.streams, I = table.layout.width;
    forEachElement(table.layout.steps * N * I, [&](std::int64_t element) {
        const std::int64_t i = element % I, n = element / I % N, t = element / I / N;
        const std::int64_t sample = table.members[formula.sample(number, n)];
        const std::int64_t length = table.lengths != nullptr ? table.lengths[sample] : table.layout.steps;
        if (batch.values != nullptr) {
            batch.values[element] =
                t < length ? static_cast<float>(table.block[table.layout.element(table.starts[sample], t, i)]) *
                                 table.layout.scale
                           : 0.0f;
        }
        if (i != 0) {
            return;
        }
        if (batch.cont != nullptr) {
            batch.cont[t * N + n] = t == 0 || t == length ? 0.0f : 1.0f;
        }
        if (t == 0 && batch.answers != nullptr) {
            batch.answers[n] = table.answers[sample];
        }
        if (t == 0 && batch.lengths != nullptr) {
            batch.lengths[n] = static_cast<float>(length);
        }
    });
    moveOn(cursor, number);
}

template <typename Value>
class CudaSampleBatches final : public DeviceBatches {
public:
    CudaSampleBatches(CudaDevice& device, const SampleBatchPlan& plan, std::span<const Value> block)
        : m_device(device),
          m_formula(plan.formula),
          m_layout(plan.samples.layout),
          m_hasOneLength(plan.samples.haveOneLength()),
          m_batch{plan.values, plan.cont, plan.answers, plan.lengths},
          m_block(device, block),
          m_members(device, std::span<const std::int32_t>(plan.samples.part(plan.part))),
          m_starts(device, std::span<const std::int64_t>(plan.samples.starts)),
          m_lengths(device, std::span<const std::int32_t>(plan.samples.lengths)),
          m_answers(device, std::span<const float>(plan.samples.answers)),
          m_cursor(device, 1)
    {
        CudaSampleBatches::seek(0, 0);
    }

    void next() override
    {
        const std::int64_t elements = m_layout.steps * m_formula.streams * m_layout.width;
        const SampleTable<Value> table{.layout = m_layout,
                                       .block = m_block.data(),
                                       .members = m_members.data(),
                                       .starts = m_starts.data(),
                                       .lengths = m_hasOneLength ? nullptr : m_lengths.data(),
                                       .answers = m_answers.data()};
        cutSamples<Value>
            <<<blocksFor(elements), blockThreads, 0, m_device.stream()>>>(m_formula, table, m_cursor.data(), m_batch);
        checkLaunch("cutting a batch of sequences");
    }

    void seek(std::uint64_t batch, std::uint64_t pass) override { cuda::seek(m_device, m_cursor, batch, pass); }

    const std::uint64_t* pass() const override { return &m_cursor.data()->pass; }

private:
    CudaDevice& m_device;
    SampleFormula m_formula;
    SampleLayout m_layout;
    bool m_hasOneLength;
    BatchTensors m_batch;
    DeviceArray<Value> m_block;
    DeviceArray<std::int32_t> m_members;
    DeviceArray<std::int64_t> m_starts;
    DeviceArray<std::int32_t> m_lengths;
    DeviceArray<float> m_answers;
    DeviceArray<Cursor> m_cursor;
};

} // namespace

std::unique_ptr<DeviceBatches> makeCudaSampleBatches(CudaDevice& device, const SampleBatchPlan& plan)
{
    if (!plan.samples.bytes.empty()) {
        return std::make_unique<CudaSampleBatches<std::uint8_t>>(device, plan, plan.samples.bytes);
    }
    return std::make_unique<CudaSampleBatches<float>>(device, plan, plan.samples.numbers);
}

} // namespace engine::cuda

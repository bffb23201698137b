// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/data/batch_cursor.h"
#include "engine/cuda/data/cuda_sample_batches.h"

#include <memory>
#include <string>

namespace engine::cuda {
namespace {

/// All samples as the kernel reads them, in the GPU's memory.
template <typename Value>
struct SampleTable {
    SampleLayout layout;
    const Value* block;
    const std::int32_t* members; ///< samples, as the formula counts them; SampleBatchPlan::emptyPlace at the end
    const std::int64_t* starts;  ///< by sample, as all below
    const std::int32_t* lengths; ///< null where all are layout.steps long
    const float* answers;
    float missing; ///< the answer of a place without a sample
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
    const std::int64_t N = formula.streamsCut(), I = table.layout.width;
    forEachElement(table.layout.steps * N * I, [&](std::int64_t element) {
        const std::int64_t i = element % I, n = element / I % N, t = element / I / N;
        const std::int64_t sample = table.members[formula.sample(number, n)];
        const bool isEmpty = sample == SampleBatchPlan::emptyPlace;
        const std::int64_t length = table.lengths != nullptr && !isEmpty ? table.lengths[sample] : table.layout.steps;
        if (batch.values != nullptr) {
            batch.values[element] =
                t < length && !isEmpty
                    ? static_cast<float>(table.block[table.layout.element(table.starts[sample], t, i)]) *
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
            batch.answers[n] = isEmpty ? table.missing : table.answers[sample];
        }
        if (t == 0 && batch.lengths != nullptr) {
            batch.lengths[n] = static_cast<float>(length);
        }
    });
    moveOn(cursor, number);
}

/// The samples in the GPU's memory.
template <typename Value>
struct SamplesOnGpu {
    DeviceArray<Value> block;
    DeviceArray<std::int64_t> starts;
    DeviceArray<std::int32_t> lengths;
    DeviceArray<float> answers;

    SamplesOnGpu(CudaDevice& device, const Samples& samples, std::span<const Value> values)
        : block(device, values),
          starts(device, std::span<const std::int64_t>(samples.starts)),
          lengths(device, std::span<const std::int32_t>(samples.lengths)),
          answers(device, std::span<const float>(samples.answers))
    {}
};

/// Samples with the same key are the same; empty where that is not known.
std::string keyOf(const Samples& samples)
{
    if (samples.facts.digest.empty()) {
        return {};
    }
    const SampleLayout& layout = samples.layout;
    std::string key = "samples " + samples.facts.digest;
    for (const std::int64_t number :
         {samples.count(), layout.steps, layout.width, layout.stepStride, layout.valueStride}) {
        key += ' ' + std::to_string(number);
    }
    return key;
}

/// A run's training and its validation read the same ones.
template <typename Value>
std::shared_ptr<const SamplesOnGpu<Value>> onGpu(CudaDevice& device, const Samples& samples,
                                                 std::span<const Value> block)
{
    const auto make = [&] { return std::make_shared<const SamplesOnGpu<Value>>(device, samples, block); };
    const std::string key = keyOf(samples);
    return key.empty() ? make() : device.shared<SamplesOnGpu<Value>>(key, make);
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
          m_missing(missingAnswer(plan.samples.facts)),
          m_samples(onGpu(device, plan.samples, block)),
          m_members(device, plan.members),
          m_cursor(device, 1)
    {
        CudaSampleBatches::seek(0, 0);
    }

    void next() override
    {
        const std::int64_t elements = m_layout.steps * m_formula.streamsCut() * m_layout.width;
        const SampleTable<Value> table{.layout = m_layout,
                                       .block = m_samples->block.data(),
                                       .members = m_members.data(),
                                       .starts = m_samples->starts.data(),
                                       .lengths = m_hasOneLength ? nullptr : m_samples->lengths.data(),
                                       .answers = m_samples->answers.data(),
                                       .missing = m_missing};
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
    float m_missing;
    std::shared_ptr<const SamplesOnGpu<Value>> m_samples; ///< shared with other batches of the same samples
    DeviceArray<std::int32_t> m_members;
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

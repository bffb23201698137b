// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batches.h"
#include "engine/data/device_batches.h"
#include "engine/devices/device.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace engine {
namespace {

/// What the host has cut for an input of the net.
struct Values {
    float* on = nullptr; ///< the device; null where the net has no such input
    std::vector<float> cut = {};

    void resize(std::size_t count) { cut.resize(on != nullptr ? count : 0); }
    void copy(Device& device, std::size_t first, std::size_t count) const
    {
        if (on != nullptr) {
            device.toDevice(std::span(cut).subspan(first, count), on);
        }
    }
};

/// Allocates nothing after the first prepare() of as many batches.
class HostTextBatches final : public DeviceBatches {
public:
    HostTextBatches(Device& device, const DeviceBatchPlan& plan)
        : m_device(device),
          m_batches(*plan.onHost),
          m_cursor(m_batches.cursor()),
          m_batchSize(static_cast<std::size_t>(plan.formula.steps * plan.formula.streamsCut())),
          m_ids{.on = plan.ids},
          m_cont{.on = plan.cont},
          m_targets{.on = plan.targets}
    {}

    void prepare(std::int64_t count) override
    {
        const std::size_t size = static_cast<std::size_t>(count) * m_batchSize;
        for (Values* values : {&m_ids, &m_cont, &m_targets}) {
            values->cut.resize(size);
        }
        if (m_batches.cursor() != m_cursor) {
            m_batches.seek(m_cursor);
        }
        for (std::size_t first = 0; first < size; first += m_batchSize) {
            const auto batch = [&](Values& values) { return std::span(values.cut).subspan(first, m_batchSize); };
            m_batches.next(batch(m_ids), batch(m_cont), batch(m_targets));
        }
        m_cursor = m_batches.cursor();
        m_taken = 0;
    }

    void next() override
    {
        assert(m_taken + m_batchSize <= m_ids.cut.size() && "prepare() comes first");
        for (const Values* values : {&m_ids, &m_cont, &m_targets}) {
            values->copy(m_device, m_taken, m_batchSize);
        }
        m_taken += m_batchSize;
    }

    void seek(std::uint64_t batch, std::uint64_t) override
    {
        if (batch != m_cursor.batches) {
            m_cursor = m_batches.cursorAt(batch);
        }
    }

    const std::uint64_t* pass() const override { return nullptr; }
    const BatchCursor* cursor() const override { return &m_cursor; }

private:
    Device& m_device;
    Batches m_batches;       ///< at m_cursor, or elsewhere where seek() moved that or a text could not be read
    BatchCursor m_cursor;    ///< behind the batches that are prepared
    std::size_t m_batchSize; ///< T · N
    Values m_ids, m_cont, m_targets;
    std::size_t m_taken = 0; ///< elements that next() has taken
};

/// Allocates nothing after it is made.
class HostSampleBatches final : public DeviceBatches {
public:
    HostSampleBatches(Device& device, const SampleBatchPlan& plan)
        : m_device(device),
          m_samples(plan.samples),
          m_members(plan.members.begin(), plan.members.end()),
          m_formula(plan.formula),
          m_values{.on = plan.values},
          m_cont{.on = plan.cont},
          m_answers{.on = plan.answers},
          m_lengths{.on = plan.lengths},
          m_chosen(static_cast<std::size_t>(plan.formula.streamsCut()))
    {
        const std::size_t streams = m_chosen.size(), steps = static_cast<std::size_t>(m_samples.layout.steps);
        m_values.resize(steps * streams * static_cast<std::size_t>(m_samples.layout.width));
        m_cont.resize(steps * streams);
        m_answers.resize(streams);
        m_lengths.resize(streams);
    }

    void next() override
    {
        for (std::size_t n = 0; n < m_chosen.size(); ++n) {
            m_chosen[n] = m_members[static_cast<std::size_t>(m_formula.sample(m_batch, static_cast<std::int64_t>(n)))];
        }
        const auto filled = std::ranges::find(m_chosen, SampleBatchPlan::emptyPlace) - m_chosen.begin();
        cutBatch(m_samples, std::span(m_chosen).first(static_cast<std::size_t>(filled)), m_formula.streamsCut(),
                 {.values = m_values.cut, .cont = m_cont.cut, .answers = m_answers.cut, .lengths = m_lengths.cut});
        for (const Values* values : {&m_values, &m_cont, &m_answers, &m_lengths}) {
            values->copy(m_device, 0, values->cut.size());
        }
        ++m_batch;
    }

    void seek(std::uint64_t batch, std::uint64_t) override { m_batch = batch; }
    const std::uint64_t* pass() const override { return nullptr; }

private:
    Device& m_device;
    const Samples& m_samples;
    std::vector<std::int32_t> m_members;
    SampleFormula m_formula;
    Values m_values, m_cont, m_answers, m_lengths;
    std::vector<std::int32_t> m_chosen; ///< the samples of a batch
    std::uint64_t m_batch = 0;          ///< that comes next
};

} // namespace

std::unique_ptr<DeviceBatches> makeHostBatches(Device& device, const DeviceBatchPlan& plan)
{
    return std::make_unique<HostTextBatches>(device, plan);
}

std::unique_ptr<DeviceBatches> makeHostBatches(Device& device, const SampleBatchPlan& plan)
{
    return std::make_unique<HostSampleBatches>(device, plan);
}

} // namespace engine

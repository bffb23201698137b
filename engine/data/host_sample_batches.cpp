// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/host_sample_batches.h"

#include <algorithm>

namespace engine {

HostSampleBatches::HostSampleBatches(Device& device, const SampleBatchPlan& plan)
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
    const auto streams = static_cast<std::size_t>(m_formula.streamsCut());
    const auto steps = static_cast<std::size_t>(m_samples.layout.steps);
    m_values.cut.resize(m_values.on ? steps * streams * static_cast<std::size_t>(m_samples.layout.width) : 0);
    m_cont.cut.resize(m_cont.on ? steps * streams : 0);
    m_answers.cut.resize(m_answers.on ? streams : 0);
    m_lengths.cut.resize(m_lengths.on ? streams : 0);
}

void HostSampleBatches::next()
{
    for (std::size_t n = 0; n < m_chosen.size(); ++n) {
        m_chosen[n] = m_members[static_cast<std::size_t>(m_formula.sample(m_batch, static_cast<std::int64_t>(n)))];
    }
    const auto filled = std::ranges::find(m_chosen, SampleBatchPlan::emptyPlace) - m_chosen.begin();
    cutBatch(m_samples, std::span(m_chosen).first(static_cast<std::size_t>(filled)), m_formula.streamsCut(),
             {.values = m_values.cut, .cont = m_cont.cut, .answers = m_answers.cut, .lengths = m_lengths.cut});
    for (const Values* values : {&m_values, &m_cont, &m_answers, &m_lengths}) {
        if (values->on != nullptr) {
            m_device.toDevice(values->cut, values->on);
        }
    }
    ++m_batch;
}

void HostSampleBatches::seek(std::uint64_t batch, std::uint64_t)
{
    m_batch = batch;
}

} // namespace engine

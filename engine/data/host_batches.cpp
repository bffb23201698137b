// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/host_batches.h"

#include <cassert>
#include <span>

namespace engine {

HostBatches::HostBatches(Device& device, const DeviceBatchPlan& plan)
    : m_device(device),
      m_batches(*plan.onHost),
      m_cursor(m_batches.cursor()),
      m_batchSize(static_cast<std::size_t>(plan.formula.steps * plan.formula.streamsCut())),
      m_ids{.on = plan.ids},
      m_cont{.on = plan.cont},
      m_targets{.on = plan.targets}
{}

void HostBatches::prepare(std::int64_t count)
{
    const std::size_t size = static_cast<std::size_t>(count) * m_batchSize;
    for (Values* values : {&m_ids, &m_cont, &m_targets}) {
        values->read.resize(size);
    }
    if (m_batches.cursor() != m_cursor) {
        m_batches.seek(m_cursor);
    }
    for (std::size_t first = 0; first < size; first += m_batchSize) {
        const auto batch = [&](Values& values) { return std::span(values.read).subspan(first, m_batchSize); };
        m_batches.next(batch(m_ids), batch(m_cont), batch(m_targets));
    }
    m_cursor = m_batches.cursor();
    m_taken = 0;
}

void HostBatches::next()
{
    assert(m_taken + m_batchSize <= m_ids.read.size() && "prepare() comes first");
    for (const Values* values : {&m_ids, &m_cont, &m_targets}) {
        if (values->on != nullptr) {
            m_device.toDevice(std::span(values->read).subspan(m_taken, m_batchSize), values->on);
        }
    }
    m_taken += m_batchSize;
}

void HostBatches::seek(std::uint64_t batch, std::uint64_t)
{
    if (batch != m_cursor.batches) {
        m_cursor = m_batches.cursorAt(batch);
    }
}

} // namespace engine

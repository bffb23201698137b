// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/fused/cell_sequence.h"

#include "engine/devices/cpu/parallel.h"

#include <algorithm>

namespace engine::fused {
namespace {

constexpr std::int64_t grainFloats = 16 * 1024;

void copyRows(const RowsView& from, const RowsView& to, std::int64_t rows, std::int64_t width)
{
    parallelFor(rows, std::max<std::int64_t>(1, grainFloats / std::max<std::int64_t>(1, width)), [&](IndexRange range) {
        for (std::int64_t row = range.first; row < range.last; ++row) {
            std::copy_n(from.data + row * from.stride, width, to.data + row * to.stride);
        }
    });
}

} // namespace

CellSequence::CellSequence(const cells::Definition& cell, const SequenceExtents& extents)
    : m_schedule(cells::scheduleOf(cell)),
      m_states(cell.states.size()),
      m_extents(extents),
      m_atOnce(cell, m_schedule.atOnce, {1, extents.steps * extents.streams, extents.sizes, extents.training}),
      m_perStep(cell, m_schedule.perStep, {extents.steps, extents.streams, extents.sizes, extents.training})
{
    const auto states = static_cast<std::int64_t>(m_states);
    m_floats = m_atOnce.floats() + m_perStep.floats();
    m_before = m_floats;
    m_floats += states * (extents.training ? extents.steps : 1) * state();
    if (extents.training) {
        m_gradients = m_floats;
        m_zeros = m_gradients + states * state();
        m_floats = m_zeros + state();
    }
}

void CellSequence::take(float* memory)
{
    m_memory = memory;
    const std::int64_t units = m_extents.sizes.units;
    m_atOnce.take(memory);
    m_perStep.take(memory + m_atOnce.floats());
    for (std::size_t each = 0; each < m_states; ++each) {
        const auto place = static_cast<std::int64_t>(each);
        const std::int64_t steps = m_extents.training ? m_extents.steps : 1;
        m_perStep.setInput(static_cast<int>(each),
                           {memory + m_before + place * steps * state(), units, m_extents.training ? state() : 0});
        if (m_extents.training) {
            m_perStep.setGradient(static_cast<int>(1 + each), {memory + m_gradients + place * state(), units, 0});
        }
    }
}

/// cont between the `index`-th step and the one computed before it is that of the later of the two in time; a state
/// that enters the backward direction comes from no step.
void CellSequence::multiplyByCont(const float* cont, std::int64_t index, const RowsView& from, float* to) const
{
    const std::int64_t streams = m_extents.streams, units = m_extents.sizes.units;
    const std::int64_t step = m_extents.reversed ? m_extents.steps - index : index;
    parallelFor(streams, std::max<std::int64_t>(1, grainFloats / units), [&](IndexRange range) {
        for (std::int64_t row = range.first; row < range.last; ++row) {
            const float factor = m_extents.reversed && index == 0 ? 1.0f : cont[step * streams + row];
            const float* const rowFrom = from.data + row * from.stride;
            for (std::int64_t unit = 0; unit < units; ++unit) {
                // A state that is not taken over may be infinite.
                to[row * units + unit] = factor == 0.0f ? 0.0f : factor * rowFrom[unit];
            }
        }
    });
}

void CellSequence::forward(const Forward& work, std::span<const float* const> learned)
{
    const std::int64_t streams = m_extents.streams, units = m_extents.sizes.units;
    if (m_x.data == nullptr) { // places do not change
        m_x = work.x;
        m_atOnce.setInput(0, work.x);
        m_atOnce.plan();
        for (std::size_t output = 0; output < m_schedule.atOnce.outputs.size(); ++output) {
            const RowsView given = m_atOnce.output(static_cast<int>(output));
            m_perStep.setInput(static_cast<int>(m_states + output), {given.data, given.stride, streams * given.stride});
        }
        m_perStep.plan();
    }
    m_atOnce.setWeights(learned);
    m_perStep.setWeights(learned);
    m_atOnce.forward(0);
    for (std::int64_t index = 0; index < m_extents.steps; ++index) {
        const std::int64_t time = timeOf(index);
        for (std::size_t each = 0; each < m_states; ++each) {
            const std::int64_t steps = m_extents.training ? m_extents.steps : 1;
            float* const to = m_memory + m_before + static_cast<std::int64_t>(each) * steps * state() +
                              (m_extents.training ? time * state() : 0);
            if (index == 0 && work.before[each] == nullptr) {
                std::fill_n(to, state(), 0.0f);
                continue;
            }
            multiplyByCont(work.cont, index,
                           index == 0 ? RowsView{const_cast<float*>(work.before[each]), units, 0} // read alone
                                      : m_perStep.output(static_cast<int>(1 + each)).at(timeOf(index - 1)),
                           to);
        }
        m_perStep.forward(time);
        const RowsView y{work.y.data + time * streams * work.y.stride, work.y.stride, 0};
        copyRows(m_perStep.output(0).at(time), y, streams, units);
    }
    for (std::size_t each = 0; each < m_states; ++each) {
        if (work.after[each] != nullptr) {
            copyRows(m_perStep.output(static_cast<int>(1 + each)).at(timeOf(m_extents.steps - 1)),
                     {work.after[each], units, 0}, streams, units);
        }
    }
}

void CellSequence::backward(const Backward& work, std::span<float* const> learned)
{
    const std::int64_t streams = m_extents.streams, units = m_extents.sizes.units;
    if (m_dy.data == nullptr) {
        m_dy = work.dy.data != nullptr ? RowsView{work.dy.data, work.dy.stride, streams * work.dy.stride}
                                       : RowsView{m_memory + m_zeros, units, 0};
        m_perStep.setGradient(0, m_dy);
        m_perStep.planBackward();
        for (std::size_t output = 0; output < m_schedule.atOnce.outputs.size(); ++output) {
            const RowsView given = m_perStep.inputGradient(static_cast<int>(m_states + output));
            m_atOnce.setGradient(static_cast<int>(output), {given.data, given.stride, 0});
        }
        m_atOnce.planBackward();
    }
    for (std::size_t each = 0; each < m_states; ++each) {
        float* const to = m_memory + m_gradients + static_cast<std::int64_t>(each) * state();
        work.after[each] != nullptr ? std::copy_n(work.after[each], state(), to) : std::fill_n(to, state(), 0.0f);
    }
    for (std::int64_t index = m_extents.steps; index-- > 0;) {
        const std::int64_t time = timeOf(index);
        m_perStep.backward(time);
        for (std::size_t each = 0; each < m_states; ++each) {
            float* const to = m_memory + m_gradients + static_cast<std::int64_t>(each) * state();
            const RowsView by = m_perStep.inputGradient(static_cast<int>(each));
            by.data != nullptr ? multiplyByCont(work.cont, index, by.at(time), to)
                               : static_cast<void>(std::fill_n(to, state(), 0.0f));
        }
    }
    for (std::size_t each = 0; each < m_states; ++each) {
        if (work.before[each] != nullptr) {
            std::copy_n(m_memory + m_gradients + static_cast<std::int64_t>(each) * state(), state(), work.before[each]);
        }
    }
    m_atOnce.backward(0);
    m_perStep.addGradients(learned);
    m_atOnce.addGradients(learned);
    if (work.dx.data != nullptr) {
        const RowsView by = m_atOnce.inputGradient(0);
        if (by.data != nullptr) {
            copyRows(by, work.dx, m_extents.steps * streams, m_extents.sizes.width);
        } else {
            for (std::int64_t row = 0; row < m_extents.steps * streams; ++row) {
                std::fill_n(work.dx.data + row * work.dx.stride, m_extents.sizes.width, 0.0f);
            }
        }
    }
}

} // namespace engine::fused

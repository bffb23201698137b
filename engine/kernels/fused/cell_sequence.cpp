// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/fused/cell_sequence.h"

#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <cassert>

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
    : m_cell(cell),
      m_schedule(cells::scheduleOf(cell, extents.seen)),
      m_states(cell.states.size()),
      m_extents(extents),
      m_atOnce(m_cell, m_schedule.atOnce, {1, extents.steps * extents.streams, extents.sizes, extents.training}),
      m_perStep(m_cell, m_schedule.perStep, {extents.steps, extents.streams, extents.sizes, extents.training}),
      m_keptSteps(extents.training ? extents.steps : 2)
{
    const auto states = static_cast<std::int64_t>(m_states);
    m_before = m_atOnce.floats() + m_perStep.floats();
    m_floats = m_before + states * m_keptSteps * state();
    if (extents.training) {
        m_gradients = m_floats;
        m_first = m_gradients + states * extents.steps * state();
        m_zeros = m_first + states * state();
        m_floats = m_zeros + extents.steps * state();
    }
}

void CellSequence::take(float* memory)
{
    m_memory = memory;
    m_atOnce.take(memory);
    m_perStep.take(memory + m_atOnce.floats());
}

void CellSequence::bindInputs(const RowsView& x)
{
    const std::int64_t streams = m_extents.streams, units = m_extents.sizes.units;
    m_x = x;
    m_atOnce.setInput(0, x);
    m_atOnce.plan();
    for (std::size_t each = 0; each < m_states; ++each) {
        m_perStep.setInput(static_cast<int>(each),
                           {place(m_before, each, m_keptSteps, 0), units, m_extents.training ? state() : 0});
    }
    for (std::size_t output = 0; output < m_schedule.atOnce.outputs.size(); ++output) {
        const RowsView given = m_atOnce.output(static_cast<int>(output));
        m_perStep.setInput(static_cast<int>(m_states + output), {given.data, given.stride, streams * given.stride});
    }
    m_perStep.plan();
}

/// A gradient that arrives may be handed on as it is, so all of them are there for all steps.
void CellSequence::bindGradients(const RowsView& dy)
{
    const std::int64_t streams = m_extents.streams, units = m_extents.sizes.units;
    m_dy = dy.data != nullptr ? RowsView{dy.data, dy.stride, streams * dy.stride}
                              : RowsView{m_memory + m_zeros, units, state()};
    m_perStep.setGradient(0, m_dy);
    for (std::size_t each = 0; each < m_states; ++each) {
        m_perStep.setGradient(static_cast<int>(1 + each),
                              {place(m_gradients, each, m_extents.steps, 0), units, state()});
    }
    m_perStep.planBackward();
    for (std::size_t output = 0; output < m_schedule.atOnce.outputs.size(); ++output) {
        const RowsView given = m_perStep.inputGradient(static_cast<int>(m_states + output));
        m_atOnce.setGradient(static_cast<int>(output), {given.data, given.stride, 0});
    }
    m_atOnce.planBackward();
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

/// The states before the `index`-th step, times cont. What the step before gave may be its own input, so that without a
/// backward pass two places are taken in turns.
void CellSequence::setBefore(const Forward& work, std::int64_t index)
{
    const std::int64_t units = m_extents.sizes.units;
    const std::int64_t step = m_extents.training ? timeOf(index) : index % 2;
    for (std::size_t each = 0; each < m_states; ++each) {
        float* const to = place(m_before, each, m_keptSteps, step);
        if (index == 0 && work.before[each] == nullptr) {
            std::fill_n(to, state(), 0.0f);
            continue;
        }
        multiplyByCont(work.cont, index,
                       index == 0 ? RowsView{const_cast<float*>(work.before[each]), units, 0} // read alone
                                  : m_perStep.output(static_cast<int>(1 + each)).at(timeOf(index - 1)),
                       to);
    }
    for (std::size_t each = 0; !m_extents.training && each < m_states; ++each) {
        m_perStep.setInput(static_cast<int>(each), {place(m_before, each, m_keptSteps, step), units, 0});
    }
}

void CellSequence::forward(const Forward& work, std::span<const float* const> learned)
{
    const std::int64_t streams = m_extents.streams, units = m_extents.sizes.units;
    if (m_x.data == nullptr) {
        bindInputs(work.x);
    }
    assert(work.x.data == m_x.data && work.x.stride == m_x.stride);
    if (work.weightsChanged) {
        m_atOnce.setWeights(learned);
        m_perStep.setWeights(learned);
    }
    m_atOnce.forward(0);
    for (std::int64_t index = 0; index < m_extents.steps; ++index) {
        const std::int64_t time = timeOf(index);
        setBefore(work, index);
        m_perStep.forward(time);
        const auto give = [&](int output, const RowsView& to) {
            copyRows(m_perStep.output(output).at(time), {to.data + time * streams * to.stride, to.stride, 0}, streams,
                     units);
        };
        give(0, work.y);
        for (std::size_t one = 0; one < work.seen.size(); ++one) {
            give(static_cast<int>(1 + one), work.seen[one]);
        }
    }
    for (std::size_t each = 0; each < m_states; ++each) {
        if (work.after[each] != nullptr) {
            copyRows(m_perStep.output(static_cast<int>(1 + each)).at(timeOf(m_extents.steps - 1)),
                     {work.after[each], units, 0}, streams, units);
        }
    }
}

void CellSequence::backward(const Backward& work)
{
    const std::int64_t steps = m_extents.steps, streams = m_extents.streams;
    if (m_dy.data == nullptr) {
        bindGradients(work.dy);
    }
    assert(work.dy.data == nullptr ? m_dy.data == m_memory + m_zeros : work.dy.data == m_dy.data);
    for (std::size_t each = 0; each < m_states; ++each) {
        float* const to = place(m_gradients, each, steps, timeOf(steps - 1));
        work.after[each] != nullptr ? std::copy_n(work.after[each], state(), to) : std::fill_n(to, state(), 0.0f);
    }
    for (std::int64_t index = steps; index-- > 0;) {
        m_perStep.backward(timeOf(index));
        for (std::size_t each = 0; each < m_states; ++each) {
            float* const to =
                index > 0 ? place(m_gradients, each, steps, timeOf(index - 1)) : place(m_first, each, 1, 0);
            const RowsView by = m_perStep.inputGradient(static_cast<int>(each));
            if (by.data == nullptr) {
                std::fill_n(to, state(), 0.0f);
            } else {
                multiplyByCont(work.cont, index, by.at(timeOf(index)), to);
            }
        }
    }
    for (std::size_t each = 0; each < m_states; ++each) {
        if (work.before[each] != nullptr) {
            std::copy_n(place(m_first, each, 1, 0), state(), work.before[each]);
        }
    }
    m_atOnce.backward(0);
    if (work.dx.data != nullptr) {
        giveInputGradient(work.dx, steps * streams);
    }
}

void CellSequence::addGradients(std::span<float* const> learned)
{
    m_perStep.addGradients(learned);
    m_atOnce.addGradients(learned);
}

void CellSequence::giveInputGradient(const RowsView& dx, std::int64_t rows) const
{
    const std::int64_t width = m_extents.sizes.width;
    const RowsView by = m_atOnce.inputGradient(0);
    if (by.data != nullptr) {
        copyRows(by, dx, rows, width);
        return;
    }
    for (std::int64_t row = 0; row < rows; ++row) {
        std::fill_n(dx.data + row * dx.stride, width, 0.0f);
    }
}

} // namespace engine::fused

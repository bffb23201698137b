// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/part_reading.h"

#include "engine/devices/cpu/gemm.h"

#include <algorithm>

namespace engine {

PartReading::PartReading(UnitValues& values, const PartWeights& weights, const float* cont, const FirstState& before)
    : m_values(values),
      m_weights(weights),
      m_step(cellRowsOf(*values.cell)),
      m_cont(cont),
      m_before(before),
      m_zeros(static_cast<std::size_t>(values.units)),
      m_rows(weights.Wh, weights.bh, values.cell->gateCount() * values.units, values.units)
{
    const auto memory = [&](std::int64_t rows) {
        return std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(values.steps * rows));
    };
    values.gates = memory(values.cell->gateCount() * values.units);
    for (std::int64_t state = 0; state < values.cell->stateCount(); ++state) {
        values.states.push_back(memory(values.units));
    }
}

void PartReading::takeInput(IndexRange numbers, const float* x, std::int64_t width)
{
    const std::int64_t rows = m_values.cell->gateCount() * m_values.units;
    const std::int64_t first = std::min(characterOf(numbers.first), characterOf(numbers.last - 1));
    float* const a = m_values.gates.get() + first * rows;
    parallelFor(numbers.count(), 16, [&](IndexRange steps) {
        for (std::int64_t step = steps.first; step < steps.last; ++step) {
            std::copy_n(m_weights.b, rows, a + step * rows);
        }
    });
    gemm({.rows = numbers.count(), .columns = rows, .depth = width, .b = Transposed::Yes, .beta = 1}, x + first * width,
         m_weights.Wx, a);
}

void PartReading::read(IndexRange numbers)
{
    for (std::int64_t number = numbers.first; number < numbers.last; ++number) {
        readStep(number);
    }
}

void PartReading::readStep(std::int64_t number)
{
    const bool back = m_values.direction == Direction::Backward;
    const std::int64_t units = m_values.units, t = characterOf(number), before = back ? t + 1 : t - 1;
    // Where cont is 0 a sequence starts: the state before it counts as zero, and backward that which comes from it.
    const std::int64_t joint = back ? before : t;
    // The joint of a backward direction's first step lies behind the last one.
    const bool isJoined = m_cont == nullptr || joint == m_values.steps || m_cont[joint] != 0;
    const bool starts = !isJoined || (number == 0 && m_before[0] == nullptr);
    const auto at = [&](std::size_t state, std::int64_t step) {
        return state < m_values.states.size() ? m_values.states[state].get() + step * units : nullptr;
    };
    const auto stateBefore = [&](std::size_t state) -> const float* {
        return number == 0 ? m_before[state] : at(state, before);
    };
    m_step({.units = units,
            .first = 0,
            .count = units,
            .a = m_values.gates.get() + t * m_values.cell->gateCount() * units,
            .u = m_rows.times(starts ? nullptr : stateBefore(0)),
            .hBefore = starts ? m_zeros.data() : stateBefore(0),
            .cBefore = starts ? m_zeros.data() : stateBefore(1),
            .h = at(0, t),
            .c = at(1, t)});
}

std::int64_t PartReading::characterOf(std::int64_t number) const
{
    return m_values.direction == Direction::Backward ? m_values.steps - 1 - number : number;
}

} // namespace engine

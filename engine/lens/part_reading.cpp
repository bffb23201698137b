// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/part_reading.h"

#include "engine/cells/typed_cell.h"
#include "engine/kernels/fused/cell_sequence.h"

#include <algorithm>
#include <memory>

namespace engine {
namespace {

constexpr std::int64_t chunkSteps = 128; ///< read between two questions whether to go on

fused::SequenceExtents extentsOf(std::int64_t steps, cells::CellSizes sizes, Direction direction)
{
    return {.steps = steps,
            .streams = 1,
            .sizes = sizes,
            .training = false,
            .reversed = direction == Direction::Backward,
            .seen = cells::Seen::All};
}

/// A sequence of so many steps, with its memory.
struct Chunk {
    Chunk(const cells::Definition& cell, const fused::SequenceExtents& extents)
        : sequence(cell, extents), memory(static_cast<std::size_t>(sequence.floats())), steps(extents.steps)
    {
        sequence.take(memory.data());
    }

    fused::CellSequence sequence;
    std::vector<float> memory;
    std::int64_t steps;
};

/// Reads a text chunk by chunk, in the direction of reading.
class PartReading {
public:
    PartReading(UnitValues& values, const PartInput& part)
        : m_values(values),
          m_part(part),
          m_cell(equationsOf(*values.cell)),
          m_ones(static_cast<std::size_t>(values.steps), 1)
    {
        const std::size_t gates = m_cell.gates.size();
        values.gates = memory(static_cast<std::int64_t>(gates));
        for (std::size_t state = 0; state < m_cell.shown.size(); ++state) {
            values.states.push_back(memory(1));
        }
        for (const float* const before : part.before) {
            m_before.emplace_back(static_cast<std::size_t>(values.units));
            if (before != nullptr) {
                std::copy_n(before, values.units, m_before.back().data());
            }
        }
    }

    void read(const std::function<void()>& ask)
    {
        const std::int64_t T = m_values.steps, most = std::min(chunkSteps, T);
        for (std::int64_t done = 0; done < T;) {
            ask();
            const std::int64_t count = std::min(most, T - done);
            readChunk(m_values.direction == Direction::Backward ? T - done - count : done, count);
            done += count;
        }
    }

private:
    std::unique_ptr<float[]> memory(std::int64_t rows) const
    {
        return std::make_unique_for_overwrite<float[]>(
            static_cast<std::size_t>(m_values.steps * rows * m_values.units));
    }

    void readChunk(std::int64_t first, std::int64_t steps)
    {
        if (!m_chunk || m_chunk->steps != steps) {
            const cells::CellSizes sizes{m_part.width, m_values.units};
            m_chunk = std::make_unique<Chunk>(m_cell.definition, extentsOf(steps, sizes, m_values.direction));
            m_x.resize(static_cast<std::size_t>(steps * m_part.width));
        }
        std::copy_n(m_part.x + first * m_part.width, steps * m_part.width, m_x.data());
        std::vector<float*> states; // before the chunk, and after it
        for (std::vector<float>& state : m_before) {
            enter(state, first + steps);
            states.push_back(state.data());
        }
        std::vector<fused::RowsView> seen;
        for (std::size_t state = 0; state < m_cell.states.size(); ++state) {
            const auto place = std::ranges::find(m_cell.shown, m_cell.states[state]) - m_cell.shown.begin();
            seen.push_back(rowsOf(m_values.states[static_cast<std::size_t>(place)].get(), first, 1));
        }
        const auto gates = static_cast<std::int64_t>(m_cell.gates.size());
        for (std::int64_t gate = 0; gate < gates; ++gate) {
            seen.push_back(rowsOf(m_values.gates.get() + gate * m_values.units, first, gates));
        }
        const std::vector<const float*> before(states.begin(), states.end());
        m_chunk->sequence.forward({.x = {m_x.data(), m_part.width, 0},
                                   .cont = (m_part.cont ? m_part.cont : m_ones.data()) + first,
                                   .before = before,
                                   .after = states,
                                   .y = rowsOf(m_values.states[0].get(), first, 1),
                                   .seen = seen},
                                  m_part.learned);
    }

    /// A state that enters the backward direction in the middle of the text comes from the step behind, whose cont
    /// counts.
    void enter(std::vector<float>& state, std::int64_t behind) const
    {
        if (m_values.direction == Direction::Backward && behind < m_values.steps && m_part.cont &&
            m_part.cont[behind] == 0) {
            std::ranges::fill(state, 0.0F);
        }
    }

    /// From a step on, of memory with `rows` rows of H a step.
    fused::RowsView rowsOf(float* data, std::int64_t first, std::int64_t rows) const
    {
        return {data + first * rows * m_values.units, rows * m_values.units, 0};
    }

    UnitValues& m_values;
    const PartInput& m_part;
    const cells::TypedCell& m_cell;
    std::vector<float> m_ones, m_x;
    std::vector<std::vector<float>> m_before;
    std::unique_ptr<Chunk> m_chunk;
};

// Weights are named by the gate whose block of Wx, Wh, b and bh they are: Ui is the first H rows of an LSTM's Wh.
constexpr const char* lstmEquations = R"(i = sigmoid(Wi x + Ui h[t-1] + bi)
f = sigmoid(Wf x + Uf h[t-1] + bf)
g = tanh(Wg x + Ug h[t-1] + bg)
o = sigmoid(Wo x + Uo h[t-1] + bo)
c = f * c[t-1] + i * g
h = o * tanh(c))";
constexpr const char* gruEquations = R"(r = sigmoid(Wr x + br + Ur h[t-1] + vr)
z = sigmoid(Wz x + bz + Uz h[t-1] + vz)
n = tanh(Wn x + bn + r * (Un h[t-1] + vn))
h = (1 - z) * n + z * h[t-1])";
constexpr const char* tanhEquations = "n = tanh(Wn x + Un h[t-1] + bn)\nh = n";
constexpr const char* reluEquations = "n = relu(Wn x + Un h[t-1] + bn)\nh = n";

} // namespace

const cells::TypedCell& equationsOf(const Cell& cell)
{
    switch (cell.kind) {
    case Cell::Kind::Lstm:
        return cells::typedCell(lstmEquations);
    case Cell::Kind::Gru:
        return cells::typedCell(gruEquations);
    case Cell::Kind::RnnTanh:
        return cells::typedCell(tanhEquations);
    case Cell::Kind::RnnRelu:
        return cells::typedCell(reluEquations);
    case Cell::Kind::Typed:
        break;
    }
    return *cell.typed;
}

void readPart(UnitValues& values, const PartInput& part, const std::function<void()>& ask)
{
    PartReading(values, part).read(ask);
}

std::int64_t partReadingFloats(const RecurrentStack& stack, std::int64_t units)
{
    return fused::CellSequence(equationsOf(*stack.cell).definition,
                               extentsOf(chunkSteps, {units, units}, Direction::Forward))
        .floats();
}

} // namespace engine

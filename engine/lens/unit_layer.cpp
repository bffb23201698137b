// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/unit_layer.h"

#include "engine/devices/cpu/parallel.h"
#include "engine/graph/sentence.h"
#include "engine/lens/cell_rows.h"
#include "engine/lens/part_reading.h"
#include "engine/lens/typed_reading.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>

namespace engine {
namespace {

/// Of a text, read between two meetings of the threads: a few milliseconds with 512 units.
constexpr std::int64_t chunkSteps = 128;

/// The forward direction's h in the first half of each row, the backward one's in the second: [T, D·H].
void join(const UnitValues* parts, std::int64_t directions, float* to)
{
    const std::int64_t units = parts[0].units;
    parallelFor(parts[0].steps, 256, [&](IndexRange steps) {
        for (std::int64_t step = steps.first; step < steps.last; ++step) {
            for (std::int64_t direction = 0; direction < directions; ++direction) {
                std::copy_n(parts[direction].states[0].get() + step * units, units,
                            to + (step * directions + direction) * units);
            }
        }
    });
}

/// The place among Cell::shownStates of what a port of the states gives.
std::size_t shownNumber(const Cell& cell, std::size_t state)
{
    return static_cast<std::size_t>(std::ranges::find(cell.shown, cell.states[state]) - cell.shown.begin());
}

class UnitKernel final : public Kernel {
public:
    UnitKernel(const LayerSetup& layer, std::vector<UnitValues>& kept, const GoOn& goOn)
        : m_layer(layer), m_stack(*recurrentStack(*layer.type, layer.params)), m_kept(&kept), m_goOn(&goOn)
    {}

    void forward(const Pass&) override
    {
        std::vector<UnitValues> parts;
        for (std::int64_t part = 0; part < m_stack.parts(); ++part) {
            parts.push_back(emptyPart(part / m_stack.directions, static_cast<Direction>(part % m_stack.directions)));
        }
        if (m_stack.cell->typed) {
            readTyped(parts);
        } else {
            m_stack.isBidirectional() ? readBothWays(parts) : readForward(parts);
        }
        join(parts.data() + parts.size() - m_stack.directions, m_stack.directions, m_layer.outputs[0].data);
        writeLastStates(parts.data());
        std::ranges::move(parts, std::back_inserter(*m_kept));
    }

    void backward() override { assert(!"a lens does not learn"); }

private:
    std::int64_t steps() const { return m_layer.inputs.at(0).shape[0]; }
    std::int64_t width() const { return m_layer.inputs[0].count() / steps(); }

    UnitValues emptyPart(std::int64_t stacked, Direction direction) const
    {
        return {.layer = m_layer.name,
                .stacked = stacked,
                .stackedOf = m_stack.layers,
                .direction = direction,
                .bidirectional = m_stack.isBidirectional(),
                .cell = m_stack.cell,
                .steps = steps(),
                .units = m_layer.outputs.at(0).count() / steps() / m_stack.directions,
                .gates = {}};
    }

    PartReading readingOf(UnitValues& part) const
    {
        return {part, weightsOf(part.stacked, part.direction), cont(), firstState(part.stacked, part.direction)};
    }

    void askWhetherToGoOn() const
    {
        if (!goesOn(*m_goOn)) {
            throw CancelledError(ENGINE_TEXT("Sentences", "reading the text was cancelled"));
        }
    }

    /// All stacked layers side by side, a thread each: while one reads a chunk of the text, the layer above it reads
    /// the chunk before.
    void readForward(std::vector<UnitValues>& parts) const
    {
        std::vector<PartReading> readings;
        readings.reserve(parts.size());
        for (UnitValues& part : parts) {
            readings.push_back(readingOf(part));
        }
        const std::int64_t layers = m_stack.layers, T = steps(), chunks = (T + chunkSteps - 1) / chunkSteps;
        const auto chunk = [&](std::int64_t number) {
            return IndexRange{number * chunkSteps, std::min((number + 1) * chunkSteps, T)};
        };
        readings[0].takeInput({0, T}, m_layer.inputs[0].data, width());
        for (std::int64_t round = 0; round < chunks + layers - 1; ++round) {
            askWhetherToGoOn();
            const std::int64_t lowest = std::max<std::int64_t>(0, round - chunks + 1);
            const std::int64_t highest = std::min(round, layers - 1);
            for (std::int64_t layer = std::max<std::int64_t>(1, lowest); layer <= highest; ++layer) {
                const UnitValues& below = parts[static_cast<std::size_t>(layer - 1)];
                readings[static_cast<std::size_t>(layer)].takeInput(chunk(round - layer), below.states[0].get(),
                                                                    below.units);
            }
            parallelFor(highest - lowest + 1, 1, [&](IndexRange range) {
                for (std::int64_t number = range.first; number < range.last; ++number) {
                    const std::int64_t layer = lowest + number;
                    readings[static_cast<std::size_t>(layer)].read(chunk(round - layer));
                }
            });
        }
    }

    /// One stacked layer after the other, as each reads what comes next too; its two directions side by side.
    void readBothWays(std::vector<UnitValues>& parts) const
    {
        const std::int64_t T = steps();
        std::vector<float> below; // [T, 2·H]
        const float* x = m_layer.inputs[0].data;
        std::int64_t xWidth = width();
        for (std::size_t first = 0; first < parts.size(); first += 2) {
            PartReading readings[] = {readingOf(parts[first]), readingOf(parts[first + 1])};
            for (PartReading& reading : readings) {
                reading.takeInput({0, T}, x, xWidth);
            }
            for (std::int64_t step = 0; step < T; step += chunkSteps) {
                askWhetherToGoOn();
                parallelFor(2, 1, [&](IndexRange range) {
                    for (std::int64_t direction = range.first; direction < range.last; ++direction) {
                        readings[direction].read({step, std::min(step + chunkSteps, T)});
                    }
                });
            }
            if (first + 2 < parts.size()) {
                xWidth = 2 * parts[first].units;
                below.resize(static_cast<std::size_t>(T * xWidth));
                join(parts.data() + first, 2, below.data());
                x = below.data();
            }
        }
    }

    /// One part after the other; the products of each are cut for the threads.
    void readTyped(std::vector<UnitValues>& parts) const
    {
        std::vector<float> below; // [T, D·H]
        const float* x = m_layer.inputs[0].data;
        std::int64_t xWidth = width();
        for (std::size_t number = 0; number < parts.size(); ++number) {
            UnitValues& part = parts[number];
            TypedPart given{.x = x, .width = xWidth, .cont = cont(), .learned = {}, .before = {}};
            for (std::size_t which = 0; which < m_stack.weightsOfPart(); ++which) {
                const std::size_t place = m_stack.weight(part.stacked, part.direction, which);
                given.learned.push_back(m_layer.weights.values.at(place).data());
            }
            for (std::size_t state = 0; state < m_stack.cell->states.size(); ++state) {
                given.before.push_back(stateBefore(part.stacked, part.direction, state));
            }
            readTypedPart(part, given, [this] { askWhetherToGoOn(); });
            const auto directions = static_cast<std::size_t>(m_stack.directions);
            if ((number + 1) % directions == 0 && number + 1 < parts.size()) {
                xWidth = m_stack.directions * part.units;
                below.resize(static_cast<std::size_t>(steps() * xWidth));
                join(&parts[number + 1 - directions], m_stack.directions, below.data());
                x = below.data();
            }
        }
    }

    PartWeights weightsOf(std::int64_t stacked, Direction direction) const
    {
        const auto find = [&](RecurrentWeight which) {
            return m_layer.weights.values.at(m_stack.weight(stacked, direction, which)).data();
        };
        return {.Wx = find(RecurrentWeight::Wx),
                .Wh = find(RecurrentWeight::Wh),
                .b = find(RecurrentWeight::b),
                .bh = m_stack.cell->recurrentBias ? find(RecurrentWeight::bh) : nullptr};
    }

    /// The layer's state has that of the forward directions, from the lowest layer on; a backward one has none.
    FirstState firstState(std::int64_t stacked, Direction direction) const
    {
        FirstState first = {};
        for (std::size_t state = 0; state < m_stack.cell->states.size(); ++state) {
            first[state] = stateBefore(stacked, direction, state);
        }
        return first;
    }

    const float* stateBefore(std::int64_t stacked, Direction direction, std::size_t state) const
    {
        const std::size_t place = static_cast<std::size_t>(stacked) * m_stack.cell->states.size() + state;
        return direction == Direction::Forward && place < m_layer.state.size() ? m_layer.state[place].data : nullptr;
    }

    const float* cont() const
    {
        for (std::size_t port = 0; port < m_layer.inputs.size(); ++port) {
            if (m_layer.type->inputs[port].role == Role::Cont) {
                return m_layer.inputs[port].data;
            }
        }
        return nullptr;
    }

    /// The ports of the states after the last step, [L·D, 1, H] each.
    void writeLastStates(const UnitValues* parts) const
    {
        for (std::size_t port = 1; port < m_layer.outputs.size(); ++port) {
            for (std::int64_t part = 0; part < m_stack.parts(); ++part) {
                const UnitValues& values = parts[part];
                const std::int64_t last = values.direction == Direction::Forward ? values.steps - 1 : 0;
                const std::size_t state = m_stack.cell->typed ? shownNumber(*m_stack.cell, port - 1) : port - 1;
                std::copy_n(values.states[state].get() + last * values.units, values.units,
                            m_layer.outputs[port].data + part * values.units);
            }
        }
    }

    LayerSetup m_layer;
    RecurrentStack m_stack;
    std::vector<UnitValues>* m_kept;
    const GoOn* m_goOn;
};

} // namespace

std::optional<Sentence> UnitEngine::refusal(const LayerSetup& layer) const
{
    const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
    if (!stack) {
        return ENGINE_TEXT("Sentences", "knows recurrent layers only");
    }
    if (!stack->cell->typed && cellRowsOf(*stack->cell) == nullptr) {
        return say(ENGINE_TEXT("Sentences", "has no kernel for the cell %1"), stack->cell->name);
    }
    if (layer.training()) {
        return ENGINE_TEXT("Sentences", "reads and does not learn");
    }
    for (std::size_t port = 1; port < layer.inputs.size(); ++port) {
        if (layer.type->inputs[port].role != Role::Cont) {
            return ENGINE_TEXT("Sentences", "starts from zero, but the layer's first state comes in at a port");
        }
    }
    return std::nullopt;
}

std::unique_ptr<Kernel> UnitEngine::makeKernel(const LayerSetup& layer) const
{
    return std::make_unique<UnitKernel>(layer, *m_kept, *m_goOn);
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/unit_layer.h"

#include "engine/cells/typed_cell.h"
#include "engine/devices/cpu/parallel.h"
#include "engine/graph/sentence.h"
#include "engine/lens/part_reading.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace engine {
namespace {

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
    const std::span<const std::string_view> shown = cell.shownStates();
    return static_cast<std::size_t>(std::ranges::find(shown, cell.states[state]) - shown.begin());
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
        read(parts);
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

    void askWhetherToGoOn() const
    {
        if (!goesOn(*m_goOn)) {
            throw CancelledError(ENGINE_TEXT("Sentences", "reading the text was cancelled"));
        }
    }

    /// One part after the other; the products of each are cut for the threads.
    void read(std::vector<UnitValues>& parts) const
    {
        std::vector<float> below; // [T, D·H]
        const float* x = m_layer.inputs[0].data;
        std::int64_t xWidth = width();
        for (std::size_t number = 0; number < parts.size(); ++number) {
            UnitValues& part = parts[number];
            PartInput given{.x = x, .width = xWidth, .cont = cont(), .learned = learnedOf(part, xWidth), .before = {}};
            for (std::size_t state = 0; state < m_stack.cell->states.size(); ++state) {
                given.before.push_back(stateBefore(part.stacked, part.direction, state));
            }
            readPart(part, given, [this] { askWhetherToGoOn(); });
            const auto directions = static_cast<std::size_t>(m_stack.directions);
            if ((number + 1) % directions == 0 && number + 1 < parts.size()) {
                xWidth = m_stack.directions * part.units;
                below.resize(static_cast<std::size_t>(steps() * xWidth));
                join(&parts[number + 1 - directions], m_stack.directions, below.data());
                x = below.data();
            }
        }
    }

    /// Of a built-in cell: the blocks of its weights that its equations name by their gates.
    std::vector<const float*> learnedOf(const UnitValues& part, std::int64_t xWidth) const
    {
        const Cell& cell = *m_stack.cell;
        const std::vector<cells::Learned>& names = equationsOf(cell).definition.learned;
        std::vector<const float*> learned;
        for (std::size_t which = 0; which < names.size(); ++which) {
            const std::string_view name = names[which].name, letters = "WUbv"; // as RecurrentWeight
            const std::size_t kind = letters.find(name.front());
            const std::int64_t each = kind == 0 ? xWidth : kind == 1 ? part.units : 1;
            const std::int64_t block =
                cell.typed ? 0 : static_cast<std::int64_t>(cell.gateNumber(name.substr(1))) * part.units * each;
            const std::size_t place = m_stack.weight(part.stacked, part.direction, cell.typed ? which : kind);
            learned.push_back(m_layer.weights.values.at(place).data() + block);
        }
        return learned;
    }

    /// The layer's state has that of the forward directions, from the lowest layer on; a backward one has none.
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
                const std::size_t state = shownNumber(*m_stack.cell, port - 1);
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

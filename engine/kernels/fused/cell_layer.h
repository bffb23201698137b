// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/typed_cell.h"
#include "engine/kernels/bookings.h"
#include "engine/kernels/engine.h"
#include "engine/kernels/fused/cell_sequence.h"
#include "engine/kernels/recurrent_dropout.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace engine::fused {

/// Stacked layers of a typed cell: T steps, N streams, x I wide, H units of a direction.
struct CellLayerExtents {
    RecurrentStack stack;
    std::int64_t steps, streams, width, units;
    bool training, drops; ///< drops: between the layers

    std::int64_t rows() const { return steps * streams; }
    std::int64_t outputWidth() const { return stack.directions * units; }
    std::int64_t outputFloats() const { return rows() * outputWidth(); }
    std::int64_t widthOf(std::int64_t layer) const { return stack.widthOf(layer, width, units); }
    const cells::TypedCell& cell() const { return *stack.cell->typed; }
};

CellLayerExtents cellLayerExtents(const LayerSetup& layer);

/// The sequence of one direction of one layer.
SequenceExtents sequenceExtents(const CellLayerExtents& e, std::int64_t layer, Direction direction);

/// What the layer holds where sequences hold `floats(extents)`; without the masks of its dropout.
Bookings cellLayerBookings(const CellLayerExtents& e,
                           const std::function<std::int64_t(const SequenceExtents&)>& floats);
template <typename Target>
Bookings cellLayerBookings(const Device* device, const CellLayerExtents& e)
{
    Bookings all = cellLayerBookings(e, [&](const SequenceExtents& extents) {
        return Target::make(device, e.stack.directions, e.cell().definition, extents)->floats();
    });
    all.use("lanes", Target::laneFloats(e));
    return all;
}

/// All that is held in training.
LayerMemory cellLayerMemory(const CellLayerExtents& e, const Bookings& booked);

/// CELL on one kind of device: stacked layers of a typed cell, with dropout between them. Both directions of a layer
/// write their halves of its h [T, N, 2H]; their gradients by its input are added. A Target of a device and extents has
///
///     Sequence, Lane                 as CellSequence; a queue of work
///     laneFloats(extents)            what lanes besides the device's own hold
///     make(device, directions, definition, extents) a sequence; device: may be null where memory is asked for alone
///     take(sequence, memory), forward(sequence, work, learned, lane), backward(sequence, work, lane)
///     forEachDirection(run)          run(direction, lane), at once where the device can
///     addGradients(sequence, learned, canWait) of weights, one sequence after the other, as weights may share a name;
///                                    canWait: beside what follows, until one that cannot wait
///     add(from, to, floats)          to += from
template <typename Target>
class CellLayer final : public Kernel {
public:
    explicit CellLayer(const LayerSetup& setup);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override;

private:
    /// Places of the ports, as engine/layers/recurrent.cpp lists them.
    enum Input : std::size_t { x, cont, firstStates };
    enum Output : std::size_t { h, lastStates };

    void makeParts();
    void makeBetween();
    void forwardPart(std::size_t layer, Direction direction, bool weightsChanged, const typename Target::Lane& on);
    void backwardPart(std::size_t layer, Direction direction, float* dx, const typename Target::Lane& on);

    std::size_t layers() const { return static_cast<std::size_t>(m_sizes.stack.layers); }
    std::size_t partOf(std::size_t layer, Direction direction) const
    {
        return m_sizes.stack.part(static_cast<std::int64_t>(layer), direction);
    }
    /// One direction's columns of h, or of the gradients by it.
    RowsView columns(float* whole, Direction direction) const
    {
        return {whole ? whole + (direction == Direction::Backward ? m_sizes.units : 0) : nullptr, m_sizes.outputWidth(),
                0};
    }
    float* inputOf(std::size_t layer) const { return layer == 0 ? m_setup.inputs[x].data : m_read[layer - 1].data; }
    float* outputOf(std::size_t layer) const
    {
        return layer + 1 == layers() ? m_setup.outputs[h].data : m_between[layer].data;
    }
    float* gradientsByOutput(std::size_t layer) const
    {
        return layer + 1 == layers() ? m_setup.outputs[h].gradient : m_between[layer].gradient;
    }
    /// The state of one part that goes from batch to batch; null where it comes in by ports and for a backward
    /// direction.
    float* carried(std::size_t layer, Direction direction, std::size_t state) const
    {
        return m_setup.state.empty() || direction == Direction::Backward
                   ? nullptr
                   : m_setup.state[layer * m_sizes.cell().states.size() + state].data;
    }
    /// Of one part: its place in a tensor of a port [L·D, N, H]; null without one.
    float* inPort(float* port, std::size_t part) const
    {
        return port ? port + static_cast<std::int64_t>(part) * m_sizes.streams * m_sizes.units : nullptr;
    }

    LayerSetup m_setup;
    CellLayerExtents m_sizes;
    Target m_target;
    Bookings m_booked;
    PackOnChange m_packed;

    // By RecurrentStack::part.
    std::vector<std::unique_ptr<typename Target::Sequence>> m_parts;
    std::vector<std::vector<const float*>> m_values;
    std::vector<std::vector<float*>> m_weightGradients;

    std::vector<Buffer> m_memory;
    std::vector<Tensor> m_between;                   ///< h [T, N, D·H] of each layer but the last
    std::vector<Tensor> m_read;                      ///< the same as the next layer reads it: without what is dropped
    std::vector<std::unique_ptr<Kernel>> m_dropouts; ///< over m_between; none where nothing is dropped
    float* m_backwardGradients = nullptr; ///< by a layer's input through its backward direction, before they are added

    // Of the part that runs, by state.
    std::vector<const float*> m_before, m_byAfter;
    std::vector<float*> m_after, m_byBefore;
};

template <typename Target>
CellLayer<Target>::CellLayer(const LayerSetup& setup)
    : m_setup(setup),
      m_sizes(cellLayerExtents(setup)),
      m_target(*setup.device, m_sizes),
      m_booked(cellLayerBookings<Target>(m_setup.device, m_sizes)),
      m_before(m_sizes.cell().states.size()),
      m_byAfter(m_before.size()),
      m_after(m_before.size()),
      m_byBefore(m_before.size())
{
    makeParts();
    makeBetween();
}

template <typename Target>
void CellLayer<Target>::makeParts()
{
    const CanonicalWeights& weights = m_setup.weights;
    for (std::int64_t part = 0; part < m_sizes.stack.parts(); ++part) {
        const std::int64_t layer = part / m_sizes.stack.directions;
        const auto direction = static_cast<Direction>(part % m_sizes.stack.directions);
        m_memory.push_back(m_booked.allocate(*m_setup.device, layer == 0 ? "lowest" : "upper"));
        m_setup.device->zero(m_memory.back().data(), m_memory.back().count());
        m_parts.push_back(Target::make(m_setup.device, m_sizes.stack.directions, m_sizes.cell().definition,
                                       sequenceExtents(m_sizes, layer, direction)));
        m_target.take(*m_parts.back(), m_memory.back().data());
        m_values.emplace_back();
        m_weightGradients.emplace_back();
        for (std::size_t number = 0; number < m_sizes.stack.weightsOfPart(); ++number) {
            const std::size_t place = m_sizes.stack.weight(layer, direction, number);
            m_values.back().push_back(weights.values[place].data());
            const bool learns = place < weights.gradients.size() && !weights.gradients[place].empty();
            m_weightGradients.back().push_back(learns ? weights.gradients[place].data() : nullptr);
        }
    }
}

template <typename Target>
void CellLayer<Target>::makeBetween()
{
    const auto allocate = [this](std::string_view name) {
        m_memory.push_back(m_booked.allocate(*m_setup.device, name));
        return m_memory.back().data();
    };
    for (std::int64_t index = 0; index + 1 < m_sizes.stack.layers; ++index) {
        m_between.push_back({.shape = {m_sizes.steps, m_sizes.streams, m_sizes.outputWidth()},
                             .data = allocate("between"),
                             .gradient = m_sizes.training ? allocate("gradients") : nullptr});
        m_read.push_back(m_between.back());
        if (m_sizes.drops) {
            m_read.back().data = allocate("dropped");
            m_dropouts.push_back(makeStackedDropout(m_setup, index, m_between.back(), m_read.back()));
        }
    }
    if (m_sizes.training && m_sizes.stack.isBidirectional()) {
        m_backwardGradients = allocate("backward gradients");
    }
}

template <typename Target>
void CellLayer<Target>::forward(const Pass& pass)
{
    bool changed = false;
    m_packed.refresh(m_setup.weights, [&](const CanonicalWeights&) { changed = true; });
    for (std::size_t layer = 0; layer < layers(); ++layer) {
        m_target.forEachDirection(
            [&](Direction direction, const typename Target::Lane& on) { forwardPart(layer, direction, changed, on); });
        if (layer < m_dropouts.size()) {
            m_dropouts[layer]->forward(pass);
        }
    }
}

template <typename Target>
void CellLayer<Target>::forwardPart(std::size_t layer, Direction direction, bool weightsChanged,
                                    const typename Target::Lane& on)
{
    const std::size_t part = partOf(layer, direction);
    const auto portAfter = [&](std::size_t state) {
        return m_setup.outputs.size() > lastStates ? inPort(m_setup.outputs[lastStates + state].data, part) : nullptr;
    };
    for (std::size_t state = 0; state < m_before.size(); ++state) {
        float* const own = carried(layer, direction, state);
        const bool comesIn = m_setup.inputs.size() > firstStates;
        m_before[state] = comesIn ? inPort(m_setup.inputs[firstStates + state].data, part) : own;
        m_after[state] = own ? own : portAfter(state);
    }
    m_target.forward(*m_parts[part],
                     {.x = {inputOf(layer), m_sizes.widthOf(static_cast<std::int64_t>(layer)), 0},
                      .cont = m_setup.inputs[cont].data,
                      .before = m_before,
                      .after = m_after,
                      .y = columns(outputOf(layer), direction),
                      .weightsChanged = weightsChanged},
                     m_values[part], on);
    for (std::size_t state = 0; state < m_after.size(); ++state) {
        if (float* const port = portAfter(state); port && m_after[state] != port) {
            m_setup.device->copy(m_after[state], port, m_sizes.streams * m_sizes.units);
        }
    }
}

template <typename Target>
void CellLayer<Target>::backward()
{
    for (std::size_t layer = layers(); layer-- > 0;) {
        float* const dx = layer > 0 ? m_read[layer - 1].gradient : m_setup.inputs[x].gradient;
        m_target.forEachDirection([&](Direction direction, const typename Target::Lane& on) {
            backwardPart(layer, direction, dx && direction == Direction::Backward ? m_backwardGradients : dx, on);
        });
        for (std::int64_t direction = 0; direction < m_sizes.stack.directions; ++direction) {
            const std::size_t part = partOf(layer, static_cast<Direction>(direction));
            m_target.addGradients(*m_parts[part], m_weightGradients[part], layer > 0); // the lowest comes last
        }
        if (dx && m_sizes.stack.isBidirectional()) {
            m_target.add(m_backwardGradients, dx, m_sizes.rows() * m_sizes.widthOf(static_cast<std::int64_t>(layer)));
        }
        if (layer > 0 && layer <= m_dropouts.size()) {
            m_dropouts[layer - 1]->backward();
        }
    }
}

template <typename Target>
void CellLayer<Target>::backwardPart(std::size_t layer, Direction direction, float* dx, const typename Target::Lane& on)
{
    const std::size_t part = partOf(layer, direction);
    for (std::size_t state = 0; state < m_before.size(); ++state) {
        const bool goesOut = m_setup.outputs.size() > lastStates, comesIn = m_setup.inputs.size() > firstStates;
        m_byAfter[state] = goesOut ? inPort(m_setup.outputs[lastStates + state].gradient, part) : nullptr;
        m_byBefore[state] = comesIn ? inPort(m_setup.inputs[firstStates + state].gradient, part) : nullptr;
    }
    m_target.backward(*m_parts[part],
                      {.cont = m_setup.inputs[cont].data,
                       .dy = columns(gradientsByOutput(layer), direction),
                       .after = m_byAfter,
                       .before = m_byBefore,
                       .dx = {dx, m_sizes.widthOf(static_cast<std::int64_t>(layer)), 0}},
                      on);
}

template <typename Target>
std::int64_t CellLayer<Target>::workspaceBytes() const
{
    std::int64_t bytes = m_booked.bytes();
    for (const std::unique_ptr<Kernel>& dropout : m_dropouts) {
        bytes += dropout->workspaceBytes();
    }
    return bytes;
}

/// CELL on a CPU.
std::unique_ptr<Kernel> makeCellLayer(const LayerSetup& layer);

/// What that holds in training where x and h have gradients: see Engine::memory.
LayerMemory cellLayerMemory(const LayerSetup& layer);

} // namespace engine::fused

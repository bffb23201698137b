// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/fused/cell_layer.h"

#include "engine/cells/typed_cell.h"
#include "engine/devices/cpu/parallel.h"
#include "engine/kernels/bookings.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/fused/cell_sequence.h"

#include <optional>

namespace engine::fused {
namespace {

/// Places of the ports, as engine/layers/recurrent.cpp lists them.
enum Input : std::size_t { x, cont, firstStates };
enum Output : std::size_t { h, lastStates };

/// T steps, N streams, x I wide, H units of a direction.
struct Extents {
    RecurrentStack stack;
    std::int64_t steps, streams, width, units;
    bool training, drops; ///< drops: between the layers

    std::int64_t rows() const { return steps * streams; }
    std::int64_t outputWidth() const { return stack.directions * units; }
    std::int64_t outputFloats() const { return rows() * outputWidth(); }
    std::int64_t widthOf(std::int64_t layer) const { return stack.widthOf(layer, width, units); }
    const cells::TypedCell& cell() const { return *stack.cell->typed; }
};

Extents extentsOf(const LayerSetup& layer)
{
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const Shape& input = layer.inputs.at(x).shape;
    return {.stack = stack,
            .steps = input[0],
            .streams = input[1],
            .width = input.count(2),
            .units = layer.outputs.at(h).shape[2] / stack.directions,
            .training = layer.training(),
            .drops = layer.training() && floatParam(layer.params, "dropout_ratio") > 0};
}

std::unique_ptr<CellSequence> makeSequence(const Extents& e, std::int64_t layer, Direction direction)
{
    return std::make_unique<CellSequence>(e.cell().definition,
                                          SequenceExtents{.steps = e.steps,
                                                          .streams = e.streams,
                                                          .sizes = {e.widthOf(layer), e.units},
                                                          .training = e.training,
                                                          .reversed = direction == Direction::Backward});
}

/// What the kernel holds; of all layers but the first a sequence takes as much.
Bookings bookingsOf(const Extents& e)
{
    const std::int64_t between = e.stack.layers - 1;
    Bookings all;
    all.keep("lowest", makeSequence(e, 0, Direction::Forward)->floats(), e.stack.directions);
    all.keep("upper", between > 0 ? makeSequence(e, 1, Direction::Forward)->floats() : 0, between * e.stack.directions);
    all.keep("between", e.outputFloats(), between);
    all.keep("dropped", e.outputFloats(), e.drops ? between : 0);
    all.keep("masks", (e.outputFloats() + 3) / 4, e.drops ? between : 0); // a byte each
    if (e.training) {
        const std::int64_t widest = between > 0 ? std::max(e.width, e.outputWidth()) : e.width;
        all.use("gradients", e.outputFloats(), between);
        all.use("backward gradients", e.stack.isBidirectional() ? e.rows() * widest : 0);
    }
    return all;
}

void add(const float* from, float* to, std::int64_t floats)
{
    constexpr std::int64_t grain = 16 * 1024;
    parallelFor(floats, grain, [&](IndexRange range) {
        for (std::int64_t i = range.first; i < range.last; ++i) {
            to[i] += from[i];
        }
    });
}

/// Stacked layers with dropout between them. Both directions of a layer write their halves of its h [T, N, 2H]; their
/// gradients by its input are added.
class CellLayer final : public Kernel {
public:
    explicit CellLayer(const LayerSetup& setup);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override { return m_booked.bytes(); }

private:
    /// What dropout after a layer but the last makes and keeps.
    struct Dropout {
        MaskKey key;
        Buffer bytes; ///< [T, N, D·H], 1 where an element stays
        Buffer kept;  ///< [T, N, D·H], what the mask leaves of h
        std::uint8_t* mask() const { return reinterpret_cast<std::uint8_t*>(bytes.data()); }
    };

    void makeBuffers();
    void forwardPart(std::size_t layer, Direction direction, bool weightsChanged);
    void backwardPart(std::size_t layer, Direction direction, float* dx);

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
    float* inputOf(std::size_t layer) const
    {
        return layer == 0 ? m_setup.inputs[x].data
               : m_rule   ? m_dropouts[layer - 1].kept.data()
                          : m_between[layer - 1].data();
    }
    float* outputOf(std::size_t layer) const
    {
        return layer + 1 == layers() ? m_setup.outputs[h].data : m_between[layer].data();
    }
    float* gradientsByOutput(std::size_t layer) const
    {
        return layer + 1 == layers() ? m_setup.outputs[h].gradient : m_gradients[layer].data();
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
    Extents m_sizes;
    std::optional<DropoutRule> m_rule; ///< between the layers, in training
    Bookings m_booked;
    PackOnChange m_packed;

    // By RecurrentStack::part.
    std::vector<std::unique_ptr<CellSequence>> m_parts;
    std::vector<Buffer> m_memory;
    std::vector<std::vector<const float*>> m_values;
    std::vector<std::vector<float*>> m_weightGradients;

    std::vector<Buffer> m_between;   ///< h [T, N, D·H] of each layer but the last
    std::vector<Dropout> m_dropouts; ///< after each layer but the last, where there is dropout
    std::vector<Buffer> m_gradients; ///< by m_between
    Buffer m_backwardGradients;      ///< by a layer's input through its backward direction, before they are added

    // Of the part that runs, by state.
    std::vector<const float*> m_before, m_byAfter;
    std::vector<float*> m_after, m_byBefore;
};

CellLayer::CellLayer(const LayerSetup& setup) : m_setup(setup), m_sizes(extentsOf(setup)), m_booked(bookingsOf(m_sizes))
{
    const CanonicalWeights& weights = m_setup.weights;
    for (std::int64_t layer = 0; layer < m_sizes.stack.layers; ++layer) {
        for (std::int64_t way = 0; way < m_sizes.stack.directions; ++way) {
            const auto direction = static_cast<Direction>(way);
            m_parts.push_back(makeSequence(m_sizes, layer, direction));
            m_memory.push_back(m_booked.allocate(*m_setup.device, layer == 0 ? "lowest" : "upper"));
            m_setup.device->zero(m_memory.back().data(), m_memory.back().count());
            m_parts.back()->take(m_memory.back().data());
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
    makeBuffers();
    const std::size_t states = m_sizes.cell().states.size();
    m_before.resize(states);
    m_byAfter.resize(states);
    m_after.resize(states);
    m_byBefore.resize(states);
}

void CellLayer::makeBuffers()
{
    Device& device = *m_setup.device;
    m_between = m_booked.allocateAll(device, "between");
    if (m_sizes.drops) {
        m_rule = dropoutRule(floatParam(m_setup.params, "dropout_ratio"));
        const RandomStream random = maskStream(m_setup.random, intParam(m_setup.params, "dropout_seed"));
        for (std::int64_t layer = 0; layer + 1 < m_sizes.stack.layers; ++layer) {
            m_dropouts.push_back({stackedDropoutKey(random, layer, m_sizes.outputFloats()),
                                  m_booked.allocate(device, "masks"), m_booked.allocate(device, "dropped")});
        }
    }
    if (m_sizes.training) {
        m_gradients = m_booked.allocateAll(device, "gradients");
        m_backwardGradients = m_booked.allocate(device, "backward gradients");
    }
}

void CellLayer::forward(const Pass& pass)
{
    bool changed = false;
    m_packed.refresh(m_setup.weights, [&](const CanonicalWeights&) { changed = true; });
    for (std::size_t layer = 0; layer < layers(); ++layer) {
        forwardPart(layer, Direction::Forward, changed);
        if (m_sizes.stack.isBidirectional()) {
            forwardPart(layer, Direction::Backward, changed);
        }
        if (m_rule && layer + 1 < layers()) {
            const Dropout& dropout = m_dropouts[layer];
            drawDropoutMask(*m_rule, pass.number, dropout.key, dropout.mask(), m_sizes.outputFloats());
            applyDropoutMask(*m_rule, dropout.mask(), outputOf(layer), dropout.kept.data(), m_sizes.outputFloats());
        }
    }
}

void CellLayer::forwardPart(std::size_t layer, Direction direction, bool weightsChanged)
{
    const std::size_t part = partOf(layer, direction);
    const std::int64_t floats = m_sizes.streams * m_sizes.units;
    for (std::size_t state = 0; state < m_before.size(); ++state) {
        float* const own = carried(layer, direction, state);
        m_before[state] =
            m_setup.inputs.size() > firstStates ? inPort(m_setup.inputs[firstStates + state].data, part) : own;
        float* const port =
            m_setup.outputs.size() > lastStates ? inPort(m_setup.outputs[lastStates + state].data, part) : nullptr;
        m_after[state] = own ? own : port;
    }
    const std::int64_t width = m_sizes.widthOf(static_cast<std::int64_t>(layer));
    m_parts[part]->forward({.x = {inputOf(layer), width, 0},
                            .cont = m_setup.inputs[cont].data,
                            .before = m_before,
                            .after = m_after,
                            .y = columns(outputOf(layer), direction),
                            .weightsChanged = weightsChanged},
                           m_values[part]);
    for (std::size_t state = 0; state < m_after.size() && m_setup.outputs.size() > lastStates; ++state) {
        float* const port = inPort(m_setup.outputs[lastStates + state].data, part);
        if (m_after[state] != port) {
            m_setup.device->copy(m_after[state], port, floats);
        }
    }
}

void CellLayer::backward()
{
    for (std::size_t layer = layers(); layer-- > 0;) {
        float* const dx = layer > 0 ? m_gradients[layer - 1].data() : m_setup.inputs[x].gradient;
        backwardPart(layer, Direction::Forward, dx);
        if (m_sizes.stack.isBidirectional()) {
            backwardPart(layer, Direction::Backward, dx ? m_backwardGradients.data() : nullptr);
        }
        if (dx && m_sizes.stack.isBidirectional()) {
            add(m_backwardGradients.data(), dx, m_sizes.rows() * m_sizes.widthOf(static_cast<std::int64_t>(layer)));
        }
        if (m_rule && layer > 0) {
            applyDropoutMask(*m_rule, m_dropouts[layer - 1].mask(), dx, dx, m_sizes.outputFloats());
        }
    }
}

void CellLayer::backwardPart(std::size_t layer, Direction direction, float* dx)
{
    const std::size_t part = partOf(layer, direction);
    for (std::size_t state = 0; state < m_before.size(); ++state) {
        m_byAfter[state] =
            m_setup.outputs.size() > lastStates ? inPort(m_setup.outputs[lastStates + state].gradient, part) : nullptr;
        m_byBefore[state] =
            m_setup.inputs.size() > firstStates ? inPort(m_setup.inputs[firstStates + state].gradient, part) : nullptr;
    }
    m_parts[part]->backward({.cont = m_setup.inputs[cont].data,
                             .dy = columns(gradientsByOutput(layer), direction),
                             .after = m_byAfter,
                             .before = m_byBefore,
                             .dx = {dx, m_sizes.widthOf(static_cast<std::int64_t>(layer)), 0}},
                            m_weightGradients[part]);
}

} // namespace

std::unique_ptr<Kernel> makeCellLayer(const LayerSetup& layer)
{
    return std::make_unique<CellLayer>(layer);
}

LayerMemory cellLayerMemory(const LayerSetup& layer)
{
    return bookingsOf(extentsOf(layer)).memory();
}

} // namespace engine::fused

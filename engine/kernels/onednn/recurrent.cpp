// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/error.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/onednn/bfloat16_part.h"
#include "engine/kernels/onednn/kernels.h"
#include "engine/kernels/onednn/primitive_part.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>

namespace engine::onednn {
namespace {

/// Places of the ports, as engine/layers/recurrent.cpp lists them; those of c follow those of h.
enum Input : std::size_t { x, cont, firstStates };
enum Output : std::size_t { h, lastStates };

constexpr std::array<Direction, 2> bothDirections = {Direction::Forward, Direction::Backward};

/// Names what the library has no primitive for.
[[noreturn]] void refuse(const LayerSetup& layer, const dnnl::error& failure)
{
    if (failure.status == dnnl_out_of_memory) {
        throw std::bad_alloc();
    }
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    throw Error(say(ENGINE_TEXT("Sentences", "layer %1: oneDNN has no %2%3 for x of %4 and %5 units: %6"), layer.name,
                    (stack.isBidirectional() ? ENGINE_TEXT("Sentences", "bidirectional ") : ""), stack.cell->name,
                    layer.inputs[x].shape, layer.outputs[h].shape[2] / stack.directions, failure.what()));
}

/// A stack: T steps, N streams, x I wide, H units of a direction.
struct Extents {
    RecurrentStack stack;
    std::int64_t steps, streams, width, units;
    Purpose purpose;
    bool roundsFactors; ///< products in bf16; else the library's primitive in fp32
    bool drops;         ///< between the layers

    std::int64_t floatsOfOutput() const { return steps * streams * stack.directions * units; }
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
            .purpose = layer.training() ? Purpose::Training : Purpose::Inference,
            .roundsFactors = layer.precision() == Precision::Bfloat16,
            .drops = layer.training() && floatParam(layer.params, "dropout_ratio") > 0};
}

/// What the kernel holds besides its parts.
Bookings bookingsOf(const Extents& e, const Slopes& slopes)
{
    const std::int64_t output = e.floatsOfOutput(), between = e.stack.layers - 1, cells = e.steps * e.streams;
    Bookings all;
    all.keep("between", output, between);
    all.keep("dropped", output, e.drops ? between : 0);
    all.keep("masks", (output + 3) / 4, e.drops ? between : 0); // a byte each
    if (e.purpose == Purpose::Training) {
        const std::int64_t widest =
            std::max(slopes.byInput ? e.width : 0, between > 0 ? e.stack.directions * e.units : 0);
        all.use("gradients", output, std::min<std::int64_t>(between, 2));
        all.use("unwanted gradients", slopes.byInput || e.roundsFactors ? 0 : cells * e.width);
        all.use("no gradients", slopes.arrive ? 0 : output);
        all.use("backward gradients", e.stack.isBidirectional() ? cells * widest : 0);
    }
    return all;
}

RecurrentPart::Setup partSetup(const Extents& e, std::int64_t layer, Direction direction, const Workplace& place,
                               const CanonicalWeights& weights)
{
    return {.place = place,
            .cell = e.stack.cell,
            .direction = direction,
            .purpose = e.purpose,
            .steps = e.steps,
            .streams = e.streams,
            .width = e.stack.widthOf(layer, e.width, e.units),
            .units = e.units,
            .stride = e.stack.directions * e.units,
            .weights = weights};
}

/// L stacked layers of one cell with dropout between them, each direction of each run over the whole batch by a part.
/// Where sequences start inside a batch it runs in pieces between the starts. Both directions of a
/// layer write their halves of its h [T, N, 2H]; their gradients by its input are added.
class RecurrentKernel final : public Kernel {
public:
    explicit RecurrentKernel(const LayerSetup& setup);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override;

private:
    /// What dropout after a layer but the last makes and keeps.
    struct Dropout {
        MaskKey key;
        Buffer bytes; ///< [T, N, D·H], 1 where an element stays
        Buffer kept;  ///< [T, N, D·H], what the mask leaves of h
        std::uint8_t* mask() const { return reinterpret_cast<std::uint8_t*>(bytes.data()); }
    };

    std::unique_ptr<RecurrentPart> makePart(std::int64_t layer, Direction direction);
    void makeBuffers();
    void cutIntoPieces();
    void forwardLayer(std::size_t layer);
    void backwardLayer(std::size_t layer, float* byOutput, float* byInput);

    std::span<const Direction> directions() const
    {
        return {bothDirections.data(), static_cast<std::size_t>(m_sizes.stack.directions)};
    }
    std::size_t partOf(std::size_t layer, Direction direction) const
    {
        return m_sizes.stack.part(static_cast<std::int64_t>(layer), direction);
    }
    std::size_t layers() const { return static_cast<std::size_t>(m_sizes.stack.layers); }
    std::int64_t widthOf(std::size_t layer) const
    {
        return m_sizes.stack.widthOf(static_cast<std::int64_t>(layer), m_sizes.width, m_sizes.units);
    }
    std::int64_t columnOf(Direction direction) const { return direction == Direction::Backward ? m_sizes.units : 0; }

    RecurrentPart::Batch batchOf(std::size_t layer, Direction direction) const;
    float* inputOf(std::size_t layer) const;
    float* outputOf(std::size_t layer) const;
    float* gradientsByInput(std::size_t layer) const;

    // Of one part: the state at ports [L·D, N, H] and the gradients by it, null where there are no such ports; and the
    // state that goes from batch to batch, null where it comes in by ports and for a backward direction.
    RecurrentState exposed(std::span<const Tensor> tensors, std::size_t firstPort, std::size_t part) const;
    RecurrentState exposedGradients(std::span<const Tensor> tensors, std::size_t firstPort, std::size_t part) const;
    RecurrentState carried(std::size_t layer, Direction direction) const;

    LayerSetup m_setup;
    Extents m_sizes;
    std::optional<DropoutRule> m_rule; ///< between the layers, in training
    Bookings m_booked;                 ///< without those of the parts

    Library m_library;
    Scratch m_scratch;
    std::vector<std::unique_ptr<RecurrentPart>> m_parts; ///< by RecurrentStack::part
    std::vector<StepRange> m_pieces;                     ///< of the batch of the last forward
    std::vector<Buffer> m_between;                       ///< h [T, N, D·H] of each layer but the last
    std::vector<Dropout> m_dropouts;                     ///< after each layer but the last, where there is dropout
    std::vector<Buffer> m_gradients;                     ///< by h between two layers [T, N, D·H]: one, or two in turn
    Buffer m_unwantedGradients; ///< by x, if they are not needed but the library's primitive writes them
    Buffer m_noGradients;       ///< by h, zeros, where none arrive
    Buffer m_backwardGradients; ///< by a layer's input through its backward direction, before they are added
};

RecurrentKernel::RecurrentKernel(const LayerSetup& setup)
    : m_setup(setup),
      m_sizes(extentsOf(setup)),
      m_booked(bookingsOf(m_sizes, slopesOf(setup))),
      m_scratch(*setup.device)
{
    for (std::int64_t layer = 0; layer < m_sizes.stack.layers; ++layer) {
        for (const Direction direction : directions()) {
            m_parts.push_back(makePart(layer, direction));
        }
    }
    makeBuffers();
    m_pieces.reserve(static_cast<std::size_t>(m_sizes.steps));
}

std::unique_ptr<RecurrentPart> RecurrentKernel::makePart(std::int64_t layer, Direction direction)
{
    const CanonicalWeights& weights = m_setup.weights;
    const bool learns = weights.gradients.size() == weights.values.size();
    CanonicalWeights own;
    own.version = weights.version;
    for (std::size_t which = 0; which < m_sizes.stack.weightsOfPart(); ++which) {
        const std::size_t place = m_sizes.stack.weight(layer, direction, static_cast<RecurrentWeight>(which));
        own.values.push_back(weights.values[place]);
        own.gradients.push_back(learns ? weights.gradients[place] : std::span<float>());
    }
    const RecurrentPart::Setup setup =
        partSetup(m_sizes, layer, direction, {&m_library, m_setup.device, &m_scratch}, own);
    if (m_sizes.roundsFactors) {
        return std::make_unique<Bfloat16Part>(setup);
    }
    return std::make_unique<PrimitivePart>(setup);
}

void RecurrentKernel::makeBuffers()
{
    Device& device = *m_setup.device;
    m_between = m_booked.allocateAll(device, "between");
    if (m_sizes.drops) {
        m_rule = dropoutRule(floatParam(m_setup.params, "dropout_ratio"));
        const RandomStream random = maskStream(m_setup.random, intParam(m_setup.params, "dropout_seed"));
        for (std::int64_t layer = 0; layer + 1 < m_sizes.stack.layers; ++layer) {
            m_dropouts.push_back({stackedDropoutKey(random, layer, m_sizes.floatsOfOutput()),
                                  m_booked.allocate(device, "masks"), m_booked.allocate(device, "dropped")});
        }
    }
    if (m_sizes.purpose == Purpose::Training) {
        m_gradients = m_booked.allocateAll(device, "gradients");
        m_unwantedGradients = m_booked.allocate(device, "unwanted gradients");
        m_noGradients = m_booked.allocate(device, "no gradients");
        m_backwardGradients = m_booked.allocate(device, "backward gradients");
    }
}

/// A piece begins at the first step and wherever a stream's state is not simply carried on.
void RecurrentKernel::cutIntoPieces()
{
    m_pieces.clear();
    for (std::int64_t step = 0; step < m_sizes.steps; ++step) {
        const float* const row = m_setup.inputs[cont].data + step * m_sizes.streams;
        if (step == 0 || std::any_of(row, row + m_sizes.streams, [](float value) { return value != 1; })) {
            m_pieces.push_back({step, 0});
        }
        ++m_pieces.back().steps;
    }
}

float* RecurrentKernel::outputOf(std::size_t layer) const
{
    return layer + 1 == layers() ? m_setup.outputs[h].data : m_between[layer].data();
}

float* RecurrentKernel::inputOf(std::size_t layer) const
{
    if (layer == 0) {
        return m_setup.inputs[x].data;
    }
    return m_rule ? m_dropouts[layer - 1].kept.data() : m_between[layer - 1].data();
}

RecurrentPart::Batch RecurrentKernel::batchOf(std::size_t layer, Direction direction) const
{
    return {.pieces = m_pieces,
            .cont = m_setup.inputs[cont].data,
            .x = inputOf(layer),
            .h = outputOf(layer) + columnOf(direction)};
}

RecurrentState RecurrentKernel::exposed(std::span<const Tensor> tensors, std::size_t firstPort, std::size_t part) const
{
    if (tensors.size() <= firstPort) {
        return {};
    }
    const std::int64_t offset = static_cast<std::int64_t>(part) * m_sizes.streams * m_sizes.units;
    return {tensors[firstPort].data + offset,
            m_sizes.stack.cell->stateCount() > 1 ? tensors[firstPort + 1].data + offset : nullptr};
}

RecurrentState RecurrentKernel::exposedGradients(std::span<const Tensor> tensors, std::size_t firstPort,
                                                 std::size_t part) const
{
    if (tensors.size() <= firstPort) {
        return {};
    }
    const std::int64_t offset = static_cast<std::int64_t>(part) * m_sizes.streams * m_sizes.units;
    const auto place = [&](const Tensor& tensor) { return tensor.gradient ? tensor.gradient + offset : nullptr; };
    return {place(tensors[firstPort]), m_sizes.stack.cell->stateCount() > 1 ? place(tensors[firstPort + 1]) : nullptr};
}

RecurrentState RecurrentKernel::carried(std::size_t layer, Direction direction) const
{
    if (m_setup.state.empty() || direction == Direction::Backward) {
        return {};
    }
    const auto states = static_cast<std::size_t>(m_sizes.stack.cell->stateCount());
    const std::size_t first = states * layer;
    return {m_setup.state[first].data, states > 1 ? m_setup.state[first + 1].data : nullptr};
}

void RecurrentKernel::forward(const Pass& pass)
{
    cutIntoPieces();
    const std::int64_t floats = m_sizes.floatsOfOutput();
    for (std::size_t layer = 0; layer < layers(); ++layer) {
        try {
            forwardLayer(layer);
        } catch (
            const dnnl::error& failure) { // pieces of a length that did not come before have primitives of their own
            refuse(m_setup, failure);
        }
        if (m_rule && layer + 1 < layers()) {
            Dropout& dropout = m_dropouts[layer];
            drawDropoutMask(*m_rule, pass.number, dropout.key, dropout.mask(), floats);
            applyDropoutMask(*m_rule, dropout.mask(), outputOf(layer), dropout.kept.data(), floats);
        }
    }
}

void RecurrentKernel::forwardLayer(std::size_t layer)
{
    for (const Direction direction : directions()) {
        const std::size_t part = partOf(layer, direction);
        const RecurrentState before = m_setup.inputs.size() > firstStates ? exposed(m_setup.inputs, firstStates, part)
                                                                          : carried(layer, direction);
        const RecurrentState after = m_parts[part]->forward(batchOf(layer, direction), before);
        copyState(*m_setup.device, after, carried(layer, direction), m_sizes.streams * m_sizes.units);
        copyState(*m_setup.device, after, exposed(m_setup.outputs, lastStates, part), m_sizes.streams * m_sizes.units);
    }
}

/// The gradients by the input of a layer; above the first layer, that of the layer before, with dropout or without.
/// Null if they are not needed and no part writes them.
float* RecurrentKernel::gradientsByInput(std::size_t layer) const
{
    if (layer > 0) {
        return m_gradients[layer % m_gradients.size()].data();
    }
    return m_setup.inputs[x].gradient ? m_setup.inputs[x].gradient : m_unwantedGradients.data();
}

void RecurrentKernel::backward()
{
    const std::int64_t floats = m_sizes.floatsOfOutput();
    float* byOutput = m_setup.outputs[h].gradient ? m_setup.outputs[h].gradient : m_noGradients.data();
    for (std::size_t layer = layers(); layer-- > 0;) {
        float* const byInput = gradientsByInput(layer);
        backwardLayer(layer, byOutput, byInput);
        if (m_rule && layer > 0) {
            applyDropoutMask(*m_rule, m_dropouts[layer - 1].mask(), byInput, byInput, floats);
        }
        byOutput = byInput;
    }
}

/// The primitives write gradients by their input: the backward direction's go elsewhere first.
void RecurrentKernel::backwardLayer(std::size_t layer, float* byOutput, float* byInput)
{
    const bool wanted = layer > 0 || m_setup.inputs[x].gradient != nullptr;
    for (const Direction direction : directions()) {
        const std::size_t part = partOf(layer, direction);
        const bool adds = wanted && direction == Direction::Backward;
        float* const own = adds ? m_backwardGradients.data() : byInput;
        m_parts[part]->backward(batchOf(layer, direction),
                                {.h = byOutput + columnOf(direction),
                                 .after = exposedGradients(m_setup.outputs, lastStates, part),
                                 .x = own,
                                 .before = exposedGradients(m_setup.inputs, firstStates, part)});
        if (adds) {
            addTo(own, byInput, m_sizes.steps * m_sizes.streams * widthOf(layer));
        }
    }
}

std::int64_t RecurrentKernel::workspaceBytes() const
{
    Bookings all = m_booked;
    for (const std::unique_ptr<RecurrentPart>& part : m_parts) {
        all.add(part->booked());
    }
    return all.bytes();
}

} // namespace

bool runsCell(const Cell& cell)
{
    return knows(cell);
}

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer)
{
    try {
        return std::make_unique<RecurrentKernel>(layer);
    } catch (const dnnl::error& failure) {
        refuse(layer, failure);
    }
}

namespace {

/// Throws dnnl::error where the library has no such primitive.
LayerMemory askedMemory(const LayerSetup& layer)
{
    const Library library;
    const Extents e = extentsOf(layer);
    Bookings all = bookingsOf(e, {});
    for (std::int64_t index = 0; index < e.stack.layers; ++index) {
        const RecurrentPart::Setup part = partSetup(e, index, Direction::Forward, {&library, nullptr, nullptr}, {});
        all.add(e.roundsFactors ? Bfloat16Part::bookingsOf(part) : PrimitivePart::bookingsOf(part), e.stack.directions);
    }
    return all.memory();
}

} // namespace

LayerMemory recurrentMemory(const LayerSetup& layer)
{
    try {
        return askedMemory(layer);
    } catch (const dnnl::error& failure) {
        refuse(layer, failure);
    }
}

} // namespace engine::onednn

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

/// With products in bf16, or in fp32 by the library's primitive.
bool roundsFactors(const LayerSetup& layer)
{
    return layer.precision() == Precision::Bfloat16;
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
        std::uint64_t key;
        std::vector<std::uint8_t> mask; ///< [T, N, D·H], 1 where an element stays
        Buffer kept;                    ///< [T, N, D·H], what the mask leaves of h
    };

    void makeParts();
    std::unique_ptr<RecurrentPart> makePart(std::int64_t layer, Direction direction);
    void makeBuffers();
    void cutIntoPieces();
    void forwardLayer(std::size_t layer);
    void backwardLayer(std::size_t layer, float* byOutput, float* byInput);

    std::span<const Direction> directions() const
    {
        return {bothDirections.data(), static_cast<std::size_t>(m_stack.directions)};
    }
    std::size_t partOf(std::size_t layer, Direction direction) const
    {
        return m_stack.part(static_cast<std::int64_t>(layer), direction);
    }
    std::size_t layers() const { return static_cast<std::size_t>(m_stack.layers); }
    std::int64_t widthOf(std::size_t layer) const
    {
        return m_stack.widthOf(static_cast<std::int64_t>(layer), m_width, m_units);
    }
    std::int64_t floatsOfOutput() const { return m_steps * m_streams * m_stack.directions * m_units; }
    std::int64_t columnOf(Direction direction) const { return direction == Direction::Backward ? m_units : 0; }

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
    RecurrentStack m_stack;
    std::int64_t m_steps, m_streams, m_width, m_units;
    Purpose m_purpose;
    std::optional<DropoutRule> m_rule; ///< between the layers, in training

    Library m_library;
    Scratch m_scratch;
    std::vector<std::unique_ptr<RecurrentPart>> m_parts; ///< by RecurrentStack::part
    std::vector<Piece> m_pieces;                         ///< of the batch of the last forward
    std::vector<Buffer> m_between;                       ///< h [T, N, D·H] of each layer but the last
    std::vector<Dropout> m_dropouts;                     ///< after each layer but the last, where there is dropout
    std::vector<Buffer> m_gradients;                     ///< by h between two layers [T, N, D·H]: one, or two in turn
    Buffer m_unwantedGradients; ///< by x, if they are not needed but the library's primitive writes them
    Buffer m_noGradients;       ///< by h, zeros, where none arrive
    Buffer m_backwardGradients; ///< by a layer's input through its backward direction, before they are added
};

RecurrentKernel::RecurrentKernel(const LayerSetup& setup)
    : m_setup(setup),
      m_stack(*recurrentStack(*setup.type, setup.params)),
      m_steps(setup.inputs[x].shape[0]),
      m_streams(setup.inputs[x].shape[1]),
      m_width(setup.inputs[x].shape.count(2)),
      m_units(setup.outputs[h].shape[2] / m_stack.directions),
      m_purpose(setup.training() ? Purpose::Training : Purpose::Inference),
      m_scratch(*setup.device)
{
    const double ratio = floatParam(setup.params, "dropout_ratio");
    if (setup.training() && ratio > 0) {
        m_rule = dropoutRule(ratio);
    }
    makeParts();
    makeBuffers();
    m_pieces.reserve(static_cast<std::size_t>(m_steps));
}

void RecurrentKernel::makeParts()
{
    for (std::int64_t layer = 0; layer < m_stack.layers; ++layer) {
        for (const Direction direction : directions()) {
            m_parts.push_back(makePart(layer, direction));
        }
    }
}

std::unique_ptr<RecurrentPart> RecurrentKernel::makePart(std::int64_t layer, Direction direction)
{
    const CanonicalWeights& weights = m_setup.weights;
    const bool learns = weights.gradients.size() == weights.values.size();
    CanonicalWeights own;
    own.version = weights.version;
    for (std::size_t which = 0; which < m_stack.weightsOfPart(); ++which) {
        const std::size_t place = m_stack.weight(layer, direction, static_cast<RecurrentWeight>(which));
        own.values.push_back(weights.values[place]);
        own.gradients.push_back(learns ? weights.gradients[place] : std::span<float>());
    }
    const RecurrentPart::Setup setup{.place = {&m_library, m_setup.device, &m_scratch},
                                     .cell = m_stack.cell,
                                     .direction = direction,
                                     .purpose = m_purpose,
                                     .steps = m_steps,
                                     .streams = m_streams,
                                     .width = m_stack.widthOf(layer, m_width, m_units),
                                     .units = m_units,
                                     .stride = m_stack.directions * m_units,
                                     .weights = own};
    if (roundsFactors(m_setup)) {
        return std::make_unique<Bfloat16Part>(setup);
    }
    return std::make_unique<PrimitivePart>(setup);
}

void RecurrentKernel::makeBuffers()
{
    Device& device = *m_setup.device;
    const std::int64_t floats = floatsOfOutput();
    for (std::size_t layer = 0; layer + 1 < layers(); ++layer) {
        m_between.push_back(device.allocate(floats));
        if (m_rule) {
            const RandomStream random = maskStream(m_setup.random, intParam(m_setup.params, "dropout_seed"));
            m_dropouts.push_back({stackedDropoutKey(random, static_cast<std::int64_t>(layer)),
                                  std::vector<std::uint8_t>(static_cast<std::size_t>(floats)),
                                  device.allocate(floats)});
        }
    }
    if (m_purpose == Purpose::Inference) {
        return;
    }
    for (std::size_t buffer = 0; buffer < std::min<std::size_t>(layers() - 1, 2); ++buffer) {
        m_gradients.push_back(device.allocate(floats));
    }
    const bool wanted = m_setup.inputs[x].gradient != nullptr;
    if (!wanted && !roundsFactors(m_setup)) {
        m_unwantedGradients = device.allocate(m_steps * m_streams * m_width);
    }
    if (!m_setup.outputs[h].gradient) {
        m_noGradients = device.allocate(floats);
    }
    if (m_stack.isBidirectional() && (wanted || layers() > 1)) {
        const std::int64_t lowest = wanted ? m_width : 0, above = layers() > 1 ? widthOf(1) : 0;
        m_backwardGradients = device.allocate(m_steps * m_streams * std::max(lowest, above));
    }
}

/// A piece begins at the first step and wherever a stream's state is not simply carried on.
void RecurrentKernel::cutIntoPieces()
{
    m_pieces.clear();
    for (std::int64_t step = 0; step < m_steps; ++step) {
        const float* const row = m_setup.inputs[cont].data + step * m_streams;
        if (step == 0 || std::any_of(row, row + m_streams, [](float value) { return value != 1; })) {
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
    const std::int64_t offset = static_cast<std::int64_t>(part) * m_streams * m_units;
    return {tensors[firstPort].data + offset,
            m_stack.cell->stateCount() > 1 ? tensors[firstPort + 1].data + offset : nullptr};
}

RecurrentState RecurrentKernel::exposedGradients(std::span<const Tensor> tensors, std::size_t firstPort,
                                                 std::size_t part) const
{
    if (tensors.size() <= firstPort) {
        return {};
    }
    const std::int64_t offset = static_cast<std::int64_t>(part) * m_streams * m_units;
    const auto place = [&](const Tensor& tensor) { return tensor.gradient ? tensor.gradient + offset : nullptr; };
    return {place(tensors[firstPort]), m_stack.cell->stateCount() > 1 ? place(tensors[firstPort + 1]) : nullptr};
}

RecurrentState RecurrentKernel::carried(std::size_t layer, Direction direction) const
{
    if (m_setup.state.empty() || direction == Direction::Backward) {
        return {};
    }
    const auto states = static_cast<std::size_t>(m_stack.cell->stateCount());
    const std::size_t first = states * layer;
    return {m_setup.state[first].data, states > 1 ? m_setup.state[first + 1].data : nullptr};
}

void RecurrentKernel::forward(const Pass& pass)
{
    cutIntoPieces();
    const std::int64_t floats = floatsOfOutput();
    for (std::size_t layer = 0; layer < layers(); ++layer) {
        try {
            forwardLayer(layer);
        } catch (
            const dnnl::error& failure) { // pieces of a length that did not come before have primitives of their own
            refuse(m_setup, failure);
        }
        if (m_rule && layer + 1 < layers()) {
            Dropout& dropout = m_dropouts[layer];
            drawDropoutMask(*m_rule, pass.number, dropout.key, dropout.mask.data(), floats);
            applyDropoutMask(*m_rule, dropout.mask.data(), outputOf(layer), dropout.kept.data(), floats);
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
        copyState(*m_setup.device, after, carried(layer, direction), m_streams * m_units);
        copyState(*m_setup.device, after, exposed(m_setup.outputs, lastStates, part), m_streams * m_units);
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
    const std::int64_t floats = floatsOfOutput();
    float* byOutput = m_setup.outputs[h].gradient ? m_setup.outputs[h].gradient : m_noGradients.data();
    for (std::size_t layer = layers(); layer-- > 0;) {
        float* const byInput = gradientsByInput(layer);
        backwardLayer(layer, byOutput, byInput);
        if (m_rule && layer > 0) {
            applyDropoutMask(*m_rule, m_dropouts[layer - 1].mask.data(), byInput, byInput, floats);
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
            addTo(own, byInput, m_steps * m_streams * widthOf(layer));
        }
    }
}

std::int64_t RecurrentKernel::workspaceBytes() const
{
    std::int64_t floats =
        m_scratch.count() + m_unwantedGradients.count() + m_noGradients.count() + m_backwardGradients.count();
    std::int64_t bytes = 0;
    for (const auto* buffers : {&m_between, &m_gradients}) {
        for (const Buffer& buffer : *buffers) {
            floats += buffer.count();
        }
    }
    for (const Dropout& dropout : m_dropouts) {
        floats += dropout.kept.count();
        bytes += static_cast<std::int64_t>(dropout.mask.size());
    }
    for (const std::unique_ptr<RecurrentPart>& part : m_parts) {
        bytes += part->workspaceBytes();
    }
    return bytes + floats * static_cast<std::int64_t>(sizeof(float));
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
    const RecurrentStack stack = *recurrentStack(*layer.type, layer.params);
    const Shape& input = layer.inputs.at(x).shape;
    const std::int64_t steps = input[0], streams = input[1], width = input.count(2);
    const std::int64_t units = layer.outputs.at(h).shape[2] / stack.directions;
    const std::int64_t output = steps * streams * stack.directions * units, between = (stack.layers - 1) * output;
    const bool drops = floatParam(layer.params, "dropout_ratio") > 0;

    std::int64_t kept = between + (drops ? between : 0), own = 0, scratch = 0;
    for (std::int64_t index = 0; index < stack.layers; ++index) {
        const RecurrentPart::Setup part{.place = {&library, nullptr, nullptr},
                                        .cell = stack.cell,
                                        .direction = Direction::Forward,
                                        .purpose = Purpose::Training,
                                        .steps = steps,
                                        .streams = streams,
                                        .width = stack.widthOf(index, width, units),
                                        .units = units,
                                        .stride = stack.directions * units,
                                        .weights = {}};
        const RecurrentPart::Needs needs =
            roundsFactors(layer) ? Bfloat16Part::needsOf(part) : PrimitivePart::needsOf(part);
        kept += stack.directions * needs.kept;
        own += stack.directions * needs.own;
        scratch = std::max(scratch, needs.scratch);
    }
    const std::int64_t gradients = std::min<std::int64_t>(stack.layers - 1, 2) * output;
    const std::int64_t widest = stack.layers > 1 ? std::max(width, stack.directions * units) : width;
    const std::int64_t backwardGradients = stack.isBidirectional() ? steps * streams * widest : 0;
    constexpr std::int64_t bytes = sizeof(float);
    return {.kept = bytes * kept + (drops ? between : 0), // and a byte of the mask each
            .workspace = bytes * (own + scratch + gradients + backwardGradients)};
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

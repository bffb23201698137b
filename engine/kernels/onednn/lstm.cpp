// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/error.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/onednn/kernels.h"
#include "engine/kernels/onednn/lstm_layer.h"

#include <algorithm>
#include <new>
#include <optional>

namespace engine::onednn {
namespace {

/// Places of the ports and of the tensors of one stacked layer, as engine/layers/lstm.cpp lists them.
enum Input : std::size_t { x, cont, firstH, firstC };
enum Output : std::size_t { h, lastH, lastC };
constexpr std::size_t weightsOfLayer = 3;
constexpr std::size_t statesOfLayer = 2;

/// L stacked LSTMs with dropout between them, each run over the whole batch by the library's primitive. Where sequences
/// start inside a batch it runs in pieces between the starts.
class LstmKernel final : public Kernel {
public:
    explicit LstmKernel(const LayerSetup& setup);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override;

private:
    /// What dropout after a layer but the last makes and keeps.
    struct Dropout {
        std::uint64_t key;
        std::vector<std::uint8_t> mask; ///< [T, N, H], 1 where an element stays
        Buffer thinned;                 ///< [T, N, H]
    };

    void makeLayers();
    void makeBuffers();
    void cutIntoPieces();
    LstmLayer::Batch batchOf(std::size_t layer) const;
    float* inputOf(std::size_t layer) const;
    float* outputOf(std::size_t layer) const;
    LstmState exposed(std::span<const Tensor> tensors, std::size_t firstPort, std::size_t layer) const;
    LstmState exposedGradients(std::span<const Tensor> tensors, std::size_t firstPort, std::size_t layer) const;
    LstmState carried(std::size_t layer) const;
    float* gradientsByInput(std::size_t layer) const;

    LayerSetup m_setup;
    std::int64_t m_steps, m_streams, m_width, m_units;
    std::size_t m_layers;
    LstmPurpose m_purpose;
    std::optional<DropoutRule> m_rule; ///< between the layers, in training

    Library m_library;
    Scratch m_scratch;
    std::vector<LstmLayer> m_stack;
    std::vector<Piece> m_pieces;     ///< of the batch of the last forward
    std::vector<Buffer> m_between;   ///< h [T, N, H] of each layer but the last
    std::vector<Dropout> m_dropouts; ///< after each layer but the last, where there is dropout
    std::vector<Buffer> m_gradients; ///< by h between two layers [T, N, H]: one, or two in turn
    Buffer m_unwantedGradients;      ///< by x, where nobody wants them
    Buffer m_noGradients;            ///< by h, zeros, where none arrive
};

LstmKernel::LstmKernel(const LayerSetup& setup)
    : m_setup(setup),
      m_steps(setup.inputs[x].shape[0]),
      m_streams(setup.inputs[x].shape[1]),
      m_width(setup.inputs[x].shape.count(2)),
      m_units(setup.outputs[h].shape[2]),
      m_layers(setup.weights.values.size() / weightsOfLayer),
      m_purpose(setup.training() ? LstmPurpose::Training : LstmPurpose::Inference),
      m_scratch(*setup.device)
{
    const double ratio = floatParam(setup.params, "dropout_ratio");
    if (setup.training() && ratio > 0) {
        m_rule = dropoutRule(ratio);
    }
    makeLayers();
    makeBuffers();
    m_pieces.reserve(static_cast<std::size_t>(m_steps));
}

void LstmKernel::makeLayers()
{
    const auto part = [](const auto& all, std::size_t layer) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(layer * weightsOfLayer);
        return std::vector<std::span<float>>(first, first + weightsOfLayer);
    };
    const CanonicalWeights& weights = m_setup.weights;
    const bool learns = weights.gradients.size() == weights.values.size();
    for (std::size_t layer = 0; layer < m_layers; ++layer) {
        m_stack.emplace_back(LstmLayer::Setup{
            .device = m_setup.device,
            .library = &m_library,
            .scratch = &m_scratch,
            .purpose = m_purpose,
            .steps = m_steps,
            .streams = m_streams,
            .width = layer == 0 ? m_width : m_units,
            .units = m_units,
            .weights = {.values = part(weights.values, layer),
                        .gradients =
                            learns ? part(weights.gradients, layer) : std::vector<std::span<float>>(weightsOfLayer),
                        .version = weights.version},
        });
    }
}

void LstmKernel::makeBuffers()
{
    Device& device = *m_setup.device;
    const std::int64_t floats = m_steps * m_streams * m_units;
    for (std::size_t layer = 0; layer + 1 < m_layers; ++layer) {
        m_between.push_back(device.allocate(floats));
        if (m_rule) {
            const RandomStream random = maskStream(m_setup.random, intParam(m_setup.params, "dropout_seed"));
            m_dropouts.push_back({stackedDropoutKey(random, static_cast<std::int64_t>(layer)),
                                  std::vector<std::uint8_t>(static_cast<std::size_t>(floats)),
                                  device.allocate(floats)});
        }
    }
    if (m_purpose == LstmPurpose::Inference) {
        return;
    }
    for (std::size_t buffer = 0; buffer < std::min<std::size_t>(m_layers - 1, 2); ++buffer) {
        m_gradients.push_back(device.allocate(floats));
    }
    if (!m_setup.inputs[x].gradient) {
        m_unwantedGradients = device.allocate(m_steps * m_streams * m_width);
    }
    if (!m_setup.outputs[h].gradient) {
        m_noGradients = device.allocate(floats);
    }
}

/// A piece begins at the first step and wherever a stream's state is not simply carried on.
void LstmKernel::cutIntoPieces()
{
    const float* const marks = m_setup.inputs[cont].data;
    m_pieces.clear();
    for (std::int64_t step = 0; step < m_steps; ++step) {
        const float* const row = marks + step * m_streams;
        if (step == 0 || std::any_of(row, row + m_streams, [](float mark) { return mark != 1; })) {
            m_pieces.push_back({step, 0});
        }
        ++m_pieces.back().steps;
    }
}

float* LstmKernel::outputOf(std::size_t layer) const
{
    return layer + 1 == m_layers ? m_setup.outputs[h].data : m_between[layer].data();
}

float* LstmKernel::inputOf(std::size_t layer) const
{
    if (layer == 0) {
        return m_setup.inputs[x].data;
    }
    return m_rule ? m_dropouts[layer - 1].thinned.data() : m_between[layer - 1].data();
}

LstmLayer::Batch LstmKernel::batchOf(std::size_t layer) const
{
    return {.pieces = m_pieces, .cont = m_setup.inputs[cont].data, .x = inputOf(layer), .h = outputOf(layer)};
}

/// The state in h and c at two ports [L, N, H], null where there are no such ports.
LstmState LstmKernel::exposed(std::span<const Tensor> tensors, std::size_t firstPort, std::size_t layer) const
{
    if (tensors.size() <= firstPort) {
        return {};
    }
    const std::int64_t offset = static_cast<std::int64_t>(layer) * m_streams * m_units;
    return {tensors[firstPort].data + offset, tensors[firstPort + 1].data + offset};
}

/// The gradients by them; null too where a port has none.
LstmState LstmKernel::exposedGradients(std::span<const Tensor> tensors, std::size_t firstPort, std::size_t layer) const
{
    if (tensors.size() <= firstPort) {
        return {};
    }
    const std::int64_t offset = static_cast<std::int64_t>(layer) * m_streams * m_units;
    const auto place = [&](const Tensor& tensor) { return tensor.gradient ? tensor.gradient + offset : nullptr; };
    return {place(tensors[firstPort]), place(tensors[firstPort + 1])};
}

/// The state that goes from batch to batch; null where it comes in by ports.
LstmState LstmKernel::carried(std::size_t layer) const
{
    if (m_setup.state.empty()) {
        return {};
    }
    return {m_setup.state[statesOfLayer * layer].data, m_setup.state[statesOfLayer * layer + 1].data};
}

void LstmKernel::forward(const Pass& pass)
{
    cutIntoPieces();
    const std::int64_t floats = m_steps * m_streams * m_units;
    for (std::size_t layer = 0; layer < m_layers; ++layer) {
        const LstmState before =
            m_setup.inputs.size() > firstH ? exposed(m_setup.inputs, firstH, layer) : carried(layer);
        const LstmState after = m_stack[layer].forward(batchOf(layer), before);
        copyState(*m_setup.device, after, carried(layer), m_streams * m_units);
        copyState(*m_setup.device, after, exposed(m_setup.outputs, lastH, layer), m_streams * m_units);
        if (m_rule && layer + 1 < m_layers) {
            Dropout& dropout = m_dropouts[layer];
            drawDropoutMask(*m_rule, pass.number, dropout.key, dropout.mask.data(), floats);
            applyDropoutMask(*m_rule, dropout.mask.data(), outputOf(layer), dropout.thinned.data(), floats);
        }
    }
}

/// By the input of a layer; above the first, that of the layer before, thinned out or not.
float* LstmKernel::gradientsByInput(std::size_t layer) const
{
    if (layer > 0) {
        return m_gradients[layer % m_gradients.size()].data();
    }
    return m_setup.inputs[x].gradient ? m_setup.inputs[x].gradient : m_unwantedGradients.data();
}

void LstmKernel::backward()
{
    const std::int64_t floats = m_steps * m_streams * m_units;
    float* byOutput = m_setup.outputs[h].gradient ? m_setup.outputs[h].gradient : m_noGradients.data();
    for (std::size_t layer = m_layers; layer-- > 0;) {
        float* const byInput = gradientsByInput(layer);
        m_stack[layer].backward(batchOf(layer), {.h = byOutput,
                                                 .after = exposedGradients(m_setup.outputs, lastH, layer),
                                                 .x = byInput,
                                                 .before = exposedGradients(m_setup.inputs, firstH, layer)});
        if (m_rule && layer > 0) {
            applyDropoutMask(*m_rule, m_dropouts[layer - 1].mask.data(), byInput, byInput, floats);
        }
        byOutput = byInput;
    }
}

std::int64_t LstmKernel::workspaceBytes() const
{
    std::int64_t floats = m_scratch.count() + m_unwantedGradients.count() + m_noGradients.count();
    std::int64_t bytes = 0;
    for (const auto* buffers : {&m_between, &m_gradients}) {
        for (const Buffer& buffer : *buffers) {
            floats += buffer.count();
        }
    }
    for (const Dropout& dropout : m_dropouts) {
        floats += dropout.thinned.count();
        bytes += static_cast<std::int64_t>(dropout.mask.size());
    }
    for (const LstmLayer& layer : m_stack) {
        bytes += layer.workspaceBytes();
    }
    return bytes + floats * static_cast<std::int64_t>(sizeof(float));
}

} // namespace

std::unique_ptr<Kernel> makeLstm(const LayerSetup& layer)
{
    try {
        return std::make_unique<LstmKernel>(layer);
    } catch (const dnnl::error& failure) {
        if (failure.status == dnnl_out_of_memory) {
            throw std::bad_alloc();
        }
        throw Error("layer " + layer.name + ": oneDNN has no LSTM for x of " + toString(layer.inputs[x].shape) +
                    " and " + std::to_string(layer.outputs[h].shape[2]) + " units: " + failure.what());
    }
}

} // namespace engine::onednn

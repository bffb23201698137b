// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/unrolled_lstm.h"

#include "engine/graph/catalog.h"
#include "engine/graph/unroll.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/sequence.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace engine {
namespace {

struct Extents {
    std::int64_t T, N, H, L; ///< steps, streams, units, stacked layers
    std::int64_t state() const { return N * H; }
};

/// h and c [1, N, H], before the first step or after the last.
struct StatePair {
    Tensor h, c;
};

constexpr std::array<std::string_view, 3> weightNames = {"Wx", "Wh", "b"};

/// The weights of one layer of the inner net: a choice of the LSTM's.
CanonicalWeights weightsOf(const Layer& inner, const CanonicalWeights& outer, std::size_t first)
{
    CanonicalWeights chosen;
    chosen.version = outer.version;
    for (const WeightSettings& weight : inner.weights) {
        const auto name = std::ranges::find(weightNames, weight.name);
        assert(name != weightNames.end());
        const std::size_t index = first + static_cast<std::size_t>(name - weightNames.begin());
        chosen.values.push_back(outer.values.at(index));
        chosen.gradients.push_back(index < outer.gradients.size() ? outer.gradients[index] : std::span<float>());
    }
    return chosen;
}

class UnrolledLstm final : public Kernel {
public:
    UnrolledLstm(const LayerSetup& layer, const Engine& engine)
        : m_layer(layer), m_engine(&engine), m_extents(extentsOf(layer))
    {
        makeStates();
        makeBetween();
        for (std::int64_t index = 0; index < m_extents.L; ++index) {
            m_nets.push_back(makeNet(index));
        }
    }

    void forward(const Pass& pass) override
    {
        copyStates(m_layer.state, m_before);
        for (std::size_t index = 0; index < m_nets.size(); ++index) {
            m_nets[index].forward(pass);
            if (index < m_dropouts.size()) {
                m_dropouts[index]->forward(pass);
            }
        }
        copyStates(m_after, m_layer.state);
    }

    void backward() override
    {
        if (std::ranges::none_of(m_layer.outputs, [](const Tensor& output) { return output.gradient != nullptr; })) {
            clearInputGradients();
            return;
        }
        for (std::size_t index = m_nets.size(); index-- > 0;) {
            m_nets[index].backward();
            if (index > 0 && index <= m_dropouts.size()) {
                m_dropouts[index - 1]->backward();
            }
        }
    }

    std::int64_t workspaceBytes() const override
    {
        std::int64_t bytes = 0;
        for (const Sequence& net : m_nets) {
            const Sequence::Memory memory = net.memory();
            bytes += memory.activations + memory.activationGradients + memory.workspace;
        }
        for (const Buffer& buffer : m_memory) {
            bytes += buffer.count() * static_cast<std::int64_t>(sizeof(float));
        }
        for (const std::unique_ptr<Kernel>& dropout : m_dropouts) {
            bytes += dropout->workspaceBytes();
        }
        return bytes;
    }

private:
    static Extents extentsOf(const LayerSetup& layer)
    {
        const Shape& h = layer.outputs.at(0).shape;
        return {.T = h[0], .N = h[1], .H = h[2], .L = intParam(layer.params, "num_layers")};
    }

    Tensor allocate(const Shape& shape)
    {
        m_memory.push_back(m_layer.device->allocate(shape.count()));
        return {.shape = shape, .data = m_memory.back().data()};
    }

    /// Stacked layer `index` of a port [L, N, H].
    Tensor partOf(const Tensor& port, std::int64_t index) const
    {
        const std::int64_t offset = index * m_extents.state();
        return {.shape = {1, m_extents.N, m_extents.H},
                .data = port.data + offset,
                .gradient = port.gradient ? port.gradient + offset : nullptr};
    }

    /// Where the states lie: in the layer's ports, or here. What the net carries from pass to pass is copied from and
    /// to it, as the state before the first step is read once more on the way back.
    void makeStates()
    {
        const auto make = [this](const std::vector<Tensor>& ports, std::size_t first, std::int64_t index) -> StatePair {
            if (ports.size() > first) {
                return {partOf(ports[first], index), partOf(ports[first + 1], index)};
            }
            const Shape shape{1, m_extents.N, m_extents.H};
            return {allocate(shape), allocate(shape)};
        };
        for (std::int64_t index = 0; index < m_extents.L; ++index) {
            m_before.push_back(make(m_layer.inputs, 2, index));
            m_after.push_back(make(m_layer.outputs, 1, index));
        }
    }

    /// What goes from one stacked layer to the next.
    void makeBetween()
    {
        const Shape shape{m_extents.T, m_extents.N, m_extents.H};
        for (std::int64_t index = 0; index + 1 < m_extents.L; ++index) {
            m_between.push_back(allocate(shape));
            if (m_layer.training()) {
                m_between.back().gradient = allocate(shape).data;
            }
            if (m_layer.training() && floatParam(m_layer.params, "dropout_ratio") > 0) {
                m_dropouts.push_back(makeDropout(index));
            }
        }
    }

    /// A DROPOUT layer over what stacked layer `index` puts out, in place: on the way back nothing reads that.
    std::unique_ptr<Kernel> makeDropout(std::int64_t index)
    {
        const Tensor& between = m_between.back();
        LayerSetup dropout;
        dropout.type = &layerType("DROPOUT");
        dropout.name = m_layer.name;
        dropout.sizes.outputs = {between.shape};
        dropout.phase = m_layer.phase;
        dropout.inputs = {between};
        dropout.outputs = {between};
        dropout.random = stackedDropoutStream(m_layer.random, index);
        dropout.device = m_layer.device;
        dropout.params = completeParams(dropout.type->params,
                                        {{"dropout_ratio", floatParam(m_layer.params, "dropout_ratio")},
                                         {"seed", intParam(m_layer.params, "dropout_seed")}},
                                        Dialect::Bvlc, m_layer.name);
        return m_engine->make(dropout);
    }

    Sequence makeNet(std::int64_t index)
    {
        const bool lowest = index == 0, highest = index + 1 == m_extents.L;
        const auto at = static_cast<std::size_t>(index);
        const Tensor& x = lowest ? m_layer.inputs[0] : m_between[at - 1];
        const Tensor& h = highest ? m_layer.outputs[0] : m_between[at];
        const Model model = withSplits(unrollLstm(
            {.steps = m_extents.T, .streams = m_extents.N, .width = x.shape.count(2), .units = m_extents.H}));
        Tensor cont = m_layer.inputs[1];
        cont.gradient = nullptr;
        return Sequence({
            .model = model,
            .phase = m_layer.phase,
            .device = m_layer.device,
            .bound = {{"x", x},
                      {"cont", cont},
                      {"h_0", m_before[at].h},
                      {"c_0", m_before[at].c},
                      {"h", h},
                      {"h_T", m_after[at].h},
                      {"c_T", m_after[at].c}},
            .kept = {},
            .weights = [&](std::size_t inner,
                           const Sizes&) { return weightsOf(model.layers[inner], m_layer.weights, 3 * at); },
            .state = {},
            .random = {},
            .engine = [this](std::size_t, const LayerSetup&) -> const Engine& { return *m_engine; },
            .gradientsFromOutside = true,
        });
    }

    /// The net's state tensors are h and c of each stacked layer in turn; there are none where ports carry the state
    /// in.
    void copyStates(const std::vector<Tensor>& state, const std::vector<StatePair>& to) const
    {
        for (std::size_t index = 0; index < state.size(); ++index) {
            const StatePair& pair = to[index / 2];
            m_layer.device->copy(state[index].data, (index % 2 == 0 ? pair.h : pair.c).data, m_extents.state());
        }
    }

    void copyStates(const std::vector<StatePair>& from, const std::vector<Tensor>& state) const
    {
        for (std::size_t index = 0; index < state.size(); ++index) {
            const StatePair& pair = from[index / 2];
            m_layer.device->copy((index % 2 == 0 ? pair.h : pair.c).data, state[index].data, m_extents.state());
        }
    }

    void clearInputGradients()
    {
        for (const Tensor& input : m_layer.inputs) {
            if (input.gradient) {
                m_layer.device->zero(input.gradient, input.count());
            }
        }
    }

    LayerSetup m_layer;
    const Engine* m_engine;
    Extents m_extents;
    std::vector<Buffer> m_memory;
    std::vector<StatePair> m_before, m_after;        ///< by stacked layer
    std::vector<Tensor> m_between;                   ///< [T, N, H], from each stacked layer but the last
    std::vector<std::unique_ptr<Kernel>> m_dropouts; ///< over m_between; none where nothing is dropped
    std::vector<Sequence> m_nets;                    // after what they point into
};

} // namespace

std::unique_ptr<Kernel> makeUnrolledLstm(const LayerSetup& layer, const Engine& engine)
{
    return std::make_unique<UnrolledLstm>(layer, engine);
}

} // namespace engine

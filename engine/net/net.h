// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/sequence.h"
#include "engine/net/weight_store.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// Which engine runs which layer: asked once for each layer when a net is made.
struct EngineWish {
    std::string name = "DEFAULT"; ///< for the layers whose own `engine` setting says DEFAULT or nothing
};

/// A model on a device, ready to run: kernels, tensors, recurrent state.
class Net {
public:
    /// `model` is whole: the layers of `phase` are taken from it. The store must outlive the net.
    Net(const Model& model, Phase phase, WeightStore& store, const EngineWish& wish, std::uint64_t seed);

    const TextInput& input() const { return m_input; }

    /// One batch: ids [T·N], marks [T·N] (0 starts a sequence), targets [T·N], all in the order of the steps.
    /// Marks or targets are left out where the model has none.
    void feed(std::span<const float> ids, std::span<const float> marks, std::span<const float> targets);

    void forward(const Pass& pass) { m_sequence.forward(pass); }
    void backward() { m_sequence.backward(); }

    /// The weighted sum of the losses of the last forward pass. Waits for the device.
    double loss() const;

    const Tensor& tensor(const std::string& name) const { return m_sequence.tensor(name); }
    bool has(const std::string& name) const { return m_sequence.has(name); }

    /// The recurrent state in canonical form: "<layer>/<state>" [N, H].
    std::vector<NamedTensor> state() const;
    void setState(const std::vector<NamedTensor>& state); ///< Throws Error for another set of names or shapes.
    void clearState();

    /// The first layer whose output or whose weights' gradient is not finite, as "layer lstm1, output h"; empty if none.
    std::string firstNotFinite() const;

    Sequence& sequence() { return m_sequence; }
    const Sequence& sequence() const { return m_sequence; }

private:
    struct LossTerm {
        std::string tensor;
        double weight;
    };
    struct StateTensor {
        std::string name;
        Buffer memory;
        Shape shape;
    };

    Sequence build(const Model& model, Phase phase, WeightStore& store, const EngineWish& wish, std::uint64_t seed);

    WeightStore* m_store;
    TextInput m_input;
    std::vector<StateTensor> m_state;
    std::vector<LossTerm> m_losses;
    Sequence m_sequence; // after what it points into
};

} // namespace engine

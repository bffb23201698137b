// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_kind.h"
#include "engine/graph/sentence.h"
#include "engine/graph/stream_share.h"
#include "engine/kernels/sequence.h"
#include "engine/net/engine_wish.h"
#include "engine/net/weight_store.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// A model on a device, ready to run: kernels, tensors, recurrent state.
class Net {
public:
    /// `model` is whole: the layers of `phase` are taken from it. The store must outlive the net.
    /// `before`: of the run that goes on, if one does. `share`: the streams that this net has of the model's batch.
    Net(const Model& model, Phase phase, WeightStore& store, const EngineWish& wish, std::uint64_t seed,
        const EnginesBefore& before = {}, const StreamShare& share = {});

    const StreamShare& share() const { return m_share; }

    const DataKind& kind() const { return *m_kind; } ///< of what it learns from

    /// Of this net's share of the streams. Lenient: before a run, call requiredWiring().
    const DataWiring& wiring() const { return m_wiring; }

    std::int64_t streams() const { return m_share.isWhole() ? m_wiring.streams : m_share.whole; } ///< N of all shares

    /// One batch: characters [T·N], cont [T·N] (0 starts a sequence), labels [T·N], all in the order of the steps.
    /// What the model has no place for is left out.
    void feed(std::span<const float> characters, std::span<const float> cont, std::span<const float> labels);

    void forward(const Pass& pass) { m_sequence.forward(pass); }
    void backward() { m_sequence.backward(); }

    /// The weighted sum of the losses of the last forward pass. Waits for the device.
    double loss();

    const Tensor& tensor(const std::string& name) const { return m_sequence.tensor(name); }

    /// The recurrent state in canonical form: "<layer>/<state>" [N, H].
    std::vector<NamedTensor> state() const;
    void setState(const std::vector<NamedTensor>& state); ///< Throws Error for another set of names or shapes.
    void clearState();

    /// Where a layer's state lies, in the order of Sizes::state; empty where it has none.
    std::vector<Tensor> stateOf(const std::string& layer) const;

    /// What kernels carry from pass to pass in a form of their own: "<layer>/dropout" [floats] of CUDNN. Only the
    /// same engine on the same device can use it; a run that is to go on exactly carries it. Waits for the device.
    std::vector<NamedTensor> privateState() const;

    /// Gives kernels theirs back. One that does not find all of its own among `tensors`, in its sizes, starts again for
    /// batch `pass`; tensors of no kernel here are left alone. To be called wherever a run begins or goes on.
    void setPrivateState(const std::vector<NamedTensor>& tensors, std::uint64_t pass);

    /// Runs forward and backward layer by layer on the batch that was fed last and names the first thing that is not
    /// finite: a weight, an output, as "layer lstm1 (LSTM), output lstm1", or a gradient; empty if all is finite. For
    /// the report of a run that diverged. Overwrites the store's gradients.
    Sentence firstNotFinite(const Pass& pass);

    /// Problems that kernels worked around when they were made: sentences with the layer's name.
    std::vector<Sentence> notes() const;

    /// The engine of each recurrent layer.
    EnginesBefore recurrentEngines() const;

    /// The engine of the recurrent layers, "ONEDNN"; several joined by "+"; that of all layers where none is recurrent.
    std::string recurrentEngine() const;

    /// The methods of those layers' kernels, joined likewise: "STANDARD"; empty where their engine knows no more than
    /// one.
    std::string recurrentMethod() const;

    Sequence& sequence() { return m_sequence; }
    const Sequence& sequence() const { return m_sequence; }

private:
    std::vector<Sentence> exactLayers() const;
    bool isFinite(std::span<const float> onDevice) const;
    Sentence firstGradientNotFinite();

    struct StateTensor {
        std::string name;
        Buffer memory;
        Shape shape;
    };

    Sequence build(const Model& model, Phase phase, WeightStore& store, const EngineWish& wish, std::uint64_t seed,
                   const EnginesBefore& before);

    WeightStore* m_store;
    StreamShare m_share;
    const DataKind* m_kind;
    DataWiring m_wiring;
    std::vector<StateTensor> m_state;
    std::vector<float> m_lossValues; ///< room for the largest loss tensor
    Sequence m_sequence;             // after what it points into
};

} // namespace engine

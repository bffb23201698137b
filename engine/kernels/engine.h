// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/devices/random.h"
#include "engine/graph/layer_type.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The learned tensors of one layer in the layout that files, solvers and every engine share.
struct CanonicalWeights {
    std::vector<std::span<float>> values; ///< in the order of Sizes::weights, in the device's memory
    std::vector<std::span<float>>
        gradients; ///< kernels add to them; the net clears them; empty where the weight is frozen
    const std::uint64_t* version = nullptr; ///< goes up whenever values change; null where nothing is learned
};

/// All that a kernel is made from. What it points to outlives the kernel.
struct LayerSetup {
    const LayerType* type = nullptr;
    std::string name; ///< of the layer, for errors
    Params params;    ///< complete
    Sizes sizes;
    Phase phase = Phase::Train;
    std::vector<Tensor> inputs;  ///< gradient null where none is wanted
    std::vector<Tensor> outputs; ///< gradient null where none arrives: it counts as zero
    CanonicalWeights weights;
    std::vector<Tensor> state; ///< as Sizes::state; canonical, carried from pass to pass, read at the start of forward
                               ///< and written at its end
    RandomStream random;       ///< for masks
    Device* device = nullptr;

    /// That of the device which is meant, where there is none yet: engines are asked about layers before.
    std::optional<Precision> meantPrecision = {};

    bool training() const { return phase == Phase::Train; }

    /// Empty: on no device yet, it may be any.
    std::optional<Precision> precision() const { return device ? std::optional(device->precision()) : meantPrecision; }
};

/// What differs from one forward pass to the next.
struct Pass {
    std::uint64_t number = 0; ///< counts the training batches of a run: the step of the random streams

    /// On an asynchronous device: the counter of batches, in its memory; `number` means nothing then.
    const std::uint64_t* counter = nullptr;

    /// Whether it is known that cont is 0 at step 0 at most, so that a fused engine need not look.
    bool startsOnlyFirst = false;
};

/// One layer of one net, ready to run. Owns its workspace and any private copy of the weights.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual void forward(const Pass& pass) = 0;

    /// Follows forward. Overwrites the inputs' gradients, adds to the weights' gradients. Where the device is forked,
    /// the latter may not be there before its next join().
    virtual void backward() = 0;

    /// backward() in two parts, so that what only the solver needs can run beside the layers below (Sequence). A kernel
    /// that does not divide it does all in the first.
    virtual void giveInputGradients() { backward(); }
    virtual void addWeightGradients() {}

    /// Bytes that this kernel holds besides the tensors of its setup.
    virtual std::int64_t workspaceBytes() const { return 0; }

    /// Its algorithm, if its engine has several ("STANDARD"); else empty.
    virtual std::string_view method() const { return {}; }

    /// Problems that were worked around when it was made: sentences for a run's log.
    virtual std::vector<Sentence> notes() const { return {}; }

    /// Numbers in the device's memory that go from pass to pass in a form of the engine's own, such as a library's
    /// random generators. They are no part of the canonical state: only the same kernel can use them.
    struct PrivateState {
        std::string name; ///< within the layer: "dropout"
        std::span<float> values;
    };
    virtual std::vector<PrivateState> privateState() { return {}; }

    /// Sets the private state to that of batch `pass`, for a resumed run that has not saved it. A new kernel has that
    /// of batch 0.
    virtual void restartPrivateState(std::uint64_t pass) { static_cast<void>(pass); }
};

/// A family of kernels for one kind of device, such as CAFFE on the CPU or CUDNN on CUDA.
class Engine {
public:
    virtual ~Engine() = default;
    virtual std::string_view name() const = 0;

    /// Why this engine cannot run the layer, as the end of a sentence ("has no kernel for EMBED"); nothing if it can.
    /// Looks at type, params, sizes, phase and shapes; the tensors need no memory yet.
    virtual std::optional<Sentence> refusal(const LayerSetup& layer) const = 0;

    /// Of a layer without a refusal. Where its settings drop recurrent weights, the kernel runs on masked copies of
    /// them (recurrent_dropout.h), whatever the engine.
    std::unique_ptr<Kernel> make(const LayerSetup& layer) const;

    /// Whether its products are those of a device of that precision; else they are fp32.
    virtual bool multipliesIn(Precision precision) const
    {
        static_cast<void>(precision);
        return true;
    }

    /// What the kernel of a layer without a refusal will hold in training. Looks at what refusal() looks at; a library
    /// of a GPU is asked where there is a device. Throws Error where make() would.
    LayerMemory memory(const LayerSetup& layer) const;

protected:
    /// Here: what the layer's formula keeps.
    virtual LayerMemory kernelMemory(const LayerSetup& layer) const;

private:
    virtual std::unique_ptr<Kernel> makeKernel(const LayerSetup& layer) const = 0;
};

/// The engine named `wish` (any case), or for "DEFAULT" the first in `preferred` without a refusal.
/// Throws UnavailableError with every refusal, and for an engine that was asked for by name with those that can run the
/// layer; it never falls back to them.
const Engine& choose(std::span<const Engine* const> preferred, std::string_view wish, const LayerSetup& layer);

/// Keeps a private copy of the weights in step with the canonical ones, packing no more than needed.
class PackOnChange {
public:
    template <typename Pack>
    void refresh(const CanonicalWeights& weights, Pack pack)
    {
        if (!weights.values.empty() && m_seen != *weights.version) {
            pack(weights);
            m_seen = *weights.version;
        }
    }

private:
    std::optional<std::uint64_t> m_seen;
};

} // namespace engine

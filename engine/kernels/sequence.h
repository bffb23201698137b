// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/size_report.h"
#include "engine/kernels/engine.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace engine {

struct TensorPlan;

/// A model's layers as kernels over shared tensors, run in order and back: what a net is made of, and what CAFFE's
/// unrolled LSTM is inside. Memory is planned once: tensors that are parts of others (SLICE, CONCAT, RESHAPE, SPLIT)
/// lie inside them, and gradients reuse each other's memory once they are no longer needed.
class Sequence {
public:
    struct Plan {
        Model model; ///< one phase's layers, with splits (withSplits)
        Phase phase = Phase::Train;
        Device* device = nullptr;
        std::map<std::string, Tensor> bound =
            {}; ///< tensors by name that lie outside; their shapes must be the inferred ones
        std::vector<std::string> kept =
            {}; ///< tensors by name that are read after forward, beside those that no layer reads
        std::function<CanonicalWeights(std::size_t layer, const Sizes& sizes)> weights = {};
        std::function<std::vector<Tensor>(std::size_t layer, const Sizes& sizes)> state = {};
        std::function<RandomStream(std::size_t layer)> random = {};
        std::function<const Engine&(std::size_t layer, const LayerSetup& setup)> engine = {};
        /// Whether the caller sets the gradients of the bound tensors that the model makes, before backward; else the
        /// losses of the model are what is derived.
        bool gradientsFromOutside = false;
    };

    explicit Sequence(const Plan& plan);
    ~Sequence();
    Sequence(Sequence&&) noexcept;
    Sequence& operator=(Sequence&&) noexcept;

    void forward(const Pass& pass);
    void backward();

    /// The same, with a call ahead of each layer that takes part: the gradients by its outputs are there then.
    void backward(const std::function<void(std::size_t layer)>& before);

    /// Runs one layer alone: for timing and for looking for the layer that made a NaN.
    void forwardLayer(std::size_t layer, const Pass& pass);

    /// The tensor with this name as the last layer that makes it left it. Throws Error where there is none.
    const Tensor& tensor(const std::string& name) const;
    bool has(const std::string& name) const;

    struct Memory {
        std::int64_t activations = 0, activationGradients = 0, workspace = 0; ///< bytes
    };
    Memory memory() const; ///< held now: kernels may take more where sequences start inside a batch

    /// What the model minimises: the sum of weight times the sum of the tensor's elements.
    struct Loss {
        Tensor tensor;
        double weight;
        std::size_t layer; ///< that makes it, also where others read it through a SPLIT
    };
    const std::vector<Loss>& losses() const { return m_losses; }

    const std::vector<LayerSizes>& sizes() const { return m_sizes; }
    const std::vector<Tensor>& outputs(std::size_t layer) const { return m_outputs[layer]; }
    const Model& model() const { return m_model; }
    const std::vector<std::string>& engineNames() const { return m_engines; } ///< by layer; empty for sources

    /// The kernel of a layer; null for sources.
    Kernel* kernel(std::size_t layer) const;

private:
    struct KernelStep; ///< one kernel and what it takes part in

    void divideSteps(const std::vector<CanonicalWeights>& weights);
    void runBackward(const KernelStep& step);
    void findLosses(const TensorPlan& plan, const std::vector<Tensor>& tensors, Device& device);

    Device* m_device;
    Model m_model;
    std::vector<LayerSizes> m_sizes;
    std::vector<std::string> m_engines;
    std::vector<std::vector<Tensor>> m_outputs; ///< by layer
    std::map<std::string, Tensor> m_tensors;    ///< newest version of each name
    std::vector<Loss> m_losses;
    std::vector<KernelStep> m_steps;
    bool m_sharesWeights = false; ///< layers have some in common
    Buffer m_memory;
    Memory m_bytes;
};

} // namespace engine

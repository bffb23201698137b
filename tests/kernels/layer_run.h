// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/cpu/cpu_device.h"
#include "engine/kernels/engine.h"
#include "tests/kernels/reference.h"

#include <memory>
#include <span>
#include <vector>

namespace engine::test {

/// What is wired to a kernel besides what it needs at least.
struct Wiring {
    bool inPlace = false;        ///< output 0 has input 0's memory, data and gradient
    bool inputGradients = true;  ///< somebody wants them
    bool weightGradients = true; ///< the weights are not frozen
    bool outputGradients = true; ///< something arrives
};

/// One layer with the numbers of a problem, run by an engine. Around every tensor lie marks that nobody may write over.
class LayerRun {
public:
    LayerRun(const Problem& problem, const Engine& engine, Device& device, const Wiring& wiring = {});

    /// Puts the problem's inputs, weights and output gradients in place; outputs and input gradients become NaN, weight
    /// gradients zero.
    void fill(const Problem& problem);
    void setState(const Tensors<double>& state);

    void forward(std::uint64_t pass) { m_kernel->forward({.number = pass}); }
    void backward() { m_kernel->backward(); }

    std::span<float> input(std::size_t index) { return m_setup.inputs[index].values(); }
    std::span<float> output(std::size_t index) { return m_setup.outputs[index].values(); }
    std::span<float> state(std::size_t index) { return m_setup.state[index].values(); }
    std::span<float> outputGradient(std::size_t index) { return m_setup.outputs[index].gradients(); }
    std::span<float> weight(std::size_t index) { return m_setup.weights.values[index]; }
    std::span<float> weightGradient(std::size_t index) { return m_setup.weights.gradients[index]; }

    /// Empty where nobody wants it.
    std::span<float> inputGradient(std::size_t index)
    {
        const Tensor& input = m_setup.inputs[index];
        return input.gradient ? input.gradients() : std::span<float>();
    }
    void touchWeights() { ++m_version; }

    std::int64_t workspaceBytes() const { return m_kernel->workspaceBytes(); }

    /// Whether no kernel wrote beside its tensors.
    bool marksStand() const;

private:
    Tensor tensor(const Shape& shape);
    float* block(std::int64_t count);

    Device* m_device;
    std::vector<Buffer> m_memory;
    std::uint64_t m_version = 0;
    LayerSetup m_setup;
    std::unique_ptr<Kernel> m_kernel;
};

/// What an engine is asked before it makes a kernel: no tensor has memory yet.
LayerSetup setupWithoutMemory(const Problem& problem, Device& device);

} // namespace engine::test

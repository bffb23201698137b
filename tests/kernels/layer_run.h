// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// One layer with the numbers of a problem, run by an engine in the memory of its device. Around every tensor lie marks
/// that nobody may write over.
class LayerRun {
public:
    LayerRun(const Problem& problem, const Engine& engine, Device& device, const Wiring& wiring = {});

    /// Puts the problem's inputs, weights and output gradients in place; outputs and input gradients become NaN, weight
    /// gradients zero.
    void fill(const Problem& problem);
    void setState(const Tensors<double>& state);

    void forward(std::uint64_t pass) { forward(Pass{.number = pass}); }
    void forward(const Pass& pass) { m_kernel->forward(pass); }
    void backward() { m_kernel->backward(); }
    void step(std::uint64_t pass) { step(Pass{.number = pass}); } ///< forward, then backward
    void step(const Pass& pass)
    {
        forward(pass);
        backward();
    }

    // What lies in the device's memory, copied to the host when the device is done.
    std::vector<float> input(std::size_t index) const { return read(m_setup.inputs[index].values()); }
    std::vector<float> output(std::size_t index) const { return read(m_setup.outputs[index].values()); }
    std::vector<float> state(std::size_t index) const { return read(m_setup.state[index].values()); }
    std::vector<float> weight(std::size_t index) const { return read(m_setup.weights.values[index]); }
    std::vector<float> weightGradient(std::size_t index) const { return read(m_setup.weights.gradients[index]); }

    /// Empty where nobody wants it.
    std::vector<float> inputGradient(std::size_t index) const { return read(gradientsOf(m_setup.inputs[index])); }

    void setOutputGradient(std::size_t index, const std::vector<double>& values)
    {
        write(values, gradientsOf(m_setup.outputs[index]));
    }

    /// Leaves the version alone.
    void setWeight(std::size_t index, const std::vector<double>& values)
    {
        write(values, m_setup.weights.values[index]);
    }
    void touchWeights() { ++m_version; }

    std::int64_t workspaceBytes() const { return m_kernel->workspaceBytes(); }
    Kernel& kernel() { return *m_kernel; }

    /// Whether no kernel wrote beside its tensors.
    bool marksStand() const;

private:
    float* block(std::int64_t count);
    static std::span<float> gradientsOf(const Tensor& tensor);
    std::vector<float> read(std::span<const float> values) const;
    void write(const std::vector<double>& from, std::span<float> to) const;
    void write(float value, std::span<float> to) const;

    Device* m_device;
    std::vector<Buffer> m_memory;
    std::uint64_t m_version = 0;
    LayerSetup m_setup;
    std::unique_ptr<Kernel> m_kernel;
};

/// What an engine is asked before it makes a kernel: no tensor has memory yet.
LayerSetup setupWithoutMemory(const Problem& problem, Device& device);

} // namespace engine::test

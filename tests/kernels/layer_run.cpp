// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/layer_run.h"

#include <algorithm>
#include <limits>

namespace engine::test {
namespace {

constexpr std::int64_t margin = 16; ///< floats of marks on either side: as many as keep the tensor aligned
constexpr float mark = 12345.0f;

bool gradientPasses(const std::vector<Port>& ports, std::size_t index)
{
    return ports[std::min(index, ports.size() - 1)].gradient == GradientFlow::Passes;
}

void put(const std::vector<double>& from, std::span<float> to)
{
    std::transform(from.begin(), from.end(), to.begin(), [](double value) { return static_cast<float>(value); });
}

} // namespace

LayerSetup setupWithoutMemory(const Problem& problem, Device& device)
{
    LayerSetup setup;
    setup.type = problem.type;
    setup.name = "layer";
    setup.params = problem.params;
    setup.sizes = problem.sizes;
    setup.phase = problem.phase;
    setup.random = problem.random;
    setup.device = &device;
    for (const Shape& shape : problem.inputShapes) {
        setup.inputs.push_back({.shape = shape});
    }
    for (const Shape& shape : problem.sizes.outputs) {
        setup.outputs.push_back({.shape = shape});
    }
    for (const StateSpec& state : problem.sizes.state) {
        setup.state.push_back({.shape = state.shape});
    }
    return setup;
}

LayerRun::LayerRun(const Problem& problem, const Engine& engine, Device& device, const Wiring& wiring)
    : m_device(&device), m_setup(setupWithoutMemory(problem, device))
{
    const auto place = [&](Tensor& tensor, bool gradient) {
        tensor.data = block(tensor.count());
        tensor.gradient = gradient ? block(tensor.count()) : nullptr;
    };
    const bool training = problem.phase == Phase::Train;
    for (std::size_t index = 0; index < m_setup.inputs.size(); ++index) {
        place(m_setup.inputs[index], training && wiring.inputGradients && gradientPasses(problem.type->inputs, index));
    }
    for (std::size_t index = 0; index < m_setup.outputs.size(); ++index) {
        place(m_setup.outputs[index], training && wiring.outputGradients && !problem.outputGradients[index].empty());
    }
    if (wiring.inPlace) {
        m_setup.outputs[0] = m_setup.inputs[0];
    }
    for (Tensor& state : m_setup.state) {
        place(state, false);
    }
    for (const WeightSpec& weight : problem.sizes.weights) {
        const auto count = static_cast<std::size_t>(weight.shape.count());
        m_setup.weights.values.emplace_back(block(weight.shape.count()), count);
        const bool learned = training && wiring.weightGradients;
        m_setup.weights.gradients.emplace_back(learned ? block(weight.shape.count()) : nullptr, learned ? count : 0);
    }
    m_setup.weights.version = &m_version;
    fill(problem);
    setState(problem.state);
    m_kernel = engine.make(m_setup);
}

float* LayerRun::block(std::int64_t count)
{
    Buffer& buffer = m_memory.emplace_back(m_device->allocate(count + 2 * margin));
    std::fill_n(buffer.data(), buffer.count(), mark);
    return buffer.data() + margin;
}

void LayerRun::fill(const Problem& problem)
{
    constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
    for (Tensor& output : m_setup.outputs) {
        std::ranges::fill(output.values(), unknown);
    }
    for (std::size_t index = 0; index < m_setup.inputs.size(); ++index) {
        put(problem.inputs[index], m_setup.inputs[index].values());
        std::ranges::fill(inputGradient(index), unknown);
    }
    for (std::size_t index = 0; index < m_setup.outputs.size(); ++index) {
        if (m_setup.outputs[index].gradient) {
            put(problem.outputGradients[index], m_setup.outputs[index].gradients());
        }
    }
    for (std::size_t index = 0; index < problem.weights.size(); ++index) {
        put(problem.weights[index], m_setup.weights.values[index]);
        std::ranges::fill(m_setup.weights.gradients[index], 0.0f);
    }
    touchWeights();
}

void LayerRun::setState(const Tensors<double>& state)
{
    for (std::size_t index = 0; index < state.size(); ++index) {
        put(state[index], m_setup.state[index].values());
    }
}

bool LayerRun::marksStand() const
{
    return std::ranges::all_of(m_memory, [](const Buffer& buffer) {
        const auto isMark = [](float value) { return value == mark; };
        return std::all_of(buffer.data(), buffer.data() + margin, isMark) &&
               std::all_of(buffer.data() + buffer.count() - margin, buffer.data() + buffer.count(), isMark);
    });
}

} // namespace engine::test

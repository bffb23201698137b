// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/layer_run.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace engine::test {
namespace {

constexpr std::int64_t margin = 16; ///< floats of marks on either side: as many as keep the tensor aligned
constexpr float mark = 12345.0f;

bool gradientPasses(const std::vector<Port>& ports, std::size_t index)
{
    return ports[std::min(index, ports.size() - 1)].gradient == GradientFlow::Passes;
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
    write(mark, buffer.span());
    return buffer.data() + margin;
}

std::span<float> LayerRun::gradientsOf(const Tensor& tensor)
{
    return tensor.gradient ? tensor.gradients() : std::span<float>();
}

std::vector<float> LayerRun::read(std::span<const float> values) const
{
    std::vector<float> found(values.size());
    if (!found.empty()) {
        m_device->toHost(values.data(), found);
    }
    return found;
}

void LayerRun::write(const std::vector<double>& from, std::span<float> to) const
{
    const std::vector<float> values(from.begin(), from.end());
    assert(values.size() <= to.size());
    if (!values.empty()) {
        m_device->toDevice(values, to.data());
    }
}

void LayerRun::write(float value, std::span<float> to) const
{
    if (!to.empty()) {
        m_device->toDevice(std::vector<float>(to.size(), value), to.data());
    }
}

void LayerRun::fill(const Problem& problem)
{
    constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
    for (const Tensor& output : m_setup.outputs) {
        write(unknown, output.values());
    }
    for (std::size_t index = 0; index < m_setup.inputs.size(); ++index) {
        write(problem.inputs[index], m_setup.inputs[index].values());
        write(unknown, gradientsOf(m_setup.inputs[index]));
    }
    for (std::size_t index = 0; index < m_setup.outputs.size(); ++index) {
        if (m_setup.outputs[index].gradient) {
            write(problem.outputGradients[index], m_setup.outputs[index].gradients());
        }
    }
    for (std::size_t index = 0; index < problem.weights.size(); ++index) {
        write(problem.weights[index], m_setup.weights.values[index]);
        write(0.0f, m_setup.weights.gradients[index]);
    }
    touchWeights();
}

void LayerRun::setState(const Tensors<double>& state)
{
    for (std::size_t index = 0; index < state.size(); ++index) {
        write(state[index], m_setup.state[index].values());
    }
}

bool LayerRun::marksStand() const
{
    return std::ranges::all_of(m_memory, [this](const Buffer& buffer) {
        const auto isMark = [](float value) { return value == mark; };
        const std::vector<float> values = read(buffer.span());
        return std::all_of(values.begin(), values.begin() + margin, isMark) &&
               std::all_of(values.end() - margin, values.end(), isMark);
    });
}

} // namespace engine::test

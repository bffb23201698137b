// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/sequence.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/tensor_plan.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

namespace engine {

struct Sequence::KernelStep {
    std::size_t layer;
    bool derives; ///< takes part in backward
    std::unique_ptr<Kernel> kernel;
    std::vector<Kernel*> beside = {}; ///< whose weights' gradients are made beside this one's backward pass
    bool isDivided = false;           ///< its own are made beside another's
    bool leaves = false;              ///< backward() may leave some of its own unfinished beside what follows
};

Sequence::~Sequence() = default;
Sequence::Sequence(Sequence&&) noexcept = default;
Sequence& Sequence::operator=(Sequence&&) noexcept = default;

namespace {

/// Where a plan's tensors lie, with the outside ones by name. What is outside without a gradient has none inside
/// either.
std::vector<Tensor> placed(const TensorPlan& plan, const std::map<std::string, Tensor>& bound, float* block)
{
    std::vector<Tensor> tensors;
    for (const TensorPlan::Tensor& planned : plan.tensors) {
        assert(!bound.contains(planned.name) || bound.at(planned.name).count() == planned.shape.count());
        const auto at = [&](const TensorPlace& place, float* Tensor::*part) -> float* {
            float* const start = place.outsideOf ? bound.at(plan.tensors[*place.outsideOf].name).*part : block;
            return start ? start + place.offset : nullptr;
        };
        tensors.push_back({.shape = planned.shape,
                           .data = at(planned.data, &Tensor::data),
                           .gradient = planned.gradient ? at(*planned.gradient, &Tensor::gradient) : nullptr});
    }
    return tensors;
}

/// Without gradients that are not wanted.
std::vector<Tensor> inputsOf(std::size_t layer, const Layer& node, const LayerType& type, const TensorPlan& plan,
                             const std::vector<Tensor>& tensors)
{
    std::vector<Tensor> inputs;
    for (std::size_t input = 0; input < node.bottoms.size(); ++input) {
        const std::size_t index = plan.inputs[layer][input].value();
        assert(plan.tensors[index].reader == layer && "a model without its splits");
        inputs.push_back(tensors[index]);
        if (!passesGradient(node, type, input)) {
            inputs.back().gradient = nullptr;
        }
    }
    return inputs;
}

TensorPlan planOf(const Sequence::Plan& plan, const std::vector<LayerSizes>& sizes,
                  const std::vector<CanonicalWeights>& weights)
{
    std::map<std::string, bool> outside;
    for (const auto& [name, tensor] : plan.bound) {
        outside[name] = tensor.gradient != nullptr;
    }
    const auto learns = [&](std::size_t layer) {
        return std::ranges::any_of(weights[layer].gradients, [](const auto& one) { return !one.empty(); });
    };
    return planTensors({.model = plan.model,
                        .sizes = sizes,
                        .phase = plan.phase,
                        .learns = learns,
                        .outside = outside,
                        .kept = plan.kept,
                        .gradientsFromOutside = plan.gradientsFromOutside});
}

} // namespace

Sequence::Sequence(const Plan& plan)
    : m_device(plan.device), m_model(plan.model), m_sizes(inferSizes(plan.model)), m_engines(plan.model.layers.size())
{
    std::vector<CanonicalWeights> weights;
    for (std::size_t layer = 0; layer < m_sizes.size(); ++layer) {
        const Sizes& sizes = m_sizes[layer].sizes;
        weights.push_back(plan.weights && !sizes.weights.empty() ? plan.weights(layer, sizes) : CanonicalWeights{});
    }
    const TensorPlan planned = planOf(plan, m_sizes, weights);
    m_memory = plan.device->allocate(std::max<std::int64_t>(planned.total, 1));
    m_bytes = {.activations = floatBytes(planned.values),
               .activationGradients = floatBytes(planned.total - planned.values)};
    const std::vector<Tensor> tensors = placed(planned, plan.bound, m_memory.data());
    findLosses(planned, tensors, *plan.device);
    for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
        m_tensors[planned.tensors[tensor].name] = tensors[tensor];
    }
    for (std::size_t layer = 0; layer < m_model.layers.size(); ++layer) {
        std::vector<Tensor>& outputs = m_outputs.emplace_back();
        for (const std::size_t output : planned.outputs[layer]) {
            outputs.push_back(tensors[output]);
        }
        const Layer& node = m_model.layers[layer];
        const LayerType& type = layerType(node.type);
        if (type.group == LayerGroup::Source) {
            continue;
        }
        const Sizes& sizes = m_sizes[layer].sizes;
        const LayerSetup setup{
            .type = &type,
            .name = node.name,
            .params = completeParams(node, m_model.dialect),
            .sizes = sizes,
            .phase = plan.phase,
            .inputs = inputsOf(layer, node, type, planned, tensors),
            .outputs = outputs,
            .weights = weights[layer],
            .state = plan.state && !sizes.state.empty() ? plan.state(layer, sizes) : std::vector<Tensor>{},
            .random = plan.random ? plan.random(layer) : RandomStream{},
            .device = plan.device,
        };
        const Engine& engine = plan.engine(layer, setup);
        m_engines[layer] = engine.name();
        m_steps.push_back({layer, planned.derives(layer), engine.make(setup)});
    }
    divideSteps(weights);
}

/// Finds which weights' gradients are made beside which step; none where layers share weights, as both would add to
/// the same at once.
void Sequence::divideSteps(const std::vector<CanonicalWeights>& weights)
{
    std::set<const float*> gradients;
    for (const CanonicalWeights& ofLayer : weights) {
        for (const std::span<float>& gradient : ofLayer.gradients) {
            m_sharesWeights = m_sharesWeights || (!gradient.empty() && !gradients.insert(gradient.data()).second);
        }
    }
    if (m_sharesWeights) {
        return;
    }
    for (KernelStep& step : m_steps) {
        step.leaves = static_cast<bool>(layerType(m_model.layers[step.layer].type).recurrent);
    }
    const std::vector<std::optional<std::size_t>> others = layersBeside(m_model);
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (!others[step->layer]) {
            continue;
        }
        const auto host = std::ranges::find(m_steps, *others[step->layer], &KernelStep::layer);
        if (host != m_steps.end() && host->derives && step->derives) {
            host->beside.push_back(step->kernel.get());
            step->isDivided = true;
        }
    }
}

/// Their gradients are the losses' weights, throughout.
void Sequence::findLosses(const TensorPlan& plan, const std::vector<Tensor>& tensors, Device& device)
{
    for (std::size_t index = 0; index < tensors.size(); ++index) {
        const Tensor& tensor = tensors[index];
        const TensorPlan::Tensor& planned = plan.tensors[index];
        if (planned.lossWeight == 0) {
            continue;
        }
        const bool split = m_sizes[planned.maker].sizes.sharing == Sharing::OutputsEqualInput;
        m_losses.push_back({tensor, planned.lossWeight,
                            split ? plan.tensors[*plan.inputs[planned.maker].front()].maker : planned.maker});
        if (tensor.gradient) {
            const std::vector<float> weights(static_cast<std::size_t>(tensor.count()),
                                             static_cast<float>(planned.lossWeight));
            device.toDevice(weights, tensor.gradient);
        }
    }
}

void Sequence::forward(const Pass& pass)
{
    for (const KernelStep& step : m_steps) {
        step.kernel->forward(pass);
    }
}

void Sequence::backward()
{
    backward([](std::size_t) {});
}

void Sequence::backward(const std::function<void(std::size_t layer)>& before)
{
    if (m_sharesWeights) {
        m_device->join(); // so that no kernel leaves work
    }
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (step->derives) {
            before(step->layer);
            step->isDivided ? step->kernel->giveInputGradients() : runBackward(*step);
        }
    }
    m_device->join();
}

void Sequence::runBackward(const KernelStep& step)
{
    if (step.leaves) {
        m_device->join(); // what the last such step left
        m_device->beside([&] {
            for (Kernel* const kernel : step.beside) {
                kernel->addWeightGradients();
            }
        });
    }
    step.kernel->backward();
}

void Sequence::forwardLayer(std::size_t layer, const Pass& pass)
{
    if (Kernel* const one = kernel(layer)) {
        one->forward(pass);
    }
}

Kernel* Sequence::kernel(std::size_t layer) const
{
    const auto found = std::ranges::find(m_steps, layer, &KernelStep::layer);
    return found == m_steps.end() ? nullptr : found->kernel.get();
}

const Tensor& Sequence::tensor(const std::string& name) const
{
    const auto found = m_tensors.find(name);
    if (found == m_tensors.end()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the net \"%1\" has no tensor \"%2\""), m_model.name, name));
    }
    return found->second;
}

bool Sequence::has(const std::string& name) const
{
    return m_tensors.contains(name);
}

Sequence::Memory Sequence::memory() const
{
    Memory memory = m_bytes;
    for (const KernelStep& step : m_steps) {
        memory.workspace += step.kernel->workspaceBytes();
    }
    return memory;
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/training_memory.h"

#include "engine/graph/catalog.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace engine {
namespace {

std::int64_t sum(std::int64_t a, std::int64_t b)
{
    return a > std::numeric_limits<std::int64_t>::max() - b ? std::numeric_limits<std::int64_t>::max() : a + b;
}

std::int64_t kept(const Sizes& sizes, Execution execution)
{
    return execution == Execution::Fused ? sizes.keptFused : sizes.keptUnrolled;
}

std::int64_t scratch(const Sizes& sizes, Execution execution)
{
    return execution == Execution::Fused ? sizes.scratchFused : sizes.scratchUnrolled;
}

bool inPlace(const Layer& layer, std::size_t output)
{
    return std::find(layer.bottoms.begin(), layer.bottoms.end(), layer.tops[output]) != layer.bottoms.end();
}

/// Tensors that share memory, as sets with one member that stands for all.
class Places {
public:
    explicit Places(std::size_t tensors) : m_parent(tensors)
    {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t{0});
    }

    std::size_t of(std::size_t tensor)
    {
        while (m_parent[tensor] != tensor) {
            tensor = m_parent[tensor] = m_parent[m_parent[tensor]];
        }
        return tensor;
    }
    void join(std::size_t a, std::size_t b) { m_parent[of(a)] = of(b); }

private:
    std::vector<std::size_t> m_parent;
};

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// The tensors of a model by number, who makes and who reads them, and which lie inside others.
struct Tensors {
    struct Entry {
        std::size_t maker, reader = none; ///< layers; after the splits a tensor has one reader
        std::int64_t count;
    };
    std::vector<Entry> entries;
    std::vector<std::vector<std::size_t>> inputs, outputs; ///< numbers, by layer; `none` for what is not known
};

Tensors numbered(const Model& model, const std::vector<LayerSizes>& layers)
{
    Tensors tensors;
    std::unordered_map<std::string, std::size_t> newest;
    tensors.inputs.resize(layers.size());
    tensors.outputs.resize(layers.size());
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        for (const std::string& bottom : model.layers[layer].bottoms) {
            const auto tensor = newest.find(bottom);
            const std::size_t number = tensor == newest.end() ? none : tensor->second;
            tensors.inputs[layer].push_back(number);
            if (number != none) {
                tensors.entries[number].reader = layer;
            }
        }
        const std::vector<Shape>& shapes = layers[layer].sizes.outputs;
        for (std::size_t output = 0; output < shapes.size(); ++output) {
            newest.insert_or_assign(model.layers[layer].tops[output], tensors.entries.size());
            tensors.outputs[layer].push_back(tensors.entries.size());
            tensors.entries.push_back({.maker = layer, .count = shapes[output].count()});
        }
    }
    return tensors;
}

/// Joins what lies inside one another; SPLIT's outputs share their input's values, but have gradients of their own.
Places places(const Model& model, const std::vector<LayerSizes>& layers, const Tensors& tensors, bool gradients)
{
    Places result(tensors.entries.size());
    const auto join = [&](std::size_t a, std::size_t b) {
        if (a != none && b != none) {
            result.join(a, b);
        }
    };
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const Sharing sharing = layers[layer].sizes.sharing;
        const std::vector<std::size_t>& inputs = tensors.inputs[layer];
        const std::vector<std::size_t>& outputs = tensors.outputs[layer];
        for (std::size_t output = 0; output < outputs.size(); ++output) {
            const bool inside =
                sharing == Sharing::OutputsInsideInput || (sharing == Sharing::OutputsEqualInput && !gradients);
            if (!inputs.empty() && (inside || inPlace(model.layers[layer], output))) {
                join(outputs[output], inputs.front());
            }
        }
        for (std::size_t input = 0; input < inputs.size() && sharing == Sharing::InputsInsideOutput; ++input) {
            join(inputs[input], outputs.front());
        }
    }
    return result;
}

/// For each place the largest tensor in it.
std::vector<std::int64_t> extents(const Tensors& tensors, Places& where)
{
    std::vector<std::int64_t> counts(tensors.entries.size());
    for (std::size_t tensor = 0; tensor < counts.size(); ++tensor) {
        std::int64_t& count = counts[where.of(tensor)];
        count = std::max(count, tensors.entries[tensor].count);
    }
    return counts;
}

bool passes(const LayerType& type, std::size_t input)
{
    const std::vector<Port>& ports = type.inputs;
    return !ports.empty() && ports[std::min(input, ports.size() - 1)].gradient == GradientFlow::Passes;
}

/// Which tensors have a gradient: something learned lies before them and a loss behind.
std::vector<bool> withGradient(const Model& model, const std::vector<LayerSizes>& layers, const Tensors& tensors)
{
    std::vector<bool> learned(tensors.entries.size()), reached(tensors.entries.size());
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const LayerType* type = findLayerType(model.layers[layer].type);
        bool any = !layers[layer].sizes.weights.empty();
        for (std::size_t input = 0; input < tensors.inputs[layer].size(); ++input) {
            const std::size_t number = tensors.inputs[layer][input];
            any = any || (number != none && learned[number] && passes(*type, input));
        }
        for (const std::size_t output : tensors.outputs[layer]) {
            learned[output] = any;
        }
    }
    for (std::size_t layer = layers.size(); layer-- > 0;) {
        const LayerType* type = findLayerType(model.layers[layer].type);
        const std::vector<std::size_t>& outputs = tensors.outputs[layer];
        const bool any =
            !outputs.empty() && (type->loss || std::any_of(outputs.begin(), outputs.end(),
                                                           [&](std::size_t output) { return reached[output]; }));
        for (std::size_t input = 0; input < tensors.inputs[layer].size(); ++input) {
            const std::size_t number = tensors.inputs[layer][input];
            if (number != none && any && passes(*type, input)) {
                reached[number] = true;
            }
        }
    }
    for (std::size_t tensor = 0; tensor < reached.size(); ++tensor) {
        reached[tensor] = reached[tensor] && learned[tensor];
    }
    return reached;
}

/// The most floats of gradients that live at one moment of the backward pass.
std::int64_t gradientPeak(const Model& model, const std::vector<LayerSizes>& layers, const Tensors& tensors)
{
    Places where = places(model, layers, tensors, true);
    const std::vector<std::int64_t> counts = extents(tensors, where);
    const std::vector<bool> wanted = withGradient(model, layers, tensors);
    struct Life {
        std::size_t first = none, last = 0; ///< layers: of the maker, of the last reader
    };
    std::vector<Life> lives(tensors.entries.size());
    for (std::size_t tensor = 0; tensor < lives.size(); ++tensor) {
        if (wanted[tensor]) {
            Life& life = lives[where.of(tensor)];
            life.first = std::min(life.first, tensors.entries[tensor].maker);
            life.last = std::max(life.last, tensors.entries[tensor].reader);
        }
    }
    std::vector<std::int64_t> change(layers.size() + 1); // of the floats that live, from one layer to the next
    for (std::size_t tensor = 0; tensor < lives.size(); ++tensor) {
        if (lives[tensor].first != none) {
            change[lives[tensor].first] += counts[tensor];
            change[lives[tensor].last + 1] -= counts[tensor];
        }
    }
    std::int64_t live = 0, peak = 0;
    for (const std::int64_t step : change) {
        live += step;
        peak = std::max(peak, live);
    }
    return peak;
}

} // namespace

std::int64_t floatBytes(std::int64_t floats)
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
    return 4 * std::min(floats, most);
}

std::int64_t activationBytes(const Layer& layer, const Sizes& sizes, Execution execution)
{
    std::int64_t floats = kept(sizes, execution);
    const bool own = sizes.sharing == Sharing::None || sizes.sharing == Sharing::InputsInsideOutput;
    for (std::size_t output = 0; own && output < sizes.outputs.size(); ++output) {
        floats = sum(floats, inPlace(layer, output) ? 0 : sizes.outputs[output].count());
    }
    return floatBytes(floats);
}

std::int64_t gradientBytes(const Layer& layer, const LayerType& type, const Sizes& sizes)
{
    std::int64_t floats = 0;
    const bool own = sizes.sharing == Sharing::None || sizes.sharing == Sharing::InputsInsideOutput ||
                     sizes.sharing == Sharing::OutputsEqualInput;
    const bool flows = type.group != LayerGroup::Source && type.group != LayerGroup::Loss;
    for (std::size_t output = 0; own && flows && output < sizes.outputs.size(); ++output) {
        floats = sum(floats, inPlace(layer, output) ? 0 : sizes.outputs[output].count());
    }
    for (const WeightSpec& weight : sizes.weights) {
        floats = sum(floats, weight.shape.count());
    }
    return floatBytes(floats);
}

TrainingMemory trainingMemory(const Model& model, const std::vector<LayerSizes>& layers, const SizeOptions& options,
                              std::int64_t parameters)
{
    const bool training = options.phase == Phase::Train;
    const Tensors tensors = numbered(model, layers);
    Places where = places(model, layers, tensors, false);
    std::int64_t values = 0, workspace = 0;
    for (const std::int64_t count : extents(tensors, where)) {
        values = sum(values, count);
    }
    for (const LayerSizes& layer : layers) {
        values = sum(values, training ? kept(layer.sizes, options.execution) : 0);
        workspace = sum(workspace, training ? scratch(layer.sizes, options.execution) : 0);
        for (const StateSpec& state : layer.sizes.state) {
            values = sum(values, state.shape.count());
        }
    }
    TrainingMemory memory{
        .weights = floatBytes(parameters), .activations = floatBytes(values), .workspace = floatBytes(workspace)};
    if (training) {
        memory.gradients = floatBytes(parameters);
        memory.history = options.historyTensors * floatBytes(parameters);
        memory.activationGradients = floatBytes(gradientPeak(model, layers, tensors));
    }
    return memory;
}

} // namespace engine

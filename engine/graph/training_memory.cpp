// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/training_memory.h"

#include "engine/graph/catalog.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace engine {
namespace {

std::int64_t sum(std::int64_t a, std::int64_t b)
{
    return a > std::numeric_limits<std::int64_t>::max() - b ? std::numeric_limits<std::int64_t>::max() : a + b;
}

/// Whether the layer's outputs lie in memory that is not its input's.
bool ownsOutputs(const Sizes& sizes)
{
    return sizes.sharing == Sharing::None || sizes.sharing == Sharing::InputsInsideOutput;
}

std::int64_t outputFloats(const Sizes& sizes)
{
    std::int64_t floats = 0;
    for (const Shape& output : sizes.outputs) {
        floats = sum(floats, output.count());
    }
    return floats;
}

/// A tensor of the model, with its place in the order of things.
struct Entry {
    std::size_t maker;
    std::optional<std::size_t> reader = {}; ///< after the splits there is one at most
    std::int64_t count;
    bool source = false;  ///< made by a layer that reads nothing
    bool learned = false; ///< something before it is learned
    bool reached = false; ///< a loss depends on it
    bool hasGradient() const { return learned && reached; }
};

/// The first and the last moment, both included: layer l runs forward at l and, of n, backward at 2n - 1 - l.
struct Life {
    std::size_t first, last;
};

/// A model's tensors with their gradients, and which lie inside others.
class Tensors {
public:
    Tensors(const Model& model, const std::vector<LayerSizes>& layers, Phase phase);

    /// The most floats that live at one moment: of tensors alone or with their gradients.
    std::int64_t peakOfValues() const { return peak({places(false)}); }
    std::int64_t peakOfAll() const { return peak({places(false), places(true)}); }

private:
    /// Tensors that share memory.
    struct Place {
        std::int64_t count = 0;
        std::optional<Life> life = {};
    };
    using Places = std::vector<Place>;

    void connect();
    void findGradients();
    bool learnsAt(std::size_t layer) const;
    bool hasLoss(std::size_t layer) const;
    bool passes(std::size_t layer, std::size_t input) const;
    std::size_t backwardOf(std::size_t layer) const { return 2 * m_layers.size() - 1 - layer; }
    Life lifeOf(const Entry& entry, bool gradient) const;
    std::vector<std::size_t> joined(bool gradient) const;
    Places places(bool gradient) const;
    std::int64_t peak(const std::vector<Places>& all) const;

    const Model& m_model;
    const std::vector<LayerSizes>& m_layers;
    bool m_training;
    std::vector<const LayerType*> m_types;
    std::vector<Entry> m_entries;
    std::vector<std::vector<std::optional<std::size_t>>> m_inputs; ///< by layer; nothing for what is not known
    std::vector<std::vector<std::size_t>> m_outputs;               ///< by layer
};

Tensors::Tensors(const Model& model, const std::vector<LayerSizes>& layers, Phase phase)
    : m_model(model),
      m_layers(layers),
      m_training(phase == Phase::Train),
      m_inputs(layers.size()),
      m_outputs(layers.size())
{
    for (const Layer& layer : model.layers) {
        m_types.push_back(findLayerType(layer.type));
    }
    connect();
    if (m_training) {
        findGradients();
    }
}

void Tensors::connect()
{
    std::unordered_map<std::string, std::size_t> newest;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        for (const std::string& bottom : m_model.layers[layer].bottoms) {
            const auto tensor = newest.find(bottom);
            m_inputs[layer].push_back(tensor == newest.end() ? std::nullopt : std::optional(tensor->second));
            if (tensor != newest.end()) {
                m_entries[tensor->second].reader = layer;
            }
        }
        const std::vector<Shape>& shapes = m_layers[layer].sizes.outputs;
        for (std::size_t output = 0; output < shapes.size(); ++output) {
            newest.insert_or_assign(m_model.layers[layer].tops[output], m_entries.size());
            m_outputs[layer].push_back(m_entries.size());
            m_entries.push_back(
                {.maker = layer, .count = shapes[output].count(), .source = m_model.layers[layer].bottoms.empty()});
        }
    }
}

bool Tensors::passes(std::size_t layer, std::size_t input) const
{
    const std::vector<bool>& propagates = m_model.layers[layer].propagateDown;
    const std::vector<Port>& ports = m_types[layer]->inputs;
    return (input >= propagates.size() || propagates[input]) && !ports.empty() &&
           ports[std::min(input, ports.size() - 1)].gradient == GradientFlow::Passes;
}

bool Tensors::learnsAt(std::size_t layer) const
{
    const Sizes& sizes = m_layers[layer].sizes;
    for (std::size_t weight = 0; weight < sizes.weights.size(); ++weight) {
        if (weightSettings(m_model.layers[layer], sizes, weight).lrMult.value_or(1) != 0) {
            return true;
        }
    }
    return false;
}

bool Tensors::hasLoss(std::size_t layer) const
{
    const std::vector<double>& weights = m_model.layers[layer].lossWeights;
    return weights.empty() ? m_types[layer]->loss
                           : std::any_of(weights.begin(), weights.end(), [](double weight) { return weight != 0; });
}

void Tensors::findGradients()
{
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        bool learned = learnsAt(layer);
        for (std::size_t input = 0; input < m_inputs[layer].size() && !m_outputs[layer].empty(); ++input) {
            const auto tensor = m_inputs[layer][input];
            learned = learned || (tensor && m_entries[*tensor].learned && passes(layer, input));
        }
        for (const std::size_t output : m_outputs[layer]) {
            m_entries[output].learned = learned;
        }
    }
    for (std::size_t layer = m_layers.size(); layer-- > 0;) {
        const std::vector<std::size_t>& outputs = m_outputs[layer];
        const auto reached = [&](std::size_t output) { return m_entries[output].reached; };
        if (outputs.empty() || (!hasLoss(layer) && std::none_of(outputs.begin(), outputs.end(), reached))) {
            continue;
        }
        for (std::size_t input = 0; input < m_inputs[layer].size(); ++input) {
            const auto tensor = m_inputs[layer][input];
            if (tensor && passes(layer, input)) {
                m_entries[*tensor].reached = true;
            }
        }
    }
}

Life Tensors::lifeOf(const Entry& entry, bool gradient) const
{
    const std::size_t end = backwardOf(0);
    if (gradient) {
        return {entry.reader ? backwardOf(*entry.reader) : m_layers.size(), backwardOf(entry.maker)};
    }
    if (entry.source) {
        return {0, end};
    }
    return {entry.maker, !entry.reader ? end : m_training ? backwardOf(entry.maker) : *entry.reader};
}

/// For each tensor another one that it lies in one piece of memory with; itself where that is done with. SPLIT's
/// outputs share its input's values but have gradients of their own.
std::vector<std::size_t> Tensors::joined(bool gradient) const
{
    std::vector<std::size_t> place(m_entries.size());
    std::iota(place.begin(), place.end(), std::size_t{0});
    const auto find = [&](std::size_t tensor) {
        while (place[tensor] != tensor) {
            tensor = place[tensor] = place[place[tensor]];
        }
        return tensor;
    };
    const auto join = [&](std::size_t a, std::size_t b) {
        if (!gradient || (m_entries[a].hasGradient() && m_entries[b].hasGradient())) {
            place[find(a)] = find(b);
        }
    };
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        const Sharing sharing = m_layers[layer].sizes.sharing;
        const bool inside =
            sharing == Sharing::OutputsInsideInput || (sharing == Sharing::OutputsEqualInput && !gradient);
        for (const std::size_t output : m_outputs[layer]) {
            if (inside && m_inputs[layer].front()) {
                join(output, *m_inputs[layer].front());
            }
        }
        for (const auto& input : m_inputs[layer]) {
            if (sharing == Sharing::InputsInsideOutput && input) {
                join(*input, m_outputs[layer].front());
            }
        }
    }
    for (std::size_t tensor = 0; tensor < place.size(); ++tensor) {
        place[tensor] = find(tensor);
    }
    return place;
}

Tensors::Places Tensors::places(bool gradient) const
{
    const std::vector<std::size_t> place = joined(gradient);
    Places result(m_entries.size());
    for (std::size_t tensor = 0; tensor < m_entries.size(); ++tensor) {
        const Entry& entry = m_entries[tensor];
        if (gradient && !entry.hasGradient()) {
            continue;
        }
        Place& all = result[place[tensor]];
        const Life life = lifeOf(entry, gradient);
        all.count = std::max(all.count, entry.count);
        all.life = all.life ? Life{std::min(all.life->first, life.first), std::max(all.life->last, life.last)} : life;
    }
    return result;
}

std::int64_t Tensors::peak(const std::vector<Places>& all) const
{
    std::vector<std::int64_t> change(2 * m_layers.size() + 1); // of the floats that live, from moment to moment
    for (const Places& places : all) {
        for (const Place& place : places) {
            if (place.life) {
                change[place.life->first] += place.count;
                change[place.life->last + 1] -= place.count;
            }
        }
    }
    std::int64_t live = 0, most = 0;
    for (const std::int64_t step : change) {
        live += step;
        most = std::max(most, live);
    }
    return most;
}

} // namespace

std::int64_t floatBytes(std::int64_t floats)
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
    return 4 * std::min(floats, most);
}

std::int64_t activationBytes(const LayerSizes& layer)
{
    return sum(layer.memory.kept, ownsOutputs(layer.sizes) ? floatBytes(outputFloats(layer.sizes)) : 0);
}

LayerMemory memoryByFormula(const LayerType&, const LayerRequest&, const Sizes& sizes)
{
    return {.kept = floatBytes(sizes.kept)};
}

std::int64_t gradientBytes(const LayerType& type, const Sizes& sizes)
{
    const bool flows = type.group != LayerGroup::Source && type.group != LayerGroup::Loss;
    const bool own = ownsOutputs(sizes) || sizes.sharing == Sharing::OutputsEqualInput;
    std::int64_t floats = flows && own ? outputFloats(sizes) : 0;
    for (const WeightSpec& weight : sizes.weights) {
        floats = sum(floats, weight.shape.count());
    }
    return floatBytes(floats);
}

TrainingMemory trainingMemory(const Model& model, const std::vector<LayerSizes>& layers, const SizeOptions& options,
                              std::int64_t parameters)
{
    const bool training = options.phase == Phase::Train;
    const Tensors tensors(model, layers, options.phase);
    const std::int64_t values = tensors.peakOfValues();
    TrainingMemory memory{.weights = floatBytes(parameters), .activations = floatBytes(values)};
    for (const LayerSizes& layer : layers) {
        for (const StateSpec& state : layer.sizes.state) {
            memory.activations = sum(memory.activations, floatBytes(state.shape.count()));
        }
    }
    if (training) {
        for (const LayerSizes& layer : layers) {
            memory.activations = sum(memory.activations, layer.memory.kept);
            memory.workspace = sum(memory.workspace, layer.memory.workspace);
            memory.inPieces = sum(memory.inPieces, layer.memory.inPieces);
        }
        memory.gradients = floatBytes(parameters);
        memory.history = options.historyTensors * floatBytes(parameters);
        memory.activationGradients = floatBytes(tensors.peakOfAll() - values);
        memory.program = sum(programBytes, sum(memory.weights, memory.history));
    }
    return memory;
}

} // namespace engine

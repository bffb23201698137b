// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/net/weight_store.h"

#include "engine/graph/error.h"
#include "engine/net/fillers.h"
#include "engine/net/weight_check.h"

#include <algorithm>
#include <set>

namespace engine {

namespace {

constexpr std::int64_t alignment = 16; // elements: every weight starts on 64 bytes

/// Where the weights of a model lie in a store's blocks.
struct Layout {
    std::vector<WeightStore::Weight> weights;
    std::map<std::string, std::vector<std::size_t>> byLayer;
    std::int64_t count = 0; ///< elements, padding left out
    std::int64_t end = 0;   ///< elements of a block
};

/// A file finds weights by their names. "embed" may name a weight of its own "lstm/Wx", which is what "lstm" calls one.
void requireDistinctNames(const Layout& layout)
{
    std::set<std::string_view> names;
    for (const WeightStore::Weight& weight : layout.weights) {
        if (!names.insert(weight.name).second) {
            throw Error(say(ENGINE_TEXT("Sentences", "two weights have the name \"%1\": one by a param's name, the "
                                                     "other as a layer's own; give the param another name"),
                            weight.name));
        }
    }
}

Layout layOut(const Model& model)
{
    const Model training = forPhase(model, Phase::Train);
    const std::vector<LayerSizes> sizes = inferSizes(training);
    std::map<std::string, std::size_t> shared;
    Layout layout;
    for (std::size_t layer = 0; layer < sizes.size(); ++layer) {
        const Layer& node = training.layers[layer];
        std::vector<std::size_t>& mine = layout.byLayer[node.name];
        for (std::size_t index = 0; index < sizes[layer].sizes.weights.size(); ++index) {
            const WeightSpec& spec = sizes[layer].sizes.weights[index];
            const WeightSettings settings = weightSettings(node, sizes[layer].sizes, index);
            const auto known = settings.name.empty() ? shared.end() : shared.find(settings.name);
            if (known != shared.end()) {
                WeightStore::Weight& weight = layout.weights[known->second]; // SharedWeights: all who say it agree
                weight.lrMult = settings.lrMult.value_or(weight.lrMult);
                weight.decayMult = settings.decayMult.value_or(weight.decayMult);
                mine.push_back(known->second);
                continue;
            }
            if (!settings.name.empty()) {
                shared[settings.name] = layout.weights.size();
            }
            mine.push_back(layout.weights.size());
            layout.weights.push_back({settings.name.empty() ? node.name + "/" + spec.name : settings.name, spec,
                                      layout.end, settings.lrMult.value_or(1), settings.decayMult.value_or(1)});
            layout.count += spec.shape.count();
            layout.end += (spec.shape.count() + alignment - 1) / alignment * alignment;
        }
    }
    requireDistinctNames(layout);
    return layout;
}

void requireSame(const std::vector<WeightStore::Weight>& weights, const std::vector<NamedTensor>& tensors)
{
    std::map<std::string, const NamedTensor*> byName;
    for (const NamedTensor& tensor : tensors) {
        byName[tensor.name] = &tensor;
    }
    for (const WeightStore::Weight& weight : weights) {
        const auto found = byName.find(weight.name);
        if (found == byName.end()) {
            throw Error(say(ENGINE_TEXT("Sentences", "the weight %1 %2 is missing"), weight.name, weight.spec.shape));
        }
        if (found->second->shape != weight.spec.shape) {
            throw Error(say(ENGINE_TEXT("Sentences", "the weight %1 is %2, but this model has it as %3"), weight.name,
                            found->second->shape, weight.spec.shape));
        }
        byName.erase(found);
    }
    if (!byName.empty()) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "the weight %1 belongs to no layer of this model"), byName.begin()->first));
    }
    requireFinite(tensors);
}

} // namespace

WeightStore::WeightStore(const Model& model, Device& device, std::uint64_t seed)
    : m_device(&device), m_version(std::make_unique<std::uint64_t>(1))
{
    Layout layout = layOut(model);
    m_weights = std::move(layout.weights);
    m_byLayer = std::move(layout.byLayer);
    m_count = layout.count;
    m_values = device.allocate(std::max<std::int64_t>(layout.end, 1));
    m_gradients = device.allocate(std::max<std::int64_t>(layout.end, 1));
    for (std::size_t index = 0; index < m_weights.size(); ++index) {
        RandomSequence random(RandomStream{seed, index});
        std::vector<float> first(static_cast<std::size_t>(m_weights[index].spec.shape.count()));
        fill(m_weights[index].spec, random, first);
        device.toDevice(first, m_weights[index].in(values()).data());
    }
}

void requireWeights(const Model& model, const std::vector<NamedTensor>& tensors)
{
    requireSame(layOut(model).weights, tensors);
}

CanonicalWeights WeightStore::of(const std::string& layer, const Sizes& sizes) const
{
    const auto found = m_byLayer.find(layer);
    if (found == m_byLayer.end() || found->second.size() != sizes.weights.size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "layer %1 has %2 weights, but the net that was trained has %3"), layer,
                        sizes.weights.size(),
                        (found == m_byLayer.end() ? ENGINE_TEXT("Sentences", "no layer of that name")
                                                  : std::to_string(found->second.size()))));
    }
    CanonicalWeights weights{.values = {}, .gradients = {}, .version = m_version.get()};
    for (std::size_t index = 0; index < found->second.size(); ++index) {
        const Weight& weight = m_weights[found->second[index]];
        if (weight.spec.shape != sizes.weights[index].shape) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "layer %1 has %2 as %3, but the net that was trained has it as %4"), layer,
                    sizes.weights[index].name, sizes.weights[index].shape, weight.spec.shape));
        }
        weights.values.push_back(weight.in(values()));
        weights.gradients.push_back(weight.frozen() ? std::span<float>{} : weight.in(gradients()));
    }
    return weights;
}

void WeightStore::clearGradients()
{
    m_device->zero(m_gradients.data(), m_gradients.count());
}

std::vector<NamedTensor> WeightStore::read() const
{
    std::vector<NamedTensor> tensors;
    for (const Weight& weight : m_weights) {
        NamedTensor tensor{weight.name, weight.spec.shape, {}};
        tensor.values.resize(static_cast<std::size_t>(weight.spec.shape.count()));
        m_device->toHost(weight.in(values()).data(), tensor.values);
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

void WeightStore::write(const std::vector<NamedTensor>& tensors)
{
    requireSame(m_weights, tensors);
    for (const NamedTensor& tensor : tensors) {
        const auto weight = std::find_if(m_weights.begin(), m_weights.end(),
                                         [&](const Weight& one) { return one.name == tensor.name; });
        m_device->toDevice(tensor.values, weight->in(values()).data());
    }
    touch();
}

} // namespace engine

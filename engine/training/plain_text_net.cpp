// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/plain_text_net.h"

#include "engine/graph/catalog.h"

#include <map>

namespace engine {
namespace {

/// Follows the layers from the ids to the scores.
class Reading {
public:
    Reading(const Net& net, const WeightStore& store) : m_net(net), m_store(store)
    {
        m_meaning[net.wiring().characters] = Meaning::Ids;
        m_meaning[net.wiring().cont] = Meaning::Marks;
        m_found.version = nullptr;
    }

    /// False: the layer is none of a plain net's, or not at its place in one.
    bool take(std::size_t index)
    {
        const Layer& layer = m_net.sequence().model().layers[index];
        const LayerType& type = layerType(layer.type);
        if (type.group == LayerGroup::Source) {
            return true;
        }
        if (type.name == "SPLIT" || type.name == "DROPOUT" || type.name == "RESHAPE") {
            const Meaning passed = meaning(layer, 0);
            for (const std::string& top : layer.tops) {
                m_meaning[top] = passed;
            }
            return true;
        }
        const LayerSizes& sizes = m_net.sequence().sizes()[index];
        const CanonicalWeights weights = m_store.of(layer.name, sizes.sizes);
        const Params params = completeParams(layer, m_net.sequence().model().dialect);
        m_found.version = weights.version;
        return (type.name == "EMBED" && takeEmbedding(layer, sizes.sizes, weights)) ||
               takeLstm(layer, type, params, weights) ||
               (type.name == "INNERPRODUCT" && takeScores(layer, params, sizes.sizes, weights));
    }

    std::optional<PlainTextNet> result(const std::string& scores)
    {
        return m_meaning[scores] == Meaning::Scores ? std::optional(m_found) : std::nullopt;
    }

private:
    enum class Meaning { Other, Ids, Marks, Vector, Memory, Scores };

    Meaning meaning(const Layer& layer, std::size_t bottom) { return m_meaning[layer.bottoms.at(bottom)]; }

    /// What comes from the ids goes through this layer alone: nothing beside it or before it is read again.
    void passTo(const Layer& layer, Meaning made)
    {
        std::erase_if(m_meaning, [](const auto& one) { return one.second != Meaning::Marks; });
        m_meaning[layer.tops.at(0)] = made;
    }

    bool takeEmbedding(const Layer& layer, const Sizes& sizes, const CanonicalWeights& weights)
    {
        if (meaning(layer, 0) != Meaning::Ids || m_found.embedding != nullptr) {
            return false;
        }
        m_found.vocabulary = sizes.weights.at(0).shape[0];
        m_found.width = sizes.weights[0].shape[1];
        m_found.embedding = weights.values.at(0).data();
        m_found.embeddingBias = weights.values.size() > 1 ? weights.values[1].data() : nullptr;
        passTo(layer, Meaning::Vector);
        return true;
    }

    bool takeLstm(const Layer& layer, const LayerType& type, const Params& params, const CanonicalWeights& weights)
    {
        const std::optional<RecurrentStack> stack = recurrentStack(type, params);
        if (!stack || stack->rows || stack->cell->kind != Cell::Kind::Lstm || stack->isBidirectional()) {
            return false;
        }
        const bool below = meaning(layer, 0) == Meaning::Vector || meaning(layer, 0) == Meaning::Memory;
        if (!below || layer.bottoms.size() != 2 || meaning(layer, 1) != Meaning::Marks || layer.tops.size() != 1) {
            return false;
        }
        const std::vector<Tensor> state = m_net.stateOf(layer.name);
        for (std::size_t stacked = 0; 3 * stacked < weights.values.size(); ++stacked) {
            m_found.layers.push_back({.units = intParam(params, "num_output"),
                                      .Wx = weights.values[3 * stacked].data(),
                                      .Wh = weights.values[3 * stacked + 1].data(),
                                      .b = weights.values[3 * stacked + 2].data(),
                                      .h = state.at(2 * stacked).data,
                                      .c = state.at(2 * stacked + 1).data});
        }
        passTo(layer, Meaning::Memory);
        return true;
    }

    bool takeScores(const Layer& layer, const Params& params, const Sizes& sizes, const CanonicalWeights& weights)
    {
        if (meaning(layer, 0) != Meaning::Memory || flagParam(params, "transpose") ||
            sizes.weights.at(0).shape != Shape{m_found.vocabulary, m_found.layers.back().units}) {
            return false;
        }
        m_found.W = weights.values.at(0).data();
        m_found.b = weights.values.size() > 1 ? weights.values[1].data() : nullptr;
        passTo(layer, Meaning::Scores);
        return true;
    }

    const Net& m_net;
    const WeightStore& m_store;
    std::map<std::string, Meaning> m_meaning;
    PlainTextNet m_found{};
};

} // namespace

std::optional<PlainTextNet> plainTextNet(const Net& net, const WeightStore& store, const std::string& scores)
{
    Reading reading(net, store);
    for (std::size_t layer = 0; layer < net.sequence().model().layers.size(); ++layer) {
        if (!reading.take(layer)) {
            return std::nullopt;
        }
    }
    return reading.result(scores);
}

} // namespace engine

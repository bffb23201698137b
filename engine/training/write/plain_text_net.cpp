// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/write/plain_text_net.h"

#include "engine/graph/catalog.h"

#include <map>

namespace engine {
namespace {

/// Follows the layers from the ids to the scores.
class PlainReading {
public:
    PlainReading(const Net& net, const WeightStore& store) : m_net(net), m_store(store)
    {
        m_meaning[net.wiring().values] = Meaning::Ids;
        m_meaning[net.wiring().cont] = Meaning::Cont;
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
               takeRecurrent(layer, type, params, weights) ||
               (type.name == "INNERPRODUCT" && takeScores(layer, params, sizes.sizes, weights));
    }

    std::optional<PlainTextNet> result(const std::string& scores)
    {
        return m_meaning[scores] == Meaning::Scores ? std::optional(m_found) : std::nullopt;
    }

private:
    enum class Meaning { Other, Ids, Cont, Vector, Hidden, Scores };

    Meaning meaning(const Layer& layer, std::size_t bottom) { return m_meaning[layer.bottoms.at(bottom)]; }

    /// The net is a chain: once this layer has read its input, no other layer may read that or anything before it.
    void passTo(const Layer& layer, Meaning made)
    {
        std::erase_if(m_meaning, [](const auto& one) { return one.second != Meaning::Cont; });
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

    bool takeRecurrent(const Layer& layer, const LayerType& type, const Params& params, const CanonicalWeights& weights)
    {
        const std::optional<RecurrentStack> stack = recurrentStack(type, params);
        if (!stack || stack->cell->typed || stack->rows || stack->isBidirectional() ||
            (m_found.cell != nullptr && m_found.cell != stack->cell)) {
            return false;
        }
        const bool below = meaning(layer, 0) == Meaning::Vector || meaning(layer, 0) == Meaning::Hidden;
        if (!below || layer.bottoms.size() != 2 || meaning(layer, 1) != Meaning::Cont || layer.tops.size() != 1) {
            return false;
        }
        m_found.cell = stack->cell;
        const std::vector<Tensor> state = m_net.stateOf(layer.name);
        const auto states = static_cast<std::size_t>(stack->cell->stateCount());
        for (std::int64_t stacked = 0; stacked < stack->layers; ++stacked) {
            const auto weight = [&](RecurrentWeight which) {
                return weights.values.at(stack->weight(stacked, Direction::Forward, which)).data();
            };
            const std::size_t first = static_cast<std::size_t>(stacked) * states;
            m_found.layers.push_back({.units = intParam(params, "num_output"),
                                      .Wx = weight(RecurrentWeight::Wx),
                                      .Wh = weight(RecurrentWeight::Wh),
                                      .b = weight(RecurrentWeight::b),
                                      .bh = stack->cell->recurrentBias ? weight(RecurrentWeight::bh) : nullptr,
                                      .h = state.at(first).data,
                                      .c = states > 1 ? state.at(first + 1).data : nullptr});
        }
        passTo(layer, Meaning::Hidden);
        return true;
    }

    bool takeScores(const Layer& layer, const Params& params, const Sizes& sizes, const CanonicalWeights& weights)
    {
        if (meaning(layer, 0) != Meaning::Hidden || flagParam(params, "transpose") ||
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
    PlainReading reading(net, store);
    for (std::size_t layer = 0; layer < net.sequence().model().layers.size(); ++layer) {
        if (!reading.take(layer)) {
            return std::nullopt;
        }
    }
    return reading.result(scores);
}

} // namespace engine

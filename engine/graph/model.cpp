// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/model.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/layer_type.h"
#include "engine/graph/sentence.h"
#include "engine/graph/wires.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace engine {
namespace {

/// A setting's old name in old files, and what it is called now.
struct OldName {
    std::string_view type, before, now;
};
constexpr std::array<OldName, 2> oldNames = {OldName{"SLICE", "slice_dim", "axis"}, {"CONCAT", "concat_dim", "axis"}};

/// Translates old fields to today's settings, where those are not given.
void settleOldFields(const Layer& layer, std::string_view type, Params& params)
{
    for (const OldName& old : oldNames) {
        if (type == old.type && layer.params.contains(old.before) && !layer.params.contains(old.now)) {
            params.find(old.now)->second = params.find(old.before)->second;
        }
    }
    if (type == "SOFTMAXWITHLOSS" && layer.params.contains("normalize") && !layer.params.contains("normalization")) {
        params.find("normalization")->second = std::string(flagParam(params, "normalize") ? "VALID" : "BATCH_SIZE");
    }
}

bool holds(const PhaseRule& rule, Phase phase, const NetState& state)
{
    const auto set = [&](const std::string& stage) { return std::ranges::count(state.stages, stage) > 0; };
    return (!rule.phase || *rule.phase == phase) && (!rule.minLevel || state.level >= *rule.minLevel) &&
           (!rule.maxLevel || state.level <= *rule.maxLevel) &&
           std::all_of(rule.stages.begin(), rule.stages.end(), set) &&
           std::none_of(rule.notStages.begin(), rule.notStages.end(), set);
}

/// The SPLIT behind a tensor. Its readers are wired to it, and what the tensor counts for in the loss moves there.
Layer insertSplit(Model& model, const Wires::End& maker, const std::vector<Wires::End>& readers)
{
    Layer& source = model.layers[maker.layer];
    const std::string& tensor = source.tops[maker.index];
    Layer split{.name = say("%1_%2_%3_split", tensor, source.name, maker.index),
                .type = "SPLIT",
                .bottoms = {tensor},
                .include = source.include,
                .exclude = source.exclude};
    const auto addTop = [&split] {
        split.tops.push_back(say("%1_%2", split.name, split.tops.size()));
        return split.tops.back();
    };
    if (const double weight = lossWeight(source, maker.index); weight != 0) {
        addTop();
        split.lossWeights = {weight};
        source.lossWeights.resize(std::max(source.lossWeights.size(), maker.index + 1));
        source.lossWeights[maker.index] = 0;
    }
    for (const auto& [layer, bottom] : readers) {
        model.layers[layer].bottoms[bottom] = addTop();
    }
    return split;
}

} // namespace

double lossWeight(const Layer& layer, std::size_t top)
{
    if (top < layer.lossWeights.size()) {
        return layer.lossWeights[top];
    }
    const LayerType* type = findLayerType(layer.type);
    return top == 0 && type && type->loss && layer.lossWeights.empty() ? 1 : 0;
}

bool hasLoss(const Model& model, Phase phase)
{
    return std::ranges::any_of(model.layers, [&](const Layer& layer) {
        for (std::size_t top = 0; top < layer.tops.size(); ++top) {
            if (inPhase(layer, phase) && lossWeight(layer, top) != 0) {
                return true;
            }
        }
        return false;
    });
}

std::string_view phaseName(Phase phase)
{
    return phase == Phase::Train ? "TRAIN" : phase == Phase::Test ? "TEST" : "RUN";
}

std::map<std::string, Sentence> leftOutOf(const Model& model, Phase phase)
{
    std::map<std::string, Sentence> leftOut;
    for (const Layer& layer : model.layers) {
        if (inPhase(layer, phase)) {
            continue;
        }
        Sentence why = say(ENGINE_TEXT("Sentences", "layer %1, which is not in the net of the phase %2"), layer.name,
                           phaseName(phase));
        for (const PhaseRule& rule : layer.include) {
            if ((!rule.phase || rule.phase == phase) && !rule.stages.empty()) {
                why =
                    say(ENGINE_TEXT(
                            "Sentences",
                            "%1: it is included where the stage %2 is set, as a solver does with %3 { stage: \"%4\" }"),
                        why, printable(rule.stages.front()), phase == Phase::Train ? "train_state" : "test_state",
                        printable(rule.stages.front()));
                break;
            }
            if ((!rule.phase || rule.phase == phase) && rule.minLevel) {
                why = say(ENGINE_TEXT("Sentences",
                                      "%1: it is included from level %2 on, which a solver sets with %3 { level: %4 }"),
                          why, *rule.minLevel, phase == Phase::Train ? "train_state" : "test_state", *rule.minLevel);
                break;
            }
        }
        for (const std::string& top : layer.tops) {
            leftOut.emplace(top, why);
        }
    }
    return leftOut;
}

void requireMakers(const Model& model, Phase phase)
{
    const std::map<std::string, Sentence> leftOut = leftOutOf(model, phase);
    std::set<std::string_view> made;
    for (const Layer& layer : model.layers) {
        if (!inPhase(layer, phase)) {
            continue;
        }
        for (const std::string& bottom : layer.bottoms) {
            if (const auto missing = leftOut.find(bottom); missing != leftOut.end() && !made.contains(bottom)) {
                throw Error(say(ENGINE_TEXT("Sentences", "layer %1: its bottom \"%2\" is made by %3"), layer.name,
                                bottom, missing->second));
            }
        }
        made.insert(layer.tops.begin(), layer.tops.end());
    }
}

Params completeParams(const Layer& layer, Dialect dialect)
{
    const LayerType* type = findLayerType(layer.type);
    if (!type) {
        std::vector<std::string_view> names;
        std::transform(catalog().begin(), catalog().end(), std::back_inserter(names),
                       [](const auto& t) { return t.name; });
        throw Error(say(ENGINE_TEXT("Sentences", "layer %1: its type is \"%2\", but no layer of that type is known%3"),
                        layer.name, layer.type, hint(layer.type, names)));
    }
    Params params =
        completeParams(type->params, layer.params, dialect, say(ENGINE_TEXT("Sentences", "layer %1"), layer.name));
    settleOldFields(layer, type->name, params);
    return params;
}

WeightSettings weightSettings(const Layer& layer, const Sizes& sizes, std::size_t weight)
{
    const std::size_t place = sizes.weights[weight].blob.value_or(weight);
    return place < layer.weights.size() ? layer.weights[place] : WeightSettings();
}

bool inPhase(const Layer& layer, Phase phase, const NetState& state)
{
    const auto matches = [&](const PhaseRule& rule) { return holds(rule, phase, state); };
    const bool included = layer.include.empty() || std::any_of(layer.include.begin(), layer.include.end(), matches);
    return included && std::none_of(layer.exclude.begin(), layer.exclude.end(), matches);
}

Model forPhase(const Model& model, Phase phase)
{
    Model result = model;
    std::erase_if(result.layers, [&](const Layer& layer) { return !inPhase(layer, phase); });
    return result;
}

Model withSplits(const Model& model)
{
    Model result = model;
    std::map<std::size_t, std::vector<Layer>> splits; // by the layer that they follow
    const Wires wires(model);
    for (const auto& [maker, places] : wires.read()) {
        if (places.size() > 1 || lossWeight(model.layers[maker.layer], maker.index) != 0) {
            splits[maker.layer].push_back(insertSplit(result, maker, places));
        }
    }
    std::vector<Layer> layers;
    for (std::size_t layer = 0; layer < result.layers.size(); ++layer) {
        layers.push_back(std::move(result.layers[layer]));
        const auto after = splits.find(layer);
        if (after != splits.end()) {
            std::move(after->second.begin(), after->second.end(), std::back_inserter(layers));
        }
    }
    result.layers = std::move(layers);
    return result;
}

} // namespace engine

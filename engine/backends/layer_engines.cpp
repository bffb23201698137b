// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/layer_engines.h"

#include "engine/backends/without_memory.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"

#include <algorithm>

namespace engine {
namespace {

/// The refusals of those that are asked before `taken`.
Sentence refusalsBefore(const Engine& taken, const std::vector<const Engine*>& preferred, const LayerSetup& layer)
{
    Sentence why;
    for (const Engine* engine : preferred) {
        if (engine == &taken) {
            break;
        }
        if (const std::optional<Sentence> refusal = engine->refusal(layer)) {
            const Sentence one = say("%1 %2", engine->name(), *refusal);
            why = why.empty() ? one : say("%1; %2", why, one);
        }
    }
    return why;
}

LayerEngine engineOf(const LayerSetup& layer, const RunPlace& place, const EngineWish& wish)
{
    try {
        const std::vector<const Engine*> preferred = place.preferred(layer);
        const Engine& engine = engineFor(layer, preferred, wish);
        return {.layer = layer.name,
                .engine = std::string(engine.name()),
                .why = comesToDefault(layer, wish) ? refusalsBefore(engine, preferred, layer) : Sentence()};
    } catch (const Error& error) {
        return {.layer = layer.name, .engine = {}, .why = error.sentence()};
    }
}

} // namespace

std::vector<LayerEngine> layerEngines(const Model& model, const RunPlace& place, const EngineWish& wish)
{
    std::vector<LayerEngine> layers;
    for (LayerSetup& layer : recurrentLayers(model)) {
        layer.device = place.opened;
        layer.meantPrecision = place.precision;
        layers.push_back(engineOf(layer, place, wish));
    }
    return layers;
}

std::vector<Sentence> inWords(const std::vector<LayerEngine>& layers)
{
    struct Line {
        std::string names;
        Sentence rest;
    };
    std::vector<Line> lines;
    for (const LayerEngine& layer : layers) {
        const Sentence rest = layer.engine.empty() ? layer.why
                              : layer.why.empty()  ? Sentence(layer.engine)
                                                  : say(ENGINE_TEXT("Sentences", "%1, as %2"), layer.engine, layer.why);
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.rest == rest; });
        if (same == lines.end()) {
            lines.push_back({layer.layer, rest});
        } else {
            same->names += ", " + layer.layer;
        }
    }
    std::vector<Sentence> words;
    for (const Line& line : lines) {
        words.push_back(say("%1: %2", line.names, line.rest));
    }
    return words;
}

std::vector<LayerSetup> recurrentLayers(const Model& model)
{
    const Model training = forPhase(model, Phase::Train);
    std::vector<LayerSetup> setups;
    for (const LayerSizes& layer : sizeReport(model).layers) {
        const auto drawn = std::find_if(training.layers.begin(), training.layers.end(),
                                        [&](const Layer& one) { return one.name == layer.name; });
        const LayerType* const type = findLayerType(layer.type);
        if (!layer.problem.empty() || type == nullptr || !type->recurrent || drawn == training.layers.end()) {
            continue;
        }
        LayerSetup setup;
        setup.type = type;
        setup.name = layer.name;
        setup.params = completeParams(*drawn, model.dialect);
        setup.sizes = layer.sizes;
        setup.inputs = withoutMemory(layer.inputs);
        setup.outputs = withoutMemory(layer.sizes.outputs);
        setups.push_back(std::move(setup));
    }
    return setups;
}

} // namespace engine

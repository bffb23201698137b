// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/unit_reader.h"

#include "engine/devices/backend.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"
#include "engine/kernels/sequence.h"
#include "engine/lens/reading_memory.h"
#include "engine/lens/unit_layer.h"
#include "engine/net/engine_wish.h"

#include <algorithm>

namespace engine {
namespace {

/// Up to the last recurrent layer: what comes after it is of no interest here, and costs.
Model upToTheUnits(Model model)
{
    std::size_t kept = 0;
    for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
        const LayerType* type = findLayerType(model.layers[layer].type);
        if (type != nullptr && isRecurrent(*type)) {
            kept = layer + 1;
        }
    }
    if (kept == 0) {
        throw Error(
            ENGINE_TEXT("Sentences", "the net has no recurrent layer, so it has no units that remember anything"));
    }
    model.layers.resize(kept);
    return model;
}

} // namespace

std::vector<UnitValues> readUnits(const Model& model, WeightStore& store, std::span<const std::int32_t> characters,
                                  const GoOn& goOn)
{
    std::vector<UnitValues> kept;
    if (characters.empty()) {
        throw Error(ENGINE_TEXT("Sentences", "the text has no character that the net knows"));
    }
    const Model reading = withBatch(forGeneration(model), static_cast<std::int64_t>(characters.size()), 1);
    const DataWiring wiring = textWiring(reading, Phase::Run);
    const Model needed = upToTheUnits(forPhase(reading, Phase::Run));
    requireRoom(readingMemory(needed), store.device().memory().available);
    const Model mine = withSplits(needed);

    const UnitEngine units(kept, goOn);
    std::vector<Buffer> states;
    Sequence::Plan plan{.model = mine, .phase = Phase::Run, .device = &store.device()};
    plan.weights = [&](std::size_t layer, const Sizes& sizes) { return store.of(mine.layers[layer].name, sizes); };
    plan.state = [&](std::size_t, const Sizes& sizes) {
        std::vector<Tensor> tensors;
        for (const StateSpec& spec : sizes.state) {
            states.push_back(store.device().allocate(spec.shape.count()));
            tensors.push_back({spec.shape, states.back().data(), nullptr});
        }
        return tensors;
    };
    plan.random = [](std::size_t) { return RandomStream{0, 0}; };
    plan.engine = [&](std::size_t, const LayerSetup& setup) -> const Engine& {
        if (!isRecurrent(*setup.type)) {
            return engineFor(setup, setup.device->backend().preferred(setup), {});
        }
        if (const std::optional<Sentence> why = units.refusal(setup)) {
            throw Error(say(ENGINE_TEXT("Sentences", "layer %1: the lens %2"), setup.name, *why));
        }
        return units;
    };
    Sequence sequence(plan);

    const std::vector<float> ids(characters.begin(), characters.end());
    std::vector<float> cont(ids.size(), 1.0f);
    cont[0] = 0;
    store.device().toDevice(ids, sequence.tensor(wiring.values).data);
    if (!wiring.cont.empty() && sequence.has(wiring.cont)) {
        store.device().toDevice(cont, sequence.tensor(wiring.cont).data);
    }
    sequence.forward({.startsOnlyFirst = true});
    return kept;
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/engine.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/recurrent_dropout.h"

#include <algorithm>
#include <iterator>

namespace engine {
namespace {

/// "CAFFE, ONEDNN"
std::string namesOf(std::span<const Engine* const> engines)
{
    std::string names;
    for (const Engine* engine : engines) {
        names += (names.empty() ? "" : ", ") + std::string(engine->name());
    }
    return names;
}

/// "; CAFFE, ONEDNN can", of those that do not refuse; nothing where all do.
Sentence whoCan(std::span<const Engine* const> engines, const LayerSetup& layer)
{
    std::vector<const Engine*> able;
    std::ranges::copy_if(engines, std::back_inserter(able), [&](const Engine* one) { return !one->refusal(layer); });
    return able.empty() ? Sentence() : say(ENGINE_TEXT("Sentences", "; %1 can"), namesOf(able));
}

} // namespace

std::unique_ptr<Kernel> Engine::make(const LayerSetup& layer) const
{
    const std::optional<RecurrentDropout> dropout = recurrentDropout(layer);
    return dropout ? makeWithRecurrentDropout(layer, *dropout,
                                              [this](const LayerSetup& masked) { return makeKernel(masked); })
                   : makeKernel(layer);
}

LayerMemory Engine::memory(const LayerSetup& layer) const
{
    LayerMemory memory = kernelMemory(layer);
    const LayerMemory copies = recurrentDropoutMemory(layer);
    memory.kept += copies.kept;
    memory.workspace += copies.workspace;
    return memory;
}

LayerMemory Engine::kernelMemory(const LayerSetup& layer) const
{
    return {.kept = layer.sizes.kept * static_cast<std::int64_t>(sizeof(float))};
}

const Engine& choose(std::span<const Engine* const> preferred, std::string_view wish, const LayerSetup& layer)
{
    const bool any = folded(wish) == folded("DEFAULT");
    Sentence refusals;
    for (const Engine* engine : preferred) {
        if (!any && folded(wish) != folded(engine->name())) {
            continue;
        }
        const std::optional<Sentence> refusal = engine->refusal(layer);
        if (!refusal) {
            return *engine;
        }
        const Sentence one = say("%1 %2", engine->name(), *refusal);
        refusals = refusals.empty() ? one : say("%1; %2", refusals, one);
    }
    const Sentence reason =
        refusals.empty()
            ? say(ENGINE_TEXT("Sentences", "this device has no engine of that name, only %1"), namesOf(preferred))
            : refusals;
    throw UnavailableError(say(ENGINE_TEXT("Sentences", "layer %1: no engine %2 can run it: %3%4"), layer.name,
                               any ? say(ENGINE_TEXT("Sentences", "at all")) : Sentence(std::string(wish)), reason,
                               (any || refusals.empty() ? Sentence() : whoCan(preferred, layer))));
}

} // namespace engine

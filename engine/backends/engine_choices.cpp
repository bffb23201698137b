// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/engine_choices.h"

#include "engine/backends/backends.h"
#include "engine/backends/layer_engines.h"
#include "engine/graph/error.h"
#include "engine/kernels/engine.h"

#include <algorithm>
#include <string_view>

namespace engine {

namespace {

/// The first refusal; nothing if the engine can run all of them.
std::optional<Sentence> refusalOf(const Engine& engine, std::string_view device, const std::vector<LayerSetup>& layers)
{
    for (const LayerSetup& layer : layers) {
        if (const std::optional<Sentence> refusal = engine.refusal(layer)) {
            return say(ENGINE_TEXT("Sentences", "layer %1: %2 on %3 %4"), layer.name, engine.name(), device, *refusal);
        }
    }
    return std::nullopt;
}

/// The devices of a kind, or why none can be taken.
struct Devices {
    std::vector<DeviceInfo> all;
    std::optional<Sentence> refusal;
};

Devices devicesOrRefusal(const KnownBackend& kind)
{
    if (kind.backend == nullptr) {
        return {.all = {}, .refusal = kind.refusal};
    }
    try {
        Devices devices{.all = kind.backend->devices(), .refusal = {}};
        const bool usable = std::ranges::any_of(devices.all, [](const DeviceInfo& one) { return !one.refusal; });
        if (devices.all.empty()) {
            devices.refusal = ENGINE_TEXT("Engines", "this machine has no GPU that CUDA can use");
        } else if (!usable) {
            devices.refusal = say("%1: %2", devices.all[0].model, *devices.all[0].refusal);
        }
        return devices;
    } catch (const UnavailableError& why) {
        return {.all = {}, .refusal = why.sentence()};
    }
}

/// The engines that Hamnet knows, also where the kind of device is not here.
struct KnownEngine {
    std::string_view device, name;
    const char* about;
};

constexpr KnownEngine knownEngines[] = {
    {"CPU", "CAFFE", ENGINE_TEXT("Engines", "Layer by layer and step by step, as Caffe does.")},
    {"CPU", "ONEDNN", ENGINE_TEXT("Engines", "All steps of a recurrent layer in one fused call.")},
    {"CPU", "FUSED",
     ENGINE_TEXT("Engines", "Hamnet's own kernels for cells that are typed as equations (CELL), and for no others.")},
    {"CUDA", "CAFFE", ENGINE_TEXT("Engines", "Layer by layer and step by step, as Caffe does, on a GPU.")},
    {"CUDA", "CUDNN", ENGINE_TEXT("Engines", "All steps of a recurrent layer in one fused call on a GPU.")},
    {"CUDA", "FUSED",
     ENGINE_TEXT(
         "Engines",
         "Hamnet's own kernels for recurrent layers, in bf16, up to 64 units in fp32 and tf32 too; a small layer "
         "runs all steps in one kernel.")},
};

/// What the kind's backend makes of the engine that the choice names; nothing without a backend.
void ask(const KnownBackend& kind, const std::vector<LayerSetup>& layers, EngineChoice& choice)
{
    if (kind.backend == nullptr) {
        return;
    }
    for (const Backend::OwnEngine& one : kind.backend->engines()) {
        if (one.engine->name() == choice.name) {
            choice.library = one.library;
            choice.refusal = choice.refusal ? choice.refusal : refusalOf(*one.engine, kind.name, layers);
        }
    }
}

} // namespace

std::vector<EngineChoice> engineChoices(const Model& model)
{
    return engineChoices(model, backends());
}

std::vector<EngineChoice> engineChoices(const Model& model, std::span<const KnownBackend> kinds)
{
    const std::vector<LayerSetup> layers = recurrentLayers(model);
    std::vector<EngineChoice> choices = {
        {.name = "DEFAULT",
         .device = {},
         .library = {},
         .about = ENGINE_TEXT("Engines", "For each layer the fastest engine that can run it.")}};
    for (const KnownBackend& kind : kinds) {
        const std::optional<Sentence> noDevice = devicesOrRefusal(kind).refusal;
        for (const KnownEngine& known : knownEngines) {
            if (known.device == kind.name) {
                choices.push_back({.name = std::string(known.name),
                                   .device = std::string(kind.name),
                                   .library = {},
                                   .about = known.about,
                                   .refusal = noDevice});
                ask(kind, layers, choices.back());
            }
        }
    }
    return choices;
}

std::vector<DeviceChoice> deviceChoices()
{
    return deviceChoices(backends());
}

std::vector<DeviceChoice> deviceChoices(std::span<const KnownBackend> kinds)
{
    std::vector<DeviceChoice> choices;
    for (const KnownBackend& kind : kinds) {
        const Devices devices = devicesOrRefusal(kind);
        for (const DeviceInfo& one : devices.all) {
            const std::string capability = one.capability.empty() ? "" : ", compute capability " + one.capability;
            choices.push_back({.name = one.name, .description = one.model + capability, .refusal = one.refusal});
        }
        if (devices.all.empty()) {
            choices.push_back({.name = std::string(kind.name), .description = {}, .refusal = devices.refusal});
        }
    }
    return choices;
}

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/net/engine_choices.h"

#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/kernels/cpu_engines.h"

#include <algorithm>

namespace engine {

namespace {

constexpr const char* whyNoCuda = ENGINE_TEXT("Engines", "this program was built without CUDA");

std::vector<Tensor> tensorsOf(const std::vector<Shape>& shapes)
{
    std::vector<Tensor> tensors;
    for (const Shape& shape : shapes) {
        tensors.push_back({shape, nullptr, nullptr});
    }
    return tensors;
}

/// The recurrent layers of training, as their engines are asked about them: without memory.
std::vector<LayerSetup> recurrentLayers(const Model& model)
{
    const Model training = forPhase(model, Phase::Train);
    std::vector<LayerSetup> setups;
    for (const LayerSizes& layer : sizeReport(model).layers) {
        const auto drawn = std::find_if(training.layers.begin(), training.layers.end(),
                                        [&](const Layer& one) { return one.name == layer.name; });
        const LayerType* const type = findLayerType(layer.type);
        if (!layer.problem.empty() || type == nullptr || !isRecurrent(*type) || drawn == training.layers.end()) {
            continue;
        }
        LayerSetup setup;
        setup.type = type;
        setup.name = layer.name;
        setup.params = completeParams(*drawn, model.dialect);
        setup.sizes = layer.sizes;
        setup.inputs = tensorsOf(layer.inputs);
        setup.outputs = tensorsOf(layer.sizes.outputs);
        setups.push_back(std::move(setup));
    }
    return setups;
}

/// The first refusal; nothing if the engine can run all of them.
std::optional<std::string> refusalOf(const Engine& engine, const std::vector<LayerSetup>& layers)
{
    for (const LayerSetup& layer : layers) {
        if (const std::optional<std::string> refusal = engine.refusal(layer)) {
            return "layer " + layer.name + ": " + std::string(engine.name()) + " " + *refusal;
        }
    }
    return std::nullopt;
}

std::string aboutCpu(std::string_view engine)
{
    return engine == "ONEDNN" ? ENGINE_TEXT("Engines", "All steps of a recurrent layer in one fused call.")
                              : ENGINE_TEXT("Engines", "Layer by layer and step by step, as Caffe does.");
}

} // namespace

bool isRecurrent(const LayerType& type)
{
    return type.group == LayerGroup::Recurrent && type.name != "LSTM_UNIT";
}

std::vector<EngineChoice> engineChoices(const Model& model)
{
    const std::vector<LayerSetup> layers = recurrentLayers(model);
    std::vector<EngineChoice> choices = {
        {.name = "DEFAULT",
         .device = {},
         .library = {},
         .about = ENGINE_TEXT("Engines", "For each layer the quickest engine that can run it.")}};
    for (const BuiltInEngine& built : cpuEngines()) {
        choices.push_back({.name = std::string(built.engine->name()),
                           .device = "CPU",
                           .library = built.library,
                           .about = aboutCpu(built.engine->name()),
                           .refusal = refusalOf(*built.engine, layers)});
    }
    choices.push_back({.name = "CAFFE",
                       .device = "CUDA",
                       .library = {},
                       .about = ENGINE_TEXT("Engines", "Layer by layer and step by step, as Caffe does, on a GPU."),
                       .refusal = whyNoCuda});
    choices.push_back({.name = "CUDNN",
                       .device = "CUDA",
                       .library = {},
                       .about = ENGINE_TEXT("Engines", "All steps of a recurrent layer in one fused call on a GPU."),
                       .refusal = whyNoCuda});
    return choices;
}

std::vector<DeviceChoice> deviceChoices()
{
    return {{.name = "CPU", .description = CpuDevice().description()},
            {.name = "CUDA", .description = {}, .refusal = whyNoCuda}};
}

} // namespace engine

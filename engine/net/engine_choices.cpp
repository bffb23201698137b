// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/net/engine_choices.h"

#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cuda_module.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/kernels/cpu_engines.h"

#include <algorithm>

namespace engine {

namespace {

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

/// The GPUs, or why there are none.
struct Gpus {
    std::vector<CudaGpu> all;
    std::optional<std::string> refusal;
};

Gpus findGpus()
{
    const CudaAvailability& cuda = cudaModule();
    if (cuda.module == nullptr) {
        return {.all = {}, .refusal = cuda.refusal};
    }
    try {
        Gpus gpus{.all = cuda.module->gpus(), .refusal = {}};
        const bool usable = std::ranges::any_of(gpus.all, [](const CudaGpu& gpu) { return !gpu.refusal; });
        if (gpus.all.empty()) {
            gpus.refusal = ENGINE_TEXT("Engines", "this machine has no GPU that CUDA can use");
        } else if (!usable) {
            gpus.refusal = gpus.all[0].name + ": " + *gpus.all[0].refusal;
        }
        return gpus;
    } catch (const UnavailableError& why) {
        return {.all = {}, .refusal = why.what()};
    }
}

std::string aboutCuda(std::string_view engine)
{
    if (engine == "FUSED") {
        return ENGINE_TEXT("Engines", "All steps of a recurrent layer in one kernel that stays on the GPU, in bf16.");
    }
    return engine == "CUDNN" ? ENGINE_TEXT("Engines", "All steps of a recurrent layer in one fused call on a GPU.")
                             : ENGINE_TEXT("Engines", "Layer by layer and step by step, as Caffe does, on a GPU.");
}

/// The module's engines; without a module, those that it would have.
std::vector<EngineChoice> cudaChoices(const std::vector<LayerSetup>& layers)
{
    const std::optional<std::string> noGpu = findGpus().refusal;
    const CudaModule* const module = cudaModule().module;
    std::vector<EngineChoice> choices;
    for (const std::string_view name : {"CAFFE", "CUDNN", "FUSED"}) {
        choices.push_back(
            {.name = std::string(name), .device = "CUDA", .library = {}, .about = aboutCuda(name), .refusal = noGpu});
        if (module == nullptr) {
            continue;
        }
        for (const CudaModule::ModuleEngine& one : module->engines()) {
            if (one.engine->name() == name) {
                choices.back().library = one.library;
                choices.back().refusal = noGpu ? noGpu : refusalOf(*one.engine, layers);
            }
        }
    }
    return choices;
}

std::string aboutCpu(std::string_view engine)
{
    return engine == "ONEDNN" ? ENGINE_TEXT("Engines", "All steps of a recurrent layer in one fused call.")
                              : ENGINE_TEXT("Engines", "Layer by layer and step by step, as Caffe does.");
}

} // namespace

bool isRecurrent(const LayerType& type)
{
    return static_cast<bool>(type.recurrent);
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
    for (EngineChoice& choice : cudaChoices(layers)) {
        choices.push_back(std::move(choice));
    }
    return choices;
}

std::vector<DeviceChoice> deviceChoices()
{
    std::vector<DeviceChoice> choices = {{.name = "CPU", .description = CpuDevice().description()}};
    const Gpus gpus = findGpus();
    for (const CudaGpu& gpu : gpus.all) {
        choices.push_back({.name = sentence("CUDA:", gpu.index),
                           .description = sentence(gpu.name, ", compute capability ", gpu.capability),
                           .refusal = gpu.refusal});
    }
    if (gpus.all.empty()) {
        choices.push_back({.name = "CUDA", .description = {}, .refusal = gpus.refusal});
    }
    return choices;
}

} // namespace engine

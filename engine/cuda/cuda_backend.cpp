// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_backend.h"

#include "engine/cuda/caffe/caffe_engine.h"
#include "engine/cuda/check.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/cudnn_engine.h"
#include "engine/cuda/cudnn/library.h"
#include "engine/cuda/cudnn/recurrent.h"
#include "engine/cuda/data/cuda_batches.h"
#include "engine/cuda/data/cuda_sample_batches.h"
#include "engine/cuda/driver_release.h"
#include "engine/cuda/engine_timing.h"
#include "engine/cuda/fused/fused_engine.h"
#include "engine/cuda/group/gradient_sum.h"
#include "engine/cuda/recurrent/masked_weights.h"
#include "engine/cuda/solvers/cuda_update.h"
#include "engine/cuda/training/cuda_sampler.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <optional>

namespace engine::cuda {
namespace {

std::string cublasVersion()
{
    int major = 0, minor = 0, patch = 0;
    static_cast<void>(cublasGetProperty(MAJOR_VERSION, &major));
    static_cast<void>(cublasGetProperty(MINOR_VERSION, &minor));
    static_cast<void>(cublasGetProperty(PATCH_LEVEL, &patch));
    return say("cuBLAS %1.%2.%3", major, minor, patch);
}

std::string cudnnVersion()
{
    const std::size_t release = cudnnRelease();
    if (release == 0) {
        return "cuDNN";
    }
    return say("cuDNN %1.%2.%3", release / 10000, release / 100 % 100, release % 100);
}

// ---- which engine trains a recurrent layer

/// Raise it when an engine becomes faster or slower, so that older timings are ignored.
constexpr int generationOfKernels = 11;

/// The choice when nothing was timed.
std::vector<const Engine*> byRule(const LayerSetup& layer)
{
    if (fusedIsQuickest(layer)) {
        return {&fusedEngine(), &cudnnEngine(), &caffeCudaEngine()};
    }
    return {&cudnnEngine(), &fusedEngine(), &caffeCudaEngine()};
}

/// Stacked cells over steps in training, without state ports: what both fused engines may support.
bool canBeTimed(const LayerSetup& layer)
{
    const std::optional<RecurrentStack> stack = recurrentStack(*layer.type, layer.params);
    return stack && !stack->rows && layer.training() && layer.inputs.size() == 2 && layer.outputs.size() == 1;
}

/// The fused engines that can train the layer; CAFFE, which launches kernels for every step, is not fused.
std::vector<TimedEngine> rivals(const LayerSetup& layer)
{
    std::vector<TimedEngine> engines;
    if (!cudnnEngine().refusal(layer)) {
        engines.push_back({std::string(cudnnEngine().name()),
                           [](const LayerSetup& twin) { return cudnn::makeRecurrent(twin, cudnn::Search::Likely); }});
    }
    if (!fusedEngine().refusal(layer)) {
        engines.push_back(
            {std::string(fusedEngine().name()), [](const LayerSetup& twin) { return fusedEngine().make(twin); }});
    }
    return engines;
}

std::string keyOf(const std::string& gpu, const LayerSetup& layer)
{
    return say("%1, driver %2, cuDNN %3, Hamnet %4.%5, %6, %7", gpu, driverRelease(), cudnnRelease(), HAMNET_VERSION,
               generationOfKernels, nameOf(layer.precision().value_or(Precision::Float32)), shapeClassOf(layer));
}

std::string keyOf(const LayerSetup& layer)
{
    const CudaDevice& device = cudaDevice(*layer.device);
    return keyOf(device.properties().name, layer) + (device.settings().graphs ? "" : ", without graphs");
}

/// The timings of a layer on a device; empty if there are none.
const EngineTimes& knownTimes(const LayerSetup& layer)
{
    CudaDevice& device = cudaDevice(*layer.device);
    const std::string key = keyOf(layer);
    EngineTimes& known = device.engineTimes()[key];
    if (known.empty()) {
        known = engineTimesCache().find<EngineTimes>(key).value_or(EngineTimes());
    }
    return known;
}

/// Times the engines and stores the results. Without memory for that, fusedIsQuickest decides.
void noteTimes(const LayerSetup& layer, const std::vector<TimedEngine>& engines)
{
    CudaDevice& device = cudaDevice(*layer.device);
    const std::string key = keyOf(layer);
    EngineTimes times;
    try {
        times = timeEngines(layer, engines);
    } catch (const OutOfMemory&) {
        device.note(
            say(ENGINE_TEXT("Sentences", "layer %1: there is no memory to time its engines, so a rule chose one"),
                layer.name));
        return;
    }
    if (times.empty()) {
        return; // each says why when it is made
    }
    CacheFile cache = engineTimesCache();
    cache.put(key, times);
    device.engineTimes()[key] = std::move(times);
    for (const Sentence& note : cache.notes()) {
        device.note(note);
    }
}

class CudaBackend final : public Backend {
public:
    std::string_view name() const override { return "CUDA"; }
    std::vector<DeviceInfo> devices() const override { return findGpus(); }

    std::unique_ptr<Device> open(const DeviceSettings& settings) const override
    {
        return std::make_unique<CudaDevice>(*this, settings);
    }

    std::vector<OwnEngine> engines() const override
    {
        return {
            {&cudnnEngine(), cudnnVersion()}, {&fusedEngine(), cublasVersion()}, {&caffeCudaEngine(), cublasVersion()}};
    }

    std::vector<const Engine*> preferred(const LayerSetup& layer) const override
    {
        return layer.device == nullptr || !canBeTimed(layer) ? byRule(layer)
                                                             : quickestFirst(byRule(layer), knownTimes(layer));
    }

    std::vector<const Engine*> preferredOn(const DeviceInfo& device, const LayerSetup& layer) const override
    {
        if (!canBeTimed(layer)) {
            return byRule(layer);
        }
        const auto times = engineTimesCache().find<EngineTimes>(keyOf(device.model, layer));
        return quickestFirst(byRule(layer), times.value_or(EngineTimes()));
    }

    std::vector<const Engine*> timed(const LayerSetup& layer) const override
    {
        if (canBeTimed(layer) && knownTimes(layer).empty()) {
            const std::vector<TimedEngine> engines = rivals(layer);
            if (engines.size() > 1) {
                noteTimes(layer, engines);
            }
        }
        return preferred(layer);
    }

    std::map<std::string, double> millisecondsKnown(const LayerSetup& layer) const override
    {
        std::map<std::string, double> times;
        if (layer.device != nullptr && canBeTimed(layer)) {
            for (const auto& [engine, microseconds] : knownTimes(layer)) {
                times[engine] = microseconds / 1e3;
            }
        }
        return times;
    }

    std::unique_ptr<DeviceUpdate> makeUpdate(Device& device, const DeviceUpdatePlan& plan) const override
    {
        return makeCudaUpdate(cudaDevice(device), plan);
    }

    std::unique_ptr<MaskedWeights> makeMaskedWeights(Device& device, const MaskedWeightsPlan& plan) const override
    {
        return cuda::makeMaskedWeights(cudaDevice(device), plan);
    }

    std::unique_ptr<GradientSum> makeGradientSum(Device& device, ProcessGroup& group) const override
    {
        return makeNcclSum(cudaDevice(device), group);
    }

    std::unique_ptr<DeviceSampler> makeSampler(Device& device, const TextPorts& ports) const override
    {
        return makeCudaSampler(cudaDevice(device), ports);
    }

    std::unique_ptr<DeviceBatches> makeBatches(Device& device, const DeviceBatchPlan& plan) const override
    {
        return makeCudaBatches(cudaDevice(device), plan);
    }

    std::unique_ptr<DeviceBatches> makeBatches(Device& device, const SampleBatchPlan& plan) const override
    {
        return makeCudaSampleBatches(cudaDevice(device), plan);
    }
};

} // namespace

const Backend& cudaBackend()
{
    static const CudaBackend backend;
    return backend;
}

} // namespace engine::cuda

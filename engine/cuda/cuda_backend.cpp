// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_backend.h"

#include "engine/cuda/caffe/caffe_engine.h"
#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/cudnn_engine.h"
#include "engine/cuda/data/cuda_batches.h"
#include "engine/cuda/data/cuda_sample_batches.h"
#include "engine/cuda/fused/fused_engine.h"
#include "engine/cuda/solvers/cuda_update.h"
#include "engine/cuda/training/cuda_sampler.h"
#include "engine/graph/sentence.h"

namespace engine::cuda {
namespace {

std::string cublasVersion()
{
    int major = 0, minor = 0, patch = 0;
    static_cast<void>(cublasGetProperty(MAJOR_VERSION, &major));
    static_cast<void>(cublasGetProperty(MINOR_VERSION, &minor));
    static_cast<void>(cublasGetProperty(PATCH_LEVEL, &patch));
    return sentence("cuBLAS ", major, ".", minor, ".", patch);
}

std::string cudnnVersion()
{
    const std::size_t version = cudnnGetVersion(); // 91900 is 9.19.0
    return sentence("cuDNN ", version / 10000, ".", version / 100 % 100, ".", version % 100);
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
        if (fusedIsQuickest(layer)) {
            return {&fusedEngine(), &cudnnEngine(), &caffeCudaEngine()};
        }
        return {&cudnnEngine(), &fusedEngine(), &caffeCudaEngine()};
    }

    std::unique_ptr<DeviceUpdate> makeUpdate(Device& device, const DeviceUpdatePlan& plan) const override
    {
        return makeCudaUpdate(cudaDevice(device), plan);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"

#include "engine/backends/run_memory.h"
#include "engine/data/device_batches.h"
#include "engine/devices/cpu/blas.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/group/process_group.h"
#include "engine/graph/error.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/recurrent_dropout.h"
#include "engine/solvers/cpu_update.h"
#include "engine/training/write/device_sampler.h"

#include <oneapi/dnnl/dnnl.h>

namespace engine {
namespace {

std::string onednnVersion()
{
    const dnnl_version_t& version = *dnnl_version();
    return say(ENGINE_TEXT("Sentences", "oneDNN %1.%2.%3"), version.major, version.minor, version.patch);
}

class CpuBackend final : public Backend {
public:
    std::string_view name() const override { return "CPU"; }

    std::vector<DeviceInfo> devices() const override
    {
        const CpuDevice device(*this);
        return {{.name = device.name(),
                 .model = device.description(),
                 .memory = device.memory().total,
                 .automatic = Precision::Float32, // until it is measured on a processor that bf16 costs no learning
                 .onlyFloat32 = {std::string(caffeCpuEngine().name()), std::string(fusedCpuEngine().name())}}};
    }

    std::unique_ptr<Device> open(const DeviceSettings& settings) const override
    {
        const Precision precision = settings.precision.value_or(automaticPrecision(devices().front(), settings.engine));
        if (const std::optional<Sentence> why =
                refusedPrecision({.precision = precision, .refusal = cpuRefusal, .preferred = {}})) {
            throw UnavailableError(*why);
        }
        auto device = std::make_unique<CpuDevice>(*this, settings.threads, precision);
        device->limitToProcessors();
        return device;
    }

    std::vector<OwnEngine> engines() const override
    {
        return {{&caffeCpuEngine(), blas().name}, {&onednnEngine(), onednnVersion()}, {&fusedCpuEngine(), blas().name}};
    }

    /// ONEDNN trains an LSTM 1.4 times as fast as CAFFE at 75 x 25, 2 x 512, and 1.3 times at 50 x 50, 2 x 128 (one
    /// Xeon core, the layer alone), and generates as fast. A GRU's step is 1.0 and 1.35 times as fast there, an RNN's
    /// 1.3 and 1.1 times (two cores, medians of 12 steps). The rest it refuses. FUSED has the typed cells.
    std::vector<const Engine*> preferred(const LayerSetup&) const override
    {
        return {&onednnEngine(), &fusedCpuEngine(), &caffeCpuEngine()};
    }

    std::unique_ptr<DeviceUpdate> makeUpdate(Device&, const DeviceUpdatePlan& plan) const override
    {
        return std::make_unique<CpuUpdate>(plan);
    }

    std::unique_ptr<DeviceBatches> makeBatches(Device& device, const DeviceBatchPlan& plan) const override
    {
        return makeHostBatches(device, plan);
    }

    std::unique_ptr<DeviceBatches> makeBatches(Device& device, const SampleBatchPlan& plan) const override
    {
        return makeHostBatches(device, plan);
    }

    std::unique_ptr<MaskedWeights> makeMaskedWeights(Device& device, const MaskedWeightsPlan& plan) const override
    {
        return makeHostMaskedWeights(device, plan);
    }

    std::unique_ptr<GradientSum> makeGradientSum(Device&, ProcessGroup& group) const override
    {
        return makeHostSum(group);
    }

    std::unique_ptr<DeviceSampler> makeSampler(Device&, const TextPorts&) const override
    {
        return nullptr; // the scores are in the host's memory, and nothing runs beside it
    }
};

} // namespace

std::optional<Sentence> cpuRefusal(Precision precision)
{
    const bool hasBfloat16 = cpuMultipliesBfloat16();
    if (precision == Precision::Float32 || (precision == Precision::Bfloat16 && hasBfloat16)) {
        return std::nullopt;
    }
    if (hasBfloat16) {
        return ENGINE_TEXT("Engines", "this CPU computes in fp32 or bf16");
    }
    return precision == Precision::Bfloat16
               ? ENGINE_TEXT("Engines", "this CPU has neither AVX512_BF16 nor AMX for it and computes in fp32 only")
               : ENGINE_TEXT("Engines", "this CPU computes in fp32 only");
}

const Backend& cpuBackend()
{
    static const CpuBackend backend;
    return backend;
}

} // namespace engine

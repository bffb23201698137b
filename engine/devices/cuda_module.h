// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// What the module makes for other folders; each of them knows its own.
class Engine;
struct LayerSetup;
class DeviceBatches;
class DeviceUpdate;
struct DeviceBatchPlan;
struct DeviceUpdatePlan;
class DeviceSampler;
struct TextPorts;

/// A GPU as the driver tells of it.
struct CudaGpu {
    int index = 0;                           ///< as CUDA counts: "CUDA:0"
    std::string name;                        ///< "NVIDIA H200"
    std::string busId;                       ///< "00000000:3B:00.0": NVML knows it by that
    std::string capability;                  ///< "9.0"
    std::int64_t memory = 0;                 ///< bytes
    std::optional<std::string> refusal = {}; ///< a sentence: why it cannot be taken
};

struct CudaSettings {
    int index = 0;
    Precision precision = Precision::Tf32;
    bool graphs = true; ///< false: what is recorded runs kernel by kernel all the same, to see what graphs bring
};

/// The library libhamnet_cuda.so: all of Hamnet that needs CUDA. It is opened at run time, so that one build runs with
/// and without a GPU.
class CudaModule {
public:
    virtual ~CudaModule() = default;

    /// Empty where the driver finds none. Throws UnavailableError where there is no driver, or it is too old.
    virtual std::vector<CudaGpu> gpus() const = 0;

    /// Throws UnavailableError where there is no such GPU or it refuses.
    virtual std::unique_ptr<Device> open(const CudaSettings& settings) const = 0;

    struct ModuleEngine {
        const Engine* engine;
        std::string library; ///< what does its heavy work, with its version: "cuDNN 9.14.0"
    };
    virtual std::vector<ModuleEngine> engines() const = 0;

    /// In the order in which DEFAULT asks them about this layer: the one that is quickest first.
    virtual std::vector<const Engine*> preferred(const LayerSetup& layer) const = 0;

    /// Losses and the solver's updates, on a device of this module (engine/solvers/device_update.h).
    virtual std::unique_ptr<DeviceUpdate> makeUpdate(Device& device, const DeviceUpdatePlan& plan) const = 0;

    /// See engine/training/device_sampler.h; null where the ports' scores are too many for it.
    virtual std::unique_ptr<DeviceSampler> makeSampler(Device& device, const TextPorts& ports) const = 0;

    /// A text on a device of this module, and its batches (engine/data/device_batches.h).
    virtual std::unique_ptr<DeviceBatches> makeBatches(Device& device, const DeviceBatchPlan& plan) const = 0;
};

/// The module, or why it is not there, as a sentence.
struct CudaAvailability {
    const CudaModule* module = nullptr;
    std::string refusal;
};

/// Opens the module at the first call. It is found as any library is: beside the program by its RUNPATH, or through
/// LD_LIBRARY_PATH. cuBLAS and cuDNN are found likewise, or in the folders that HAMNET_CUDA_LIBRARIES names (separated
/// by colons).
const CudaAvailability& cudaModule();

/// For a device of the kind Cuda, which cannot be there without it.
const CudaModule& requiredCudaModule();

/// What the module exports, by the name in `cudaModuleEntry`; `version` must be that of the program.
using CudaModuleEntry = const CudaModule* (*) (const char* version);
inline constexpr const char* cudaModuleEntry = "hamnetCudaModule";

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/precision.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Device;

// What a backend makes for other folders; each of them knows its own.
class Engine;
struct LayerSetup;
class DeviceBatches;
class DeviceUpdate;
struct DeviceBatchPlan;
struct SampleBatchPlan;
struct DeviceUpdatePlan;
class DeviceSampler;
class MaskedWeights;
struct MaskedWeightsPlan;
struct TextPorts;
class GradientSum;
class ProcessGroup;

/// A device that a backend finds on this machine.
struct DeviceInfo {
    int index = 0;               ///< among those of its backend
    std::string name;            ///< "CPU", "CUDA:0": see Device::name()
    std::string model;           ///< "NVIDIA H200"; of the CPU its whole description
    std::string busId = {};      ///< of a GPU, "00000000:3B:00.0": NVML knows it by that
    std::string capability = {}; ///< of a GPU: "9.0"
    std::int64_t memory = 0;     ///< bytes

    /// The default precision: the fastest one that keeps sums, states and weights in fp32.
    Precision automatic = Precision::Float32;

    /// Engines that multiply in fp32 whatever the device's precision is: if one of them is asked for by name, the
    /// default precision is fp32.
    std::vector<std::string> onlyFloat32 = {};

    std::optional<Sentence> refusal = {}; ///< a sentence: why it cannot be taken
};

/// The default precision of a run on this device. `engine` is the name of the engine that was asked for (any case), or
/// empty.
Precision automaticPrecision(const DeviceInfo& device, std::string_view engine);

struct DeviceSettings {
    int index = 0;                           ///< see DeviceInfo
    std::optional<Precision> precision = {}; ///< nothing: automaticPrecision()
    std::string engine = {};                 ///< that will run the net, where it was asked for by name
    int threads = 0;                         ///< of the CPU; 0: one for each core that the process may use
    bool graphs = true; ///< false: recorded work is launched kernel by kernel, to measure what graphs gain
};

/// A kind of device (CPU, CUDA) and everything that depends on it: its devices, its engines, and how it updates
/// weights, cuts batches and draws characters. No other code asks which kind a device is. Stateless; lives as long as
/// the program.
class Backend {
public:
    virtual ~Backend() = default;

    virtual std::string_view name() const = 0; ///< "CPU", "CUDA"

    /// Empty if this machine has none. Throws UnavailableError if that is unknown, such as without a driver.
    virtual std::vector<DeviceInfo> devices() const = 0;

    /// Throws UnavailableError where there is no such device, it refuses, or it does not compute at that precision.
    virtual std::unique_ptr<Device> open(const DeviceSettings& settings) const = 0;

    struct OwnEngine {
        const Engine* engine;
        std::string library; ///< the library that does most of its computing, with its version: "cuDNN 9.14.0"
    };
    virtual std::vector<OwnEngine> engines() const = 0;

    /// In the order in which DEFAULT tries them for this layer: the fastest first, as far as is known.
    virtual std::vector<const Engine*> preferred(const LayerSetup& layer) const = 0;

    /// The same for a device that is not open; `layer` is on no device yet.
    virtual std::vector<const Engine*> preferredOn(const DeviceInfo& device, const LayerSetup& layer) const
    {
        static_cast<void>(device);
        return preferred(layer);
    }

    /// The same for a layer that is about to be made on its device and trained: where it is not known which engine is
    /// the quickest, they may be timed, which takes some hundredths of a second.
    virtual std::vector<const Engine*> timed(const LayerSetup& layer) const { return preferred(layer); }

    /// What engines took to train such a layer when they were timed, in milliseconds; empty where they never were.
    virtual std::map<std::string, double> millisecondsKnown(const LayerSetup& layer) const
    {
        static_cast<void>(layer);
        return {};
    }

    // All devices below are devices of this backend.

    /// Losses and the solver's updates (engine/solvers/device_update.h).
    virtual std::unique_ptr<DeviceUpdate> makeUpdate(Device& device, const DeviceUpdatePlan& plan) const = 0;

    /// The batches of a run, cut on the device or brought there (engine/data/device_batches.h).
    virtual std::unique_ptr<DeviceBatches> makeBatches(Device& device, const DeviceBatchPlan& plan) const = 0;
    virtual std::unique_ptr<DeviceBatches> makeBatches(Device& device, const SampleBatchPlan& plan) const = 0;

    /// The masked copies of recurrent weights (engine/kernels/recurrent_dropout.h).
    virtual std::unique_ptr<MaskedWeights> makeMaskedWeights(Device& device, const MaskedWeightsPlan& plan) const = 0;

    /// Adds up gradients over a group's processes, each with a device of this kind (engine/devices/group). Made by all
    /// of them at once.
    virtual std::unique_ptr<GradientSum> makeGradientSum(Device& device, ProcessGroup& group) const = 0;

    /// Draws characters on the device (engine/training/write/device_sampler.h); null if the host is faster at it.
    virtual std::unique_ptr<DeviceSampler> makeSampler(Device& device, const TextPorts& ports) const = 0;
};

/// A kind of device that Hamnet knows. Its backend, or why it is not here, as a sentence.
struct KnownBackend {
    std::string_view name; ///< "CPU", "CUDA"
    const Backend* backend = nullptr;
    Sentence refusal = {};
};

} // namespace engine

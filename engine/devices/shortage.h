// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"
#include "engine/devices/device.h"
#include "engine/devices/monitor/device_reading.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Why memory cannot be allocated, as sentences.
namespace engine {

class Nvml;

/// A limit of the process, and how much of it is in use.
struct Limit {
    std::int64_t most, used; ///< bytes
};

/// What may keep the process from memory although the machine has it. Empty: there is no such limit.
struct MemoryLimits {
    Device::Memory memory;
    std::optional<Limit> addressSpace = {}; ///< ulimit -v
    std::optional<Limit> data = {};         ///< ulimit -d
    std::optional<Limit> promises = {};     ///< of the whole system, where it promises no more than it has
};

/// `root` is where /proc is looked for.
MemoryLimits memoryLimits(const std::filesystem::path& root = "/");

/// Why the host's memory has no block of `bytes` that leaves `besides` bytes free for the libraries.
Sentence whyNoBlock(std::int64_t bytes, const MemoryLimits& limits, std::int64_t besides = 0);

/// A GPU, and who has its memory. What the driver does not tell is empty.
struct GpuRoom {
    std::string device; ///< "CUDA:0"
    std::string name;   ///< "NVIDIA H200"
    std::optional<std::int64_t> free = {}, total = {};
    std::vector<GpuProcess> holders = {};
};
/// What a GPU's context and the handles of cuBLAS and cuDNN take before any net, about: 626 MiB on an H200 with CUDA
/// 13.0 and cuDNN 9, and 4 of cuBLAS's memory on the side.
inline constexpr std::int64_t bytesToOpenGpu = std::int64_t{630} << 20;

GpuRoom gpuRoom(const DeviceInfo& gpu, Nvml& nvml);
GpuRoom gpuRoom(const DeviceInfo& gpu); ///< as the driver's own library tells

/// Why the GPU cannot be opened: `needed` bytes are what its context and libraries take.
Sentence whyGpuNotOpened(std::int64_t needed, const GpuRoom& room);

/// Why the GPU has no block of `bytes`.
Sentence whyNoBlock(std::int64_t bytes, const GpuRoom& room);

} // namespace engine

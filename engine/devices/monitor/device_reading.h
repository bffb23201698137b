// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// What a machine's devices are doing at one moment. What a device does not tell is empty.

struct ProcessorReading {
    std::optional<double> processPercent;              ///< of this process, of all the machine's processors together
    std::optional<double> machinePercent;              ///< of everything that runs
    std::optional<std::int64_t> processBytes;          ///< resident
    std::optional<std::int64_t> usedBytes, totalBytes; ///< of the machine's memory
    std::optional<double> celsius;
    std::optional<double> megahertz; ///< mean over the processors
    std::optional<double> joules;    ///< that the packages have taken since this was first asked
};

struct GpuProcess {
    std::uint32_t id = 0;
    std::string name; ///< empty where it is not known
    std::optional<std::int64_t> bytes;
};

struct GpuReading {
    std::string name; ///< "NVIDIA H200"
    std::string
        busId; ///< PCI, "00000000:3B:00.0": what CUDA's devices are matched by, as their numbers may be reordered
    bool present = true;                            ///< false: it was there before, and answers no more
    std::optional<double> utilisationPercent;       ///< share of the time in which any kernel ran; not occupancy
    std::optional<double> memoryUtilisationPercent; ///< share of the time in which memory was read or written
    std::optional<std::int64_t> usedBytes, freeBytes, totalBytes; ///< some is the driver's own
    std::optional<double> celsius, slowdownCelsius;               ///< where it starts to slow itself down
    std::optional<double> watts, limitWatts;
    std::optional<double> megahertz, memoryMegahertz;
    /// What keeps it from its highest clocks, in words (texts of the context "Devices"); none: nothing does.
    std::optional<std::vector<std::string>> throttleReasons;
    std::optional<double> joules;                     ///< that it has taken since the driver was loaded
    std::optional<std::vector<GpuProcess>> processes; ///< those that compute on it
};

/// What a run asks of a device that trains.
struct Vitals {
    std::optional<double> celsius = {};
    std::optional<double> joules = {}; ///< since some moment in the past; only goes up
    std::string name = {};             ///< "NVIDIA H200"; empty for the processor
    /// Of a GPU the share of the time in which any kernel ran, of the processor what this process takes of all cores.
    std::optional<double> utilisationPercent = {};
    std::optional<std::int64_t> usedBytes = {}; ///< of the GPU's memory by all; of the machine's by this process
    std::optional<std::int64_t> totalBytes = {};
    std::optional<double> watts = {};
};

struct DeviceReading {
    double seconds = 0; ///< since the monitor was made
    ProcessorReading processor;
    std::vector<GpuReading> gpus; ///< always in the same order
    Sentence whyNoGpus = {};      ///< where there are none
};

} // namespace engine

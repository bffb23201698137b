// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace engine {

// What a machine's devices are doing. What a device does not tell is empty.

struct ProcessorReading {
    std::optional<double> processPercent;              ///< of this process, of all the machine's processors together
    std::optional<double> machinePercent;              ///< of everything that runs
    std::optional<std::int64_t> processBytes;          ///< resident
    std::optional<std::int64_t> usedBytes, totalBytes; ///< of the machine's memory
    std::optional<double> celsius;
    std::optional<double> megahertz; ///< mean over the processors
};

struct GpuProcess {
    std::uint32_t id;
    std::string name; ///< empty where it is not known
    std::optional<std::int64_t> bytes;
};

struct GpuReading {
    std::string name;    ///< "NVIDIA H200"
    std::string busId;   ///< PCI, "00000000:3B:00.0": what CUDA's devices are matched by, as numbers may be reordered
    bool present = true; ///< false: it was there before, and answers no more
    std::optional<double> utilisationPercent;       ///< share of the time in which any kernel ran; not occupancy
    std::optional<double> memoryUtilisationPercent; ///< share of the time in which memory was read or written
    std::optional<std::int64_t> usedBytes, totalBytes;
    std::optional<double> celsius, slowdownCelsius; ///< where it starts to slow itself down
    std::optional<double> watts, limitWatts;
    std::optional<double> megahertz, memoryMegahertz;
    std::optional<std::vector<std::string>> throttleReasons; ///< "power cap", ...; none: it runs as fast as it may
    std::vector<GpuProcess> processes;
};

struct DeviceReading {
    double seconds = 0; ///< since the monitor was made
    ProcessorReading processor;
    std::vector<GpuReading> gpus;
};

/// Samples the machine on a thread of its own, 5 times a second at most: a GPU's own figures are not newer.
class DeviceMonitor {
public:
    struct Settings {
        std::chrono::milliseconds interval{500};
        std::filesystem::path root = "/";                 ///< where /proc and /sys are looked for
        std::filesystem::path nvml = "libnvidia-ml.so.1"; ///< the library that knows of NVIDIA's GPUs
    };
    DeviceMonitor();
    explicit DeviceMonitor(const Settings& settings);
    ~DeviceMonitor(); ///< joins

    /// All readings since the last call; the oldest go where nobody calls for long.
    std::vector<DeviceReading> take();

private:
    void run(const std::stop_token& stop, const Settings& settings);

    std::mutex m_mutex;
    std::vector<DeviceReading> m_readings; // guarded by m_mutex
    std::jthread m_thread;                 // last, so that it joins before what it uses goes
};

} // namespace engine

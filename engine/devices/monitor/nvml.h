// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace engine {

/// NVIDIA's GPUs, as the driver's own library tells of them. It is loaded at run time: without it, or where the driver
/// does not answer, there are no GPUs. Made and used on one thread.
class Nvml {
public:
    /// `root` is where /proc is looked for: the names of processes.
    explicit Nvml(const std::filesystem::path& library, const std::filesystem::path& root = "/");
    ~Nvml();

    /// One reading for each GPU that was there when this was made, in the order of their bus.
    std::vector<GpuReading> read();

private:
    class Library;
    struct Gpu;

    std::filesystem::path m_root;
    std::unique_ptr<Library> m_library; ///< null where there is none
    std::vector<Gpu> m_gpus;
};

} // namespace engine

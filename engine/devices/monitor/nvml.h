// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/monitor/device_reading.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
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

    /// Of the GPU at this place of the bus, in any of the spellings that isSameBus takes.
    Vitals vitals(std::string_view busId);

    /// Why there are no GPUs, a sentence; empty where there are.
    const Sentence& trouble() const { return m_trouble; }

private:
    class Library;
    struct Gpu;

    std::filesystem::path m_root;
    Sentence m_trouble;
    std::unique_ptr<Library> m_library; ///< null where there is none
    std::vector<Gpu> m_gpus;
};

/// Whether two PCI bus ids name one place: CUDA writes "0000:3b:00.0" where NVML writes "00000000:3B:00.0".
bool isSameBus(std::string_view a, std::string_view b);

} // namespace engine

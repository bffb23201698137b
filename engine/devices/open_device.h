// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct CudaAvailability;

/// Which device is wanted, and how it is to compute.
struct DeviceWish {
    std::string name = "auto"; ///< any case: "auto" (the first GPU that can, else the CPU), "cpu", "cuda", "cuda:1"
    int threads = 0;           ///< of the CPU; 0: one for each core that the process may use
    std::optional<Precision> precision = {}; ///< nothing: Float32 on the CPU, Tf32 on CUDA
    bool graphs = true;                      ///< see CudaSettings
};

/// Throws UnavailableError where there is no such device, or not at that precision. A device that is named is never
/// replaced by another; where "auto" comes to the CPU although there is a GPU, `notes` get a sentence that says why.
std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::vector<std::string>* notes = nullptr);
std::unique_ptr<Device> openDevice(const DeviceWish& wish, const CudaAvailability& cuda,
                                   std::vector<std::string>* notes = nullptr);

/// "fp32", "tf32", "bf16": how options and files name them.
std::string_view nameOf(Precision precision);
std::optional<Precision> precisionNamed(std::string_view name); ///< any case

} // namespace engine

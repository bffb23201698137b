// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"
#include "engine/devices/device.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// Which device is wanted, and how it is to compute.
struct DeviceWish {
    std::string name = "auto"; ///< any case: "auto" (the first GPU that can, else the CPU), "cpu", "cuda", "cuda:1"
    int threads = 0;           ///< of the CPU; 0: one for each core that the process may use
    std::optional<Precision> precision = {}; ///< nothing: Float32 on the CPU, Tf32 on CUDA
    bool graphs = true;                      ///< see DeviceSettings
};

/// Throws UnavailableError where there is no such device, or not at that precision. A device that is named is never
/// replaced by another; where "auto" comes to the CPU although there is a GPU, `notes` get a sentence that says why.
std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::vector<std::string>* notes = nullptr);

/// The same among these kinds of devices, of which the first is the CPU.
std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::span<const KnownBackend> kinds,
                                   std::vector<std::string>* notes = nullptr);

} // namespace engine

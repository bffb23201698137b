// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"
#include "engine/devices/device.h"
#include "engine/devices/precision_choice.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Where a run computed before, as its checkpoint tells; empty: there is none.
struct EarlierRun {
    std::string device = {};    ///< "CUDA:0"
    std::string precision = {}; ///< "bf16"; empty in files of version 1, whose runs on a GPU computed in tf32
};

/// Which device is wanted, and how it is to compute.
struct DeviceWish {
    std::string name = "auto"; ///< any case: "auto" (the first GPU that can, else the CPU), "cpu", "cuda", "cuda:1"
    int threads = 0;           ///< of the CPU; 0: one for each core that the process may use
    std::optional<Precision> precision = {}; ///< nothing: that of `before`, else the device's own choice
    std::string engine = {};                 ///< see DeviceSettings
    bool graphs = true;                      ///< likewise
    EarlierRun before = {};                  ///< counts on a device of the same kind
};

/// The precision that a device of this kind ("CPU", "CUDA") is opened with; nothing: the device chooses.
std::optional<Precision> precisionOn(std::string_view kind, const DeviceWish& wish);

/// Who decided it.
PrecisionFrom precisionFrom(const Device& device, const DeviceWish& wish);

/// Throws UnavailableError where there is no such device, or not at that precision. A device that is named is never
/// replaced by another; where "auto" comes to the CPU although there is a GPU, `notes` get a sentence that says why.
std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::vector<std::string>* notes = nullptr);

/// The same among these kinds of devices, of which the first is the CPU.
std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::span<const KnownBackend> kinds,
                                   std::vector<std::string>* notes = nullptr);

} // namespace engine

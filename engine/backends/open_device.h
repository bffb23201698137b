// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"
#include "engine/devices/device.h"
#include "engine/devices/device_wish.h"
#include "engine/devices/precision_choice.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The precision that a device of this kind ("CPU", "CUDA") is opened with; nothing: the device chooses.
std::optional<Precision> precisionOn(std::string_view kind, const DeviceWish& wish);

/// Who decided it.
PrecisionFrom precisionFrom(const Device& device, const DeviceWish& wish);

/// Throws UnavailableError where there is no such device, or not at that precision. A device that is named is never
/// replaced by another; where "auto" comes to the CPU although there is a GPU, `notes` get a sentence that says why.
std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::vector<Sentence>* notes = nullptr);

/// The same among these kinds of devices, of which the first is the CPU.
std::unique_ptr<Device> openDevice(const DeviceWish& wish, std::span<const KnownBackend> kinds,
                                   std::vector<Sentence>* notes = nullptr);

} // namespace engine

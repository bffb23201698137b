// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/open_device.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/net/engine_wish.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

// What a training needs, told before it starts by the engines that would run it.

namespace engine {

/// Where a net would run.
struct RunPlace {
    std::string device = "CPU"; ///< "CUDA:0"
    std::string name = {};      ///< of a GPU: "NVIDIA H200"
    Precision precision = Precision::Float32;

    /// Why it does not compute at a precision, as a sentence; empty: at each.
    std::function<std::optional<Sentence>(Precision)> refusal = {};

    Device* opened = nullptr; ///< where it is there already: libraries are asked then; else formulas tell

    /// Its engines, in the order in which DEFAULT asks them about a layer.
    std::function<std::vector<const Engine*>(const LayerSetup&)> preferred;

    /// What is free on the device; empty if unknown.
    std::optional<Device::Memory> memory = {};
    std::int64_t toOpen = 0; ///< bytes that the device takes of that before any net

    std::optional<Device::Memory> host = {}; ///< of a device with a memory of its own: the processor's
};

/// A device that is there.
RunPlace placeOf(Device& device);

/// A device that is not opened, as `openDevice` would choose it: "auto" with an engine of one kind of device is that
/// kind; of several the first. Throws UnavailableError where there is none.
RunPlace placeFor(const DeviceWish& device, const EngineWish& engine);

/// Why a run cannot be at the place's precision, in the words of openDevice(); nothing: it can.
std::optional<Sentence> refusedPrecision(const RunPlace& place);

/// Memory of one kind, and whether a run finds enough of it.
struct Room {
    std::string of;             ///< "CPU", "CUDA:0"
    std::int64_t needed = 0;    ///< bytes
    Device::Memory memory = {}; ///< bytes
    bool isEnough() const { return needed <= memory.available; }
};

/// A layer that no engine of the place can run.
struct Uncounted {
    std::string layer;
    Sentence why;
};

/// What a training needs.
struct RunMemory {
    SizeReport sizes;
    std::string device; ///< that was counted: "CUDA:0"
    /// Of the recurrent layers, several joined by "+"; empty where none runs them. Of all layers where none is
    /// recurrent.
    std::string engine;

    /// Of these layers only what the formula keeps is counted.
    std::vector<Uncounted> uncounted = {};

    /// The device's, then the host's if that is another. Empty if the free memory is unknown.
    std::vector<Room> rooms = {};

    /// The one that lacks most; null: all are enough.
    const Room* lacking() const;
};

/// `options.memory` is not looked at.
RunMemory runMemory(const Model& model, SizeOptions options, const RunPlace& place, const EngineWish& wish);

/// The engines of that place for SizeOptions::memory: what no engine there can run counts by its formula.
MemoryOf memoryAt(const RunPlace& place, const EngineWish& wish);

/// "training needs 3.1 GiB on CUDA:0 with CUDNN, but only 2.0 GiB of its 8.0 GiB are free"; empty if it fits or
/// the free memory is unknown.
std::optional<Sentence> whyItDoesNotFit(const RunMemory& memory);

} // namespace engine

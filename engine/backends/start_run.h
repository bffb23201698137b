// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/run_memory.h"
#include "engine/devices/device.h"
#include "engine/devices/group/process_group.h"
#include "engine/devices/monitor/device_gauge.h"
#include "engine/devices/precision_choice.h"
#include "engine/graph/go_on.h"
#include "engine/net/net.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/trainer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// What belongs to the place where a run is trained, and not to the run.
struct StartPlace {
    std::shared_ptr<ProcessGroup> group = {};  ///< that mpirun has started, with this process as rank 0; null: none
    std::optional<std::int64_t> hostRoom = {}; ///< bytes of the processor's memory that it may take; nothing: all free
    std::string howToTellCharacters = {};      ///< ends the sentence that the characters of first weights are not known
};

/// A run that may begin. What it holds must outlive its Run and go on one thread.
struct StartedRun {
    std::shared_ptr<ProcessGroup> group = {}; ///< of the processes that train it; null: this one alone
    std::unique_ptr<Device> device = {};
    PrecisionFrom precisionFrom = PrecisionFrom::Auto; ///< who decided device->precision()
    std::unique_ptr<DeviceGauge> gauge = {};
    RunMemory memory = {};                 ///< what it needs, as it was counted before anything was there
    RunSettings settings = {};             ///< their engine: the wish, or what the checkpoint was trained with
    std::vector<Sentence> notes = {};      ///< of a checkpoint's solver, why this device, of the first weights
    std::unique_ptr<Trainer> trainer = {}; ///< after what it is made on
    double deviceSeconds = 0;              ///< that it took to open the device
    double trainerSeconds = 0;             ///< the same of the trainer: weights, kernels and their memory
};

/// Opens the device, asks whether there is room, opens the data and makes the trainer. `source`: data that lie in
/// memory, in place of those that the run names. Throws UnavailableError where there is no such device or no room,
/// Error for what does not fit together, CancelledError where `goOn` says no.
StartedRun startRun(const RunDescription& run, const StartPlace& place = {}, const GoOn& goOn = {},
                    std::unique_ptr<BatchSource> source = {});

} // namespace engine

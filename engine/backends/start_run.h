// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/run_memory.h"
#include "engine/devices/device.h"
#include "engine/devices/group/process_group.h"
#include "engine/devices/monitor/device_gauge.h"
#include "engine/devices/precision_choice.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/go_on.h"
#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run/run_plan.h"
#include "engine/training/run/trainer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Weights to start from in place of those that the fillers draw.
struct FirstWeightsFile {
    std::filesystem::path file = {};        ///< any that readNet() reads; empty: the fillers draw
    std::filesystem::path vocabulary = {};  ///< the file of the rows' characters, where `file` does not tell them
    std::filesystem::path text = {};        ///< or a text that has just these characters
    std::filesystem::path solverState = {}; ///< a .solverstate of Caffe's that the solver goes on from; empty: none
};

/// All that a run is made from: a value.
struct RunStart {
    Model model = {};
    SolverSettings solver = {};
    RunPlan plan = {};
    std::filesystem::path data = {}; ///< text or sequences; empty: those of `resumed`
    FirstWeightsFile first = {};
    std::optional<Checkpoint> resumed = {};    ///< the run that goes on; with its model, solver and seed
    std::filesystem::path resumedFrom = {};    ///< its file
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
    EngineWish engine = {}; ///< of the run: the wish, or what the checkpoint was trained with
    RunMemory memory = {};  ///< what it needs, as it was counted before anything was there
    RunSettings settings = {};
    std::vector<Sentence> notes = {};      ///< sentences: why this device, of the first weights, what the solver says
    std::unique_ptr<Trainer> trainer = {}; ///< after what it is made on
};

/// Opens the device, asks whether there is room, opens the data and makes the trainer. Throws UnavailableError where
/// there is no such device or no room, Error for what does not fit together, CancelledError where `goOn` says no.
StartedRun startRun(RunStart start, const GoOn& goOn = {});

// Two steps of that, for who opens device and data itself.

/// The trainer, with the first weights and the solver's state that the start names; `notes` get sentences on them.
/// Throws Error for what does not fit together, CancelledError where `goOn` says no.
std::unique_ptr<Trainer> makeTrainer(const RunStart& start, std::unique_ptr<BatchSource> source, Device& device,
                                     const GoOn& goOn, std::vector<Sentence>& notes);

/// What the run will need on this device, before anything of it is there. Throws UnavailableError where it will not
/// find room.
RunMemory memoryOfRun(const RunStart& start, const BatchSource& source, Device& device);

/// Model, solver and seed of the checkpoint in place of the start's own, and the plan of what is given with them. What
/// it returns are sentences on what of the solver has no effect. Throws Error where they do not read, and as planRun().
std::vector<Sentence> resume(RunStart& start, Params given, Checkpoint checkpoint, const std::filesystem::path& file);

} // namespace engine

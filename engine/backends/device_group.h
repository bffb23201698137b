// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device_wish.h"
#include "engine/devices/group/process_group.h"
#include "engine/formats/checkpoint/checkpoint.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace engine {

/// The devices that a wish names: one for "cuda:1", "auto" or "cpu", several for "cuda:0,cuda:1" and "cuda:all". Throws
/// UnavailableError for one that does not exist, Error for one that is named twice or is no GPU among others.
std::vector<std::string> devicesIn(const std::string& wish);

/// This process as rank 0, and one more for each further device: this program, which calls follow() first.
std::unique_ptr<ProcessGroup> startGroup(const std::vector<std::string>& devices);

/// What rank 0 tells the others of a run before it begins.
struct SharedRun {
    std::string version;              ///< of the program
    std::vector<std::string> devices; ///< by rank; empty names: each process takes its own of `kind`
    std::string kind = {};            ///< "cpu" or "cuda"
    DeviceWish wish;                  ///< all but the name
    std::filesystem::path data;
    Checkpoint begin; ///< where the run begins or goes on, with the engines that rank 0 has chosen
};

/// Rank 0: tells the others of the run, and waits until each has its trainer. Throws Error with the sentence of one
/// that cannot.
void invite(ProcessGroup& group, const SharedRun& run);

/// The others: opens the device, reads the data, trains with rank 0 until that ends the run. What goes wrong is told to
/// rank 0.
void followRun(ProcessGroup& group);

/// Where startGroup() has started this program: does that, and returns true when the run has ended. False where it was
/// not, and the program is to do its own work.
bool follow(int argumentCount, char** arguments);

} // namespace engine

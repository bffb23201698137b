// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/precision.h"
#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace studio {

/// All that a training is started from: a value, so that what is edited meanwhile changes nothing of the run.
struct TrainingRequest {
    int id = 1;            ///< the record's
    std::string name = {}; ///< the record's; empty: "Run <id>"
    engine::Model model = {};
    engine::SolverSettings solver = {};
    std::filesystem::path corpus = {}; ///< text or sequences, as the model wants; empty: those of the checkpoint
    engine::EngineWish engine = {};    ///< nothing: as each layer says
    std::string device = "auto";       ///< see engine::DeviceWish
    int threads = 0;                   ///< 0: one for each core
    std::optional<engine::Precision> precision = {}; ///< nothing: auto
    std::uint64_t seed = 1;
    engine::RunSettings run = {}; ///< iterations, seconds, target loss, how often to validate and to sample, checkpoint
    bool validateEachEpoch = false; ///< instead of what `run` says, which a run over sequences needs its data to count

    /// Not empty: goes on from this checkpoint, with its model, solver and seed instead of those above.
    std::filesystem::path resume = {};

    /// Not empty: starts from the weights in this file instead of those that the fillers draw; any file that
    /// engine::readNet() reads.
    std::filesystem::path firstWeights = {};
    std::filesystem::path firstText = {};   ///< text whose characters those are; empty: the file tells them
    std::filesystem::path solverState = {}; ///< not empty: the solver goes on from this .solverstate of Caffe's

    std::vector<std::string> notes = {}; ///< sentences for the run's own: what the solver says in vain

    // For the equivalent command alone: where model and solver are kept as prototxt.
    std::filesystem::path modelFile = "net.prototxt", solverFile = "net_solver.prototxt";
};

/// What the terminal's `hamnet train` does where nothing is said (engine::runSettingsOf), with reports of each
/// iteration and a checkpoint at a pause. Throws Error for settings out of range.
engine::RunSettings usualRunSettings(const engine::SolverSettings& solver, std::uint64_t seed);

} // namespace studio

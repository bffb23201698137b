// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run/run_plan.h"

#include <filesystem>
#include <string>
#include <vector>

namespace studio {

/// All that a training is started from: a value, so that what is edited meanwhile changes nothing of the run.
struct TrainingRequest {
    int id = 1;            ///< the record's
    std::string name = {}; ///< the record's; empty: "Run <id>"
    engine::Model model = {};
    engine::SolverSettings solver = {};
    std::filesystem::path corpus = {};     ///< text or sequences, as the model wants; empty: those of the checkpoint
    engine::Params settings = {};          ///< of the run, those that are given: see engine::runSpecs()
    std::filesystem::path checkpoint = {}; ///< where it is saved; empty: nowhere

    /// Not empty: goes on from this checkpoint, with its model, solver and seed instead of those above.
    std::filesystem::path resume = {};

    /// Not empty: starts from the weights in this file instead of those that the fillers draw; any file that
    /// engine::readNet() reads.
    std::filesystem::path firstWeights = {};
    std::filesystem::path firstText = {};   ///< text whose characters those are; empty: the file tells them
    std::filesystem::path solverState = {}; ///< not empty: the solver goes on from this .solverstate of Caffe's

    RunOrigin origin = {};                    ///< the record's: what the two files above are
    std::vector<engine::Sentence> notes = {}; ///< sentences for the run's own: what the solver says in vain

    // For the equivalent command alone: where model and solver are kept as prototxt.
    std::filesystem::path modelFile = "net.prototxt", solverFile = "net_solver.prototxt";
};

/// What the request's settings come to. Throws Error for settings out of range.
engine::RunPlan planOf(const TrainingRequest& request);

/// What the window adds: reports of each iteration, and a checkpoint at a pause and at the end.
void settleFor(const TrainingRequest& request, engine::RunSettings& settings);

} // namespace studio

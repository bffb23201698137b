// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/params.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// A solver as it is written in a file: a value. What can be set is in solverSpecs().
struct SolverSettings {
    Dialect dialect = Dialect::Bvlc;
    Params params = {};                                      ///< only what was given
    std::string comment = {};                                ///< the lines at the head of the file
    std::string unknown = {};                                ///< prototxt of the unknown fields
    std::optional<NetState> trainState = {}, testState = {}; ///< see withStates

    bool operator==(const SolverSettings&) const = default;
};

/// Every setting of a solver, with Caffe's field names (base_lr, lr_policy, momentum, clip_gradients, ...) and ours.
std::span<const ParamSpec> solverSpecs();

/// The settings, complete. Throws Error for a value out of range.
Params completeParams(const SolverSettings& settings);

/// What a net starts with that has no solver: Adam, as does well on most char-RNNs.
SolverSettings solverOfNewNet();

/// How many tensors of a weight's size the solver's rule remembers, as Caffe's files have them: 1 for SGD, Nesterov,
/// AdaGrad, RMSProp; 2 for AdaDelta, Adam, AdamW.
int ruleTensors(const SolverSettings& settings);

/// How many the solver keeps in all: those, and one where it averages the weights.
int historyTensors(const SolverSettings& settings);

/// The layer with its rules replaced by rules of phases alone, which do the same in the states of the solver's nets
/// (train_state, test_state): min_level, max_level, stage and not_stage are settled. The phase RUN has the state of
/// TEST. Layers without such rules, and all where the solver names no state, stay as they are; so does what was settled
/// before.
Layer withStates(const Layer& layer, const SolverSettings& solver);
Model withStates(Model model, const SolverSettings& solver);

} // namespace engine

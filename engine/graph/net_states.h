// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"

namespace engine {

/// The layer with its rules replaced by rules of phases alone, which do the same in the states of the solver's nets
/// (train_state, test_state): min_level, max_level, stage and not_stage are settled. The phase RUN has the state of
/// TEST. Layers without such rules, and all where the solver names no state, stay as they are; so does what was settled
/// before.
Layer withStates(const Layer& layer, const SolverSettings& solver);
Model withStates(Model model, const SolverSettings& solver);

} // namespace engine

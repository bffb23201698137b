// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"

#include <span>
#include <string>
#include <vector>

namespace engine {

/// The settings that the layer's type has; none for a type that is not in the catalogue.
std::span<const ParamSpec> paramsOf(const Layer& layer);

// The same model under the other dialect: what was left to a default that differs is given.
Model inDialect(const Model& model, Dialect dialect);
SolverSettings inDialect(const SolverSettings& settings, Dialect dialect);

// As BVLC Caffe can have it; see strictBvlcModel in prototxt.h.
SolverSettings strictBvlcSolver(const SolverSettings& settings, std::vector<Sentence>* dropped);

} // namespace engine

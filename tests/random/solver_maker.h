// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/solver_settings.h"
#include "tests/random/draw.h"

namespace engine::test {

/// Any type of solver with any policy, at rates that change the weights so much that a wrong update shows.
SolverSettings drawSolver(Draw& draw);

} // namespace engine::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_kind.h"
#include "engine/graph/params.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_specs.h"

#include <optional>
#include <string_view>
#include <vector>

namespace engine {

/// Settings that are given count before what the solver says, and that before defaults. A solver whose random_seed is
/// -1 draws another seed at each call. Throws Error as checkRunParams() and completeParams() do.
RunSettings runSettings(const Params& given, const SolverSettings& solver);

/// Who reads a solver's file. Hamnet is told the end of a run by --iterations, and max_iter says how long the learning
/// rate falls; other programs know max_iter alone.
enum class SolverReader { Hamnet, AnotherProgram };

/// The solver as a file has it: with what is given in place of its own test_interval, random_seed, ...
SolverSettings withSettings(SolverSettings solver, const Params& given, SolverReader reader);

/// The solver's settings in place of which something is given.
std::vector<std::string_view> solverKeysOf(const Params& given);

/// The settings with these limits, for RunControl::change.
RunLimits limitsOf(const Params& given, const SolverSettings& solver);

/// The settings where a run has got other limits on the way.
Params withLimits(Params given, const RunLimits& limits);

/// What the solver says of a setting that is not given; nothing where it says none that suits, or where something else
/// counts before it, such as epochs before its iterations.
std::optional<ParamValue> solversValue(const RunSpec& spec, const Params& given, const SolverSettings& solver,
                                       const DataKind& kind);

} // namespace engine

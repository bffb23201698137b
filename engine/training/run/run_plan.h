// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device_wish.h"
#include "engine/graph/params.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/net.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_specs.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

/// What the settings come to.
struct RunPlan {
    RunSettings run = {}; ///< the program adds the checkpoint's name
    DeviceWish device = {};
    EngineWish engine = {};
    std::uint64_t seed = 1;

    /// Neither the settings nor the solver say when to validate: sequences are validated after each epoch.
    bool mayValidateEachEpoch = false;
    bool operator==(const RunPlan&) const = default;
};

/// Settings that are given count before what the solver says, and that before defaults. A solver whose random_seed is
/// -1 draws another seed at each call. Throws Error as checkRunParams() and runSettingsOf() do.
RunPlan planRun(const Params& given, const SolverSettings& solver);

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

enum class LearnsFrom { Text, Sequences };

/// What the solver says of a setting that is not given; nothing where it says none that suits, or where something else
/// counts before it, such as epochs before its iterations.
std::optional<ParamValue> solversValue(const RunSpec& spec, const Params& given, const SolverSettings& solver,
                                       LearnsFrom data);

} // namespace engine

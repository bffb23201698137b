// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/solver_settings.h"
#include "engine/training/run.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// What a solver's file says of a run besides its numbers. A program's user counts before it, and where neither says
/// anything, the defaults here do.
namespace engine {

/// The solver's random_seed. Where that is -1 a new one is drawn at each call; 1 where the solver says none.
std::uint64_t seedOf(const SolverSettings& solver);

/// How long a run is (max_iter), when it validates (test_interval, test_initialization), reports (display,
/// average_loss) and saves (snapshot, snapshot_after_train). Throws Error for settings out of range.
RunSettings runSettingsOf(const SolverSettings& solver);

/// A sentence for each setting that is given and has no effect in a run here, such as device_id.
std::vector<std::string> notesOnUnused(const SolverSettings& solver);

// The files that a solver names. It may be a stranger's: what it names is read, or written, only in the given folder or
// below (see text_source.h); for anything else `notes` get a sentence.

/// `weights`, seen from the solver's folder; empty where none is named or it may not be read.
std::filesystem::path weightsNamedBy(const SolverSettings& solver, const std::filesystem::path& folder,
                                     std::vector<std::string>& notes);

/// The checkpoint `<snapshot_prefix>.hamnet`, seen from the folder where the program works, as Caffe sees it; in a
/// folder that is there `<folder>/<name>.hamnet`. Empty where none is named or it may not be written.
std::filesystem::path checkpointNamedBy(const SolverSettings& solver, const std::filesystem::path& folder,
                                        const std::string& name, std::vector<std::string>& notes);

/// `train_net`, else `net`, seen from the solver's folder. Throws Error where there is none, or it may not be read.
std::filesystem::path modelNamedBy(const SolverSettings& solver, const std::filesystem::path& folder);

/// A sentence for each of net, train_net and test_net that is another file than the model that is trained.
std::vector<std::string> notesOnNets(const SolverSettings& solver, const std::filesystem::path& folder,
                                     const std::filesystem::path& model);

} // namespace engine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"
#include "engine/graph/solver_settings.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// What a solver's file says of a run besides its numbers. A program's user counts before it, and where neither says
/// anything, the defaults here do.
namespace engine {

/// The solver's random_seed. Where that is -1 a new one is drawn at each call; 1 where the solver says none.
std::uint64_t seedOf(const SolverSettings& solver);

/// So many seeds, each one more than the one before. Throws Error where the last is larger than a run's seed can be.
std::vector<std::uint64_t> seedsFrom(std::uint64_t first, std::int64_t count);

/// Why a setting of the solver has no effect in any run here, such as device_id; empty: it has one.
std::string_view whyUnused(std::string_view key);

/// A sentence for each setting that is given and has no effect in a run here, such as device_id.
std::vector<Sentence> notesOnUnused(const SolverSettings& solver);

/// A sentence for each setting that a solver for BVLC Caffe leaves out where Caffe's default makes another run than
/// Hamnet's. Such a solver shows itself by settings that only Caffe needs. Not of those that `settled` names, which the
/// user has given otherwise.
std::vector<Sentence> notesOnCaffesDefaults(const SolverSettings& solver,
                                            const std::vector<std::string_view>& settled = {});

// The files that a solver names. It may be a stranger's: what it names is read, or written, only in the given folders
// or below (see open_source.h); for anything else `notes` get a sentence.

/// `weights`, seen from the solver's folder; empty where none is named or it may not be read.
std::filesystem::path weightsNamedBy(const SolverSettings& solver, const std::filesystem::path& folder,
                                     std::vector<Sentence>& notes);

/// The checkpoint `<snapshot_prefix>.hamnet`, seen from the folder where the program works, as Caffe sees it; in a
/// folder that is there `<folder>/<name>.hamnet`. Empty where none is named or it may not be written.
std::filesystem::path checkpointNamedBy(const SolverSettings& solver, const std::filesystem::path& folder,
                                        const std::string& name, std::vector<Sentence>& notes);

/// The folders where a solver's net is looked for, first to last: the solver's own, and the one where the program
/// works, from which Caffe sees it. Empty ones are the latter.
struct NetFolders {
    std::filesystem::path solvers, working = {};
};

/// `train_net`, else `net`, in the first of the folders that has it. Throws Error where the solver names none, where
/// none of the folders has it, or where it may not be read.
std::filesystem::path modelNamedBy(const SolverSettings& solver, const NetFolders& folders);

/// A sentence for each of net, train_net and test_net that is another file than the model that is trained.
std::vector<Sentence> notesOnNets(const SolverSettings& solver, const NetFolders& folders,
                                  const std::filesystem::path& model);

/// Where a new run meets its solver's file, and what is said elsewhere.
struct SolverContext {
    NetFolders folders = {};
    std::filesystem::path model = {};           ///< that is trained; empty: it is in no file
    std::vector<std::string_view> settled = {}; ///< the solver's settings in place of which others count
    std::filesystem::path firstWeights = {};    ///< that the user named; empty: those that the solver names
};

/// What a new run takes from its solver's file besides numbers, and sentences on what it does not take. What is not
/// known in it the reader tells, see notesOnUnknown().
struct FromSolver {
    std::filesystem::path firstWeights = {};
    std::vector<Sentence> notes = {};
};
FromSolver takenFrom(const SolverSettings& solver, const SolverContext& context);

} // namespace engine

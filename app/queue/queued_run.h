// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/process_identity.h"
#include "engine/training/run/run_description.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace queue {

/// What is to be trained.
struct Job {
    engine::RunDescription run;
    std::vector<std::pair<std::string, std::string>> settings; ///< that tell it from others: "lstm.num_output", "128"
    std::int64_t iterations = 0; ///< of a run that may be stopped early, if it is not; else 0
    std::int64_t rungs = 0;      ///< at how many places before that it is compared with others: see halving.h

    bool operator==(const Job&) const = default;
};
std::int64_t seedOf(const Job& job);
void setSeed(Job& job, std::uint64_t seed);

/// The next one behind `seed` that is not among `taken`, which has it from then on.
std::uint64_t nextSeed(std::uint64_t seed, std::set<std::uint64_t>& taken);
std::optional<std::string> settingOf(const Job& job, const std::string& name); ///< of those that tell it from others
std::string bestByOf(const Job& job);                                          ///< what its solver tells its best by

enum class RunState {
    Waiting, ///< for a runner; it may have a checkpoint already
    Running,
    Compared, ///< trained as far as its rung says, until the others of the sweep are
    Done,
    Dropped, ///< others of the sweep were better
    Diverged,
    Failed,
    Unreadable, ///< of a job array, whose file of the result says nothing
};
std::string_view nameOf(RunState state);    ///< "waiting"
RunState stateNamed(std::string_view name); ///< throws Error for any other name

/// What is known of a run so far.
struct Result {
    std::optional<double> bestLoss = {}; ///< of the best validation, nats per character; nothing without one
    std::optional<double> judged = {};   ///< what makes that the best, less is better: see engine::Judgement
    std::optional<double> joules = {};   ///< that the device took, without what a killed runner's part took
    double seconds = 0;                  ///< of training
    std::int64_t iteration = 0;
    std::string error = {}; ///< a sentence: why it failed
};

struct QueuedRun {
    std::int64_t id = 0;    ///< from 1
    std::int64_t sweep = 0; ///< of a queue: the first run that was added with it
    Job job = {};
    RunState state = RunState::Waiting;
    std::int64_t rung = 0;
    Result result = {};
    watch::ProcessIdentity runner = {}; ///< of a run that is running
};

// As a file has them. Reading throws Error for anything else.
nlohmann::json toJson(const Job& job);
std::string textOf(const Job& job);
nlohmann::json toJson(const Result& result, RunState state);
Job jobIn(const nlohmann::json& json);
void readResult(const nlohmann::json& json, QueuedRun& run);

} // namespace queue

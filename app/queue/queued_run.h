// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/event_lines.h"
#include "app/watch/run_folder.h"
#include "engine/training/run/run_description.h"

#include <cstdint>
#include <optional>
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
};
std::string_view nameOf(RunState state); ///< "waiting"
constexpr auto allLike(RunState)
{
    using enum RunState;
    return std::array{Waiting, Running, Compared, Done, Dropped, Diverged, Failed};
}

/// What is known of a run so far.
struct Result {
    std::optional<double> bestLoss = {}; ///< of the best validation, nats per character; nothing without one
    std::optional<double> judged = {};   ///< what makes that the best, less is better: see engine::Judgement
    std::optional<double> joules = {};   ///< that the device took, without what a killed runner's part took
    double seconds = 0;                  ///< of training
    std::int64_t iteration = 0;
    std::string error = {}; ///< a sentence: why it failed
};
template <engine::IsA<Result> Known>
void fields(Known& result, auto&& visit)
{
    visit("best_loss", result.bestLoss);
    visit("judged", result.judged);
    visit("joules", result.joules);
    visit("seconds", result.seconds);
    visit("iteration", result.iteration);
    visit("error", result.error);
}

struct QueuedRun {
    std::int64_t id = 0;    ///< from 1
    std::int64_t sweep = 0; ///< of a queue: the first run that was added with it
    Job job = {};
    RunState state = RunState::Waiting;
    std::int64_t rung = 0;
    Result result = {};
    watch::ProcessIdentity runner = {}; ///< of a run that is running
};

template <engine::IsA<QueuedRun> Run>
void fields(Run& run, auto&& visit)
{
    visit("id", run.id);
    visit("sweep", run.sweep);
    visit("state", run.state);
    visit("rung", run.rung);
    fields(run.result, visit);
    visit("runner", run.runner.id);
    visit("runner_start", run.runner.start);
}

/// What a run of a queue reads and writes: FOLDER/runs/17/...
watch::RunFolder folderOf(const std::filesystem::path& queue, std::int64_t run);

/// As a file has it.
std::string textOf(const Job& job);

/// Reads it. Throws Error for anything else.
Job jobIn(std::string_view text);

} // namespace queue

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/array_job.h"

#include "app/queue/run_queue.h"
#include "app/watch/event_lines.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"

#include <fmt/format.h>

#include <system_error>

namespace queue {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t maxJobBytes = std::uint64_t{1} << 26; // of which a model may have 16 MiB

fs::path scriptIn(const fs::path& folder)
{
    return folder / "jobs.sbatch";
}

std::string scriptFor(const fs::path& folder, std::size_t jobs)
{
    std::error_code unknown;
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
    const std::string runner = engine::shellQuoted(unknown ? "hamnet" : program.string());
    return fmt::format(R"(#!/bin/sh
# sbatch {0}; further options of sbatch, such as --gres=gpu:1, go before the file's name.
# hamnet table --queue {1} shows what has come back.
#SBATCH --job-name=hamnet
#SBATCH --array=1-{2}
#SBATCH --chdir={1}
#SBATCH --output=runs/%a/slurm.txt
#SBATCH --open-mode=append
#SBATCH --requeue
exec {3} queue run --queue {1} --only "$SLURM_ARRAY_TASK_ID"
)",
                       engine::shellQuoted(scriptIn(folder).string()), engine::shellQuoted(folder.string()), jobs,
                       runner);
}

fs::path jobFile(const watch::RunFolder& folder)
{
    return folder.path() / "job.json";
}

fs::path resultFile(const watch::RunFolder& folder)
{
    return folder.path() / "result.json";
}

QueuedRun runOf(const fs::path& folder, std::int64_t id)
{
    const watch::RunFolder place = folderOf(folder, id);
    std::error_code unknown;
    if (!fs::exists(jobFile(place), unknown)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the sweep in %1 has no run %2; hamnet table names them"), folder.string(), id));
    }
    QueuedRun run{.id = id, .job = jobIn(engine::readText(jobFile(place), maxJobBytes))};
    if (fs::exists(resultFile(place), unknown)) {
        try {
            const watch::Json json = watch::lineIn(engine::readText(resultFile(place), maxJobBytes));
            watch::read(json.at("state"), run.state);
            watch::read(json, run.result);
        } catch (const std::exception&) { // the other runs are shown, and this one can be trained
            run.state = RunState::Failed;
            run.result = {.error = engine::say(ENGINE_TEXT("Sentences", "%1 cannot be read; hamnet queue run --only %2 "
                                                                        "goes on with the run"),
                                               resultFile(place).string(), id)};
        }
    }
    return run;
}

} // namespace

fs::path writeArray(const fs::path& given, std::span<const Job> jobs)
{
    std::error_code error;
    const fs::path folder = fs::absolute(given, error).lexically_normal();
    if (isQueue(folder) || isArray(folder)) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "%1 holds a queue or a sweep already, but a job array needs a folder of its own"),
            folder.string()));
    }
    for (std::size_t index = 0; index < jobs.size(); ++index) {
        const watch::RunFolder place = folderOf(folder, static_cast<std::int64_t>(index + 1));
        engine::makeFolder(place.path());
        engine::writeFileBytes(jobFile(place), textOf(jobs[index]) + "\n");
    }
    engine::writeFileBytes(scriptIn(folder), scriptFor(folder, jobs.size())); // last: with it the array is whole
    return scriptIn(folder);
}

bool isArray(const fs::path& folder)
{
    std::error_code unknown;
    return fs::exists(scriptIn(folder), unknown);
}

std::vector<QueuedRun> runsOfArray(const fs::path& folder)
{
    std::vector<QueuedRun> runs;
    std::error_code unknown;
    for (std::int64_t id = 1; fs::exists(jobFile(folderOf(folder, id)), unknown); ++id) {
        try {
            runs.push_back(runOf(folder, id));
        } catch (const engine::Error& error) {
            runs.push_back({.id = id, .state = RunState::Failed, .result = {.error = error.what()}});
        }
    }
    return runs;
}

QueuedRun workOnArray(const fs::path& given, std::int64_t id, Training training)
{
    std::error_code unknown;
    const fs::path folder = fs::absolute(given, unknown);
    const QueuedRun run = runOf(folder, id);
    if (run.state == RunState::Done || run.state == RunState::Diverged) {
        return run;
    }
    const watch::RunFolder place = folderOf(folder, id);
    requireOwnFolder(place);
    training.tell = [&](const QueuedRun& now) {
        watch::Json json = {{"state", nameOf(now.state)}};
        json.update(watch::jsonOf(now.result));
        engine::writeFileBytes(resultFile(place),
                               json.dump(1, ' ', false, watch::Json::error_handler_t::replace) + "\n");
    };
    return train(run, place, training);
}

} // namespace queue

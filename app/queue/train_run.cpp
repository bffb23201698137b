// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/train_run.h"

#include "app/queue/halving.h"
#include "app/watch/log_reader.h"
#include "app/watch/process_identity.h"
#include "engine/devices/group/own_program.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/write_lock.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/best.h"
#include "engine/training/run/run.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>

namespace queue {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto betweenLooks = 200ms; ///< at its log, and at whether it is to stop
constexpr auto betweenReports = 1s; ///< a tiny net validates a hundred times a second, and each report waits for a disk

// What `hamnet` tells the shell.
constexpr int done = 0, diverged = 5, interrupted = 130;

/// Whether nobody else writes to the run's checkpoint; false where it is to stop before that.
bool waitForOthers(const watch::RunFolder& folder, const Training& training)
{
    while (!training.isToStop()) {
        try {
            const engine::WriteLock lock(folder.checkpoint());
            return true;
        } catch (const engine::WriteLock::Taken&) { // the system is ending what a killed runner had started
            std::this_thread::sleep_for(betweenLooks);
        }
    }
    return false;
}

/// Takes what an event says; whether a reader of the queue should hear of it.
bool take(const engine::Event& event, const std::string& bestBy, Result& result)
{
    if (const auto* const step = std::get_if<engine::TrainEvent>(&event)) {
        result.iteration = step->iteration;
        result.seconds = step->seconds;
    } else if (const auto* const validation = std::get_if<engine::ValidationEvent>(&event)) {
        if (validation->best) {
            result.bestLoss = validation->loss;
            result.judged = engine::judged(bestBy, bestBy == "loss" ? validation->loss
                                                                    : engine::valueOf(validation->metrics, bestBy));
        }
        return true;
    } else if (const auto* const end = std::get_if<engine::EndEvent>(&event); end != nullptr && end->joules) {
        result.joules = result.joules.value_or(0) + *end->joules;
    }
    return std::holds_alternative<engine::CheckpointEvent>(event);
}

/// Tells of the events that have come; a disk that is away for a moment ends nothing.
void readNew(watch::LogReader& log, const engine::EventSink& tell)
{
    for (watch::News news{.isMore = true}; news.isMore;) {
        try {
            news = watch::newsIn(log);
        } catch (const engine::Error&) {
            return;
        }
        std::ranges::for_each(news.events, tell);
    }
}

std::string whyFailed(int exitCode, int signal, const watch::RunFolder& folder)
{
    if (exitCode == interrupted) { // by a request in its folder, or by a signal of somebody else
        return ENGINE_TEXT("Sentences", "the training was asked to stop, and has saved; a retry goes on from its "
                                        "checkpoint");
    }
    const std::string words = signal == 0 ? watch::lastWords(folder) : "";
    return !words.empty()
               ? words
               : engine::say(ENGINE_TEXT("Sentences", "the training was ended by %1; a retry goes on from its "
                                                      "checkpoint"),
                             signal != 0 ? engine::say("signal %1", signal)
                                         : engine::say("its exit code %1", exitCode));
}

} // namespace

void requireOwnFolder(const watch::RunFolder& folder)
{
    engine::requireOwnFolder(folder.path().parent_path());
    engine::requireOwnFolder(folder.path());
}

engine::RunDescription startOf(const QueuedRun& run, const watch::RunFolder& folder, const std::string& device)
{
    constexpr double min = 0.001; // the setting takes no zero
    engine::RunDescription start = run.job.run;
    engine::Params& settings = start.settings;
    if (!device.empty()) {
        settings.insert_or_assign("device", device);
    }
    if (run.job.rungs > 0) {
        settings.insert_or_assign("iterations", iterationsAt(run.rung, run.job.rungs, run.job.iterations));
    }
    settings.emplace("every", std::int64_t{100}); // train --json reports each iteration otherwise
    std::error_code unknown;
    if (!std::filesystem::exists(folder.checkpoint(), unknown)) {
        return start;
    }
    start.resume = folder.checkpoint();
    start.first = {};
    if (const auto limit = settings.find("seconds"); limit != settings.end()) {
        const double left = std::get<double>(limit->second) - engine::readSummary(folder.checkpoint()).seconds;
        limit->second = std::max(left, min);
    }
    return start;
}

std::vector<std::string> trainArguments(const engine::RunDescription& start, const watch::RunFolder& folder)
{
    const bool isNew = start.resume.empty();
    const std::filesystem::path file = isNew ? folder.description() : folder.rest();
    engine::writeFileBytes(file, engine::toJson(start));
    std::vector<std::string> words = {"train", file.string(), "--json", "--run-folder=" + folder.path().string()};
    if (isNew) { // a best one alone may be there, of a part that was killed before its first save
        words.emplace_back("--overwrite");
    }
    return words;
}

Result asSaved(Result result, const watch::RunFolder& folder)
{
    const fs::path best = engine::bestCheckpoint(folder.checkpoint());
    std::error_code unknown;
    if (fs::exists(folder.checkpoint(), unknown)) {
        try {
            const engine::CheckpointSummary summary = engine::readSummary(folder.checkpoint());
            result.iteration = summary.iteration;
            result.seconds = summary.seconds;
            if (fs::exists(best, unknown)) { // also where a killed runner had not told it
                const engine::Checkpoint saved = engine::loadStructure(best);
                result.bestLoss = saved.bestValidationLoss;
                result.judged = engine::bestOf(saved);
            }
        } catch (const engine::Error&) {} // which fails the run, and that says why
    }
    return result;
}

namespace {

/// Within train(), when nobody else writes to the folder.
void trainNow(QueuedRun& run, const watch::RunFolder& folder, const Training& training)
{
    std::vector<std::string> arguments;
    try {
        arguments = trainArguments(startOf(run, folder, training.device), folder);
    } catch (const engine::Error& error) { // of its folder or its checkpoint alone: other runs can be trained
        run.state = RunState::Failed;
        run.result.error = error.what();
        return;
    }
    arguments.insert(arguments.begin(), {"hamnet", watch::attachedWord, std::to_string(::getpid())});
    watch::LogReader log(folder.log());
    readNew(log, [](const engine::Event&) {}); // what its parts before have written
    engine::ChildProcess trainer(watch::startDetached(arguments, folder.errors(), folder.path()), SIGTERM);
    bool isStopped = false; // asked to save and end, once: it gets none of the terminal's signals
    const std::string bestBy = bestByOf(run.job);
    std::chrono::steady_clock::time_point lastReport = {};
    std::optional<int> status;
    while (!status) {
        status = trainer.status(WNOHANG); // before its last lines are read
        readNew(log, [&](const engine::Event& event) {
            const auto now = std::chrono::steady_clock::now();
            if (take(event, bestBy, run.result) && now - lastReport >= betweenReports) {
                lastReport = now;
                training.tell(run);
            }
        });
        if (!status && !isStopped && training.isToStop()) {
            trainer.signal(SIGTERM);
            trainer.lastSignal = 0;
            isStopped = true;
        }
        std::this_thread::sleep_for(status ? 0ms : betweenLooks);
    }
    const int exitCode = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
    const int signal = WIFSIGNALED(*status) ? WTERMSIG(*status) : 0;
    run.result = asSaved(run.result, folder);
    // SIGTERM ends it at once where it had not begun to listen for a stop. A signal to runner and training together may
    // have ended the training before the runner looked.
    const bool stopped = (exitCode == interrupted || signal == SIGTERM) && (isStopped || training.isToStop());
    run.state = exitCode == done       ? RunState::Done
                : exitCode == diverged ? RunState::Diverged
                : stopped              ? RunState::Waiting
                                       : RunState::Failed;
    const bool isBad = run.state == RunState::Failed || run.state == RunState::Diverged;
    run.result.error = isBad ? whyFailed(exitCode, signal, folder) : "";
}

} // namespace

QueuedRun train(QueuedRun run, const watch::RunFolder& folder, const Training& training)
{
    run.state = RunState::Running;
    run.result = asSaved(run.result, folder);
    try {
        training.tell(run);
        requireOwnFolder(folder);
        engine::makeFolder(folder.path());
        if (waitForOthers(folder, training)) {
            trainNow(run, folder, training);
        } else {
            run.state = RunState::Waiting;
        }
    } catch (...) {
        run.state = RunState::Waiting;
        try {
            training.tell(run);
        } catch (const engine::Error&) {} // then it goes back when this process is gone
        throw;
    }
    training.tell(run);
    return run;
}

WorkEnd work(RunQueue& queue, const Work& work)
{
    const Runner self{.process = watch::thisProcess(), .device = work.device};
    queue.join(self);
    const std::shared_ptr<void> joined(&queue, [&](void*) { // shared with none: it calls this at its end
        try {
            queue.leave(self);
        } catch (const engine::Error&) {} // whoever claims next removes the dead
    });
    const auto isToStop = [&] { return work.stop.stop_requested() || queue.isToStop(self); };
    while (!isToStop()) {
        if (const std::optional<QueuedRun> claimed = queue.claim(self, work.only)) {
            bool hasBegun = false;
            const auto tell = [&](const QueuedRun& run) {
                const bool goesOn = run.state == RunState::Running;
                goesOn ? queue.note(run, run.result) : queue.finish(run, run.state, run.result);
                if (!goesOn || !std::exchange(hasBegun, true)) {
                    work.tell(run);
                }
            };
            train(*claimed, folderOf(queue.folder(), claimed->id),
                  {.device = work.device, .isToStop = isToStop, .tell = tell});
        } else if (work.only || !queue.isAnyRunning()) {
            return WorkEnd::Empty;
        } else {
            std::this_thread::sleep_for(betweenLooks);
        }
    }
    return WorkEnd::Stopped;
}

} // namespace queue

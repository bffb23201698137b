// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/train_run.h"

#include "app/watch/detached_process.h"
#include "app/watch/event_lines.h"
#include "app/watch/log_reader.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/checkpoint/write_lock.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/best.h"
#include "engine/training/run/run.h"

#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

namespace queue {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto betweenLooks = 200ms; ///< at its log, and at whether it is to stop
constexpr auto betweenReports = 1s; ///< a tiny net validates a hundred times a second, and each report waits for a disk

/// Says yes at most once in a time.
class Pace {
public:
    explicit Pace(std::chrono::milliseconds between) : m_between(between) {}

    bool isDue()
    {
        const auto now = std::chrono::steady_clock::now();
        const bool due = now >= m_next;
        m_next = due ? now + m_between : m_next;
        return due;
    }

private:
    std::chrono::milliseconds m_between;
    std::chrono::steady_clock::time_point m_next = {};
};

// What `hamnet` tells the shell.
constexpr int done = 0, diverged = 5, interrupted = 130;

void prepare(const QueuedRun& run, const RunFolder& folder)
{
    requireOwnFolder(folder);
    std::error_code error;
    fs::create_directories(folder.path(), error);
    if (error) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the folder of run %1, %2, cannot be made: %3; the run waits "
                                                 "until it can"),
                        run.id, folder.path().string(), error.message()));
    }
}

/// Whether nobody else writes to the run's checkpoint; false where it is to stop before that.
bool waitForOthers(const RunFolder& folder, const Training& training)
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

/// The program that trains, a child of this one. It gets none of the terminal's signals.
class Trainer {
public:
    explicit Trainer(pid_t process) : m_process(process) {}
    ~Trainer() ///< stops it, and waits until it has saved
    {
        stop();
        for (int status = 0; m_process > 0 && ::waitpid(m_process, &status, 0) < 0 && errno == EINTR;) {}
    }
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    void stop() ///< asks it to save and end, once
    {
        if (!m_isStopped && m_process > 0) {
            ::kill(m_process, SIGTERM);
        }
        m_isStopped = true;
    }
    bool isStopped() const { return m_isStopped; }

    std::optional<int> status() ///< as waitpid() tells it; nothing: it goes on
    {
        int status = 0;
        const pid_t ended = ::waitpid(m_process, &status, WNOHANG);
        if (ended == 0 || (ended < 0 && errno == EINTR)) {
            return std::nullopt;
        }
        m_process = -1;
        return ended < 0 ? -1 : status; // -1: another has waited for it, and nobody knows
    }

private:
    pid_t m_process;
    bool m_isStopped = false;
};

/// Tells of the events that have come; a disk that is away for a moment ends nothing.
void readNew(watch::LogReader& log, const std::function<void(const engine::Event&)>& tell)
{
    for (watch::LogReader::Lines lines{.isMore = true}; lines.isMore;) {
        try {
            lines = log.next();
        } catch (const engine::Error&) {
            return;
        }
        for (const std::string& text : lines.lines) {
            if (const std::optional<engine::Event> event = watch::eventIn(watch::lineIn(text))) {
                tell(*event);
            }
        }
    }
}

std::string whyFailed(int exitCode, int signal, const RunFolder& folder)
{
    if (signal != 0) {
        return engine::say(
            ENGINE_TEXT("Sentences", "the training was ended by signal %1; a retry goes on from its checkpoint"),
            signal);
    }
    if (exitCode == interrupted) { // by a request in its folder, or by a signal of somebody else
        return engine::say(ENGINE_TEXT("Sentences",
                                       "the training was asked to stop, and has saved; a retry goes on from "
                                       "its checkpoint"));
    }
    std::string words = watch::lastWords(folder);
    if (words.empty()) {
        words =
            engine::say(ENGINE_TEXT("Sentences", "the training ended with the exit code %1; a retry goes on from its "
                                                 "checkpoint"),
                        exitCode);
    }
    return words;
}

} // namespace

Result asSaved(Result result, const RunFolder& folder)
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

TrainingEnd train(const QueuedRun& run, const RunFolder& folder, const Training& training)
{
    prepare(run, folder);
    TrainingEnd end{.state = RunState::Waiting, .result = run.result};
    if (!waitForOthers(folder, training)) {
        return end;
    }
    std::vector<std::string> arguments;
    try {
        arguments = trainArguments(startOf(run, folder, training.device), folder);
    } catch (const engine::Error& error) { // of its folder or its checkpoint alone: other runs can be trained
        end.state = RunState::Failed;
        end.result.error = error.what();
        return end;
    }
    arguments.insert(arguments.begin(), {"hamnet", watch::attachedWord, std::to_string(::getpid())});
    watch::LogReader log(folder.log());
    readNew(log, [](const engine::Event&) {}); // what its parts before have written
    Trainer trainer(watch::startDetached({.words = arguments, .folder = folder.path(), .errors = folder.errors()}));
    const std::string bestBy = bestByOf(run.job);
    Pace looks(betweenLooks), reports(betweenReports);
    std::optional<int> status;
    while (!status) {
        status = trainer.status(); // before its last lines are read
        readNew(log, [&](const engine::Event& event) {
            if (take(event, bestBy, end.result) && reports.isDue()) {
                training.progress(end.result);
            }
        });
        if (!status && !trainer.isStopped() && looks.isDue() && training.isToStop()) {
            trainer.stop();
        }
        std::this_thread::sleep_for(status ? 0ms : betweenLooks);
    }
    const int exitCode = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
    const int signal = WIFSIGNALED(*status) ? WTERMSIG(*status) : 0;
    end.result = asSaved(end.result, folder);
    // SIGTERM ends it at once where it had not begun to listen for a stop. A signal to runner and training together may
    // have ended the training before the runner looked.
    const bool stopped = (exitCode == interrupted || signal == SIGTERM) && (trainer.isStopped() || training.isToStop());
    end.state = exitCode == done       ? RunState::Done
                : exitCode == diverged ? RunState::Diverged
                : stopped              ? RunState::Waiting
                                       : RunState::Failed;
    end.result.error =
        end.state == RunState::Failed || end.state == RunState::Diverged ? whyFailed(exitCode, signal, folder) : "";
    return end;
}

} // namespace queue

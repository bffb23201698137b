// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/later_runs.h"
#include "app/cli/options.h"
#include "app/queue/array_job.h"
#include "app/queue/train_run.h"
#include "app/watch/log_reader.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace cli {
namespace {

class QueueCommand : public Command {
public:
    explicit QueueCommand(CLI::App& app) : Command(app)
    {
        app.require_subcommand(1);
        m_add = part(app, "add", "Queue one run; takes what hamnet train does.");
        addLater(*m_add, m_train);
        m_list = part(app, "list", "Show the runs in their order, and who works on them.");
        m_list->add_flag("--json", m_json, "Print one JSON object per run and line.");
        m_run = part(app, "run", "Work on the queue until it is empty.");
        addRun();
        m_stop = part(app, "stop", "Ask all that work on the queue to stop: the runs under way save and wait again.");
        m_log = part(app, "log", "Print what a run has said: its events as hamnet train --json writes them.");
        addValue(*m_log, "RUN", m_number, "N", "The run, by its number in hamnet queue list.")->required();
    }

    ExitCode run(Console& console) override
    {
        if (m_run->parsed()) {
            return work(console);
        }
        if (m_add->parsed()) {
            return add(console);
        }
        queue::RunQueue queue(m_folder, queue::Database::Open::Existing);
        return m_list->parsed() ? list(console, queue) : m_stop->parsed() ? stop(console, queue) : log(console, queue);
    }

private:
    CLI::App* part(CLI::App& app, const std::string& name, const std::string& help)
    {
        CLI::App* const command = app.add_subcommand(name, help);
        addValue(*command, "--queue", m_folder, folderName, "The folder of the queue.")->required();
        return command;
    }

    void addRun()
    {
        addRunOption(*m_run, "device", m_device);
        addWhole(*m_run, "--only", m_only, "Train this run alone, by its number; also one of hamnet sweep --slurm.",
                 {1});
        m_run->add_flag("--retry", m_retry,
                        "First let the runs that failed wait again; they go on from their checkpoints.");
        m_run->add_flag("--json", m_json, "Report as JSON, one object per line.");
    }

    ExitCode add(Console& console)
    {
        const queue::Job job = queue::jobWith(laterRuns(*m_add, m_train), {}, {});
        queue::RunQueue queue(m_folder, queue::Database::Open::OrMake);
        console.out.line(fmt::format("run {} is queued; hamnet queue run --queue {} trains it", queue.add({&job, 1}),
                                     engine::shellFile(m_folder)));
        return ExitCode::Done;
    }

    ExitCode list(Console& console, queue::RunQueue& queue) const
    {
        printRuns(console, queue.runs(), queue.folder(), m_json ? RunFormat::JsonLines : RunFormat::Aligned);
        for (const queue::Runner& runner : queue.runners()) {
            console.remark(fmt::format("process {} works on it{}{}", runner.process.id,
                                       runner.device.empty() ? "" : " with the device " + runner.device,
                                       runner.isToStop ? ", and is to stop" : ""));
        }
        return ExitCode::Done;
    }

    ExitCode stop(Console& console, queue::RunQueue& queue) const
    {
        const int runners = queue.stopRunners();
        console.out.line(runners == 0
                             ? std::string("nobody works on this queue")
                             : fmt::format("{} {} asked to stop", runners, runners == 1 ? "runner is" : "runners are"));
        return ExitCode::Done;
    }

    ExitCode log(Console& console, queue::RunQueue& queue) const
    {
        const watch::RunFolder folder = queue::folderOf(queue.folder(), queue.run(m_number).id);
        watch::eachLine(folder.log(), [&](const std::string& line) {
            console.out.outside(line + "\n");
            console.out.flush();
        });
        watch::eachLine(folder.errors(), [&](const std::string& line) { console.note(oneLine(line)); });
        return ExitCode::Done;
    }

    // What is reported of a run under way
    // ------------------------------------------------------------------------------------------------------------

    void tell(Console& console, const queue::QueuedRun& run) const
    {
        const bool isOver = run.state != queue::RunState::Running;
        const queue::Result& known = run.result;
        const std::string state(queue::nameOf(run.state));
        if (m_json) {
            Json json{{"event", isOver ? "end" : "begin"},
                      {"run", run.id},
                      {"rung", run.rung},
                      {"iteration", known.iteration}};
            if (isOver) {
                json["state"] = state;
                json["best_loss"] = orNull(known.bestLoss);
                json["error"] = known.error.empty() ? Json() : Json(known.error);
            }
            printLine(console.out, json);
            return;
        }
        std::string line = fmt::format("run {}: ", run.id);
        if (isOver) {
            line += state + (known.bestLoss ? ", best loss " + scoreInWords(*known.bestLoss) : "") +
                    (known.error.empty() ? "" : ": " + known.error);
        } else {
            line += known.iteration > 0 ? fmt::format("goes on from iteration {}", known.iteration) : "begins";
            for (const auto& [name, value] : run.job.settings) {
                line += fmt::format(", {} {}", name, value);
            }
            line += fmt::format(", seed {}", queue::seedOf(run.job));
        }
        console.out.outside(oneLine(line) + "\n");
        console.out.flush();
    }

    ExitCode work(Console& console) const
    {
        Interrupt interrupt;
        interrupt.hasSomethingToSave();
        if (queue::isArray(m_folder)) {
            return workOnJob(console, interrupt);
        }
        queue::RunQueue queue(m_folder, queue::Database::Open::Existing);
        if (m_retry) {
            queue.retryFailed();
        }
        if (m_only) {
            const queue::QueuedRun run = queue.run(*m_only);
            if (run.state != queue::RunState::Waiting) {
                console.remark(engine::say("run %1 does not wait to be trained: it is %2", run.id,
                                           std::string(queue::nameOf(run.state))));
            }
        }
        bool anyFailed = false, anyDone = false;
        const auto told = [&](const queue::QueuedRun& run) {
            tell(console, run);
            anyDone = anyDone || run.state == queue::RunState::Done;
            anyFailed = anyFailed || run.state == queue::RunState::Failed || run.state == queue::RunState::Diverged;
        };
        if (queue::work(queue, {.device = m_device, .only = m_only, .stop = interrupt.token(), .tell = told}) ==
            queue::WorkEnd::Stopped) {
            return ExitCode::Interrupted;
        }
        const std::vector<queue::QueuedRun> runs = queue.runs();
        if (std::ranges::count(runs, queue::RunState::Compared, &queue::QueuedRun::state) > 0 && !m_only) {
            console.remark(engine::say("runs of a sweep wait to be compared with one that failed; hamnet queue run "
                                       "--queue %1 --retry tries that once more",
                                       engine::shellFile(m_folder)));
        }
        return anyFailed && !anyDone ? ExitCode::Diverged : ExitCode::Done;
    }

    /// One of a job array: its exit code tells the cluster how it went.
    ExitCode workOnJob(Console& console, const Interrupt& interrupt) const
    {
        if (!m_only) {
            throw engine::Error(
                engine::say("%1 holds the jobs of hamnet sweep --slurm, of which --only N trains one; add that, "
                            "or give jobs.sbatch to sbatch",
                            m_folder));
        }
        const queue::QueuedRun run = queue::workOnArray(
            m_folder, *m_only,
            {.device = m_device, .isToStop = [&] { return interrupt.requested(); }, .tell = {}}); // it tells itself
        tell(console, run);
        return run.state == queue::RunState::Done       ? ExitCode::Done
               : run.state == queue::RunState::Diverged ? ExitCode::Diverged
               : run.state == queue::RunState::Waiting  ? ExitCode::Interrupted
                                                        : ExitCode::BadInput;
    }

    CLI::App *m_add = nullptr, *m_list = nullptr, *m_run = nullptr, *m_stop = nullptr, *m_log = nullptr;
    TrainOptions m_train;
    std::string m_folder, m_device;
    std::optional<std::int64_t> m_only;
    std::int64_t m_number = 0;
    bool m_json = false, m_retry = false;
};

} // namespace

extern const CommandSpec queueCommand = {
    "queue", "Keep runs in a queue, and work on it.",
    R"(  hamnet queue add models/char_rnn_small.prototxt --iterations 2000 --queue night
  hamnet queue run --queue night
  hamnet queue list --queue night
  hamnet queue log 1 --queue night
  hamnet queue stop --queue night)",
    make<QueueCommand>};

} // namespace cli

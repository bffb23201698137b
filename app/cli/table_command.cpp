// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/later_runs.h"
#include "app/cli/options.h"
#include "app/queue/array_job.h"
#include "app/queue/run_queue.h"

#include <algorithm>
#include <tuple>

namespace cli {
namespace {

class TableCommand : public Command {
public:
    explicit TableCommand(CLI::App& app) : Command(app)
    {
        addValue(app, "--queue", m_folder, folderName,
                 "The folder of the queue, or that hamnet sweep --slurm has filled.")
            ->required();
        CLI::Option* const json = app.add_flag("--json", m_json, "Print one JSON object per run and line.");
        CLI::Option* const markdown = app.add_flag("--markdown", m_markdown, "Print the table for a README.");
        app.add_flag("--csv", m_csv, "Print comma-separated values.")->excludes(json)->excludes(markdown);
        json->excludes(markdown);
    }

    ExitCode run(Console& console) override
    {
        std::vector<queue::QueuedRun> runs = queue::isArray(m_folder)
                                                 ? queue::runsOfArray(m_folder)
                                                 : queue::RunQueue(m_folder, queue::Database::Open::Existing).runs();
        std::ranges::stable_sort(runs, {}, [](const queue::QueuedRun& run) { // each measure's runs together
            return std::tuple(queue::bestByOf(run.job), !run.result.judged, run.result.judged.value_or(0));
        });
        printRuns(console, runs, m_folder,
                  m_json       ? RunFormat::JsonLines
                  : m_markdown ? RunFormat::Markdown
                  : m_csv      ? RunFormat::Csv
                               : RunFormat::Aligned);
        return ExitCode::Done;
    }

private:
    std::string m_folder;
    bool m_json = false, m_markdown = false, m_csv = false;
};

} // namespace

extern const CommandSpec tableCommand = {"table", "Show the runs of a queue or a sweep, the best first.",
                                         R"(  hamnet table --queue night
  hamnet table --queue night --markdown
  hamnet table --queue night --json | jq 'select(.state == "done") | .best_loss')",
                                         make<TableCommand>};

} // namespace cli

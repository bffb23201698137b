// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_list.h"

#include "app/cli/json.h"
#include "app/cli/words.h"
#include "app/queue/train_run.h"
#include "engine/training/run/best.h"

#include <algorithm>
#include <optional>
#include <system_error>

namespace cli {
namespace {

using queue::QueuedRun;

/// The names of settings in which the runs differ, in the order in which they were given.
std::vector<std::string> differing(const std::vector<QueuedRun>& runs)
{
    std::vector<std::string> names;
    for (const QueuedRun& run : runs) {
        for (const auto& [name, value] : run.job.settings) {
            const auto isAsFirst = [&, &wanted = name](const QueuedRun& one) {
                return settingOf(one.job, wanted) == settingOf(runs.front().job, wanted);
            };
            if (std::ranges::find(names, name) == names.end() && !std::ranges::all_of(runs, isAsFirst)) {
                names.push_back(name);
            }
        }
    }
    return names;
}

/// The measures by which runs tell their best, but for the loss, which is a column anyway.
std::vector<std::string> measuresOf(const std::vector<QueuedRun>& runs)
{
    std::vector<std::string> measures;
    for (const QueuedRun& run : runs) {
        const std::string bestBy = queue::bestByOf(run.job);
        if (bestBy != "loss" && std::ranges::find(measures, bestBy) == measures.end()) {
            measures.push_back(bestBy);
        }
    }
    return measures;
}

/// As it was measured.
std::optional<double> measuredBestOf(const QueuedRun& run)
{
    const std::optional<double>& judged = run.result.judged;
    return judged ? std::optional(engine::judged(queue::bestByOf(run.job), *judged) + 0.0) : std::nullopt; // no -0
}

engine::ReportCell orNothing(const std::string& words)
{
    return words.empty() ? engine::ReportCell() : engine::ReportCell(words);
}

/// The file that is of most use to who looks for the run's net; empty where there is none yet.
std::string checkpointOf(const QueuedRun& run, const std::filesystem::path& folder)
{
    std::error_code unknown;
    const std::filesystem::path file = queue::folderOf(folder, run.id).checkpoint();
    return std::filesystem::exists(file, unknown) ? file.string() : std::string();
}

std::vector<engine::ColumnOf<QueuedRun>> columnsOf(const std::vector<QueuedRun>& runs,
                                                   const std::filesystem::path& folder)
{
    using Run = const QueuedRun&;
    std::vector<engine::ColumnOf<QueuedRun>> columns = {{{"run", "run"}, [](Run run) { return run.id; }}};
    for (const std::string& name : differing(runs)) {
        columns.push_back({{name}, [name](Run run) { return settingOf(run.job, name); }});
    }
    columns.push_back({{"seed", "seed"}, [](Run run) { return queue::seedOf(run.job); }});
    for (const std::string& measure : measuresOf(runs)) {
        columns.push_back({{"best " + measure, "", scoreInWords}, [measure](Run run) {
                               return queue::bestByOf(run.job) == measure ? measuredBestOf(run) : std::nullopt;
                           }});
    }
    const std::vector<engine::ColumnOf<QueuedRun>> figures = {
        {{"", "best_by"}, [](Run run) { return queue::bestByOf(run.job); }},
        {{"", "best"}, measuredBestOf},
        {{"best loss", "best_loss", scoreInWords}, [](Run run) { return run.result.bestLoss; }},
        {{"seconds", "seconds", amountInWords}, [](Run run) { return run.result.seconds; }},
        {{"joules", "joules", amountInWords}, [](Run run) { return run.result.joules; }},
        {{"iteration", "iteration"}, [](Run run) { return run.result.iteration; }},
        {{"state", "state"}, [](Run run) { return queue::nameOf(run.state); }},
        {{"", "checkpoint"}, [folder](Run run) { return orNothing(checkpointOf(run, folder)); }},
        {{"", "error"}, [](Run run) { return orNothing(run.result.error); }}};
    columns.insert(columns.end(), figures.begin(), figures.end());
    return columns;
}

} // namespace

void printRuns(Console& console, const std::vector<QueuedRun>& runs, const std::filesystem::path& folder,
               RunFormat format)
{
    const engine::Report report = engine::reportOf(columnsOf(runs, folder), runs);
    if (format == RunFormat::JsonLines) {
        Json lines = jsonRows(report);
        for (std::size_t run = 0; run < runs.size(); ++run) {
            lines[run]["settings"] = Json::object();
            for (const auto& [name, value] : runs[run].job.settings) {
                lines[run]["settings"][name] = value;
            }
            console.out.outside(toLine(lines[run]) + "\n");
        }
        return;
    }
    console.out.outside(format == RunFormat::Csv        ? engine::csv(report)
                        : format == RunFormat::Markdown ? engine::markdown(report)
                                                        : engine::aligned(report));
}

} // namespace cli

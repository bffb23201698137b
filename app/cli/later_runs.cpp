// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/later_runs.h"

#include "app/cli/json.h"
#include "app/cli/train_plan.h"
#include "app/cli/words.h"
#include "app/queue/train_run.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/best.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_specs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace cli {
namespace {

/// Options of `train` that say nothing to a run in a queue, which has files of its own.
constexpr std::array notLater = {"--checkpoint", "--no-checkpoint", "--overwrite", "--resume",          "--json",
                                 "--seeds",      "--run-folder",    "--detach",    "--batch-per-device"};

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

std::vector<engine::ColumnOf<QueuedRun>> runColumns(const std::vector<QueuedRun>& runs,
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

void addLater(CLI::App& command, TrainOptions& options)
{
    addTo(command, options);
    for (const char* const name : notLater) {
        if (CLI::Option* const option = command.get_option_no_throw(name)) {
            command.remove_option(option);
        }
    }
}

queue::SweepBase laterRuns(const CLI::App& command, TrainOptions options)
{
    const std::vector<const CLI::Option*> given = givenOf(command);
    takeDescription(options, given);
    if (!options.run.resume.empty()) {
        throw engine::Error(
            engine::say("%1 goes on from a checkpoint, but a queue trains new runs; give one of those", options.model));
    }
    const TrainPlan plan = newRun(options);
    queue::SweepBase base{.model = plan.modelName, .job = {.run = plan.run, .settings = {}}};
    base.data = engine::openSource(plan.run.data, plan.run.model);
    for (const auto& [key, value] : options.isDescribed ? options.run.settings : engine::Params()) {
        if (key != "seed") {
            base.job.settings.emplace_back(key, engine::optionText(value));
        }
    }
    for (const CLI::Option* const option : given) {
        const std::string name = optionName(*option);
        if (name != "--seed") {
            base.job.settings.emplace_back(name == "MODEL" ? "model" : name.substr(2),
                                           option->get_items_expected_max() == 0 ? "on" : option->results().back());
        }
    }
    return base;
}

void printRuns(Console& console, const std::vector<QueuedRun>& runs, const std::filesystem::path& folder,
               RunFormat format)
{
    const engine::Report report = engine::reportOf(runColumns(runs, folder), runs);
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

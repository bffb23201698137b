// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_list.h"

#include "app/cli/json.h"
#include "app/cli/table.h"
#include "app/cli/words.h"
#include "app/queue/run_folder.h"
#include "engine/training/run/best.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>

namespace cli {
namespace {

using queue::QueuedRun;

std::optional<std::string> settingOf(const QueuedRun& run, const std::string& name)
{
    for (const auto& [setting, value] : run.job.settings) {
        if (setting == name) {
            return value;
        }
    }
    return std::nullopt;
}

/// The names of settings in which the runs differ, in the order in which they were given.
std::vector<std::string> differing(const std::vector<QueuedRun>& runs)
{
    std::vector<std::string> names;
    for (const QueuedRun& run : runs) {
        for (const auto& [name, value] : run.job.settings) {
            const auto isAsFirst = [&, &wanted = name](const QueuedRun& one) {
                return settingOf(one, wanted) == settingOf(runs.front(), wanted);
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
std::optional<double> bestOf(const QueuedRun& run)
{
    const std::optional<double>& judged = run.result.judged;
    return judged ? std::optional(engine::judged(queue::bestByOf(run.job), *judged) + 0.0) : std::nullopt; // no -0
}

/// The file that is of most use to who looks for the run's net; empty where there is none yet.
std::string checkpointOf(const QueuedRun& run, const std::filesystem::path& folder)
{
    std::error_code unknown;
    const std::filesystem::path file = queue::RunFolder(folder, run.id).checkpoint();
    return std::filesystem::exists(file, unknown) ? file.string() : std::string();
}

Json inJson(const QueuedRun& run, const std::filesystem::path& folder)
{
    Json settings = Json::object();
    for (const auto& [name, value] : run.job.settings) {
        settings[name] = value;
    }
    const std::string checkpoint = checkpointOf(run, folder);
    return {{"run", run.id},
            {"settings", settings},
            {"seed", queue::seedOf(run.job)},
            {"best_by", queue::bestByOf(run.job)},
            {"best", orNull(bestOf(run))},
            {"best_loss", orNull(run.result.bestLoss)},
            {"seconds", run.result.seconds},
            {"joules", orNull(run.result.joules)},
            {"state", std::string(queue::nameOf(run.state))},
            {"iteration", run.result.iteration},
            {"checkpoint", checkpoint.empty() ? Json() : Json(checkpoint)},
            {"error", run.result.error.empty() ? Json() : Json(run.result.error)}};
}

/// A cell for a reader, or for a program.
std::string cell(const std::optional<double>& number, RunFormat format, std::string (*inWords)(double))
{
    if (!number) {
        return format == RunFormat::Csv ? "" : "-";
    }
    return format == RunFormat::Csv ? fmt::format("{}", *number) : inWords(*number);
}

} // namespace

void printRuns(Console& console, const std::vector<QueuedRun>& runs, const std::filesystem::path& folder,
               RunFormat format)
{
    if (format == RunFormat::JsonLines) {
        for (const QueuedRun& run : runs) {
            console.out.outside(toLine(inJson(run, folder)) + "\n");
        }
        return;
    }
    const std::vector<std::string> names = differing(runs);
    std::vector<Table::Column> columns = {{"run", Align::Right}};
    for (const std::string& name : names) {
        columns.push_back({name});
    }
    columns.push_back({"seed", Align::Right});
    const std::vector<std::string> measures = measuresOf(runs);
    for (const std::string& measure : measures) {
        columns.push_back({"best " + measure, Align::Right});
    }
    for (const char* const heading : {"best loss", "seconds", "joules", "iteration"}) {
        columns.push_back({heading, Align::Right});
    }
    columns.push_back({"state"});
    Table table(columns);
    std::string csv;
    for (const Table::Column& column : columns) {
        csv += (csv.empty() ? "" : ",") + csvField(column.heading);
    }
    for (const QueuedRun& run : runs) {
        std::vector<std::string> cells = {std::to_string(run.id)};
        for (const std::string& name : names) {
            cells.push_back(settingOf(run, name).value_or(format == RunFormat::Csv ? "" : "-"));
        }
        cells.push_back(std::to_string(queue::seedOf(run.job)));
        for (const std::string& measure : measures) {
            cells.push_back(
                cell(queue::bestByOf(run.job) == measure ? bestOf(run) : std::nullopt, format, scoreInWords));
        }
        cells.push_back(cell(run.result.bestLoss, format, scoreInWords));
        cells.push_back(cell(run.result.seconds, format, amountInWords));
        cells.push_back(cell(run.result.joules, format, amountInWords));
        cells.push_back(std::to_string(run.result.iteration));
        cells.push_back(std::string(queue::nameOf(run.state)));
        csv += "\n";
        for (std::size_t column = 0; column < cells.size(); ++column) {
            csv += (column > 0 ? "," : "") + csvField(cells[column]);
        }
        table.add(std::move(cells));
    }
    console.out.outside(format == RunFormat::Csv        ? csv + "\n"
                        : format == RunFormat::Markdown ? table.markdown()
                                                        : table.aligned());
}

} // namespace cli

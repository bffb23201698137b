// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/cell_runs.h"

#include "app/contest/net_variants.h"
#include "engine/cells/library.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace studio {
namespace {

constexpr std::string_view both = "bidirectional_";
constexpr const char *cellSetting = "cell", *parametersSetting = "parameters"; ///< of a job

/// Empty: it has none of that name.
std::string settingOf(const queue::Job& job, const std::string& name)
{
    const auto found = std::ranges::find(job.settings, name, &std::pair<std::string, std::string>::first);
    return found == job.settings.end() ? std::string() : found->second;
}

bool readsBothWays(const engine::Layer& layer, engine::Dialect dialect)
{
    const engine::LayerType* const type = engine::findLayerType(layer.type);
    const auto stack = type ? engine::recurrentStack(*type, engine::completeParams(layer, dialect)) : std::nullopt;
    return stack && stack->isBidirectional();
}

/// The net as it is trained with these settings.
std::int64_t parametersOf(const engine::Model& model, const queue::SweepBase& base)
{
    return engine::sizeReport(queue::settled(base, model)).parameters;
}

} // namespace

engine::Model withTriedCell(const engine::Model& model, const TriedCell& cell)
{
    return cell.name.empty() ? model : contest::withCell(model, cell.name);
}

std::vector<TriedCell> cellsToTry(const engine::Model& model)
{
    std::vector<std::string> names;
    std::ranges::copy_if(contest::cellNames(), std::back_inserter(names), [](const std::string& name) {
        return !name.starts_with(both) && name != "rnn"; // which is rnn_tanh
    });
    for (const engine::cells::LibraryCell& cell : engine::cells::libraryCells()) {
        names.push_back("cell:" + std::string(cell.name));
    }
    const bool isBoth =
        std::ranges::any_of(model.layers, [&](const auto& layer) { return readsBothWays(layer, model.dialect); });
    std::vector<TriedCell> cells;
    for (const std::string& name : names) {
        const TriedCell cell{.name = (isBoth ? std::string(both) : std::string()) + name, .shown = name};
        if (withTriedCell(model, cell) != model) {
            cells.push_back(cell);
        }
    }
    return cells;
}

std::vector<queue::Job> cellJobs(const CellTrial& trial, const queue::SweepBase& base)
{
    const std::int64_t drawn = parametersOf(base.job.run.model, base);
    std::vector<queue::Job> all, ofOneSeed;
    for (const TriedCell& cell : trial.cells) {
        queue::SweepBase own = base;
        own.job.run.model = withTriedCell(base.job.run.model, cell);
        if (trial.equal == CellTrial::Equal::Parameters) {
            own.job.run.model = contest::withParameters(
                own.job.run.model, drawn, [&](const engine::Model& model) { return parametersOf(model, base); });
        }
        ofOneSeed.push_back(queue::jobWith(own, {}, {}));
        ofOneSeed.back().settings.emplace_back(cellSetting, cell.shown);
        ofOneSeed.back().settings.emplace_back(parametersSetting,
                                               std::to_string(parametersOf(own.job.run.model, base)));
    }
    const auto first = static_cast<std::uint64_t>(queue::seedOf(base.job));
    for (const std::uint64_t seed : engine::seedsFrom(first, trial.seeds)) {
        for (queue::Job& job : ofOneSeed) {
            queue::setSeed(job, seed);
            all.push_back(job);
        }
    }
    return all;
}

void give(editor::Content& drawn, const CellRuns::Cell& cell)
{
    const engine::Model trained = engine::readModel(cell.model, cell.shown);
    drawn = editor::withModel(drawn, contest::withRecurrentLayers(editor::model(drawn), trained));
}

std::size_t CellRuns::count() const
{
    std::size_t count = 0;
    for (const Cell& cell : cells) {
        count += cell.runs.size();
    }
    return count;
}

bool CellRuns::has(std::int64_t run) const
{
    return std::ranges::any_of(cells,
                               [&](const Cell& cell) { return std::ranges::find(cell.runs, run) != cell.runs.end(); });
}

std::vector<CellRuns> cellRunsIn(std::span<const queue::QueuedRun> runs)
{
    std::map<std::int64_t, CellRuns> found; // by the first of them
    for (const queue::QueuedRun& run : runs) {
        const std::string shown = settingOf(run.job, cellSetting);
        if (shown.empty()) {
            continue;
        }
        CellRuns& together = found[run.sweep];
        together.first = run.sweep;
        auto cell = std::ranges::find(together.cells, shown, &CellRuns::Cell::shown);
        if (cell == together.cells.end()) {
            const std::string parameters = settingOf(run.job, parametersSetting);
            cell = together.cells.insert(cell, {.shown = shown,
                                                .parameters = std::atoll(parameters.c_str()),
                                                .model = engine::writeModel(run.job.run.model)});
        }
        cell->runs.push_back(run.id);
    }
    std::vector<CellRuns> all;
    for (auto& [first, together] : found) {
        if (together.cells.size() > 1) {
            all.push_back(std::move(together));
        }
    }
    return all;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/cell_runs.h"

#include "app/contest/net_variants.h"
#include "engine/cells/library.h"
#include "engine/graph/catalog.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/size_report.h"

#include <algorithm>

namespace studio {
namespace {

constexpr std::string_view both = "bidirectional_";

bool readsBothWays(const engine::Layer& layer, engine::Dialect dialect)
{
    const engine::LayerType* const type = engine::findLayerType(layer.type);
    const auto stack = type ? engine::recurrentStack(*type, engine::completeParams(layer, dialect)) : std::nullopt;
    return stack && stack->isBidirectional();
}

/// The net as it is trained with these settings.
std::int64_t parametersOf(const engine::Model& model, const queue::SweepBase& base)
{
    return engine::sizeReport(base.settled({.model = model, .solver = base.given.solver})).parameters;
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

CellJobs cellJobs(const CellTrial& trial, const queue::SweepBase& base)
{
    const std::int64_t drawn = parametersOf(base.given.model, base);
    CellJobs all{.runs = {.seeds = trial.seeds}};
    std::vector<queue::Job> ofOneSeed;
    for (const TriedCell& cell : trial.cells) {
        queue::SweepBase own = base;
        own.given.model = withTriedCell(base.given.model, cell);
        if (trial.equal == CellTrial::Equal::Parameters) {
            own.given.model = contest::withParameters(
                own.given.model, drawn, [&](const engine::Model& model) { return parametersOf(model, base); });
        }
        ofOneSeed.push_back(queue::jobWith(own, {}, {}));
        ofOneSeed.back().settings.emplace_back("cell", cell.shown);
        all.runs.cells.push_back({.shown = cell.shown, .parameters = parametersOf(own.given.model, base)});
    }
    for (std::int64_t seed = 0; seed < trial.seeds; ++seed) {
        for (queue::Job& job : ofOneSeed) {
            job.seed = base.seed + seed;
            all.jobs.push_back(job);
        }
    }
    return all;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/net_sources.h"

#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

namespace studio {

namespace {

double lossAt(const RunRecord& run, std::int64_t iteration)
{
    for (auto point = run.validations.rbegin(); point != run.validations.rend(); ++point) {
        if (point->iteration <= iteration) {
            return point->loss;
        }
    }
    return std::nan("");
}

} // namespace

std::vector<TextSource> netSources(const Workspace& workspace, NetUse use)
{
    const bool writes = use == NetUse::Writes;
    const RunList& runs = workspace.runs();
    std::vector<TextSource> sources;
    if (runs.hasNet() && workspace.training().run().start.kind->writes == writes) {
        TextSource& net = sources.emplace_back();
        net.run = workspace.training().run().name;
        net.iteration = workspace.training().progressNow().iteration;
        net.loss = workspace.training().progressNow().loss;
        net.trains = workspace.training().isBusy();
    }
    for (auto run = runs.all().rbegin(); run != runs.all().rend(); ++run) {
        const RunRecord& record = *runs.find(run->id);
        if (record.start.kind->writes != writes) {
            continue;
        }
        for (const engine::CheckpointEvent& mark : checkpointsThere(record)) {
            sources.push_back({.run = record.name,
                               .checkpoint = mark.file,
                               .iteration = mark.iteration,
                               .loss = lossAt(record, mark.iteration),
                               .best = mark.best});
        }
    }
    const std::string imported = workspace.nextRun().choice().first.file.string();
    if (writes && !imported.empty() && isThere(imported)) {
        sources.push_back({.checkpoint = imported, .imported = true});
    }
    const std::string& wanted = workspace.wantedNet();
    const bool isListed = std::ranges::find(sources, wanted, &TextSource::checkpoint) != sources.end();
    if (writes && !wanted.empty() && !isListed && isThere(wanted)) {
        const std::string number = std::filesystem::path(wanted).parent_path().filename();
        sources.push_back({.run = Workspace::tr("Queue %1").arg(QString::fromStdString(number)).toStdString(),
                           .checkpoint = wanted,
                           .imported = true});
    }
    return sources;
}

} // namespace studio

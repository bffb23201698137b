// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/trial_sources.h"

#include "app/studio/workspace/paths.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"

#include <set>
#include <string>

namespace studio {

std::vector<TextSource> trialSources(const Workspace& workspace)
{
    const RunList& runs = workspace.runs();
    std::vector<TextSource> sources;
    if (runs.hasNet() && !workspace.training().run().start.kind->writes) {
        TextSource& net = sources.emplace_back();
        net.run = workspace.training().run().name;
        net.iteration = workspace.training().progressNow().iteration;
        net.trains = workspace.training().isBusy();
    }
    for (auto run = runs.all().rbegin(); run != runs.all().rend(); ++run) {
        const RunRecord& record = *runs.find(run->id);
        std::set<std::string> listed; // a file that is written again holds its newest net only
        for (auto mark = record.checkpoints.rbegin(); !record.start.kind->writes && mark != record.checkpoints.rend();
             ++mark) {
            if (listed.insert(mark->file).second && isThere(mark->file)) {
                sources.push_back(
                    {.run = record.name, .checkpoint = mark->file, .iteration = mark->iteration, .best = mark->best});
            }
        }
    }
    return sources;
}

} // namespace studio

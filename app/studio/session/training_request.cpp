// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_request.h"

#include "app/studio/session/training_reports.h"

namespace studio {

engine::RunPlan planOf(const TrainingRequest& request)
{
    engine::RunPlan plan = engine::planRun(request.settings, request.solver);
    settleFor(request, plan);
    return plan;
}

void settleFor(const TrainingRequest& request, engine::RunPlan& plan)
{
    plan.run.reportEvery = 1;
    plan.run.checkpointAtPause = true;
    plan.run.checkpointAtEnd = true; // the project names the file
    plan.run.checkpoint = request.checkpoint;
}

} // namespace studio

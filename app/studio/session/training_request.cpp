// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_request.h"

#include "app/studio/session/training_reports.h"
#include "engine/training/solver_run.h"

namespace studio {

engine::RunSettings usualRunSettings(const engine::SolverSettings& solver, std::uint64_t seed)
{
    engine::RunSettings settings = engine::runSettingsOf(solver);
    settings.reportEvery = 1;
    settings.checkpointAtPause = true;
    settings.checkpointAtEnd = true; // the project names the file
    settings.sample.seed = seed;
    return settings;
}

bool TrainingStart::hasEnd() const
{
    return iterations != engine::endless;
}

} // namespace studio

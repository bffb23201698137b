// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_request.h"

#include "app/studio/session/progress_tracker.h"

namespace studio {

std::filesystem::path descriptionFile(const std::filesystem::path& checkpoint)
{
    return std::filesystem::path(checkpoint).replace_extension(".json");
}

engine::RunSettings runSettingsOf(const TrainingRequest& request)
{
    engine::RunSettings settings = engine::runSettings(request.run.settings, request.run.solver);
    settleFor(request, settings);
    return settings;
}

void settleFor(const TrainingRequest& request, engine::RunSettings& settings)
{
    settings.reportEvery = 1;
    settings.checkpointAtPause = true;
    settings.checkpointAtEnd = true; // the project names the file
    settings.checkpoint = request.checkpoint;
}

} // namespace studio

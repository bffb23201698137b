// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/start_check.h"

#include "app/studio/workspace/paths.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "engine/backends/run_memory.h"
#include "engine/graph/data_kind.h"
#include "engine/training/run/open_source.h"

namespace studio {

std::optional<QString> missingStart(const TrainingRequest& request)
{
    for (const std::filesystem::path& file :
         {request.run.first.file, request.run.first.text, request.run.first.solverState}) {
        if (!file.empty() && !isThere(file) && !engine::isMadeData(file)) {
            return Workspace::tr("%1 is not there any more, but the next run is to start from it")
                .arg(QString::fromStdString(file.string()));
        }
    }
    return std::nullopt;
}

std::optional<QString> whyItCannotStart(const TrainingRequest& request)
{
    engine::requiredWiring(request.run.model, engine::Phase::Train);
    const engine::RunSettings settings = runSettingsOf(request);
    if (const std::optional<engine::Sentence> why =
            engine::refusedPrecision(engine::placeFor(settings.device, settings.engine))) {
        return editor::inWords(*why);
    }
    return missingStart(request);
}

} // namespace studio

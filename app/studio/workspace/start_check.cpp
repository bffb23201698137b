// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/start_check.h"

#include "app/studio/workspace/paths.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "engine/backends/run_memory.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/open_source.h"

namespace studio {
namespace {

/// Throws engine::Error with the first problem.
void requireThatARunCanFeed(const engine::Model& model)
{
    if (engine::learnsSequences(model)) {
        engine::requiredSampleWiring(model, engine::Phase::Train);
    } else {
        engine::requiredTextWiring(model, engine::Phase::Train);
    }
}

} // namespace

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
    requireThatARunCanFeed(request.run.model);
    const engine::RunSettings settings = runSettingsOf(request);
    if (const std::optional<engine::Sentence> why =
            engine::refusedPrecision(engine::placeFor(settings.device, settings.engine))) {
        return editor::inWords(*why);
    }
    return missingStart(request);
}

} // namespace studio

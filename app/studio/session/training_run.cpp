// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_run.h"

#include "editor/document/sentence_words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/run/run_settings.h"

#include <QDateTime>

namespace studio {
namespace {

std::string nowInWords()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
}

} // namespace

TrainingRun newRun(const TrainingRequest& request, const std::string& name)
{
    const engine::RunSettings settings = runSettingsOf(request);
    TrainingRun run{.request = request, .limits = settings.limits, .record = {}, .start = {}, .end = {}};
    run.record.id = request.id;
    run.record.name = name;
    run.record.corpus = request.run.data.string();
    run.record.device = settings.device.name;
    run.record.seed = settings.seed;
    run.record.origin = request.origin;
    run.record.settings = request.run.settings;
    run.record.readsText = !engine::learnsSequences(request.run.model);
    run.record.started = nowInWords();
    if (request.run.resume.empty()) {
        run.record.model = engine::writeModel(request.run.model);
        run.record.solver = engine::writeSolver(request.run.solver);
    }
    return run;
}

void TrainingRun::take(const engine::Event& event)
{
    record.take(event);
    if (const auto* const begun = std::get_if<engine::StartEvent>(&event)) {
        start = *begun;
        record.notes.clear();
        for (const engine::Sentence& note : begun->notes) {
            record.notes.emplace_back(editor::inWords(note).toStdString()); // a project keeps the text alone
        }
    } else if (const auto* const change = std::get_if<engine::ChangeEvent>(&event)) {
        limits = change->limits;
        start.iterations = change->iterations;
    } else if (const auto* const told = std::get_if<engine::PacingEvent>(&event)) {
        pacing = told->paced ? std::optional(*told) : std::nullopt;
    } else if (const auto* const ended = std::get_if<engine::EndEvent>(&event)) {
        end = *ended;
    }
}

} // namespace studio

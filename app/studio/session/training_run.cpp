// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_run.h"

#include "editor/document/sentence_words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/run/run_plan.h"

#include <QDateTime>

namespace studio {
namespace {

std::string nowInWords()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
}

/// What a run says as it begins replaces what was assumed of it.
void settle(RunRecord& record, const engine::StartEvent& start)
{
    record.model = start.model;
    record.solver = start.solver;
    record.corpus = start.data;
    record.engine = start.engine;
    record.device = start.device;
    record.precision = start.precision;
    record.seed = start.seed;
    record.notes.clear();
    for (const engine::Sentence& note : start.notes) {
        record.notes.emplace_back(editor::inWords(note).toStdString()); // a project keeps the text alone
    }
    record.readsText = start.readsText;
    record.holdsOutNothing = start.holdsOutNothing;
}

} // namespace

TrainingRun newRun(const TrainingRequest& request, const std::string& name)
{
    const engine::RunPlan plan = planOf(request);
    TrainingRun run{.request = request, .limits = plan.run.limits, .record = {}, .start = {}, .end = {}};
    run.record.id = request.id;
    run.record.name = name;
    run.record.corpus = request.run.data.string();
    run.record.device = plan.device.name;
    run.record.seed = plan.seed;
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

void TrainingRun::add(const TrainingReports& reports)
{
    if (reports.start) {
        start = *reports.start;
        settle(record, start);
    }
    if (reports.change) {
        limits = reports.change->limits;
        record.settings = engine::withLimits(record.settings.value_or(engine::Params()), limits);
        start.iterations = reports.change->iterations;
    }
    if (reports.pacing) {
        pacing = reports.pacing->paced ? reports.pacing : std::nullopt;
    }
    if (!reports.curve.empty()) {
        record.curve.follow(reports.curve);
    }
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(record.validations, reports.validations);
    append(record.checkpoints, reports.checkpoints);
    append(record.diary, reports.samples);
    end = reports.end ? reports.end : end;
}

} // namespace studio

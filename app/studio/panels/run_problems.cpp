// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_problems.h"

#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "engine/backends/run_memory.h"
#include "engine/data/batches.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <QCoreApplication>

namespace studio {
namespace {

using Severity = editor::Warning::Severity;

struct RunProblems {
    Q_DECLARE_TR_FUNCTIONS(RunProblems)
};

/// Whatever the drawing and the last choice ask for.
const std::string fastest = "DEFAULT";

bool fastestRuns(const engine::Model& model)
{
    try {
        const engine::RunPlace place = engine::placeFor({}, fastest);
        return engine::runMemory(model, {}, place, fastest).uncounted.empty();
    } catch (const engine::Error&) {
        return false;
    }
}

/// Changes the next run's choice, which undo does not take back: `done` says where to.
editor::Fix fixOfChoice(Workspace& workspace, const QString& label,
                        const std::function<void(engine::RunDescription&)>& change, const QString& done)
{
    const auto act = [&workspace, change] {
        engine::RunDescription choice = workspace.nextRun().choice();
        change(choice);
        workspace.nextRun().setChoice(choice);
    };
    return {.label = label, .edit = nullptr, .act = act, .done = done};
}

editor::Warning engineProblem(const WillItFit& fit, Workspace& workspace)
{
    editor::Warning problem{
        .node = workspace.document().nodeNamed(fit.refusedLayer), .severity = Severity::Error, .sentence = fit.refusal};
    if (fastestRuns(workspace.document().derived().model)) {
        const auto change = [](engine::RunDescription& choice) {
            choice.settings.insert_or_assign("engine", fastest);
            choice.settings.erase("device");
        };
        problem.fixes.push_back(
            fixOfChoice(workspace, RunProblems::tr("Train with the fastest engine here, keep the net as it is"), change,
                        RunProblems::tr("The next run uses the fastest engine. Undo does not take "
                                        "this back; Engine in the panel Training does.")));
    }
    return problem;
}

editor::Warning precisionProblem(const QString& refusal, Workspace& workspace)
{
    const auto change = [](engine::RunDescription& choice) { choice.settings.erase("precision"); };
    return {
        .severity = Severity::Error,
        .sentence = refusal,
        .fixes = {fixOfChoice(workspace, RunProblems::tr("Let the device choose the precision"), change,
                              RunProblems::tr("The device chooses the precision of the next run. Undo does not take "
                                              "this back; Precision in the panel Training does."))}};
}

/// Where what it starts from is not there.
editor::Warning startProblem(const QString& missing, Workspace& workspace)
{
    editor::Warning problem{.severity = Severity::Error, .sentence = missing};
    const QString label = RunProblems::tr("Start from random weights");
    if (workspace.nextRun().choice().first.file.empty()) {
        problem.fixes.push_back(
            {label, [](editor::Content& content) { setSolverParam(content, "weights", std::nullopt); }});
    } else {
        problem.fixes.push_back({.label = label,
                                 .edit = nullptr,
                                 .act = [&workspace] { workspace.importer().forgetFirstWeights(); },
                                 .done = RunProblems::tr("The next run starts from random weights. Undo does not take "
                                                         "this back; Initial weights in the panel Training does.")});
    }
    return problem;
}

/// The drawing with batches of so many steps and streams.
editor::Fix batchFix(const QString& label, std::int64_t steps, std::int64_t streams)
{
    return {label, [steps, streams](editor::Content& content) {
                content = withModel(content, engine::withBatch(editor::model(content), steps, streams));
            }};
}

/// Nothing where the text fills a batch, or where it is not known yet.
std::optional<editor::Warning> batchProblem(const CorpusFacts& text, const engine::Model& model)
{
    if (!text.problem.isEmpty() || text.characters == 0) {
        return std::nullopt;
    }
    const engine::DataWiring wiring = engine::textWiring(model, engine::Phase::Train);
    if (wiring.steps == 0 || !wiring.problems.empty()) {
        return std::nullopt;
    }
    const engine::BatchSettings batch{
        .order = engine::dataSettings(model).order, .steps = wiring.steps, .streams = wiring.streams};
    const auto refusal = [&](const engine::BatchSettings& settings) {
        return engine::whyNoBatch(text.file, text.training, settings);
    };
    const std::optional<engine::Sentence> why = refusal(batch);
    if (!why) {
        return std::nullopt;
    }
    editor::Warning problem{.severity = Severity::Error, .sentence = editor::inWords(*why)};
    const bool windows = batch.order == engine::BatchOrder::Windows;
    engine::BatchSettings fewer = batch, shorter = batch;
    fewer.streams = std::min(batch.streams, text.training / (batch.steps + 1));
    shorter.steps = text.training / (windows ? 1 : batch.streams) - 1;
    if (!windows && !refusal(fewer)) {
        problem.fixes.push_back(
            batchFix(RunProblems::tr("Read %1 streams instead of %2").arg(fewer.streams).arg(batch.streams),
                     fewer.steps, fewer.streams));
    }
    if (!refusal(shorter)) {
        problem.fixes.push_back(
            batchFix(RunProblems::tr("Read %1 steps instead of %2").arg(shorter.steps).arg(batch.steps), shorter.steps,
                     shorter.streams));
    }
    return problem;
}

} // namespace

std::vector<editor::Warning> dataProblems(const CorpusFacts& text, Workspace& workspace)
{
    std::vector<editor::Warning> problems;
    if (!text.problem.isEmpty()) {
        problems.push_back({.severity = Severity::Error, .sentence = text.problem});
    }
    if (problemOf(workspace.document())) {
        return problems; // the drawing itself keeps it from training, which its own list says
    }
    try {
        if (const std::optional<QString> missing = missingStart(workspace.nextRun().request())) {
            problems.push_back(startProblem(*missing, workspace));
        }
    } catch (const std::exception& error) {
        if (const QString why = editor::inWords(error); why != text.problem) {
            problems.push_back({.severity = Severity::Error, .sentence = why});
        }
    }
    const engine::Model& model = workspace.document().derived().model;
    if (auto problem = engine::dataKindOf(model).writes ? batchProblem(text, model) : std::nullopt) {
        problems.push_back(std::move(*problem));
    }
    return problems;
}

std::vector<editor::Warning> machineProblems(const WillItFit& memory, Workspace& workspace)
{
    std::vector<editor::Warning> problems;
    if (!memory.refusal.isEmpty()) {
        problems.push_back(engineProblem(memory, workspace));
    }
    if (!memory.refusedPrecision.isEmpty()) {
        problems.push_back(precisionProblem(memory.refusedPrecision, workspace));
    }
    const bool isTooLarge = memory.verdict == WillItFit::Verdict::TooLarge;
    if (isTooLarge || memory.verdict == WillItFit::Verdict::Tight) {
        problems.push_back(
            {.severity = isTooLarge ? Severity::Error : Severity::Doubt, .sentence = memory.memorySentence()});
    }
    return problems;
}

} // namespace studio

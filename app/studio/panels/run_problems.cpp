// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_problems.h"

#include "app/studio/workspace/next_run.h"
#include "engine/backends/run_memory.h"
#include "engine/graph/error.h"

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

/// "layer lstm: ..." is about the layer of that name.
editor::Id nodeOf(const editor::Document& document, const QString& sentence)
{
    const QString start = QStringLiteral("layer ");
    return sentence.startsWith(start)
               ? document.nodeNamed(
                     sentence.mid(start.size(), sentence.indexOf(QLatin1Char(':')) - start.size()).toStdString())
               : 0;
}

editor::Warning engineProblem(const QString& refusal, Workspace& workspace)
{
    editor::Warning problem{
        .node = nodeOf(workspace.document(), refusal), .severity = Severity::Error, .sentence = refusal};
    if (fastestRuns(workspace.document().derived().model)) {
        problem.fixes.push_back({.label = RunProblems::tr("Train with the fastest engine here, keep the net as it is"),
                                 .edit = nullptr,
                                 .act = [&workspace] {
                                     RunChoice choice = workspace.nextRun().choice();
                                     choice.settings.insert_or_assign("engine", fastest);
                                     choice.settings.erase("device");
                                     workspace.nextRun().setChoice(choice);
                                 }});
    }
    return problem;
}

} // namespace

std::vector<editor::Warning> runProblems(const CorpusFacts& text, const WillItFit& memory, Workspace& workspace)
{
    std::vector<editor::Warning> problems;
    if (!text.problem.isEmpty()) {
        problems.push_back({.severity = Severity::Error, .sentence = text.problem});
    }
    if (!memory.refusal.isEmpty()) {
        problems.push_back(engineProblem(memory.refusal, workspace));
    }
    if (memory.verdict == WillItFit::Verdict::TooLarge) {
        problems.push_back({.severity = Severity::Error, .sentence = memory.memorySentence()});
    } else if (memory.verdict == WillItFit::Verdict::Tight) {
        problems.push_back({.severity = Severity::Doubt, .sentence = memory.memorySentence()});
    }
    return problems;
}

} // namespace studio

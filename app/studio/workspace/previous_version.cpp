// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/previous_version.h"

#include "app/studio/project/kept_previous.h"
#include "app/studio/project/named_files.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/paths.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QFileInfo>
#include <QUndoCommand>
#include <utility>

namespace studio {
namespace {

/// Undoes and redoes the choice for the next run, which the drawing's undo does not have.
class ChoiceCommand : public QUndoCommand {
public:
    ChoiceCommand(NextRun& next, RunChoice after) : m_next(next), m_before(next.choice()), m_after(std::move(after)) {}
    void undo() override { m_next.setChoice(m_before); }
    void redo() override { m_next.setChoice(m_after); }

private:
    NextRun& m_next;
    RunChoice m_before, m_after;
};

std::vector<engine::Layer> layersOf(const Project& project)
{
    return editor::model(project.content).layers;
}

/// Whether both records are of the same run; ids alone would not tell where a project was saved over another one.
bool isSameRun(const RunRecord& one, const RunRecord& other)
{
    return one.started == other.started && one.seed == other.seed && one.model == other.model;
}

bool isSameText(const WrittenText& one, const WrittenText& other)
{
    return one.prompt == other.prompt && one.text == other.text && one.seed == other.seed;
}

void addRuns(Workspace& workspace, const std::vector<RunRecord>& previous)
{
    std::vector<RunRecord> runs = workspace.runs().asTheyAre();
    int nextId = workspace.runs().nextId();
    std::vector<RunRecord> missing;
    for (const RunRecord& run : previous) {
        if (std::ranges::none_of(runs, [&](const RunRecord& one) { return isSameRun(one, run); })) {
            missing.push_back(run);
        }
    }
    for (RunRecord& run : missing) {
        if (std::ranges::any_of(runs, [&](const RunRecord& one) { return one.id == run.id; })) {
            run.id = nextId; // lineage by that number would name another run now
            run.origin.run = 0;
        }
        nextId = std::max(nextId, run.id + 1);
        runs.push_back(run);
    }
    if (!missing.empty()) {
        std::ranges::stable_sort(runs, {}, &RunRecord::id);
        workspace.runs().restore(std::move(runs), nextId);
    }
}

void addTexts(Workspace& workspace, const std::vector<WrittenText>& previous)
{
    int last = 0;
    for (const WrittenText& text : workspace.texts()) {
        last = std::max(last, text.id);
    }
    std::vector<WrittenText> missing;
    for (WrittenText text : previous) {
        if (std::ranges::none_of(workspace.texts(), [&](const WrittenText& one) { return isSameText(one, text); })) {
            text.id = ++last; // the numbers of the two histories are not the same
            text.parent = 0;
            missing.push_back(std::move(text));
        }
    }
    if (!missing.empty()) {
        workspace.addTexts(missing);
    }
}

/// What a stranger's project names elsewhere does not come in by this way either. Gives the sentence about it.
QString leftOut(Project& previous, const Project& present, const std::filesystem::path& folder)
{
    const Strangers strangers = leaveOutStrangers(previous, folder);
    std::vector<std::string> files = strangers.leftOut;
    if (!strangers.text.empty() && strangers.text != present.content.corpus) {
        previous.content.corpus = present.content.corpus;
        files.push_back(strangers.text);
    }
    if (files.empty()) {
        return {};
    }
    return Workspace::tr("Left out, as it lies outside the project's folder and you have not chosen it yourself: %1. "
                         "Import the weights again, or open the checkpoint, to use it.")
        .arg(QString::fromStdString(files.front()) + (files.size() > 1 ? QStringLiteral(", …") : QString()));
}

} // namespace

bool hasPreviousVersion(const Workspace& workspace)
{
    const std::filesystem::path& file = workspace.files().path();
    return workspace.files().isOpen() && !file.empty() && isThere(previousVersionFile(file));
}

PreviousVersion readPreviousVersion(const Workspace& workspace)
{
    const std::filesystem::path file = previousVersionFile(workspace.files().path());
    return {.project = loadProject(file), .saved = QFileInfo(QString::fromStdString(file.string())).lastModified()};
}

QString differences(const Project& previous, const Project& present)
{
    QStringList parts;
    const auto before = layersOf(previous), now = layersOf(present);
    if (before.size() != now.size()) {
        parts += Workspace::tr("%n layer(s) instead of %1", nullptr, int(before.size())).arg(now.size());
    } else if (before != now) {
        parts += Workspace::tr("other layers or other settings of layers");
    } else if (previous.content.nodes != present.content.nodes || previous.content.notes != present.content.notes) {
        parts += Workspace::tr("the same layers in other places");
    }
    if (previous.content.solver != present.content.solver) {
        parts += Workspace::tr("another solver");
    }
    if (previous.content.corpus != present.content.corpus) {
        parts += Workspace::tr("other data to learn from");
    }
    if (!(previous.choice == present.choice)) {
        parts += Workspace::tr("other settings of the next run");
    }
    if (previous.runs.size() != present.runs.size()) {
        parts += Workspace::tr("%n run(s) instead of %1", nullptr, int(previous.runs.size())).arg(present.runs.size());
    }
    if (parts.isEmpty()) {
        return Workspace::tr("Its layers, solver and number of runs are those of the project that is open.");
    }
    const QString last = parts.takeLast();
    const QString all = parts.isEmpty() ? last : Workspace::tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
    return Workspace::tr("Compared with the project that is open, it has %1.").arg(all);
}

QString restorePrevious(Workspace& workspace, Project previous)
{
    const Project present = workspace.files().project();
    QString warning = leftOut(previous, present, std::filesystem::absolute(workspace.files().path()).parent_path());
    QUndoStack& stack = workspace.document().undoStack();
    const QString label = Workspace::tr("Restore previous version");
    stack.beginMacro(label);
    workspace.document().edit(label, previous.content);
    stack.push(new ChoiceCommand(workspace.nextRun(), previous.choice));
    stack.endMacro();
    addRuns(workspace, previous.runs);
    addTexts(workspace, previous.texts);
    return warning;
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_problems.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/window/panels.h"
#include "editor/document/sentence_words.h"
#include "editor/panels/problems_panel.h"

#include <algorithm>
#include <iterator>
#include <QCoreApplication>
#include <QMainWindow>

namespace studio {

namespace {

/// The problems of the drawing and what it cannot know: what is wrong with the data and with the next run. Refuses a
/// run or a race that an error in the list would make fail.
class ProblemsDock : public editor::ProblemsPanel {
    Q_DECLARE_TR_FUNCTIONS(studio::ProblemsDock)

public:
    explicit ProblemsDock(const WindowParts& parts)
        : ProblemsPanel(parts.workspace.document(), parts.parent), m_workspace(parts.workspace)
    {
        parts.training.setCheck([this](TrainingActions::Start start) { return refusal(start); });
        connect(&parts.training, &TrainingActions::refused, this, &ProblemsDock::list); // a file may have gone since
        connect(this, &ProblemsPanel::countChanged, this, [this] { m_workspace.nextRun().setBlocked(firstError()); });
        connect(this, &ProblemsPanel::noted, &m_workspace, &Workspace::noted);
        m_workspace.onChange(this, Changes(Change::Drawing) | Change::Facts | Change::Fit, [this] { list(); });
    }

private:
    void list()
    {
        const std::int64_t characters = m_workspace.data().vocabulary().size();
        setVocabulary(characters > 0 ? std::optional(characters) : std::nullopt);
        std::vector<editor::Warning> problems = m_workspace.nextRun().dataProblems();
        std::ranges::move(machineProblems(m_workspace.nextRun().fit(), m_workspace), std::back_inserter(problems));
        setRunProblems(std::move(problems));
    }
    /// A race has devices and engines of its own: those that were chosen for the run do not keep it from starting.
    QString firstErrorFor(TrainingActions::Start start) const
    {
        if (start == TrainingActions::Start::Run) {
            return firstError();
        }
        const std::vector<editor::Warning> problems = m_workspace.nextRun().dataProblems();
        const auto error = std::ranges::find(problems, editor::Warning::Severity::Error, &editor::Warning::severity);
        return error == problems.end() ? QString() : error->sentence;
    }
    std::optional<QString> refusal(TrainingActions::Start start)
    {
        emit m_workspace.startAsked(); // what was mended a moment ago is no problem any more
        list();
        const QString why = firstErrorFor(start);
        if (why.isEmpty()) {
            return std::nullopt;
        }
        select(why);
        emit m_workspace.panelWanted(QStringLiteral("problems"));
        const QString part = editor::withoutFullStop(why);
        return start == TrainingActions::Start::Run ? tr("The run does not start: %1.").arg(part)
                                                    : tr("The race does not start: %1.").arg(part);
    }

    Workspace& m_workspace;
};

} // namespace

QWidget* makeProblems(const WindowParts& parts)
{
    return new ProblemsDock(parts);
}

} // namespace studio

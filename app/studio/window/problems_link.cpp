// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/problems_link.h"

#include "app/studio/panels/run_problems.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/panels/training_panel.h"
#include "app/studio/sequences/data_pages.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/sequences/width_problems.h"
#include "app/studio/workspace/workspace.h"
#include "editor/panels/problems_panel.h"

#include <optional>
#include <utility>
#include <vector>

namespace studio {

ProblemsLink::ProblemsLink(Workspace& workspace, editor::ProblemsPanel& problems, DataPages& data,
                           const TrainingPanel& training, const TrainingActions& actions, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_problems(problems), m_data(data), m_training(training)
{
    connect(&training, &TrainingPanel::fitChanged, this, &ProblemsLink::list);
    connect(&data, &DataPages::factsChanged, this, [this] {
        noteVocabulary();
        list();
    });
    connect(&workspace.document(), &editor::Document::changed, this, &ProblemsLink::list);
    connect(&actions, &TrainingActions::refused, this, &ProblemsLink::list); // a file may have gone since
    connect(&problems, &editor::ProblemsPanel::countChanged, this,
            [this] { emit runBlocked(m_problems.firstError()); });
}

void ProblemsLink::noteVocabulary()
{
    const CorpusFacts& facts = m_data.facts();
    const bool known = facts.problem.isEmpty() && facts.known.size() > 0;
    m_problems.setVocabulary(known ? std::optional<std::int64_t>(facts.known.size()) : std::nullopt);
}

void ProblemsLink::list()
{
    std::vector<editor::Warning> problems = runProblems(m_data.facts(), m_training.fit(), m_workspace);
    for (editor::Warning& problem : widthProblems(m_workspace.document(), m_data.sequences().facts())) {
        problems.push_back(std::move(problem));
    }
    m_problems.setRunProblems(std::move(problems));
}

} // namespace studio

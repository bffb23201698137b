// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/problems_link.h"

#include "app/studio/panels/run_problems.h"
#include "app/studio/panels/training_panel.h"
#include "app/studio/sequences/data_pages.h"
#include "app/studio/sequences/sequence_facts.h"
#include "app/studio/sequences/sequence_panel.h"
#include "editor/document/sentence_words.h"
#include "editor/panels/problems_panel.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace studio {

ProblemsLink::ProblemsLink(Workspace& workspace, editor::ProblemsPanel& problems, DataPages& data,
                           TrainingPanel& training, TrainingActions& actions, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_problems(problems), m_data(data), m_training(training)
{
    connect(&training, &TrainingPanel::fitChanged, this, &ProblemsLink::list);
    connect(&data, &DataPages::factsChanged, this, [this] {
        noteVocabulary();
        settleSizes();
        list();
    });
    connect(&workspace.document(), &editor::Document::changed, this, &ProblemsLink::list);
    connect(&actions, &TrainingActions::refused, this, &ProblemsLink::list); // a file may have gone since
    connect(&problems, &editor::ProblemsPanel::countChanged, this,
            [this] { emit runBlocked(m_problems.firstError()); });
    connect(this, &ProblemsLink::runBlocked, &training, &TrainingPanel::noteBlocked);
    actions.setCheck([this](TrainingActions::Start start) { return refusal(start); });
}

void ProblemsLink::noteVocabulary()
{
    const CorpusFacts& facts = m_data.facts();
    const bool known = facts.problem.isEmpty() && facts.known.size() > 0;
    m_problems.setVocabulary(known ? std::optional<std::int64_t>(facts.known.size()) : std::nullopt);
}

void ProblemsLink::settleSizes()
{
    editor::Document& document = m_workspace.document();
    const CorpusFacts& text = m_data.facts();
    const SequenceFacts& sequences = m_data.sequences().facts();
    const std::int64_t characters = text.problem.isEmpty() ? text.known.size() : 0;
    if (!engine::dataKindOf(document.derived().model).writes) {
        const engine::Samples& samples = sequences.samples;
        if (!sequences.problem.isEmpty() || samples.count() == 0) {
            document.setSettling({}, {}, {});
            return;
        }
        const engine::SampleSizes sizes = engine::sizesOf(samples.facts, samples.vocabulary.size());
        document.setSettling(
            QStringLiteral("%1 %2 %3 %4").arg(sizes.steps).arg(sizes.width).arg(sizes.classes).arg(sizes.vocabulary),
            tr("the data"), [sizes](const engine::Model& model) { return engine::withSamples(model, sizes); });
    } else if (characters > 0) {
        document.setSettling(
            QStringLiteral("%1 characters").arg(characters), tr("the text"),
            [characters](const engine::Model& model) { return engine::withVocabulary(model, characters); });
    } else {
        document.setSettling({}, {}, {});
    }
}

void ProblemsLink::list()
{
    std::vector<editor::Warning> problems = ofData();
    std::ranges::move(machineProblems(m_training.fit(), m_workspace), std::back_inserter(problems));
    m_problems.setRunProblems(std::move(problems));
}

std::vector<editor::Warning> ProblemsLink::ofData() const
{
    std::vector<editor::Warning> problems = dataProblems(m_data.facts(), m_workspace);
    std::ranges::move(widthProblems(m_workspace.document(), m_data.sequences().facts()), std::back_inserter(problems));
    return problems;
}

/// A race has devices and engines of its own: those that were chosen for the run do not keep it from starting.
QString ProblemsLink::firstErrorFor(TrainingActions::Start start) const
{
    if (start == TrainingActions::Start::Run) {
        return m_problems.firstError();
    }
    const std::vector<editor::Warning> problems = ofData();
    const auto error = std::ranges::find(problems, editor::Warning::Severity::Error, &editor::Warning::severity);
    return error == problems.end() ? QString() : error->sentence;
}

std::optional<QString> ProblemsLink::refusal(TrainingActions::Start start)
{
    m_training.refreshPlan(); // what was mended a moment ago is no problem any more
    list();
    const QString why = firstErrorFor(start);
    if (why.isEmpty()) {
        return std::nullopt;
    }
    m_problems.select(why);
    emit refused();
    const QString part = editor::withoutFullStop(why);
    return start == TrainingActions::Start::Run ? tr("The run does not start: %1.").arg(part)
                                                : tr("The race does not start: %1.").arg(part);
}

} // namespace studio

#include "moc_problems_link.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/data_pages.h"

#include "app/studio/panels/data_panel.h"
#include "app/studio/panels/run_problems.h"
#include "app/studio/sequences/sequence_facts.h"
#include "app/studio/sequences/sequence_panel.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/next_run.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <iterator>

namespace studio {

DataPages::DataPages(Workspace& workspace, QWidget* parent)
    : QStackedWidget(parent),
      m_workspace(workspace),
      m_text(new DataPanel(workspace)),
      m_sequences(new SequencePanel(workspace))
{
    addWidget(m_text);
    addWidget(m_sequences);
    connect(m_text, &DataPanel::factsChanged, this, &DataPages::tellFacts);
    connect(m_sequences, &SequencePanel::factsChanged, this, &DataPages::tellFacts);
    workspace.nextRun().setDataProblems([this] { return problems(); });
    connect(&workspace.document(), &editor::Document::changed, this, &DataPages::showPage);
    showPage();
}

bool DataPages::showsSequences() const
{
    return !engine::dataKindOf(m_workspace.document().derived().model).parameter.empty();
}

void DataPages::showPage()
{
    QWidget* const page = showsSequences() ? static_cast<QWidget*>(m_sequences) : m_text;
    if (page != currentWidget()) {
        setCurrentWidget(page);
        tellFacts();
    }
}

void DataPages::tellFacts()
{
    const CorpusFacts text = facts();
    m_workspace.data().setVocabulary(text.problem.isEmpty() ? text.known : engine::Vocabulary());
    settleSizes();
    m_workspace.tell(Change::Facts);
}

void DataPages::settleSizes()
{
    editor::Document& document = m_workspace.document();
    const std::int64_t characters = m_workspace.data().vocabulary().size();
    if (!engine::dataKindOf(document.derived().model).writes) {
        const SequenceFacts& sequences = m_sequences->facts();
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

std::vector<editor::Warning> DataPages::problems() const
{
    std::vector<editor::Warning> problems = dataProblems(facts(), m_workspace);
    std::ranges::move(widthProblems(m_workspace.document(), m_sequences->facts()), std::back_inserter(problems));
    return problems;
}

CorpusFacts DataPages::facts() const
{
    return showsSequences() ? CorpusFacts{.problem = m_sequences->facts().problem} : m_text->facts();
}

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/data_pages.h"

#include "app/studio/panels/data_panel.h"
#include "app/studio/sequences/sequence_panel.h"
#include "engine/graph/data_kind.h"

namespace studio {

DataPages::DataPages(Workspace& workspace, QWidget* parent)
    : QStackedWidget(parent),
      m_workspace(workspace),
      m_text(new DataPanel(workspace)),
      m_sequences(new SequencePanel(workspace))
{
    addWidget(m_text);
    addWidget(m_sequences);
    connect(m_text, &DataPanel::factsChanged, this, &DataPages::factsChanged);
    connect(m_sequences, &SequencePanel::factsChanged, this, &DataPages::factsChanged);
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
        emit factsChanged();
    }
}

CorpusFacts DataPages::facts() const
{
    return showsSequences() ? CorpusFacts{.problem = m_sequences->facts().problem} : m_text->facts();
}

} // namespace studio

#include "moc_data_pages.cpp"

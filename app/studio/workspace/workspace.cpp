// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/workspace.h"

#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/exporter.h"
#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"

namespace studio {

Workspace::Workspace(QObject* parent)
    : QObject(parent),
      m_writing(&m_training),
      m_runs(std::make_unique<RunList>(m_training,
                                       [this] {
                                           m_files->setModified();
                                           emit runsChanged();
                                       })),
      m_data(std::make_unique<DataChoice>(*this)),
      m_nextRun(std::make_unique<NextRun>(*this)),
      m_files(std::make_unique<ProjectFiles>(*this)),
      m_importer(std::make_unique<Importer>(*this)),
      m_exporter(std::make_unique<Exporter>(*this))
{
    passOn();
    connect(&m_document, &editor::Document::changed, this, [this] { m_nextRun->noteStale(); });
    connect(&m_document, &editor::Document::changed, this, [this] { m_nextRun->followSeed(); });
    connect(&m_document.undoStack(), &QUndoStack::cleanChanged, this, &Workspace::fileChanged);
    connect(&m_training, &TrainingSession::started, this, &Workspace::follow);
    connect(&m_training, &TrainingSession::ended, this, &Workspace::follow);
    connect(&m_training, &TrainingSession::failed, this, &Workspace::follow);
    connect(&m_training, &TrainingSession::checkpointed, this, [this] { m_files->setModified(); });
}

Workspace::~Workspace()
{
    // Neither the end of the training nor that of the undo stack is news to a workspace that goes.
    m_training.disconnect(this);
    m_document.undoStack().disconnect(this);
}

void Workspace::setTexts(std::vector<WrittenText> texts)
{
    m_texts = std::move(texts);
    m_files->setModified();
}

const ViewState& Workspace::viewNow()
{
    emit viewWanted();
    std::erase_if(m_view.panels, [](const auto& panel) { return panel.second.empty(); }); // nothing was made there
    return m_view;
}

/// What the parts tell of themselves. Another project is another choice, other runs and another file.
void Workspace::passOn()
{
    connect(m_files.get(), &ProjectFiles::opened, this, &Workspace::opened);
    connect(m_files.get(), &ProjectFiles::opened, this, &Workspace::choiceChanged);
    connect(m_files.get(), &ProjectFiles::opened, this, &Workspace::runsChanged);
    connect(m_files.get(), &ProjectFiles::opened, this, &Workspace::fileChanged);
    connect(m_files.get(), &ProjectFiles::changed, this, &Workspace::fileChanged);
    connect(m_files.get(), &ProjectFiles::runsMoved, this, &Workspace::runsMoved);
    connect(m_files.get(), &ProjectFiles::runsMoved, this, &Workspace::runsChanged);
    connect(m_files.get(), &ProjectFiles::noted, this, &Workspace::noted);
    connect(m_files.get(), &ProjectFiles::warned, this, &Workspace::warned);
    connect(m_files.get(), &ProjectFiles::writingStateOpened, this, &Workspace::writingStateOpened);
    connect(m_data.get(), &DataChoice::textChosen, this, &Workspace::textChosen);
    connect(m_nextRun.get(), &NextRun::choiceChanged, this, &Workspace::choiceChanged);
    connect(m_nextRun.get(), &NextRun::staleChanged, this, &Workspace::staleChanged);
    connect(m_nextRun.get(), &NextRun::started, this, &Workspace::runsChanged);
    connect(m_nextRun.get(), &NextRun::limitReached, this, &Workspace::limitReached);
    connect(m_importer.get(), &Importer::transferred, this, &Workspace::transferred);
    connect(m_importer.get(), &Importer::noted, this, &Workspace::noted);
    connect(m_exporter.get(), &Exporter::transferred, this, &Workspace::transferred);
}

/// Takes the training's record over into the list.
void Workspace::follow()
{
    m_runs->takeOver();
    m_nextRun->noteStale();
}

} // namespace studio

#include "moc_workspace.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/workspace.h"

#include <utility>

namespace studio {

Workspace::Workspace(QObject* parent)
    : QObject(parent),
      m_writing(m_training),
      m_runs(m_training,
             [this] {
                 m_files.setModified();
                 tell(Change::Runs);
             }),
      m_data(*this),
      m_nextRun(*this),
      m_files(*this),
      m_importer(*this),
      m_exporter(*this)
{
    connect(&m_document, &editor::Document::changed, this, [this] {
        m_nextRun.noteStale();
        m_nextRun.followSeed();
        tell(Change::Drawing);
    });
    connect(&m_document.undoStack(), &QUndoStack::cleanChanged, this, [this] { tell(Change::File); });
    connect(this, &Workspace::writingWanted, this, [this](const std::string& checkpoint) { m_wantedNet = checkpoint; });
    connect(&m_training, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
        if (state == TrainingSession::State::Running || state == TrainingSession::State::Idle) {
            m_runs.takeOver();
            m_nextRun.noteStale();
        }
        tell(Change::Training);
    });
    connect(&m_training, &TrainingSession::checkpointed, this, [this] {
        m_files.setModified();
        tell(Change::Checkpoint);
    });
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
    m_files.setModified();
}

const ViewState& Workspace::viewNow()
{
    emit viewWanted();
    std::erase_if(m_view.panels, [](const auto& panel) { return panel.second.empty(); }); // nothing was made there
    return m_view;
}

void Workspace::tell(Changes changes)
{
    if (!m_changes) {
        QMetaObject::invokeMethod(
            this, [this] { emit changed(std::exchange(m_changes, {})); }, Qt::QueuedConnection);
    }
    m_changes |= changes;
}

void Workspace::onChange(QObject* who, Changes of, std::function<void()> then)
{
    connect(this, &Workspace::changed, who, [of, then = std::move(then)](Changes changes) {
        if (changes & of) {
            then();
        }
    });
}

/// Another project is another choice, other runs and another file.
void Workspace::tellOpened()
{
    tell(Changes(~0) & ~Changes(Change::RunFiles)); // nothing moved
    m_wantedNet.clear();
    emit opened();
}

} // namespace studio

#include "moc_workspace.cpp"

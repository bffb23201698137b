// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/queue/cell_runs.h"
#include "app/studio/queue/queue_job.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/workspace/workspace.h"

#include <optional>
#include <QAction>
#include <QObject>

namespace studio {

/// Puts the next run of the project into a queue, as it is, with settings that vary or with several cells, or trains it
/// from several seeds in a process that outlives the window.
class QueueFiller : public QObject {
    Q_OBJECT

public:
    QueueFiller(Workspace& workspace, TrainingActions& training, QueueWatch& queue, QWidget& window);

    QAction *queueRun, *sweep, *cells, *seeds;

signals:
    void said(const QString& sentence); ///< why not
    void queued(int runs);
    void cellsQueued(const studio::CellRuns& runs); ///< behind queued()

private:
    QAction* make(const QString& name, const QString& icon, const QString& text);
    void offer(); ///< where the drawing can train, or says why not
    void queueNextRun();
    void showSweep();
    void showCells();
    void showSeeds();
    std::optional<RunForQueue> startable(); ///< nothing: it was said why not; throws engine::Error likewise
    void trainSeeds(int count, const std::filesystem::path& folder);

    Workspace& m_workspace;
    TrainingActions& m_training;
    QueueWatch& m_queue;
    QWidget& m_window;
    bool m_isAdding = false; ///< until then the next run's seed may still be used up
};

} // namespace studio

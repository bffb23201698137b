// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/queue/sweep_dialog.h"
#include "app/studio/workspace/workspace.h"

#include <filesystem>
#include <optional>
#include <QAction>
#include <QObject>
#include <string>

namespace studio {

/// Puts the next run of the project into a queue, as it is, with settings that vary or with several cells, or trains it
/// from several seeds in a process that outlives the window.
class QueueFiller : public QObject {
    Q_OBJECT

public:
    QueueFiller(Workspace& workspace, TrainingActions& training, QueueWatch& queue, QWidget& window);

    QAction *queueRun, *sweep, *cells, *seeds;

    /// With their own seeds, all or none. Throws engine::Error for a run without an end.
    void add(const std::vector<engine::RunDescription>& runs);

signals:
    void queued(const QueueWatch::Runs& runs);
    void startWanted(); ///< of the queue, behind queued()
    void seedsStarted(const std::filesystem::path& folder);

private:
    QAction* make(const QString& name, const QString& icon, const QString& text);
    void offer(); ///< where the drawing can train, or says why not
    void queueNextRun();
    void showSweep(SweepDialog::First first);
    void showSeeds();
    /// With the settings that the user has given, and a seed; nothing: it was said why not; throws engine::Error
    /// likewise.
    std::optional<engine::RunDescription> startable();
    std::string title() const; ///< what the project is called

    /// `hamnet train --seeds` in a process of this program that outlives the window.
    void trainSeeds(const engine::RunDescription& run, int count, const std::filesystem::path& folder);

    Workspace& m_workspace;
    TrainingActions& m_training;
    QueueWatch& m_queue;
    QWidget& m_window;
    bool m_isAdding = false; ///< until then the next run's seed may still be used up
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/queue_filler.h"
#include "app/studio/queue/queue_runners.h"
#include "app/studio/queue/queue_watch.h"

#include <QList>
#include <QWidget>

class QComboBox;
class QLabel;
class QSplitter;
class QToolBar;
class QToolButton;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

class CellsWindow;
class ParallelPlot;
class QueueTable;

QString defaultQueue(); ///< the folder of the queue under the user's data

/// A queue: its runs as a table and over parallel axes, who works on them, and what can be done to them.
class QueuePanel : public QWidget {
    Q_OBJECT

public:
    QueuePanel(Workspace& workspace, TrainingActions& training, QWidget* parent = nullptr);

    QueueFiller& filler() { return *m_filler; }
    QAction* comparedCells() { return m_cells; }
    QueueWatch& watch() { return *m_watch; }
    bool isWorking() const { return m_runners->isWorking(); } ///< which ends with the window
    QString plannedStart() const; ///< as does this: "Starts when run 3 has ended."; empty: none is planned

signals:
    void openRequested(const QString& file); ///< a run's checkpoint

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QAction* make(const QString& name, const QString& icon, const QString& text, const QString& tip,
                  void (QueuePanel::*act)());
    void makeActions();
    QToolBar* makeTools();
    QWidget* makeEmpty();
    QWidget* makeStateLine();
    void makeTable();
    void showFolders();
    void openFolder(const QString& folder);
    void offerDevices();
    void start();
    void planStart();
    void cancelStart();
    void startIfDue();
    const CellRuns* chosenCells() const; ///< with the chosen run, else the last; null: none were compared
    void showChosenCells() { showCells(*chosenCells()); }
    void showCells(const CellRuns& runs);
    void useCell(const CellRuns::Cell& cell, CellsWindow& from);
    void dropPlan();
    QString work() const;
    QString workElsewhere() const; ///< as a sentence; empty: the device that is chosen is free for this queue
    void stop();
    void openRun();
    void moveForward() { move(queue::RunQueue::Move::Forward); }
    void moveBack() { move(queue::RunQueue::Move::Back); }
    void move(queue::RunQueue::Move where);
    void remove();
    void retry();
    void change(QueueWatch::Change change);
    void refresh();
    void refreshActions();
    void refreshState();

    Workspace& m_workspace;
    QueueWatch* m_watch;
    QueueRunners* m_runners;
    QueueFiller* m_filler;
    QueueTable* m_table;
    ParallelPlot* m_plot;
    QSplitter* m_parts;
    QWidget* m_empty;
    QLabel* m_state; ///< how many runs are in which state, who works on them, and when work will start
    QToolButton *m_cancel, *m_folder;
    editor::TintedLabel* m_problem; ///< of the queue, or of the run that is chosen
    QComboBox* m_device;
    bool m_startsAfterRun = false; ///< when the run that trains in the window has ended
    QAction *m_start, *m_startAfter, *m_stop, *m_open, *m_forward, *m_back, *m_remove, *m_retry, *m_cells;
};

} // namespace studio

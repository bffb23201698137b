// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/queue_filler.h"
#include "app/studio/queue/queue_runners.h"
#include "app/studio/queue/queue_watch.h"

#include <QList>
#include <QWidget>

class QComboBox;
class QLabel;
class QToolBar;
class QToolButton;

namespace studio {

QString defaultQueue(); ///< the folder of the queue under the user's data

/// A queue: what fills it, who works on it, and what can be done to those of its runs that are chosen in a table.
class QueuePanel : public QWidget {
    Q_OBJECT

public:
    QueuePanel(Workspace& workspace, TrainingActions& training, QWidget* parent = nullptr);

    QueueFiller& filler() { return *m_filler; }
    QueueWatch& watch() { return *m_watch; }
    bool isWorking() const { return m_runners->isWorking(); } ///< which ends with the window
    QString plannedStart() const; ///< as does this: "Starts when run 3 has ended."; empty: none is planned

    enum class Order { OfQueue, Other };
    void choose(const QList<qint64>& runs, Order shown); ///< by their numbers; only in its own order they are moved
    QList<QAction*> ofChosen() const { return {m_useCell, m_forward, m_back, m_retry}; }
    void queueAgain(); ///< those that are chosen, each with the next seed
    void remove();     ///< the same from the queue; asks where any has results

protected:
    void showEvent(QShowEvent* event) override;

private:
    QAction* make(const QString& name, const QString& icon, const QString& text, const QString& tip,
                  const std::function<void()>& act);
    void makeActions();
    QToolBar* makeTools();
    void showFolders();
    void openFolder(const QString& folder);
    void offerDevices();
    void start();
    void cancelStart();
    void startIfDue();
    const QueueRow* chosenRow() const; ///< null: none, or several
    void useCell();
    void dropPlan();
    QString work() const;
    QString workElsewhere() const; ///< as a sentence; empty: the device that is chosen is free for this queue
    void move(queue::RunQueue::Move where);
    void change(QueueWatch::Change change);
    void refreshActions();
    void refreshState();

    Workspace& m_workspace;
    QueueWatch* m_watch;
    QueueRunners* m_runners;
    QueueFiller* m_filler;
    QLabel* m_state; ///< how many runs are in which state, who works on them, and when work will start
    QToolButton *m_cancel, *m_folder;
    QComboBox* m_device;
    bool m_startsAfterRun = false; ///< when the run that trains in the window has ended
    QList<qint64> m_chosen;
    Order m_order = Order::OfQueue;
    QAction *m_start, *m_startAfter, *m_stop, *m_forward, *m_back, *m_retry, *m_useCell;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/training_actions.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/queue/sweep_dialog.h"
#include "app/studio/workspace/workspace.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <QAction>
#include <QList>
#include <QWidget>
#include <string>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QProcess;
class QToolBar;
class QToolButton;

namespace studio {

class RunTable;

QString defaultQueue(); ///< the folder of the queue under the user's data

/// What can be done with runs: its name (empty: nobody asks for it) and icon, what it does, when it can be done, and a
/// sentence why it cannot, which stands in place of its tip; none: it needs none.
struct RunAction {
    const char *name, *icon;
    QString text, tip;
    std::function<void()> act;
    std::function<bool()> when;
    std::function<QString()> whyNot = {};
};

/// A table of them as actions of a widget.
class RunActions {
public:
    RunActions(const std::vector<RunAction>& table, QWidget* owner);

    void refresh() const;
    QAction* operator[](const char* name) const;
    QList<QAction*> all() const; ///< in the table's order

private:
    std::vector<std::pair<RunAction, QAction*>> m_all;
};

/// A queue: what fills it, who works on it, and what can be done to those of its runs that are chosen in a table. The
/// next run of the project is put there as it is, with settings that vary or with several cells, or is trained from
/// several seeds in a process that outlives the window. Work is `hamnet queue run` in processes of this program: one
/// for each device at most, and one for the runs' own. They are asked to stop through the queue's file, as all runners
/// are; with this panel they end at once.
class QueuePanel : public QWidget {
    Q_OBJECT

public:
    QueuePanel(Workspace& workspace, TrainingActions& training, RunTable& table, QWidget* parent);
    ~QueuePanel() override; ///< the runs under way are saved and wait again

    QueueWatch& watch() { return *m_watch; }
    bool isWorking() const { return !m_works.empty(); }
    QString plannedStart() const; ///< ends with the window, too: "Starts when run 3 has ended."; empty: none is planned

    QList<QAction*> ofChosen() const;
    void refreshActions() const { m_actions.refresh(); }
    void remove(); ///< those that are chosen from the queue; asks where any has results

    /// With their own seeds, all or none; the data of all but the first, so many that a queue has taken before, are
    /// read first.
    void add(const std::vector<queue::Job>& jobs, std::ptrdiff_t known = 0);

    /// The run, for a queue of a project of that title. Throws engine::Error for one without an end, after which no
    /// other would come.
    static queue::Job jobOf(const engine::RunDescription& run, const std::string& title);

signals:
    void queued(const QueueWatch::Runs& runs);
    void seedsStarted(const std::filesystem::path& folder);

protected:
    void showEvent(QShowEvent* event) override;

private:
    std::vector<RunAction> actions();
    QToolBar* makeTools();
    void offerDevices();
    void showFolders();
    void openFolder(const QString& folder);
    void refreshState();

    // The next run
    RunAction ofNextRun(const char* name, const char* icon, const QString& text, const QString& tip,
                        const std::function<void(const engine::RunDescription&)>& act);
    void showSweep(const engine::RunDescription& run, const char* first);
    void trainSeeds(const engine::RunDescription& run);

    // Work
    void start();
    void noteEnd(const QString& device);
    void cancelStart();
    void startIfDue();
    void dropPlan();
    QString device() const; ///< that is chosen; empty: each run's own
    bool worksHere() const;
    QString work() const;
    QString workElsewhere() const; ///< as a sentence; empty: the device that is chosen is free for this queue

    // The chosen runs
    QueueWatch::Runs chosen() const;
    const QueueRow* chosenRow() const; ///< null: none, or several
    void useCell();
    void move(queue::RunQueue::Move where);
    void change(QueueWatch::Change change);

    Workspace& m_workspace;
    TrainingActions& m_training;
    RunTable& m_table;
    QueueWatch* m_watch;
    RunActions m_actions;
    QLabel* m_state; ///< how many runs are in which state, who works on them, and when work will start
    QToolButton *m_cancel, *m_folder;
    QComboBox* m_device;
    std::map<QString, QProcess*> m_works; ///< by device; each works in its queue's folder
    bool m_startsAfterRun = false;        ///< when the run that trains in the window has ended
    bool m_isAdding = false;              ///< until then the next run's seed may still be used up
};

} // namespace studio

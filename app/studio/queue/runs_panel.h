// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/exchange/file_export_dialog.h"
#include "app/studio/follow/followed_runs.h"
#include "app/studio/panels/run_settings.h"
#include "app/studio/panels/training_actions.h"
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/queue/sweep_dialog.h"
#include "app/studio/session/run_record.h"
#include "app/studio/workspace/workspace.h"
#include "editor/widgets/report_table.h"

#include <functional>
#include <map>
#include <memory>
#include <QAction>
#include <QHash>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <set>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProcess;
class QScrollArea;
class QSplitter;
class QToolBar;
class QToolButton;

namespace studio {

class CurveView;

QString defaultQueue(); ///< the folder of the queue under the user's data

/// A run of the project, of the queue, or one that is followed by its folder; null: it is gone.
struct ListedRun {
    const RunRecord* record = nullptr;     ///< of all three
    const QueueRow* queued = nullptr;      ///< of the queue's
    const FollowedRun* followed = nullptr; ///< of one that is followed, and of the queue's while its curve is drawn

    explicit operator bool() const { return record != nullptr; }
    bool isOfProject() const { return record && !queued && !followed; }
    bool isFollowed() const { return followed && !queued; }
    qint64 id() const { return record->id; } ///< in the table
    /// Short where the table has what it leaves out.
    std::string name() const { return record->shortName.empty() ? record->name : record->shortName; }
    std::string weights() const; ///< the newest checkpoint that is still there; empty: none
    const RunRecord& drawn() const { return followed ? followed->record() : *record; } ///< with all that is known
};

/// All runs: the project's, newest first, then the queue's in their order, then those that are followed by their
/// folders. First their results, then the settings in which they differ, then what else is known of any of them.
class RunTable : public editor::ReportTable {
    Q_OBJECT

public:
    explicit RunTable(Workspace& workspace, QWidget* parent = nullptr);

    FollowedRuns& followed() { return *m_followed; }
    void noteRuns() { m_isOld = true; }                    ///< the project's or the followed ones are others
    void forgetNames() { m_ownNames.clear(); }             ///< of another project's drawing
    void showQueue(std::shared_ptr<const QueueView> view); ///< with the project's runs; those chosen stay chosen
    bool isEmpty() const { return m_ids.empty(); }
    bool hasOthers() const { return !m_others.empty(); } ///< runs of the queue that train other nets than the drawn
    void showOthers(bool shown);                         ///< at first they are not listed
    std::size_t hiddenRuns() const { return m_showsOthers ? 0 : m_others.size(); }
    void compare(const QList<qint64>& runs); ///< the settings in which these differ come first from now on
    ListedRun find(qint64 id) const;
    bool goesOn(const ListedRun& run) const; ///< it trains now

    void groupBy(const QString& heading);
    const QStringList& groupings() const { return m_differing; } ///< the headings that groupBy() takes

    /// What the runs are judged by, beside their losses: the heading of a result.
    void judgeBy(const QString& heading);
    QStringList results() const;
    const ParallelAxes& axes() const { return m_axes; } ///< of the settings, with that result
    qint64 best() const { return m_best; }              ///< the run that is best by it; 0: none yet

    /// Mean and standard deviation of that result over these runs; where they compare cells, which one is best. Empty:
    /// they have not two values.
    QString spreadOf(const QList<qint64>& runs) const;

private:
    /// What tells how good a run is, or what it took.
    struct Result {
        engine::ColumnOf<ListedRun> column;
        bool isMoreBetter = false;

        QString title() const { return QString::fromStdString(column.head.title); }
    };
    void list();
    void fill();
    std::vector<Result> resultsOf(const std::vector<ListedRun>& runs) const;
    const Result* judged() const; ///< null: there is none of that name
    const std::vector<RunSetting>& settingsOf(const ListedRun& run) const;
    std::vector<engine::ColumnOf<ListedRun>> columns() const;
    std::vector<ListedRun> all() const;
    std::set<qint64> others();
    QVariant lookOf(qint64 id, const QString& column, int role) const;

    Workspace& m_workspace;
    FollowedRuns* m_followed;
    mutable RunSettingsCache m_settings; ///< each is read when it is asked for
    std::shared_ptr<const QueueView> m_queue = std::make_shared<const QueueView>();
    QHash<qint64, const QueueRow*> m_queued; ///< its rows, by id
    std::vector<qint64> m_ids;
    QStringList m_differing; ///< settings with a column each
    QStringList m_compared;  ///< see compare()
    std::vector<Result> m_results;
    bool m_showsOthers = false;
    std::set<qint64> m_others;        ///< see hasOthers()
    std::set<std::string> m_ownNames; ///< that the drawn net has had since it was opened
    ParallelAxes m_axes;
    QString m_result;    ///< that the runs are judged by
    qint64 m_best = 0;   ///< see best()
    bool m_isOld = true; ///< settings are to be compared again
};

/// What can be done with runs: its name and icon, what it does or throws why it does not, with which chosen runs it can
/// be done, and a sentence why it cannot, which stands in place of its tip; none: it needs none.
struct RunAction {
    const char *name, *icon;
    QString text, tip;
    std::function<void()> act;
    std::function<bool(const std::vector<ListedRun>&)> when = {}; ///< none: always
    std::function<QString()> whyNot = {};
    QAction* action = nullptr; ///< that was made of it
};

/// All runs, the project's, the queue's and those that are followed, to choose from: as a table, over parallel axes,
/// the curves of those that are chosen, and what can be done with them now.
///
/// Also what fills the queue, and who works on it. The next run of the project is put there as it is, with settings
/// that vary or with several cells, or is trained from several seeds in a process that outlives the window. Work is
/// `hamnet queue run` in processes of this program: one for each device at most, and one for the runs' own. They are
/// asked to stop through the queue's file, as all runners are; with this panel they end at once.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    RunsPanel(Workspace& workspace, TrainingActions& training, QWidget* parent = nullptr);
    ~RunsPanel() override; ///< the queue's runs under way are saved and wait again

    QueueWatch& queue() { return m_queue; }
    bool isWorking() const { return !m_works.empty(); } ///< on the queue
    QString plannedStart() const; ///< ends with the window, too: "Starts when run 3 has ended."; empty: none is planned

    /// Curves (CSV) or weights (safetensors) of the selected runs, a new file for each that has some. Throws
    /// engine::Error with what went wrong.
    void exportInto(const QString& folder, ExportContent content);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

signals:
    void exportRequested(studio::ExportContent content, int run);
    void openRequested(const QString& checkpoint);     ///< of another run than the project's, as a project
    void resumeRequested(const QString& checkpoint);   ///< the same, and to train on
    void textRequested(const std::string& checkpoint); ///< written by that net

private:
    std::vector<RunAction> actions();
    QAction* action(const char* name) const;
    QList<QAction*> actionsUntil(const char* name) const; ///< those before it
    QToolBar* makeQueueTools();
    QWidget* makeChoice();
    QSplitter* makeParts();
    void showNotes(const std::vector<ListedRun>& runs);
    void wire();
    void noteSelection();
    void showChosen();
    std::vector<std::pair<qint64, bool>> drawable() const;
    void showCurves();
    QString wordsOf(const std::vector<ListedRun>& runs) const;
    void follow(const std::filesystem::path& folder, void (FollowedRuns::*add)(const std::filesystem::path&));
    void noteGrowth(const RunRecord& run);
    void refresh();
    void refreshOrMark();
    void refreshChoice();
    void group();
    void refreshSoon();
    void refreshActions();
    void refreshState();
    std::vector<ListedRun> chosen() const;
    void exportSelected(ExportContent content);
    void queueAgain();
    void remove(); ///< asks where any of the queue has results

    // The next run
    RunAction ofNextRun(const char* name, const char* icon, const QString& text, const QString& tip,
                        const std::function<void(const engine::RunDescription&)>& act);
    void showSweep(const engine::RunDescription& run, const char* first);
    void trainSeeds(const engine::RunDescription& run);

    /// With their own seeds, all or none; the data of all but the first, so many that a queue has taken before, are
    /// read first.
    void add(const std::vector<queue::Job>& jobs, std::ptrdiff_t known = 0);
    void noteQueued(const QueueWatch::Runs& runs);

    // Work on the queue
    void openFolder(const QString& folder);
    void start();
    QString work() const;
    void change(QueueWatch::Change change);

    Workspace& m_workspace;
    TrainingActions& m_training;
    QueueWatch m_queue;
    RunTable* m_table;
    std::vector<RunAction> m_actions;
    ParallelPlot* m_plot;
    CurveView* m_curves;
    QWidget* m_choice;
    QSplitter* m_parts;
    QScrollArea* m_axes;
    QComboBox *m_groups, *m_results, *m_device;
    QToolButton *m_folder, *m_cancel;
    QCheckBox* m_others;
    QLabel* m_empty;
    QLineEdit* m_remark;
    QLabel* m_notes;
    QLabel* m_state; ///< how many runs of the queue are in which state, who works on them, when work will start
    int m_noted = 0; ///< the project's run whose remark is shown; 0: none
    std::vector<std::pair<qint64, bool>> m_drawn; ///< what drawable() was when curves were drawn
    QList<qint64> m_wanted;                       ///< that were queued or found, to be chosen when they are listed
    QList<qint64> m_found;                        ///< followed runs that were chosen as they were found
    QTimer m_refresh;                             ///< after runs have grown
    std::set<std::uint64_t> m_takenSeeds;         ///< of the project's runs, and of those queued again
    std::map<QString, QProcess*> m_works;         ///< on the queue, by device
    bool m_startsAfterRun = false;                ///< work, when the run that trains in the window has ended
    bool m_isStarting = false;                    ///< work, of which the queue does not know yet
    bool m_isAdding = false;                      ///< until then the next run's seed may still be used up
    bool m_isLow = false;                         ///< see resizeEvent()
    QList<QList<int>> m_sizes = {{3000, 1500}, {3000, 0}}; ///< of the parts where it is high, and low
};

} // namespace studio

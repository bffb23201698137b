// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/follow/followed_runs.h"
#include "app/studio/panels/run_settings.h"
#include "app/studio/queue/parallel_plot.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/session/run_record.h"
#include "editor/widgets/report_table.h"

#include <memory>
#include <QStringList>
#include <span>
#include <string>

namespace studio {

class Workspace;

/// A run of the project, of the queue, or one that is followed by its folder; null: it is gone.
struct ListedRun {
    const RunRecord* record = nullptr;     ///< of all three
    const QueueRow* queued = nullptr;      ///< of the queue's
    const FollowedRun* followed = nullptr; ///< of one that is followed

    explicit operator bool() const { return record != nullptr; }
    bool isOfProject() const { return record && !queued && !followed; }
    qint64 id() const { return record->id; } ///< in the table
    std::string weights() const;             ///< the newest checkpoint that is still there; empty: none
};

/// All runs: the project's, newest first, then the queue's in their order, then those that are followed by their
/// folders. First their results, then the settings in which they differ, then what else is known of any of them.
class RunTable : public editor::ReportTable {
    Q_OBJECT

public:
    explicit RunTable(Workspace& workspace, QWidget* parent = nullptr);

    FollowedRuns& followed() { return *m_followed; }
    void noteRuns() { m_isOld = true; }                    ///< the project's or the followed ones are others
    void showQueue(std::shared_ptr<const QueueView> view); ///< with the project's runs; those chosen stay chosen
    void follow();                                         ///< their figures alone
    void forgetSettings();                                 ///< another project's runs have the same ids
    bool isEmpty() const { return m_ids.empty(); }
    bool hasOthers() const;                  ///< runs of the queue that train another net than the drawn one
    void showOthers(bool shown);             ///< at first they are not listed
    void compare(const QList<qint64>& runs); ///< the settings in which these differ come first from now on
    ListedRun find(qint64 id) const;
    bool goesOn(const ListedRun& run) const; ///< it trains now

    void groupBy(const QString& heading);
    const QStringList& groupings() const { return m_differing; } ///< the headings that groupBy() takes

    /// What the runs are judged by, beside their losses: the heading of a result.
    void judgeBy(const QString& heading);
    QStringList results() const;
    ParallelAxes axes() const; ///< of the settings, with that result

    /// Mean and standard deviation of that result over these runs; where they compare cells, which one is best. Empty:
    /// they have not two values.
    QString spreadOf(const QList<qint64>& runs) const;

private:
    struct Result;
    void list();
    std::vector<Result> resultColumns() const;
    std::optional<Result> judged() const;
    const std::vector<RunSetting>& settingsOf(const ListedRun& run) const;
    std::vector<engine::ColumnOf<ListedRun>> columns() const;
    std::vector<ListedRun> all() const;
    bool isOther(const QueueRow& row) const;
    const engine::Curve* curveOf(const ListedRun& run) const;
    QVariant lookOf(qint64 id, const QString& column, int role) const;

    Workspace& m_workspace;
    FollowedRuns* m_followed;
    mutable RunSettingsCache m_settings; ///< each is read when it is asked for
    std::shared_ptr<const QueueView> m_queue = std::make_shared<const QueueView>();
    std::vector<qint64> m_ids;
    QStringList m_differing; ///< settings with a column each
    QStringList m_compared;  ///< see compare()
    bool m_showsOthers = false;
    QString m_result;    ///< that the runs are judged by
    qint64 m_best = 0;   ///< the run that is best by it; 0: none yet
    bool m_isOld = true; ///< settings are to be compared again
};

} // namespace studio

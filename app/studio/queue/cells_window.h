// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/verdict.h"
#include "app/studio/follow/follow_frame.h"
#include "app/studio/follow/followed_run.h"
#include "app/studio/follow/seeds_spread.h"
#include "app/studio/queue/cell_runs.h"
#include "app/studio/queue/queue_watch.h"

#include <optional>
#include <QTimer>
#include <vector>

class QTableWidget;

namespace studio {

class BandPlot;

/// Runs of a queue that train one net with several cells: the mean of each cell's losses with a band of one standard
/// deviation, and which cell is best. Closing it leaves the runs alone.
class CellsWindow : public FollowFrame {
    Q_OBJECT

public:
    /// `queue` outlives it.
    CellsWindow(CellRuns runs, const QueueWatch& queue, QWidget* parent = nullptr);

    BandPlot& plot() { return *m_plot; }
    const QTableWidget& table() const { return *m_table; }
    QString sentence() const; ///< which cell is best; empty: not every cell has a run that has ended

signals:
    void startRequested(); ///< somebody is to work on the queue
    void stopRequested();  ///< nobody is

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Run {
        std::int64_t id;
        const QueueRow* row = nullptr; ///< while the queue is looked at; null: it is not there
        FollowedRun* followed = nullptr;
        std::optional<LossSums> sums = {}; ///< of a run that is followed

        bool isOver() const { return row && row->isOver(); }
        bool hasEnded() const { return row && row->state == queue::RunState::Done; } ///< as it was to
        std::optional<double> loss() const; ///< its best validation; that of its last steps where nothing is held out
    };

    void look();
    void follow(Run& run);
    void showLater();
    void showAll();
    std::vector<SpreadPoint> pointsOf(std::size_t cell);
    std::vector<Run*> runsOf(std::size_t cell);
    contest::Spread lossesOf(std::size_t cell);
    void showTable(const std::vector<contest::CellLosses>& losses);
    void showState();

    CellRuns m_cells;
    const QueueWatch& m_queue;
    std::vector<Run> m_runs;
    BandPlot* m_plot;
    QTableWidget* m_table;
    QTimer m_shows;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/verdict.h"
#include "app/studio/follow/spread_window.h"
#include "app/studio/queue/cell_runs.h"
#include "app/studio/queue/queue_watch.h"

#include <optional>
#include <vector>

namespace studio {

/// Runs of a queue that train one net with several cells: the mean of each cell's losses with a band of one standard
/// deviation, and which cell is best. Closing it leaves the runs alone.
class CellsWindow : public SpreadWindow {
    Q_OBJECT

public:
    /// `queue` outlives it.
    CellsWindow(CellRuns runs, const QueueWatch& queue, QWidget* parent = nullptr);

    bool shows(const CellRuns& runs) const; ///< of the queue that is open

    void showUse(const QString& sentence) { m_state->setText(sentence); } ///< what became of useRequested

    QString sentence() const; ///< which cell is best; empty: not every cell has a run that has ended

signals:
    void startRequested();                                 ///< somebody is to work on the queue
    void stopRequested();                                  ///< nobody is
    void useRequested(const studio::CellRuns::Cell& cell); ///< the drawing is to have it

private:
    struct Run {
        std::int64_t id;
        std::size_t cell;
        const QueueRow* row = nullptr; ///< while the queue is looked at; null: it is not there
        SummedRun* followed = nullptr;

        bool isOver() const { return row && row->isOver(); }
        bool hasEnded() const;              ///< as it was to, and its log is read to the end
        std::optional<double> loss() const; ///< its best validation; that of its last steps where nothing is held out
    };

    void look();
    void showAll() override;
    bool haveValidated() const; ///< else the curves are of training
    std::vector<SpreadPoint> pointsOf(std::size_t cell);
    std::vector<Run*> runsOf(std::size_t cell);
    contest::Spread lossesOf(std::size_t cell);
    void showTable(const std::vector<contest::CellLosses>& losses, const QString& measure);
    void showState();
    void chooseBest(const std::vector<contest::CellLosses>& losses);
    int chosen() const; ///< row of a cell; -1: none

    CellRuns m_cells;
    const QueueWatch& m_queue;
    std::filesystem::path m_folder; ///< of the queue that has the runs
    std::vector<Run> m_runs;
    int m_best = -1; ///< row that was chosen because it is best
    QPushButton* m_use;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/cell_runs.h"
#include "app/studio/queue/queue_job.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/queue/sweep_cost.h"

#include <optional>
#include <QDialog>
#include <stop_token>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTreeWidget;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

/// With which cells the drawn net is trained, from how many seeds and with what in common; fills the queue.
class CellsDialog : public QDialog {
    Q_OBJECT

public:
    /// `run` is trained with each cell; `cost` of one of its steps, where it is known.
    CellsDialog(RunForQueue run, std::optional<StepCost> cost, QueueWatch& queue, QWidget* parent = nullptr);
    ~CellsDialog() override; ///< as Cancel: runs that are still being prepared are not queued

signals:
    void queued(const studio::CellRuns& runs); ///< the dialog closes

private:
    void makeList();
    QLayout* makeForm();
    QLayout* makeButtons();
    void add(const TriedCell& cell, bool isTicked);
    void addFile();
    CellTrial trial() const;
    RunForQueue run() const; ///< with the iterations that are wanted
    QString costOf(const CellTrial& trial) const;
    void showCount();
    void keep(const CellTrial& trial) const; ///< for the next time
    void fill();

    RunForQueue m_run;
    std::optional<StepCost> m_cost;
    QueueWatch& m_queue;
    std::vector<TriedCell> m_cells; ///< of the list's rows
    QTreeWidget* m_list;
    QComboBox* m_equal;
    QSpinBox *m_iterations, *m_seeds;
    QLabel* m_count;
    editor::TintedLabel* m_problem;
    QPushButton* m_start;
    std::stop_source m_cancel; ///< tells the queue's thread that its prepared runs are not wanted any more
};

} // namespace studio

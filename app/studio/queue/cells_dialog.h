// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/cell_runs.h"
#include "app/studio/queue/runs_dialog.h"
#include "app/studio/queue/sweep_cost.h"

#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLayout;
class QSpinBox;
class QTreeWidget;

namespace studio {

/// With which cells the drawn net is trained, from how many seeds and with what in common; fills the queue.
class CellsDialog : public RunsDialog {
    Q_OBJECT

public:
    /// `run`, of a project of that title, is trained with each cell; `cost` of one of its steps, where it is known.
    CellsDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                QWidget* parent = nullptr);

private:
    void makeList();
    QLayout* makeForm();
    void add(const TriedCell& cell, bool isTicked);
    void addFile();
    CellTrial trial() const;
    QString costOf(const CellTrial& trial) const;
    void start() override;
    void refresh() override;
    void keep(const CellTrial& trial) const; ///< for the next time

    engine::RunDescription m_run;
    std::string m_title;
    std::optional<StepCost> m_measured;
    QueueWatch& m_queue;
    std::vector<TriedCell> m_cells; ///< of the list's rows
    QTreeWidget* m_list;
    QComboBox* m_equal;
    IterationsBox* m_iterations;
    QSpinBox* m_seeds;
};

} // namespace studio

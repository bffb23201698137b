// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "app/studio/queue/runs_dialog.h"
#include "app/studio/queue/sweep_cost.h"
#include "app/studio/queue/sweep_row.h"

#include <optional>
#include <QTimer>
#include <string>
#include <vector>

class QCheckBox;
class QSpinBox;
class QVBoxLayout;

namespace studio {

/// Which settings of a net vary, and how; what that comes to before it starts; fills the queue.
class SweepDialog : public RunsDialog {
    Q_OBJECT

public:
    /// `run`, of a project of that title, varies; `cost` is of one of its steps, where it is known.
    SweepDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                QWidget* parent = nullptr);

    bool startsAtOnce() const; ///< work on the queue

private:
    QWidget* makeRows();
    QWidget* makeChoice();
    void addRow();
    void start() override;
    void refresh() override { static_cast<void>(wanted()); }
    /// What the form asks for, whose cost is then shown; nothing: something is missing or wrong, which is said.
    std::optional<queue::Sweep> wanted();
    std::optional<queue::Sweep> sweep(); ///< nothing: something is missing or wrong, which its row says

    engine::RunDescription m_run;
    std::string m_title;
    std::optional<StepCost> m_measured;
    QueueWatch& m_queue;
    std::vector<SweptSetting> m_settings;
    std::vector<SweepRow*> m_settingRows;
    QVBoxLayout* m_column; ///< of these rows
    IterationsBox* m_iterations;
    QSpinBox *m_trials, *m_seeds;
    QCheckBox *m_early, *m_now;
    QTimer m_refresh; ///< once after the last of many changes
};

} // namespace studio

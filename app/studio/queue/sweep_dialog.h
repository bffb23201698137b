// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/queue/sweep_cost.h"
#include "app/studio/queue/sweep_row.h"
#include "engine/training/run/run_description.h"

#include <optional>
#include <QDialog>
#include <QTimer>
#include <stop_token>
#include <string>
#include <vector>

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

/// Which settings of a net vary, and how, or which cells it is trained with; what that comes to before it starts; fills
/// the queue.
class SweepDialog : public QDialog {
    Q_OBJECT

public:
    enum class First { LearningRate, Cell }; ///< what varies, until the user says

    /// `run`, of a project of that title, varies; `cost` is of one of its steps, where it is known.
    SweepDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                First first = First::LearningRate, QWidget* parent = nullptr);
    ~SweepDialog() override; ///< as Cancel: runs that are still being prepared are not queued

    bool startsAtOnce() const; ///< work on the queue

signals:
    void queued(const QueueWatch::Runs& runs); ///< the form closes

private:
    QWidget* makeRows();
    QWidget* makeChoice();
    void makeButtons();
    SweepRow& addRow(const std::string& setting);
    std::string nextSetting() const;
    void start();
    engine::RunDescription run() const; ///< with the iterations that were chosen
    /// What the form asks for, whose cost is then shown; nothing: something is missing or wrong, which is said.
    std::optional<queue::Sweep> wanted();
    std::optional<queue::Sweep> sweep(); ///< nothing: something is missing or wrong, which its row says

    engine::RunDescription m_run;
    std::string m_title;
    std::optional<StepCost> m_measured;
    QueueWatch& m_queue;
    std::vector<SweptSetting> m_settings;
    std::vector<SweepRow*> m_settingRows;
    QWidget* m_form;       ///< disabled while the queue is filled
    QVBoxLayout* m_column; ///< of these rows
    QSpinBox *m_iterations, *m_trials, *m_seeds;
    int m_given = 0; ///< iterations, at first
    QCheckBox *m_equal, *m_early, *m_now;
    QLabel* m_cost;
    editor::TintedLabel* m_problem;
    QPushButton* m_start;
    QTimer m_refresh;          ///< once after the last of many changes
    std::stop_source m_cancel; ///< tells the queue's threads that prepared runs are not wanted any more
};

} // namespace studio

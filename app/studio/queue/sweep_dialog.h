// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/sweep.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/queue/sweep_cost.h"
#include "app/studio/queue/sweep_row.h"

#include <filesystem>
#include <optional>
#include <QDialog>
#include <QTimer>
#include <stop_token>
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

/// What a form of many settings is made for.
struct SweepForm {
    queue::SweepBase base; ///< without the data
    engine::RunLimits limits;
    std::optional<StepCost> cost = {};
};

/// Which settings of a net vary, and how; what that comes to before it starts; fills the queue.
class SweepDialog : public QDialog {
    Q_OBJECT

public:
    SweepDialog(SweepForm form, QueueWatch& queue, QWidget* parent = nullptr);
    ~SweepDialog() override; ///< as Cancel: runs that are still being prepared are not queued

signals:
    void queued(int runs); ///< the dialog closes

private:
    QWidget* makeRows();
    QWidget* makeChoice();
    QWidget* makeButtons();
    void addRow();
    /// What the form asks for, whose cost is then shown; nothing: something is missing or wrong, which is said.
    std::optional<queue::Sweep> refresh();
    std::optional<queue::Sweep> sweep(); ///< nothing: something is missing or wrong, which its row says
    void fill();
    void setFilling(bool isFilling); ///< the form is locked meanwhile

    SweepForm m_form;
    QueueWatch& m_queue;
    std::vector<SweptSetting> m_settings;
    std::vector<SweepRow*> m_rows;
    QWidget *m_rowArea, *m_choice;
    QVBoxLayout* m_column; ///< of the rows
    QSpinBox *m_trials, *m_seeds;
    QCheckBox* m_early;
    QLabel* m_cost;
    editor::TintedLabel* m_problem;
    QPushButton* m_fill;
    QTimer m_refresh;          ///< once after the last of many changes
    std::stop_source m_cancel; ///< tells the queue's thread that its prepared runs are not wanted any more
    bool m_isFilling = false;
};

} // namespace studio

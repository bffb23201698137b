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
    queue::SweepBase base; ///< without the data's part
    std::filesystem::path data;
    engine::RunLimits limits;
    std::optional<StepCost> cost = {};
};

/// Which settings of a net vary, and how; what that comes to before it starts; fills the queue.
class SweepDialog : public QDialog {
    Q_OBJECT

public:
    SweepDialog(SweepForm form, QueueWatch& queue, QWidget* parent = nullptr);

signals:
    void queued(int runs); ///< the dialog closes

private:
    QWidget* makeRows();
    QWidget* makeChoice();
    QWidget* makeButtons();
    void addRow();
    void refresh();
    std::optional<queue::Sweep> sweep(); ///< nothing: something is missing or wrong, which its row says
    void fill();

    SweepForm m_form;
    QueueWatch& m_queue;
    std::vector<SweptSetting> m_settings;
    std::vector<SweepRow*> m_rows;
    QVBoxLayout* m_column; ///< of the rows
    QSpinBox *m_trials, *m_seeds;
    QCheckBox* m_early;
    QLabel* m_cost;
    editor::TintedLabel* m_problem;
    QPushButton* m_fill;
    QTimer m_refresh; ///< once after the last of many changes
};

} // namespace studio

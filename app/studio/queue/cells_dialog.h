// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/cell_runs.h"
#include "app/studio/queue/queue_watch.h"

#include <filesystem>
#include <QDialog>
#include <stop_token>
#include <vector>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

/// With which cells the drawn net is trained, from how many seeds and with what in common; fills the queue.
class CellsDialog : public QDialog {
    Q_OBJECT

public:
    /// `base` without the part of the data in `file`.
    CellsDialog(queue::SweepBase base, std::filesystem::path file, QueueWatch& queue, QWidget* parent = nullptr);
    ~CellsDialog() override; ///< as Cancel: runs that are still being prepared are not queued

signals:
    void queued(const studio::CellRuns& runs); ///< the dialog closes

private:
    void makeList();
    QLayout* makeButtons();
    void add(const TriedCell& cell, bool isTicked);
    void addFile();
    CellTrial trial() const;
    void showCount();
    void fill();

    queue::SweepBase m_base;
    std::filesystem::path m_data;
    QueueWatch& m_queue;
    std::vector<TriedCell> m_cells; ///< of the list's rows
    QListWidget* m_list;
    QComboBox* m_equal;
    QSpinBox* m_seeds;
    QLabel* m_count;
    editor::TintedLabel* m_problem;
    QPushButton* m_start;
    std::stop_source m_cancel; ///< tells the queue's thread that its prepared runs are not wanted any more
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/size_report.h"

#include <optional>
#include <QWidget>

class QBoxLayout;
class QLabel;

namespace editor {

class MemoryBar;

/// What training takes, by part, as a bar and in numbers, held against what there is.
class MemoryView : public QWidget {
    Q_OBJECT

public:
    explicit MemoryView(QWidget* parent = nullptr);

    void show(const engine::TrainingMemory& memory, engine::Phase phase);

    /// What lies in the memory that is held against: all, or the net alone where it has a memory of its own (a GPU's).
    enum class Counts { All, NetOnly };

    /// Bytes that a run may take, and of what ("this computer", "CUDA:0"); nothing: not known.
    void setAvailable(std::optional<std::int64_t> bytes, const QString& of, Counts counts = Counts::All);

    void setCompact(bool compact); ///< bar and verdict only, in one line

    QString verdict() const; ///< the sentence that it shows

    int minWidth() const; ///< that shows title and numbers whole

private:
    void refresh();
    std::int64_t needed() const { return m_counts == Counts::All ? m_memory.total() : m_memory.onDevice(); }

    engine::TrainingMemory m_memory;
    engine::Phase m_phase = engine::Phase::Train;
    std::optional<std::int64_t> m_available;
    QString m_of;
    Counts m_counts = Counts::All;
    QLabel* m_title;
    MemoryBar* m_bar;
    QBoxLayout* m_top; ///< bar and verdict
    QLabel* m_verdictIcon;
    QLabel* m_verdict;
    QWidget* m_parts;
    std::vector<QLabel*> m_swatches, m_values;
};

} // namespace editor

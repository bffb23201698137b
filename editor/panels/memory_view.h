// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/size_report.h"

#include <optional>
#include <QWidget>

namespace editor {

class MemoryBar;
class TintedLabel;

/// What training takes, by part, as a bar held against what there is; its parts in numbers are the tooltip.
class MemoryView : public QWidget {
    Q_OBJECT

public:
    explicit MemoryView(QWidget* parent = nullptr);

    void show(const engine::TrainingMemory& memory);

    /// What lies in the memory that is held against: all, or the net alone where it has a memory of its own (a GPU's).
    enum class Counts { All, NetOnly };

    /// Bytes that a run may take, and of what ("this computer", "CUDA:0"); nothing: not known.
    void setAvailable(std::optional<std::int64_t> bytes, const QString& of, Counts counts = Counts::All);

    QString verdict() const; ///< the sentence that it shows

private:
    void refresh();
    std::int64_t needed() const { return m_counts == Counts::All ? m_memory.total() : m_memory.onDevice(); }

    engine::TrainingMemory m_memory;
    std::optional<std::int64_t> m_available;
    QString m_of;
    Counts m_counts = Counts::All;
    MemoryBar* m_bar;
    TintedLabel* m_verdict;
};

} // namespace editor

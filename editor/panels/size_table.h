// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "engine/graph/report.h"
#include "engine/graph/size_report.h"

#include <optional>
#include <QWidget>

class QComboBox;
class QLabel;

namespace editor {

class MemoryBar;
class TintedLabel;
class ReportTable;

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

/// The size report as a table: what each layer makes, learns, keeps and computes, and what training takes in all.
class SizeTable : public QWidget {
    Q_OBJECT

public:
    explicit SizeTable(Document& document, QWidget* parent = nullptr);

    MemoryView* memory() const { return m_memory; }
    ReportTable* table() const { return m_table; }
    QComboBox* heatBox() const { return m_heat; } ///< the column that the drawing is coloured by; the first entry: none

    /// How hot the node is in that column, 0 to 1; nothing where it has no number, or where no column is chosen.
    std::optional<double> heat(Id node) const;
    QString heatName() const; ///< of the column; empty: none
    QString hottest() const;  ///< the column's largest number with its unit; empty: there is none

signals:
    void heatRequested();                      ///< the drawing's colours have changed
    void arithmeticRequested(editor::Id node); ///< the user asks where its numbers come from

private:
    void refresh();
    void select(); ///< in the table, what the document has selected
    QVariant look(Id node, const std::string& column, int role) const;
    std::optional<std::size_t> hottestRow() const;
    std::optional<double> number(std::size_t row) const; ///< in the column of heat
    void showEvent(QShowEvent* event) override;

    Document& m_document;
    engine::Report m_report;
    std::vector<qint64> m_ids; ///< nodes by row
    QComboBox* m_heat;
    ReportTable* m_table;
    QLabel* m_totals;
    MemoryView* m_memory;
    int m_revision = 0;   ///< of the document, that was seen last
    bool m_stale = false; ///< the document changed while this was hidden
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/panels/memory_view.h"
#include "editor/panels/size_table_model.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QScrollArea;
class QSplitter;
class QTableView;
class QToolButton;
class QSortFilterProxyModel;

namespace editor {

/// The size report as a table: what each layer makes, learns, keeps and computes, and what training takes in all.
class SizeTable : public QWidget {
    Q_OBJECT

public:
    explicit SizeTable(Document& document, QWidget* parent = nullptr);

    /// Bytes that a run may take, and of what ("this computer"); nothing: not known.
    void setAvailableMemory(std::optional<std::int64_t> bytes, const QString& of,
                            MemoryView::Counts counts = MemoryView::Counts::All);

    /// How hot the node is in the column that the drawing is coloured by, 0 to 1; nothing where it has no number, or
    /// where no column is chosen.
    std::optional<double> heat(Id node) const; ///< 0 to 1, the largest of the column
    QString heatName() const;                  ///< of the column; empty: none
    QString hottest() const;                   ///< the column's largest number with its unit; empty: there is none
    std::optional<SizeColumn> heatColumn() const;
    void setHeatColumn(std::optional<SizeColumn> column);

    QTableView* view() const { return m_view; }     ///< of the layers
    QTableView* totals() const { return m_totals; } ///< one row, below it

    /// The sizes for other programs: numbers as C writes them, in every language, as `hamnet info` has them. In CSV
    /// they are exact; in Markdown the training memory stands below.
    enum class Format { Csv, Markdown };
    std::string textFor(Format format) const;
    void copyAsCsv() const;
    void copyAsMarkdown() const;

    /// Throws engine::Error for a file that no table may replace.
    void setFileCheck(std::function<void(const std::filesystem::path& file)> check) { m_check = std::move(check); }

    /// Writes a file, as Markdown where its name ends with .md, else as CSV. Returns what went wrong.
    std::optional<QString> exportTo(const QString& file) const;

signals:
    void heatRequested(std::optional<editor::SizeColumn> column); ///< colour the drawing by it; nothing: as usual
    void arithmeticRequested(editor::Id node);                    ///< the user asks where a number comes from

private:
    QWidget* makeBar();
    void makeView();
    void makeTotals();
    void refresh();
    void fitColumns();
    void selectInDocument();
    void selectInView();
    void activate(const QModelIndex& index);
    void askForFile();
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

    Document& m_document;
    std::function<void(const std::filesystem::path& file)> m_check;
    SizeTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView *m_view, *m_totals;
    QHBoxLayout* m_below; ///< with the totals
    std::optional<int> hottestRow() const;

    QComboBox* m_heat;
    QToolButton *m_copy, *m_export;
    MemoryView* m_memory;
    QScrollArea* m_memoryArea;
    QSplitter* m_splitter;
    bool m_selecting = false;
    bool m_stale = false; ///< the document changed while this was hidden
};

} // namespace editor

Q_DECLARE_METATYPE(std::optional<editor::SizeColumn>)

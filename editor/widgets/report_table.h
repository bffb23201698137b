// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/report.h"

#include <functional>
#include <QAbstractItemModel>
#include <QHash>
#include <QList>
#include <QSet>
#include <QSplitter>
#include <QVariant>

class QAction;
class QMenu;
class QTreeView;

namespace editor {

class ReportModel;
class SortedReport;

/// A report as a table: its first column stays while the others scroll sideways. A click on a heading sorts by it, a
/// third one restores the report's order; the headings' context menu, which is a part of the table's, chooses the
/// columns, copies and saves. A new report keeps what is selected, and the order, the widths and the choice of the
/// columns.
class ReportTable : public QSplitter {
    Q_OBJECT

public:
    static constexpr int sortRole = Qt::UserRole;      ///< a number or a text; invalid: neither
    static constexpr int idRole = Qt::UserRole + 1;    ///< of the row
    static constexpr int wordsRole = Qt::UserRole + 2; ///< by which setWords() finds the row, beside those it shows

    /// What a row shows beside its words, by its id and a column's title: tips, colours, icons, words.
    using Look = std::function<QVariant(qint64 id, const std::string& column, int role)>;

    explicit ReportTable(const QString& name, QWidget* parent = nullptr);

    void setLook(Look look);
    void setReport(const engine::Report& report, const std::vector<qint64>& ids); ///< an id for each row
    void showColumn(int column, bool isShown);                                    ///< as the menu does
    void setEditable();                            ///< words of the first column; edited() tells
    void setWords(const QString& words);           ///< shows only rows that have all of these words; empty: all
    QAction* makeSorting(const QString& unsorted); ///< to sort by the keyboard; `unsorted` names the report's order

    /// Rows beneath one for each value of this column, which tells the lowest value of the column `best` among them.
    /// Empty, or a column that there is not: without such rows.
    void setGroups(const QString& column, const QString& best);

    QTreeView& names() const { return *m_names; }     ///< the first column
    QTreeView& figures() const { return *m_figures; } ///< the others
    int columnOf(const QString& title) const;         ///< -1: there is none
    QString text(int row, int column) const;          ///< as it is sorted

    /// By which a cell is sorted: a number where its words are one, as those of a setting; invalid: it has nothing.
    static QVariant sortedBy(const engine::ReportCell& cell);
    bool isSorted() const;                 ///< else the order is that of the report
    QList<qint64> selected() const;        ///< in the table's order
    void select(const QList<qint64>& ids); ///< without a signal
    void scrollToSelected();
    void editName(); ///< of the current row

signals:
    void selectionChanged(); ///< by the user
    void activated(qint64 id);
    void edited(qint64 id, const QString& name);
    void sorted();

private:
    void makeViews(const QString& name);
    QString headOf(int column, int role) const;
    QString titleOf(int column) const { return headOf(column, Qt::DisplayRole); }
    QString keyOf(int column) const { return headOf(column, idRole); } ///< of the report's column, or its title
    QModelIndexList rows() const;                                      ///< of the report's rows, as they are sorted
    void fill();
    void fitColumns();
    void sortBy(int column, Qt::SortOrder order);
    void fillMenu(QMenu& menu);
    void copy() const;
    engine::Report shown() const;
    void save();

    engine::Report m_report;
    std::vector<qint64> m_ids;
    QString m_groups, m_best;
    ReportModel* m_model;
    SortedReport* m_sorted;
    QTreeView *m_names, *m_figures;
    QHash<QString, int> m_widths; ///< by key: given by the user, or wanted by what stood there
    QSet<QString> m_given;        ///< keys of those that the user gave
    QSet<QString> m_hidden;       ///< keys
    bool m_isFilling = false;     ///< what changes is not the user's doing
    bool m_isFitted = false;      ///< later the user has the width of the names
};

} // namespace editor

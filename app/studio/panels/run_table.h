// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/panels/run_settings.h"
#include "app/studio/session/run_record.h"

#include <QElapsedTimer>
#include <QSplitter>
#include <QStringList>
#include <QTreeWidget>
#include <vector>

class QHeaderView;

namespace studio {

class Workspace;

/// The project's runs, newest first, with their figures and the settings in which they differ: the names stay while the
/// figures scroll sideways. A click on a heading sorts by it, a third one by time again. Several are selected with Ctrl
/// and Shift.
class RunTable : public QSplitter {
    Q_OBJECT

public:
    explicit RunTable(Workspace& workspace, QWidget* parent = nullptr);

    void list(); ///< again, with the project's runs; what is selected stays
    void fill()  ///< likewise, in columns that fit
    {
        list();
        fitColumns();
    }
    void follow();         ///< the figures of the run under way, where it is listed
    void forgetSettings(); ///< another project's runs have the same ids

    QHeaderView& header() const { return *m_names->header(); } ///< of all columns, to sort by one
    void setWords(const QString& words); ///< lists only runs whose row has all of these words; empty: all

    /// Lists the runs beneath a row for each value of this column, which tells the best validation among them. Empty,
    /// or a column that there is not: without such rows.
    void setGroups(const QString& heading);
    QStringList groupings() const; ///< the headings that setGroups() takes

    void select(int run);              ///< and no other
    void editName();                   ///< of the run that was selected last
    std::vector<int> selected() const; ///< ids, in the table's order

signals:
    void selectionChanged();
    void renamed(int run, const QString& name);

private:
    void makeViews();
    void makeSortable();
    void fillHeader();
    QTreeWidgetItem* rowOf(const RunRecord& run);
    void fillRow(QTreeWidgetItem& row, const RunRecord& run) const;
    bool hasWords(const QTreeWidgetItem& row) const;
    int columnOfGroups() const;
    QTreeWidgetItem* groupOf(const QTreeWidgetItem& row, int column);
    std::vector<QTreeWidgetItem*> rows() const;
    void select(const std::vector<int>& runs);
    void fitColumns();

    Workspace& m_workspace;
    QTreeWidget* m_names;
    QTreeView* m_figures; ///< the other columns of the same rows
    RunSettingsCache m_settings;
    QStringList m_differing; ///< settings with a column each
    QStringList m_words;
    QString m_groups;
    bool m_filling = false, m_isFitted = false;
};

} // namespace studio

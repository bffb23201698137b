// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/queue_watch.h"

#include <functional>
#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace studio {

/// The runs of a queue as a table: number, state, the settings in which they differ, seed, best loss, time, energy,
/// iterations.
class QueueModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int sortRole = Qt::UserRole;   ///< a number or a text; invalid where the run has none
    static constexpr int idRole = Qt::UserRole + 1; ///< of the row's run
    static constexpr int stateColumn = 1, firstSetting = 2;
    enum class Figure { Seed, BestLoss, Time, Energy, Iterations };

    explicit QueueModel(QObject* parent = nullptr) : QAbstractTableModel(parent), m_columns(columnsOf({})) {}

    /// Rows keep their place, and the selection with it, where the runs are the same ones.
    void show(const QueueView& view);

    const QueueRow& row(int index) const { return m_view.rows[static_cast<std::size_t>(index)]; }
    int columnOf(Figure figure) const
    {
        return firstSetting + static_cast<int>(m_view.differing.size()) + static_cast<int>(figure);
    }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Column {
        QString title;
        std::function<QVariant(const QueueRow&)> value; ///< a number or a text; invalid: the run has none
        QString (*words)(const QVariant& value);
    };
    static std::vector<Column> columnsOf(const QStringList& differing);

    QueueView m_view;
    std::vector<Column> m_columns;
};

/// The table in the order of a column: numbers by size, what a run has not at the end either way.
class SortedQueue : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/queue_model.h"

#include <QHash>
#include <QList>
#include <QTableView>

namespace studio {

/// The runs of a queue as a table. Where a change of the queue brings other columns, it stays sorted by the setting
/// that it was sorted by, and keeps the widths that the user has given.
class QueueTable : public QTableView {
    Q_OBJECT

public:
    explicit QueueTable(QWidget* parent = nullptr);

    void show(const QueueView& view); ///< the runs that are chosen stay chosen, and nothing scrolls
    using QTableView::show;

    bool isSorted() const; ///< else the order is that of the queue
    QList<qint64> chosen() const;
    void choose(const QList<qint64>& runs); ///< as the user would, but without a signal
    void scrollToChosen();

signals:
    void chosenByUser();
    void sorted(); ///< by another column

private:
    QString nameOf(int column) const;
    int columnNamed(const QString& name) const; ///< -1: there is none
    QModelIndex indexOf(qint64 run, int column) const;
    void fitColumns();

    QueueModel* m_model;
    SortedQueue* m_sorted;
    QHash<QString, int> m_widths; ///< that the user has given, by the column's name
    bool m_isFilling = false;     ///< what changes is not the user's doing
};

} // namespace studio

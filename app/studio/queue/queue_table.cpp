// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_table.h"

#include <algorithm>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSet>

namespace studio {
namespace {

QSet<qint64> asSet(const QList<qint64>& runs)
{
    return {runs.begin(), runs.end()};
}

} // namespace

QueueTable::QueueTable(QWidget* parent)
    : QTableView(parent), m_model(new QueueModel(this)), m_sorted(new SortedQueue(this))
{
    setObjectName(QStringLiteral("queueTable"));
    setAccessibleName(tr("Runs of the queue"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(QueueModel::sortRole);
    setModel(m_sorted);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setShowGrid(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    horizontalHeader()->setSortIndicatorClearable(true); // a third click: the order of the queue
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setSortingEnabled(true);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &QueueTable::sorted);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column, int /*before*/, int width) {
        if (!m_isFilling) {
            m_widths.insert(nameOf(column), width);
        }
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_isFilling) {
            emit chosenByUser();
        }
    });
}

QString QueueTable::nameOf(int column) const
{
    return column < 0 ? QString() : m_sorted->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
}

int QueueTable::columnNamed(const QString& name) const
{
    for (int column = 0; !name.isEmpty() && column < m_sorted->columnCount(); ++column) {
        if (nameOf(column) == name) {
            return column;
        }
    }
    return -1;
}

QModelIndex QueueTable::indexOf(qint64 run, int column) const
{
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, column);
        if (index.data(QueueModel::idRole).toLongLong() == run) {
            return index;
        }
    }
    return {};
}

void QueueTable::show(const QueueView& view)
{
    const QScopedValueRollback filling(m_isFilling, true);
    const QList<qint64> before = chosen();
    const int sortedColumn = horizontalHeader()->sortIndicatorSection();
    const Qt::SortOrder order = horizontalHeader()->sortIndicatorOrder();
    const QString sortedBy = sortedColumn < m_sorted->columnCount() ? nameOf(sortedColumn) : QString();
    const bool hasCurrent = currentIndex().isValid();
    const qint64 currentRun = currentIndex().data(QueueModel::idRole).toLongLong();
    const QString currentColumn = nameOf(currentIndex().column());
    m_model->show(view);
    if (const int column = columnNamed(sortedBy); column != sortedColumn) {
        horizontalHeader()->setSortIndicator(column, order);
        m_sorted->sort(column, order);
    }
    if (hasCurrent && !currentIndex().isValid()) { // the rows were replaced
        const QModelIndex current = indexOf(currentRun, std::max(columnNamed(currentColumn), 0));
        selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    }
    fitColumns();
    choose(before);
}

/// They grow, and do not shrink under the eye.
void QueueTable::fitColumns()
{
    for (int column = 0; column < m_sorted->columnCount(); ++column) {
        const auto given = m_widths.constFind(nameOf(column));
        setColumnWidth(column, given != m_widths.constEnd() ? *given
                                                            : std::max(horizontalHeader()->sectionSizeHint(column),
                                                                       sizeHintForColumn(column) + 1));
    }
}

bool QueueTable::isSorted() const
{
    return horizontalHeader()->sortIndicatorSection() >= 0;
}

QList<qint64> QueueTable::chosen() const
{
    QList<qint64> runs;
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        runs.append(index.data(QueueModel::idRole).toLongLong());
    }
    return runs;
}

void QueueTable::choose(const QList<qint64>& runs)
{
    const QSet<qint64> wanted = asSet(runs);
    if (asSet(chosen()) == wanted) { // in whatever order
        return;
    }
    const QScopedValueRollback filling(m_isFilling, true);
    QItemSelection selection;
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, 0);
        if (wanted.contains(index.data(QueueModel::idRole).toLongLong())) {
            selection.select(index, index);
        }
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void QueueTable::scrollToChosen()
{
    const QModelIndexList rows = selectionModel()->selectedRows();
    if (!rows.isEmpty()) {
        scrollTo(*std::ranges::min_element(rows, {}, &QModelIndex::row));
    }
}

} // namespace studio

#include "moc_queue_table.cpp"

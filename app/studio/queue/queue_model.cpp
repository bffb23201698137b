// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/queue_model.h"

#include "app/studio/queue/queue_words.h"
#include "editor/looks/theme.h"
#include "editor/words/numbers.h"

#include <algorithm>
#include <QCollator>
#include <QLocale>

namespace studio {
namespace {

QVariant orNothing(const std::optional<double>& number)
{
    return number ? QVariant(*number) : QVariant();
}

} // namespace

void QueueModel::show(const QueueView& view)
{
    const bool isSame = view.differing == m_view.differing &&
                        std::ranges::equal(view.rows, m_view.rows, {}, &QueueRow::id, &QueueRow::id);
    if (isSame) {
        m_view = view;
        if (!m_view.rows.empty()) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        }
        return;
    }
    beginResetModel();
    m_view = view;
    endResetModel();
}

int QueueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_view.rows.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : firstSetting + static_cast<int>(m_view.differing.size()) + figures;
}

QVariant QueueModel::valueAt(const QueueRow& row, int column) const
{
    const qsizetype setting = column - firstSetting;
    if (column == 0) {
        return static_cast<qlonglong>(row.id);
    }
    if (column == 1) {
        return static_cast<int>(row.state);
    }
    if (setting < m_view.differing.size()) {
        const QString text = valueOf(*row.settings, m_view.differing[setting]);
        const std::optional<double> number = numberIn(text);
        return number ? QVariant(*number) : text.isEmpty() ? QVariant() : QVariant(text);
    }
    switch (static_cast<Figure>(setting - m_view.differing.size())) {
    case Figure::Seed:
        return static_cast<qlonglong>(row.seed);
    case Figure::BestLoss:
        return orNothing(row.result.bestLoss);
    case Figure::Time:
        return row.result.seconds > 0 ? QVariant(row.result.seconds) : QVariant();
    case Figure::Energy:
        return orNothing(row.result.joules);
    case Figure::Iterations:
        return row.result.iteration > 0 ? QVariant(static_cast<qlonglong>(row.result.iteration)) : QVariant();
    }
    return {};
}

QString QueueModel::textAt(const QueueRow& row, int column) const
{
    const qsizetype setting = column - firstSetting;
    if (column == 1) {
        return stateInWords(row.state);
    }
    if (setting >= 0 && setting < m_view.differing.size()) {
        return valueOf(*row.settings, m_view.differing[setting]);
    }
    const QVariant value = valueAt(row, column);
    if (!value.isValid()) {
        return QStringLiteral("–");
    }
    if (column == columnOf(Figure::BestLoss)) {
        return QLocale().toString(value.toDouble(), 'f', 4);
    }
    return column == columnOf(Figure::Time)     ? spanInWords(value.toDouble())
           : column == columnOf(Figure::Energy) ? energyInWords(value.toDouble())
           : column == columnOf(Figure::Seed)   ? value.toString()
                                                : editor::countText(value.toLongLong());
}

QVariant QueueModel::data(const QModelIndex& index, int role) const
{
    const QueueRow& run = row(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return textAt(run, column);
    case Qt::ToolTipRole:
        return column == 1 && !run.result.error.empty() ? QString::fromStdString(run.result.error)
                                                        : textAt(run, column);
    case Qt::TextAlignmentRole: {
        const bool isNumber = column != 1 && valueAt(run, column).userType() != QMetaType::QString;
        return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case Qt::ForegroundRole:
        if (column == 1 && (run.state == queue::RunState::Failed || run.state == queue::RunState::Diverged)) {
            return editor::theme().error;
        }
        return column == 1 && run.state == queue::RunState::Running ? QVariant(editor::theme().accent) : QVariant();
    case sortRole:
        return valueAt(run, column);
    case idRole:
        return static_cast<qlonglong>(run.id);
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    const qsizetype setting = section - firstSetting;
    if (setting >= 0 && setting < m_view.differing.size()) {
        return m_view.differing[setting];
    }
    const QStringList names = {tr("Run"),  tr("State"),  tr("Seed"),      tr("Best loss"),
                               tr("Time"), tr("Energy"), tr("Iterations")};
    return names[section < firstSetting ? section : section - m_view.differing.size()];
}

bool SortedQueue::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(sortRole()), b = right.data(sortRole());
    if (a.isValid() != b.isValid()) {
        return a.isValid() == (sortOrder() == Qt::AscendingOrder);
    }
    const bool isText = a.userType() == QMetaType::QString || b.userType() == QMetaType::QString;
    if (!isText) {
        return a.toDouble() < b.toDouble();
    }
    QCollator natural;
    natural.setNumericMode(true);
    return natural.compare(a.toString(), b.toString()) < 0;
}

} // namespace studio

#include "moc_queue_model.cpp"

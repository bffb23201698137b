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

template <typename Number>
QVariant orNothing(const std::optional<Number>& number)
{
    return number ? QVariant(*number) : QVariant();
}

template <typename Number>
QVariant ifAny(Number number)
{
    return number > 0 ? QVariant(number) : QVariant();
}

/// By which a column is sorted: a number where its text is one.
QVariant sorted(const QVariant& value)
{
    const std::optional<double> number =
        value.userType() == QMetaType::QString ? numberIn(value.toString()) : std::nullopt;
    return number ? QVariant(*number) : value;
}

} // namespace

std::vector<QueueModel::Column> QueueModel::columnsOf(const QStringList& differing)
{
    using Row = const QueueRow&;
    const auto text = [](const QVariant& value) { return value.toString(); };
    const auto count = [](const QVariant& value) { return editor::countText(value.toLongLong()); };
    std::vector<Column> columns = {
        {tr("Run"), [](Row run) { return QVariant(qlonglong{run.id}); }, count},
        {tr("State"), [](Row run) { return QVariant(static_cast<int>(run.state)); },
         [](const QVariant& value) { return stateInWords(static_cast<queue::RunState>(value.toInt())); }}};
    for (const QString& name : differing) {
        const auto setting = [name](Row run) {
            const QString given = valueOf(*run.settings, name);
            return given.isEmpty() ? QVariant() : QVariant(given);
        };
        columns.push_back({name, setting, text});
    }
    columns.push_back({tr("Seed"), [](Row run) { return QVariant(qlonglong{run.seed}); }, text});
    columns.push_back({tr("Best loss"), [](Row run) { return orNothing(run.result.bestLoss); },
                       [](const QVariant& value) { return QLocale().toString(value.toDouble(), 'f', 4); }});
    columns.push_back({tr("Time"), [](Row run) { return ifAny(run.result.seconds); },
                       [](const QVariant& value) { return spanInWords(value.toDouble()); }});
    columns.push_back({tr("Energy"), [](Row run) { return orNothing(run.result.joules); },
                       [](const QVariant& value) { return energyInWords(value.toDouble()); }});
    columns.push_back({tr("Iterations"), [](Row run) { return ifAny(qlonglong{run.result.iteration}); }, count});
    return columns;
}

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
    m_columns = columnsOf(view.differing);
    endResetModel();
}

int QueueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_view.rows.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant QueueModel::data(const QModelIndex& index, int role) const
{
    const QueueRow& run = row(index.row());
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    const QVariant value = column.value(run);
    const auto words = [&] { return value.isValid() ? column.words(value) : QStringLiteral("–"); };
    const bool isState = index.column() == stateColumn;
    switch (role) {
    case Qt::DisplayRole:
        return words();
    case Qt::ToolTipRole:
        return isState && !run.result.error.empty() ? QString::fromStdString(run.result.error) : words();
    case Qt::TextAlignmentRole: {
        const bool isNumber = !isState && sorted(value).userType() != QMetaType::QString;
        return static_cast<int>((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case Qt::ForegroundRole:
        if (isState && (run.state == queue::RunState::Failed || run.state == queue::RunState::Diverged)) {
            return editor::theme().error;
        }
        return isState && run.state == queue::RunState::Running ? QVariant(editor::theme().accent) : QVariant();
    case sortRole:
        return sorted(value);
    case idRole:
        return static_cast<qlonglong>(run.id);
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isAsked = orientation == Qt::Horizontal && (role == Qt::DisplayRole || role == Qt::ToolTipRole);
    return isAsked ? QVariant(m_columns[static_cast<std::size_t>(section)].title) : QVariant();
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

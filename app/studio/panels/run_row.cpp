// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_row.h"

#include <cmath>
#include <limits>
#include <QHeaderView>
#include <QLocale>
#include <QTreeWidget>

namespace studio {
namespace {

/// What its words are by number; infinite: they are none.
double numberIn(const QTreeWidgetItem& row, int column)
{
    const QVariant seconds = row.data(column, Qt::UserRole);
    bool isNumber = column == RunRow::Duration && seconds.isValid();
    const double number = isNumber ? seconds.toDouble() : QLocale().toDouble(row.text(column), &isNumber);
    return isNumber && std::isfinite(number) ? number : std::numeric_limits<double>::infinity();
}

} // namespace

bool RunRow::operator<(const QTreeWidgetItem& other) const
{
    const int column = treeWidget()->sortColumn();
    const double mine = numberIn(*this, column), others = numberIn(other, column);
    if (std::isfinite(mine) != std::isfinite(others)) { // words stand last in both orders
        return std::isfinite(mine) == (treeWidget()->header()->sortIndicatorOrder() == Qt::AscendingOrder);
    }
    return std::isfinite(mine) ? mine < others : QString::localeAwareCompare(text(column), other.text(column)) < 0;
}

} // namespace studio

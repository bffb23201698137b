// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/step_table.h"

#include "app/studio/lens/lens_words.h"
#include "editor/looks/theme.h"

#include <QLocale>

namespace studio {

void StepTable::show(std::shared_ptr<const engine::NetLook> look, std::size_t part, std::int64_t step)
{
    const auto shapeOf = [](const engine::NetLook* seen, std::size_t place) {
        return seen == nullptr ? std::pair<std::int64_t, const engine::Cell*>()
                               : std::pair{seen->units[place].units, seen->units[place].cell};
    };
    const bool other = shapeOf(m_look.get(), m_part) != shapeOf(look.get(), part);
    if (other) {
        beginResetModel();
    }
    m_look = std::move(look);
    m_part = part;
    m_step = step;
    m_scales.clear();
    for (std::int64_t quantity = 0; m_look && quantity < units().quantities(); ++quantity) {
        m_scales.push_back(lensScaleOf(units(), quantity));
    }
    if (other) {
        endResetModel();
    } else if (m_look) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1)); // what is scrolled to stays
    }
}

int StepTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_look ? 0 : static_cast<int>(units().units);
}

int StepTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_look ? 0 : static_cast<int>(units().quantities());
}

QVariant StepTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_look) {
        return {};
    }
    const float value = units().at(index.column(), m_step, index.row());
    switch (role) {
    case Qt::DisplayRole:
        return QLocale().toString(static_cast<double>(value), 'f', 3);
    case Qt::BackgroundRole:
        return m_scales[static_cast<std::size_t>(index.column())].colour(value);
    case Qt::ForegroundRole:
        return editor::theme().text;
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant StepTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (!m_look || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    if (orientation == Qt::Vertical) {
        return role == Qt::DisplayRole ? QLocale().toString(section) : tr("Unit %1").arg(QLocale().toString(section));
    }
    return role == Qt::DisplayRole ? QString::fromUtf8(units().nameOf(section)) : quantityWords(units(), section);
}

} // namespace studio

#include "moc_step_table.cpp"

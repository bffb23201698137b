// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_scale.h"
#include "engine/training/measure/look_inside.h"

#include <memory>
#include <QAbstractTableModel>

namespace studio {

/// Every gate and state of a layer's units at one step: a row for each unit, a column for each quantity.
class StepTable : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit StepTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// `part` of the look's units. Null: empty.
    void show(std::shared_ptr<const engine::NetLook> look, std::size_t part, std::int64_t step);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const engine::UnitValues& units() const { return m_look->units[m_part]; }

    std::shared_ptr<const engine::NetLook> m_look; ///< shared with the panel
    std::size_t m_part = 0;
    std::int64_t m_step = 0;
    std::vector<LensScale> m_scales; ///< by quantity
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_scale.h"
#include "engine/training/measure/look_inside.h"

#include <functional>
#include <memory>
#include <QAbstractTableModel>
#include <QStyledItemDelegate>

namespace studio {

/// A table of a look. What is chosen and scrolled to stays as long as the next look has as many rows and columns.
class LookTable : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit LookTable(QObject* parent = nullptr, int columns = 0) : QAbstractTableModel(parent), m_columns(columns) {}

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : m_rows; }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : m_columns; }

protected:
    void show(int rows, int columns, const std::function<void()>& take); ///< `take` takes the other look over

private:
    int m_rows = 0, m_columns;
};

/// Every gate and state of a layer's units at one step: a row for each unit, a column for each quantity.
class StepTable : public LookTable {
    Q_OBJECT

public:
    using LookTable::LookTable;

    /// Null: empty; else it outlives what is shown.
    void show(const engine::UnitValues* units, std::int64_t step);

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const engine::UnitValues* m_units = nullptr;
    std::int64_t m_step = 0;
    std::vector<LensScale> m_scales; ///< by quantity
};

/// All tensors of a look: a row each, weights and outputs of a layer together.
class TensorTable : public LookTable {
    Q_OBJECT

public:
    enum Column { Layer, Tensor, Norm, Mean, Range, Values, GradientNorm, Gradients, Columns };

    explicit TensorTable(QObject* parent = nullptr) : LookTable(parent, Columns) {}

    void show(std::shared_ptr<const engine::NetLook> look); ///< shared with the panel; null: empty

    /// Of a row: nothing where it has no such histogram.
    const engine::ValueStatistics* histogram(const QModelIndex& index) const;

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        const engine::LayerLook* layer;
        const engine::TensorLook* tensor;
        bool isWeight;
    };
    QString words(const Row& row, int column) const;
    QString help(const Row& row) const;

    std::shared_ptr<const engine::NetLook> m_look; ///< shared with the panel
    std::vector<Row> m_seen;
};

/// Draws the histograms in their cells.
class HistogramCells : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace studio

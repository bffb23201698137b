// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_scale.h"
#include "engine/training/measure/look_inside.h"

#include <memory>
#include <QAbstractTableModel>
#include <QStyledItemDelegate>

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

/// All tensors of a look: a row each, weights and outputs of a layer together.
class TensorTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Layer, Tensor, Norm, Mean, Range, Values, GradientNorm, Gradients, Columns };

    explicit TensorTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void show(std::shared_ptr<const engine::NetLook> look); ///< shared with the panel; null: empty

    /// Of a row: nothing where it has no such histogram.
    const engine::ValueStatistics* histogram(const QModelIndex& index) const;
    QString layer(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
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
    std::vector<Row> m_rows;
};

/// Draws the histograms in their cells.
class HistogramCells : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace studio

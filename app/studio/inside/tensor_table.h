// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/look_inside.h"

#include <memory>
#include <QAbstractTableModel>
#include <QStyledItemDelegate>

namespace studio {

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

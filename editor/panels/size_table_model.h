// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <QAbstractTableModel>

namespace editor {

enum class SizeColumn { Layer, Type, Output, Parameters, Kept, Gradients, Forward, Backward, Share };
inline constexpr int sizeColumns = 9;

QString columnName(SizeColumn column);

/// What the layers of the shown phase cost, one a row in the model's order, and all of them in the last row.
class SizeTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// The value to sort by, for every cell.
    static constexpr int sortRole = Qt::UserRole;

    explicit SizeTableModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    void refresh(); ///< the document has changed

    Id nodeAt(int row) const; ///< 0: the totals
    int rowOf(Id node) const; ///< -1: not in the shown phase
    bool isTotal(int row) const { return row == static_cast<int>(m_rows.size()); }

    /// The cell's number; nothing for words and for layers that do not fit.
    std::optional<double> number(int row, SizeColumn column) const;
    double total(SizeColumn column) const;

private:
    struct Row {
        Id node = 0;
        engine::LayerSizes sizes;
    };

    QVariant shown(int row, SizeColumn column) const;
    QString shownNumber(double number, SizeColumn column) const;
    QString tip(int row, SizeColumn column) const;
    QString arithmeticOf(int row, SizeColumn column) const;

    Document& m_document;
    std::vector<Row> m_rows;
    engine::SizeReport m_totals; ///< of the same state as the rows; its layers are in them
};

} // namespace editor

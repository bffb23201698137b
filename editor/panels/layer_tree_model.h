// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/fixes.h"
#include "editor/document/port_words.h"

#include <QAbstractItemModel>

namespace editor {

/// The drawing as a tree: layers in the model's order, under each its inputs and outputs. What a screen reader and the
/// keyboard find where the canvas only paints.
class LayerTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Size };

    explicit LayerTreeModel(Document& document, QObject* parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    void refresh(); ///< the document has changed

    Id nodeOf(const QModelIndex& index) const; ///< of a layer or of one of its ports
    QModelIndex indexOf(Id node) const;

    /// The layer at the other end of a port's wire; 0: none.
    Id neighbourOf(const QModelIndex& index) const;

    /// Whether the text stands in the layer's name or type, or at one of its ports.
    bool matches(int row, const QString& text) const;

signals:
    void renameRefused(const QString& sentence);

private:
    struct LayerRow {
        Id node;
        QString name, type, size, problem;
        std::vector<PortWords> ports;
        bool operator==(const LayerRow&) const = default;
    };

    LayerRow rowFor(const Node& node, const std::map<Id, ShownProblem>& problems) const;
    QVariant layerData(const LayerRow& row, int column, int role) const;
    QVariant portData(const PortWords& row, int column, int role) const;

    Document& m_document;
    std::vector<LayerRow> m_rows;
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/layer_tree_model.h"

#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/palette.h"
#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"

#include <algorithm>

namespace editor {
namespace {

/// internalId() of layers; of ports it is their layer's row and one.
constexpr quintptr ofLayer = 0;

} // namespace

LayerTreeModel::LayerTreeModel(Document& document, QObject* parent) : QAbstractItemModel(parent), m_document(document)
{
    refresh();
}

LayerTreeModel::LayerRow LayerTreeModel::rowFor(const Node& node, const std::map<Id, ShownProblem>& problems) const
{
    LayerRow row{.node = node.id,
                 .name = QString::fromStdString(node.layer.name),
                 .type = QString::fromStdString(node.layer.type),
                 .size = {},
                 .problem = {},
                 .ports = {}};
    if (const auto problem = problems.find(node.id); problem != problems.end()) {
        row.problem = inWords(problem->second.problem->sentence);
    }
    const std::optional<engine::Shape> shape = m_document.shape({node.id, 0});
    row.size = shape ? shapeText(*shape) : QString();
    row.ports = portWords(m_document, node);
    return row;
}

void LayerTreeModel::refresh()
{
    std::vector<LayerRow> rows;
    const std::map<Id, ShownProblem> problems = problemsByNode(m_document);
    for (const Node& node : m_document.content().nodes) {
        rows.push_back(rowFor(node, problems));
    }
    const bool sameTree =
        rows.size() == m_rows.size() &&
        std::equal(rows.begin(), rows.end(), m_rows.begin(), [](const LayerRow& a, const LayerRow& b) {
            return a.node == b.node && a.ports.size() == b.ports.size();
        });
    if (!sameTree) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows.swap(rows);
    for (int row = 0; row < rowCount(); ++row) {
        if (m_rows[static_cast<std::size_t>(row)] == rows[static_cast<std::size_t>(row)]) {
            continue;
        }
        const QModelIndex layer = index(row, Name);
        emit dataChanged(layer, index(row, Size));
        if (rowCount(layer) > 0) {
            emit dataChanged(index(0, Name, layer), index(rowCount(layer) - 1, Size, layer));
        }
    }
}

bool LayerTreeModel::matches(int row, const QString& text) const
{
    const LayerRow& layer = m_rows[static_cast<std::size_t>(row)];
    const auto has = [&](const QString& words) { return words.contains(text, Qt::CaseInsensitive); };
    return has(layer.name) || has(layer.type) ||
           std::any_of(layer.ports.begin(), layer.ports.end(), [&](const PortWords& port) { return has(port.text); });
}

QModelIndex LayerTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    return hasIndex(row, column, parent)
               ? createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : ofLayer)
               : QModelIndex();
}

QModelIndex LayerTreeModel::parent(const QModelIndex& index) const
{
    return index.isValid() && index.internalId() != ofLayer
               ? createIndex(static_cast<int>(index.internalId() - 1), Name, ofLayer)
               : QModelIndex();
}

int LayerTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_rows.size());
    }
    const bool hasPorts = parent.internalId() == ofLayer && parent.column() == Name;
    return hasPorts ? static_cast<int>(m_rows[static_cast<std::size_t>(parent.row())].ports.size()) : 0;
}

int LayerTreeModel::columnCount(const QModelIndex&) const
{
    return 2;
}

Id LayerTreeModel::nodeOf(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return 0;
    }
    const quintptr row = index.internalId() == ofLayer ? static_cast<quintptr>(index.row()) : index.internalId() - 1;
    return row < m_rows.size() ? m_rows[row].node : 0;
}

QModelIndex LayerTreeModel::indexOf(Id node) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const LayerRow& row) { return row.node == node; });
    return found == m_rows.end() ? QModelIndex() : index(static_cast<int>(found - m_rows.begin()), Name);
}

Id LayerTreeModel::neighbourOf(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == ofLayer) {
        return 0;
    }
    return m_rows[index.internalId() - 1].ports[static_cast<std::size_t>(index.row())].neighbour;
}

QVariant LayerTreeModel::layerData(const LayerRow& row, int column, int role) const
{
    const engine::LayerType* type = engine::findLayerType(row.type.toStdString());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return column == Name ? row.name : row.problem.isEmpty() ? row.size : tr("does not fit");
    case Qt::DecorationRole:
        if (column == Size) {
            return row.problem.isEmpty() ? QVariant() : QVariant(icon(QStringLiteral("error")));
        }
        return type ? icon(groupIconName(type->group)) : icon(QStringLiteral("help"));
    case Qt::ForegroundRole:
        return column == Size ? QVariant(row.problem.isEmpty() ? theme().mutedText : theme().error) : QVariant();
    case Qt::ToolTipRole:
        return row.problem.isEmpty() ? row.type : row.problem;
    case Qt::AccessibleTextRole:
        return column == Name ? tr("%1, %2").arg(row.name, row.type) : QVariant();
    case Qt::AccessibleDescriptionRole: {
        QStringList parts{row.problem};
        for (const PortWords& port : row.ports) {
            parts << port.text;
        }
        parts.removeAll(QString());
        return parts.join(QStringLiteral("; "));
    }
    default:
        return {};
    }
}

QVariant LayerTreeModel::portData(const PortWords& row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return column == Name ? row.text : row.shape ? shapeText(*row.shape) : QString();
    case Qt::DecorationRole:
        return column == Name ? QVariant(icon(row.isInput ? QStringLiteral("right") : QStringLiteral("left")))
                              : QVariant();
    case Qt::ForegroundRole:
        return theme().mutedText;
    default:
        return {};
    }
}

QVariant LayerTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (index.internalId() == ofLayer) {
        return layerData(m_rows[static_cast<std::size_t>(index.row())], index.column(), role);
    }
    return portData(m_rows[index.internalId() - 1].ports[static_cast<std::size_t>(index.row())], index.column(), role);
}

QVariant LayerTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == Name ? tr("Layer") : tr("Size");
}

Qt::ItemFlags LayerTreeModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (index.isValid() && index.internalId() == ofLayer && index.column() == Name) {
        flags |= Qt::ItemIsEditable;
    }
    return index.isValid() && index.internalId() != ofLayer ? flags | Qt::ItemNeverHasChildren : flags;
}

bool LayerTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const Id node = nodeOf(index);
    if (role != Qt::EditRole || index.internalId() != ofLayer || index.column() != Name || node == 0) {
        return false;
    }
    const std::string name = value.toString().trimmed().toStdString();
    if (name == m_document.content().find(node)->layer.name) {
        return true;
    }
    const std::optional<QString> problem = m_document.change(tr("Rename to %1").arg(value.toString().trimmed()),
                                                             [&](Content& content) { rename(content, node, name); });
    if (problem) {
        emit renameRefused(*problem);
    }
    return !problem;
}

} // namespace editor

#include "moc_layer_tree_model.cpp"

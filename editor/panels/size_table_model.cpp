// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/size_table_model.h"

#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/palette.h"
#include "editor/words/arithmetic.h"
#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
#include <QFont>
#include <QStringList>

namespace editor {
namespace {

QString columnHelp(SizeColumn column, const QString& countedFor)
{
    switch (column) {
    case SizeColumn::Layer:
        return SizeTableModel::tr("The layer's name in the drawing.");
    case SizeColumn::Type:
        return SizeTableModel::tr("The layer's type.");
    case SizeColumn::Output:
        return SizeTableModel::tr("The shape of its output.");
    case SizeColumn::Parameters:
        return SizeTableModel::tr("How many weights it learns. Double-click one to see how it is computed.");
    case SizeColumn::Kept:
        return countedFor.isEmpty()
                   ? SizeTableModel::tr(
                         "Bytes kept from the forward to the backward pass: outputs, and what the formula needs again.")
                   : SizeTableModel::tr(
                         "Bytes kept from the forward to the backward pass: outputs, and what %1 needs again.")
                         .arg(countedFor);
    case SizeColumn::Gradients:
        return SizeTableModel::tr("Bytes of the gradients of outputs and weights.");
    case SizeColumn::Forward:
        return SizeTableModel::tr("Operations of one forward pass; a multiplication and an addition are 2.");
    case SizeColumn::Backward:
        return SizeTableModel::tr("Operations of one backward pass.");
    case SizeColumn::Share:
        return SizeTableModel::tr("Its share of all operations, forward and backward.");
    }
    return {};
}

bool isText(SizeColumn column)
{
    return column <= SizeColumn::Output;
}

QString outputs(const engine::LayerSizes& sizes)
{
    QStringList shapes;
    for (const engine::Shape& shape : sizes.sizes.outputs) {
        shapes << shapeText(shape);
    }
    return shapes.join(QStringLiteral("; "));
}

double value(const engine::LayerSizes& sizes, SizeColumn column)
{
    switch (column) {
    case SizeColumn::Parameters:
        return static_cast<double>(sizes.parameters);
    case SizeColumn::Kept:
        return static_cast<double>(sizes.activationBytes);
    case SizeColumn::Gradients:
        return static_cast<double>(sizes.gradientBytes);
    case SizeColumn::Forward:
        return static_cast<double>(sizes.sizes.flopsForward);
    case SizeColumn::Backward:
        return static_cast<double>(sizes.sizes.flopsBackward);
    case SizeColumn::Share:
        return static_cast<double>(sizes.sizes.flopsForward) + static_cast<double>(sizes.sizes.flopsBackward);
    default:
        return 0;
    }
}

} // namespace

QString columnName(SizeColumn column)
{
    switch (column) {
    case SizeColumn::Layer:
        return SizeTableModel::tr("Layer");
    case SizeColumn::Type:
        return SizeTableModel::tr("Type");
    case SizeColumn::Output:
        return SizeTableModel::tr("Output");
    case SizeColumn::Parameters:
        return SizeTableModel::tr("Parameters");
    case SizeColumn::Kept:
        return SizeTableModel::tr("Activations");
    case SizeColumn::Gradients:
        return SizeTableModel::tr("Gradients");
    case SizeColumn::Forward:
        return SizeTableModel::tr("Work forward");
    case SizeColumn::Backward:
        return SizeTableModel::tr("Work backward");
    case SizeColumn::Share:
        return SizeTableModel::tr("Share of work");
    }
    return {};
}

SizeTableModel::SizeTableModel(Document& document, QObject* parent) : QAbstractTableModel(parent), m_document(document)
{
    refresh();
}

void SizeTableModel::refresh()
{
    std::vector<Row> rows;
    const engine::SizeReport& report = m_document.derived().report;
    for (const Node& node : m_document.content().nodes) {
        // The report has the layers of the phase in the drawing's order.
        if (!m_document.derived().outsidePhase.contains(node.id) && rows.size() < report.layers.size()) {
            rows.push_back({.node = node.id, .sizes = report.layers[rows.size()]});
        }
    }
    const bool sameNodes =
        rows.size() == m_rows.size() && std::equal(rows.begin(), rows.end(), m_rows.begin(),
                                                   [](const Row& a, const Row& b) { return a.node == b.node; });
    if (!sameNodes) {
        beginResetModel();
    }
    m_rows = std::move(rows);
    m_totals = report;
    m_totals.layers.clear();
    m_totals.wires.clear();
    if (!sameNodes) {
        endResetModel();
    } else {
        emit dataChanged(index(0, 0), index(rowCount() - 1, sizeColumns - 1));
    }
}

int SizeTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size()) + 1;
}

int SizeTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : sizeColumns;
}

Id SizeTableModel::nodeAt(int row) const
{
    return row >= 0 && row < static_cast<int>(m_rows.size()) ? m_rows[static_cast<std::size_t>(row)].node : 0;
}

int SizeTableModel::rowOf(Id node) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.node == node; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

std::optional<double> SizeTableModel::number(int row, SizeColumn column) const
{
    if (isText(column)) {
        return std::nullopt;
    }
    if (isTotal(row)) {
        return total(column);
    }
    const engine::LayerSizes& sizes = m_rows[static_cast<std::size_t>(row)].sizes;
    return sizes.problem.empty() ? std::optional(value(sizes, column)) : std::nullopt;
}

/// As `hamnet info` adds them up: weights that layers share count once.
double SizeTableModel::total(SizeColumn column) const
{
    switch (column) {
    case SizeColumn::Parameters:
        return static_cast<double>(m_totals.parameters);
    case SizeColumn::Forward:
        return static_cast<double>(m_totals.flopsForward);
    case SizeColumn::Backward:
        return static_cast<double>(m_totals.flopsBackward);
    case SizeColumn::Share:
        return static_cast<double>(m_totals.flopsForward) + static_cast<double>(m_totals.flopsBackward);
    default: {
        double sum = 0;
        for (const Row& row : m_rows) {
            sum += row.sizes.problem.empty() ? value(row.sizes, column) : 0;
        }
        return sum;
    }
    }
}

QString SizeTableModel::shownNumber(double number, SizeColumn column) const
{
    const auto whole = static_cast<std::int64_t>(number);
    switch (column) {
    case SizeColumn::Parameters:
        return countText(whole);
    case SizeColumn::Kept:
    case SizeColumn::Gradients:
        return bytesText(whole);
    case SizeColumn::Share:
        return shareText(number, total(SizeColumn::Share));
    default:
        return flopsText(whole);
    }
}

QVariant SizeTableModel::shown(int row, SizeColumn column) const
{
    if (const std::optional<double> some = number(row, column)) {
        return shownNumber(*some, column);
    }
    if (isTotal(row)) {
        return column == SizeColumn::Layer ? tr("Total") : QString();
    }
    const engine::LayerSizes& sizes = m_rows[static_cast<std::size_t>(row)].sizes;
    switch (column) {
    case SizeColumn::Layer:
        return QString::fromStdString(sizes.name);
    case SizeColumn::Type:
        return QString::fromStdString(sizes.type);
    case SizeColumn::Output:
        return sizes.problem.empty() ? outputs(sizes) : tr("does not fit");
    default:
        return {};
    }
}

/// How a layer's number comes about: "4 × 512 × (128 + 512) + 4 × 512 = 1,312,768".
QString SizeTableModel::arithmeticOf(int row, SizeColumn column) const
{
    constexpr std::array<std::pair<SizeColumn, Sum::What>, 4> opened = {
        {{SizeColumn::Parameters, Sum::What::Parameters},
         {SizeColumn::Kept, Sum::What::Activations},
         {SizeColumn::Forward, Sum::What::Forward},
         {SizeColumn::Backward, Sum::What::Back}}};
    const auto sum = std::find_if(opened.begin(), opened.end(), [&](const auto& one) { return one.first == column; });
    if (isTotal(row) || sum == opened.end()) {
        return {};
    }
    const engine::LayerSizes& sizes = m_rows[static_cast<std::size_t>(row)].sizes;
    return arithmeticTip(arithmetic(sizes, {}), sum->second);
}

QString SizeTableModel::tip(int row, SizeColumn column) const
{
    if (!isTotal(row) && !m_rows[static_cast<std::size_t>(row)].sizes.problem.empty()) {
        return inWords(m_rows[static_cast<std::size_t>(row)].sizes.problem);
    }
    if (const QString how = arithmeticOf(row, column); !how.isEmpty()) {
        return column == SizeColumn::Parameters
                   ? how + QLatin1Char('\n') + tr("Double-click to see how it is computed.")
                   : how;
    }
    const std::optional<double> some = number(row, column);
    switch (column) {
    case SizeColumn::Kept:
    case SizeColumn::Gradients: // exactly
        return some ? tr("%1 bytes").arg(countText(static_cast<std::int64_t>(*some))) : QString();
    case SizeColumn::Forward:
    case SizeColumn::Backward:
        return some ? tr("%1 operations").arg(countText(static_cast<std::int64_t>(*some))) : QString();
    case SizeColumn::Parameters:
        return isTotal(row) ? tr("Weights that several layers share count once.") : QString();
    default:
        return {};
    }
}

QVariant SizeTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const int row = index.row();
    const auto column = static_cast<SizeColumn>(index.column());
    const bool broken = !isTotal(row) && !m_rows[static_cast<std::size_t>(row)].sizes.problem.empty();
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, column);
    case sortRole:
        return number(row, column) ? QVariant(*number(row, column))
               : isText(column)    ? shown(row, column)
                                   : QVariant(-1.0);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isText(column) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole:
        return tip(row, column);
    case Qt::FontRole:
        if (isTotal(row)) {
            QFont bold;
            bold.setWeight(QFont::DemiBold);
            return bold;
        }
        return {};
    case Qt::ForegroundRole:
        return broken && column == SizeColumn::Output ? QVariant(theme().error)
               : number(row, column) == 0.0           ? QVariant(theme().mutedText)
                                                      : QVariant();
    case Qt::DecorationRole:
        if (column == SizeColumn::Layer && !isTotal(row)) {
            const engine::LayerType* type = engine::findLayerType(m_rows[static_cast<std::size_t>(row)].sizes.type);
            return icon(type ? groupIconName(type->group) : QStringLiteral("help"));
        }
        return broken && column == SizeColumn::Output ? QVariant(icon(QStringLiteral("error"))) : QVariant();
    default:
        return {};
    }
}

QVariant SizeTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= sizeColumns) {
        return {};
    }
    const auto column = static_cast<SizeColumn>(section);
    switch (role) {
    case Qt::DisplayRole:
        return columnName(column);
    case Qt::ToolTipRole:
        return columnHelp(column, m_document.countedFor());
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isText(column) ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

} // namespace editor

#include "moc_size_table_model.cpp"

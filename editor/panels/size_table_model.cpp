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

using engine::LayerSizes;
using engine::SizeReport;

/// What the table knows of a column; words are translated where they are shown.
struct Column {
    const char *name, *help;
    double (*value)(const LayerSizes& layer) = nullptr; ///< null: words
    double (*total)(const SizeReport& sizes) = nullptr; ///< null: the layers' sum
    QString (*shown)(std::int64_t number) = nullptr;    ///< null: a share of the total
    const char* exactly = nullptr;                      ///< the tip: the number in full
    std::optional<Sum::What> sum = {};                  ///< how a layer's number comes about
};

template <typename Sizes>
double work(const Sizes& of)
{
    return static_cast<double>(of.flopsForward) + static_cast<double>(of.flopsBackward);
}

/// By SizeColumn.
const std::array<Column, sizeColumns> columns = {{
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Layer"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "The layer's name in the drawing.")},
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Type"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "The layer's type.")},
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Output"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "The shape of its output.")},
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Parameters"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel",
                       "How many weights it learns. Double-click one to see how it is computed."),
     [](const LayerSizes& layer) { return static_cast<double>(layer.parameters); },
     [](const SizeReport& sizes) { return static_cast<double>(sizes.parameters); }, countText, nullptr,
     Sum::What::Parameters},
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Activations"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel",
                       "Bytes kept from the forward to the backward pass: outputs, and what the formula needs again."),
     [](const LayerSizes& layer) { return static_cast<double>(layer.activationBytes); }, nullptr, bytesText,
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "%1 bytes"), Sum::What::Activations},
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Gradients"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "Bytes of the gradients of outputs and weights."),
     [](const LayerSizes& layer) { return static_cast<double>(layer.gradientBytes); }, nullptr, bytesText,
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "%1 bytes")},
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Work forward"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel",
                       "Operations of one forward pass; a multiplication and an addition are 2."),
     [](const LayerSizes& layer) { return static_cast<double>(layer.sizes.flopsForward); },
     [](const SizeReport& sizes) { return static_cast<double>(sizes.flopsForward); }, flopsText,
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "%1 operations"), Sum::What::Forward},
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Work backward"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "Operations of one backward pass."),
     [](const LayerSizes& layer) { return static_cast<double>(layer.sizes.flopsBackward); },
     [](const SizeReport& sizes) { return static_cast<double>(sizes.flopsBackward); }, flopsText,
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "%1 operations"), Sum::What::Back},
    {QT_TRANSLATE_NOOP("editor::SizeTableModel", "Share of work"),
     QT_TRANSLATE_NOOP("editor::SizeTableModel", "Its share of all operations, forward and backward."),
     [](const LayerSizes& layer) { return work(layer.sizes); }, [](const SizeReport& sizes) { return work(sizes); }},
}};

const Column& specOf(SizeColumn column)
{
    return columns[static_cast<std::size_t>(column)];
}

bool isText(SizeColumn column)
{
    return specOf(column).value == nullptr;
}

QString outputs(const LayerSizes& sizes)
{
    QStringList shapes;
    for (const engine::Shape& shape : sizes.sizes.outputs) {
        shapes << shapeText(shape);
    }
    return shapes.join(QStringLiteral("; "));
}

} // namespace

QString columnName(SizeColumn column)
{
    return SizeTableModel::tr(specOf(column).name);
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
    const LayerSizes& sizes = m_rows[static_cast<std::size_t>(row)].sizes;
    return sizes.problem.empty() ? std::optional(specOf(column).value(sizes)) : std::nullopt;
}

/// As `hamnet info` adds them up: weights that layers share count once.
double SizeTableModel::total(SizeColumn column) const
{
    if (specOf(column).total) {
        return specOf(column).total(m_totals);
    }
    double sum = 0;
    for (const Row& row : m_rows) {
        sum += row.sizes.problem.empty() && !isText(column) ? specOf(column).value(row.sizes) : 0;
    }
    return sum;
}

QString SizeTableModel::shownNumber(double number, SizeColumn column) const
{
    const Column& spec = specOf(column);
    return spec.shown ? spec.shown(static_cast<std::int64_t>(number)) : shareText(number, total(column));
}

QVariant SizeTableModel::shown(int row, SizeColumn column) const
{
    if (const std::optional<double> some = number(row, column)) {
        return shownNumber(*some, column);
    }
    if (isTotal(row)) {
        return column == SizeColumn::Layer ? tr("Total") : QString();
    }
    const LayerSizes& sizes = m_rows[static_cast<std::size_t>(row)].sizes;
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
    const std::optional<Sum::What> sum = specOf(column).sum;
    return isTotal(row) || !sum ? QString()
                                : arithmeticTip(arithmetic(m_rows[static_cast<std::size_t>(row)].sizes, {}), *sum);
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
    if (some && specOf(column).exactly) {
        return tr(specOf(column).exactly).arg(countText(static_cast<std::int64_t>(*some)));
    }
    return isTotal(row) && column == SizeColumn::Parameters ? tr("Weights that several layers share count once.")
                                                            : QString();
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
        return column == SizeColumn::Kept && !m_document.countedFor().isEmpty()
                   ? tr("Bytes kept from the forward to the backward pass: outputs, and what %1 needs again.")
                         .arg(m_document.countedFor())
                   : tr(specOf(column).help);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isText(column) ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

} // namespace editor

#include "moc_size_table_model.cpp"

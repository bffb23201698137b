// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/value_tables.h"

#include "app/studio/inside/inside_words.h"
#include "app/studio/lens/lens_scale.h"
#include "editor/canvas/value_marks.h"
#include "editor/looks/theme.h"

#include <QLocale>
#include <QPainter>

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

void TensorTable::show(std::shared_ptr<const engine::NetLook> look)
{
    std::vector<Row> rows;
    if (look) {
        for (const engine::LayerLook& layer : look->layers) {
            if (layer.type == "SPLIT") {
                continue; // the drawing has none
            }
            for (const engine::TensorLook& weight : layer.weights) {
                rows.push_back({.layer = &layer, .tensor = &weight, .isWeight = true});
            }
            for (const engine::TensorLook& output : layer.outputs) {
                rows.push_back({.layer = &layer, .tensor = &output, .isWeight = false});
            }
        }
    }
    const bool other = rows.size() != m_rows.size();
    if (other) {
        beginResetModel();
    }
    m_rows = std::move(rows);
    m_look = std::move(look);
    if (other) {
        endResetModel();
    } else if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1)); // what is chosen and scrolled to stays
    }
}

const engine::ValueStatistics* TensorTable::histogram(const QModelIndex& index) const
{
    const engine::TensorLook& tensor = *m_rows[static_cast<std::size_t>(index.row())].tensor;
    if (index.column() == Values) {
        return &tensor.values;
    }
    return index.column() == Gradients && tensor.gradients ? &*tensor.gradients : nullptr;
}

QString TensorTable::layer(int row) const
{
    return row < 0 || row >= rowCount() ? QString()
                                        : QString::fromStdString(m_rows[static_cast<std::size_t>(row)].layer->layer);
}

int TensorTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TensorTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Columns;
}

QString TensorTable::words(const Row& row, int column) const
{
    const engine::ValueStatistics& values = row.tensor->values;
    switch (column) {
    case Layer:
        return QString::fromStdString(row.layer->layer);
    case Tensor:
        return row.isWeight ? QString::fromStdString(row.tensor->name)
                            : tr("output %1").arg(QString::fromStdString(row.tensor->name));
    case Norm:
        return valueWords(values.norm);
    case Mean:
        return tr("%1 ± %2").arg(valueWords(values.mean), valueWords(values.deviation));
    case Range:
        return tr("%1 to %2").arg(valueWords(values.minimum), valueWords(values.maximum));
    case GradientNorm:
        return row.tensor->gradients ? valueWords(row.tensor->gradients->norm) : QString();
    default:
        return {};
    }
}

QString TensorTable::help(const Row& row) const
{
    const engine::ValueStatistics& values = row.tensor->values;
    const QLocale locale;
    const auto number = [&](std::int64_t count) { return locale.toString(static_cast<qlonglong>(count)); };
    QString help = tr("%1 of %2 values were sampled.").arg(number(values.sampled), number(values.count));
    if (row.tensor->gradients) {
        const engine::ValueStatistics& gradients = *row.tensor->gradients;
        help += QLatin1Char(' ') + tr("Gradient: %1 ± %2, from %3 to %4.")
                                       .arg(valueWords(gradients.mean), valueWords(gradients.deviation),
                                            valueWords(gradients.minimum), valueWords(gradients.maximum));
    }
    return help;
}

QVariant TensorTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return words(row, index.column());
    case Qt::ToolTipRole:
        return help(row);
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            Qt::AlignVCenter |
            (index.column() == Norm || index.column() == GradientNorm ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant TensorTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Layer:
        return tip ? QString() : tr("Layer");
    case Tensor:
        return tip ? tr("Weights, and outputs of layers") : tr("Tensor");
    case Norm:
        return tip ? tr("Root of the sum of all squares (L2)") : tr("Norm");
    case Mean:
        return tip ? tr("Mean and standard deviation") : tr("Mean");
    case Range:
        return tip ? tr("Smallest and largest sampled value") : tr("Range");
    case Values:
        return tip ? tr("How often which value occurs; heights are square roots") : tr("Values");
    case GradientNorm:
        return tip ? tr("Norm of the gradient of the loss with respect to this tensor") : tr("Gradient");
    case Gradients:
        return tip ? tr("How often which gradient occurs; heights are square roots") : tr("Gradients");
    default:
        return {};
    }
}

void HistogramCells::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto* table = static_cast<const TensorTable*>(index.model());
    const engine::ValueStatistics* const values = table->histogram(index);
    if (values == nullptr) {
        return;
    }
    painter->save();
    const bool gradients = index.column() == TensorTable::Gradients;
    painter->setPen(Qt::NoPen);
    const bool chosen = option.state.testFlag(QStyle::State_Selected); // on a ground of the accent's colour
    painter->setBrush(chosen      ? option.palette.color(QPalette::HighlightedText)
                      : gradients ? editor::theme().validation
                                  : editor::theme().accent);
    editor::paintHistogram(*painter, QRectF(option.rect).adjusted(4, 3, -4, -2), *values, false);
    painter->restore();
}

} // namespace studio

#include "moc_value_tables.cpp"

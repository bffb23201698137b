// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/value_tables.h"

#include "app/studio/inside/inside_words.h"
#include "app/studio/lens/lens_scale.h"
#include "editor/canvas/value_marks.h"
#include "editor/looks/theme.h"

#include <QLocale>
#include <QPainter>
#include <utility>

namespace studio {

void LookTable::show(int rows, int columns, const std::function<void()>& take)
{
    const bool other = rows != m_rows || columns != m_columns;
    if (other) {
        beginResetModel();
    }
    m_rows = rows;
    m_columns = columns;
    take();
    if (other) {
        endResetModel();
    } else if (rows > 0) {
        emit headerDataChanged(Qt::Horizontal, 0, columns - 1);
        emit dataChanged(index(0, 0), index(rows - 1, columns - 1));
    }
}

void StepTable::show(const engine::UnitValues* units, std::int64_t step)
{
    const auto columns = units ? static_cast<int>(units->quantities()) : 0;
    LookTable::show(units ? static_cast<int>(units->units) : 0, columns, [&] {
        m_units = units;
        m_step = step;
        m_scales.clear();
        for (int quantity = 0; quantity < columns; ++quantity) {
            m_scales.push_back(lensScaleOf(*units, quantity));
        }
    });
}

QVariant StepTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_units) {
        return {};
    }
    const float value = m_units->at(index.column(), m_step, index.row());
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
    if (!m_units || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    if (orientation == Qt::Vertical) {
        return role == Qt::DisplayRole ? QLocale().toString(section) : tr("Unit %1").arg(QLocale().toString(section));
    }
    return role == Qt::DisplayRole ? QString::fromUtf8(m_units->nameOf(section)) : quantityWords(*m_units, section);
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
    LookTable::show(static_cast<int>(rows.size()), Columns, [&] {
        m_seen = std::move(rows);
        m_look = std::move(look);
    });
}

const engine::ValueStatistics* TensorTable::histogram(const QModelIndex& index) const
{
    const engine::TensorLook& tensor = *m_seen[static_cast<std::size_t>(index.row())].tensor;
    if (index.column() == Values) {
        return &tensor.values;
    }
    return index.column() == Gradients && tensor.gradients ? &*tensor.gradients : nullptr;
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
    const Row& row = m_seen[static_cast<std::size_t>(index.row())];
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
    const std::pair<QString, QString> words[Columns] = {
        {tr("Layer"), {}},
        {tr("Tensor"), tr("Weights, and outputs of layers")},
        {tr("Norm"), tr("Root of the sum of all squares (L2)")},
        {tr("Mean"), tr("Mean and standard deviation")},
        {tr("Range"), tr("Smallest and largest sampled value")},
        {tr("Values"), tr("How often which value occurs; heights are square roots")},
        {tr("Gradient"), tr("Norm of the gradient of the loss with respect to this tensor")},
        {tr("Gradients"), tr("How often which gradient occurs; heights are square roots")}};
    return role == Qt::ToolTipRole ? words[section].second : words[section].first;
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

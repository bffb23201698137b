// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/value_marks.h"

#include "editor/canvas/items.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace editor {
namespace {

constexpr QSizeF markSize{52, 23};
constexpr double markGap = 2;  ///< between a mark and its neighbour or the box
constexpr double belowBox = 7; ///< of what leaves the box: between its ports and the bends of wires into the next one
constexpr std::size_t maxWeights = 4; ///< as many as the box is high
constexpr double warningHeight = 17;
constexpr double minZoomForMarks = 0.35; ///< histograms alone; with their words from minZoomForWireText on

/// In so few characters that it fits beside a name.
QString briefly(double value)
{
    const double size = std::abs(value);
    if (size >= 99.5 && size < 9999.5) {
        return QString::number(std::lround(value)); // 530, and not 5.3e+02
    }
    return QLocale().toString(value, 'g', 2);
}

} // namespace

void paintHistogram(QPainter& painter, const QRectF& area, const engine::ValueStatistics& values, bool asLine)
{
    const auto highest = static_cast<double>(values.highest());
    if (highest <= 0) {
        return;
    }
    // The root, so that the few values of the tails can be seen beside the many of the middle.
    const auto height = [&](std::size_t bin) {
        return area.height() * std::sqrt(static_cast<double>(values.histogram[bin]) / highest);
    };
    const double width = area.width() / static_cast<double>(engine::ValueStatistics::bins);
    QPolygonF line;
    for (std::size_t bin = 0; bin < engine::ValueStatistics::bins; ++bin) {
        const double left = area.left() + width * static_cast<double>(bin);
        if (asLine) {
            line << QPointF(left, area.bottom() - height(bin)) << QPointF(left + width, area.bottom() - height(bin));
        } else {
            painter.drawRect(QRectF(left, area.bottom() - height(bin), width, height(bin)));
        }
    }
    painter.drawPolyline(line);
}

ValueMarks::ValueMarks(NodeItem& node) : QGraphicsItem(&node), m_node(node) {}

ValueMarks* ValueMarks::of(const NodeItem& node)
{
    for (QGraphicsItem* child : node.childItems()) {
        if (auto* marks = dynamic_cast<ValueMarks*>(child)) {
            return marks;
        }
    }
    return nullptr;
}

void ValueMarks::show(NodeValues values)
{
    if (values == m_values) {
        return;
    }
    if (values.warning != m_values.warning) {
        prepareGeometryChange();
        m_warningWidth = QFontMetricsF(canvasFont(CanvasFont::Small)).horizontalAdvance(values.warning) + 14;
    }
    m_outputAreas.resize(values.outputs.size());
    m_values = std::move(values);
    update();
}

/// Each beside the beginning of its wire, where none of the wires that leave the box crosses it.
void ValueMarks::keepOff(const std::vector<const WireItem*>& wires)
{
    constexpr double air = 4; // to the wire
    std::vector<QRectF> areas;
    for (std::size_t output = 0; output < m_values.outputs.size(); ++output) {
        const double x = m_node.outputPoint(m_values.outputs[output].port).x() - m_node.x();
        const double y = nodeSize.height() + belowBox;
        const auto isFree = [&](const QRectF& area) {
            QPainterPath plate;
            plate.addRect(mapRectToScene(area.adjusted(-1, 0, 1, 0)));
            return std::ranges::none_of(areas, [&](const QRectF& other) { return other.intersects(area); }) &&
                   std::ranges::none_of(wires, [&](const WireItem* wire) { return wire->crosses(plate); });
        };
        const std::array<QRectF, 3> places{
            {{{x + air, y}, markSize}, {{x - air - markSize.width(), y}, markSize}, {besideBox(output)}}};
        const auto* found = std::ranges::find_if(places, isFree);
        areas.push_back(found != places.end() ? *found : places.back());
    }
    if (areas != m_outputAreas) {
        m_outputAreas = std::move(areas);
        update();
    }
}

QRectF ValueMarks::boundingRect() const
{
    return {-markSize.width(), 0, nodeSize.width() + 2 * markSize.width() + markGap + m_warningWidth,
            nodeSize.height() + belowBox + markSize.height()};
}

std::size_t ValueMarks::shownWeights() const
{
    return std::min(m_values.weights.size(), maxWeights);
}

QRectF ValueMarks::weightArea(std::size_t weight) const
{
    return {{nodeSize.width() + markGap, static_cast<double>(weight) * (markSize.height() + markGap)}, markSize};
}

/// Under the box's right end.
QRectF ValueMarks::besideBox(std::size_t output) const
{
    const auto fromRight = static_cast<double>(m_values.outputs.size() - output);
    const double x = nodeSize.width() + markGap - fromRight * (markSize.width() + markGap);
    return {{x, nodeSize.height() + belowBox}, markSize};
}

/// Below the weights, right of where wires leave the box.
QRectF ValueMarks::warningArea() const
{
    return {nodeSize.width() + markGap, nodeSize.height() + 2 * markGap, m_warningWidth, warningHeight};
}

std::vector<QRectF> ValueMarks::sceneAreas() const
{
    std::vector<QRectF> areas;
    for (std::size_t weight = 0; weight < shownWeights(); ++weight) {
        areas.push_back(mapRectToScene(weightArea(weight)));
    }
    for (std::size_t output = 0; output < m_values.outputs.size(); ++output) {
        areas.push_back(mapRectToScene(outputArea(output)));
    }
    if (!m_values.warning.isEmpty()) {
        areas.push_back(mapRectToScene(warningArea()));
    }
    return areas;
}

void ValueMarks::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    if (zoom < minZoomForMarks) {
        return;
    }
    const Words words = zoom < minZoomForWireText ? Words::No : Words::Yes;
    painter->save();
    for (std::size_t weight = 0; weight < shownWeights(); ++weight) {
        paintTensor(*painter, weightArea(weight), m_values.weights[weight], words);
    }
    for (std::size_t output = 0; output < m_values.outputs.size(); ++output) {
        paintTensor(*painter, outputArea(output), m_values.outputs[output].tensor, words);
    }
    if (!m_values.warning.isEmpty()) {
        paintWarning(*painter);
    }
    painter->restore();
}

/// A plate with the name, the norm, and both histograms.
void ValueMarks::paintTensor(QPainter& painter, const QRectF& plate, const engine::TensorLook& tensor,
                             Words words) const
{
    const Theme& colours = theme();
    painter.setPen(QPen(colours.nodeBorder, 0.5));
    painter.setBrush(faint(colours.canvas, 0.92));
    painter.drawRoundedRect(plate, 3, 3);
    const QRectF inside = plate.adjusted(2, 2, -2, -1);
    const QRectF bars = inside.adjusted(0, 6, 0, 0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(faint(colours.accent, 0.55));
    paintHistogram(painter, bars, tensor.values, false);
    if (tensor.gradients) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours.validation, 1));
        paintHistogram(painter, bars, *tensor.gradients, true);
    }
    if (words == Words::No) {
        return;
    }
    QFont font = canvasFont(CanvasFont::Small);
    font.setPixelSize(8);
    painter.setFont(font);
    painter.setPen(colours.text);
    const QString norm = briefly(tensor.values.norm);
    const QFontMetricsF metrics(font);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine,
                     metrics.elidedText(QString::fromStdString(tensor.name), Qt::ElideRight,
                                        inside.width() - metrics.horizontalAdvance(norm) - 2));
    painter.drawText(inside, Qt::AlignRight | Qt::AlignTop | Qt::TextSingleLine, norm);
}

void ValueMarks::paintWarning(QPainter& painter) const
{
    const Theme& colours = theme();
    const QFont font = canvasFont(CanvasFont::Small);
    const QRectF plate = warningArea();
    painter.setBrush(colours.canvas);
    painter.setPen(QPen(colours.warning, 1));
    painter.drawRoundedRect(plate, 4, 4);
    painter.setFont(font);
    painter.setPen(colours.text);
    painter.drawText(plate, Qt::AlignCenter | Qt::TextSingleLine, m_values.warning);
}

} // namespace editor

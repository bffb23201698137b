// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/wire_item.h"

#include "editor/canvas/canvas_fonts.h"
#include "editor/canvas/node_item.h"
#include "editor/looks/theme.h"
#include "engine/drawing/wire_curve.h"

#include <algorithm>
#include <iterator>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPathStroker>
#include <QStyleOptionGraphicsItem>

namespace editor {
namespace {

engine::DrawingPoint plain(QPointF point)
{
    return {point.x(), point.y()};
}

QPointF shown(const engine::DrawingPoint& point)
{
    return {point.x, point.y};
}

QPainterPath pathOf(const engine::DrawnCurve& curve)
{
    QPainterPath path(shown(curve.start));
    for (const auto& [first, second, end] : curve.pieces) {
        path.cubicTo(shown(first), shown(second), shown(end));
    }
    return path;
}

constexpr double labelHeight = 16;
constexpr double fadedOpacity = 0.35; ///< of what the phase leaves out

} // namespace

QPainterPath wirePath(QPointF from, QPointF to)
{
    return pathOf(engine::wireCurve(plain(from), plain(to)));
}

QPainterPath wirePathAround(QPointF from, QPointF to, const std::vector<QRectF>& boxes, std::size_t lane)
{
    std::vector<engine::DrawingArea> areas;
    areas.reserve(boxes.size());
    for (const QRectF& box : boxes) {
        areas.push_back({box.x(), box.y(), box.width(), box.height()});
    }
    return pathOf(engine::wireCurveAround(plain(from), plain(to), areas, lane));
}

WireItem::WireItem(const Wire& wire, const NodeItem& from, const NodeItem& to, const PaintState& state)
    : m_wire(wire), m_from(from), m_to(to), m_state(state)
{}

void WireItem::setLabel(const QString& label)
{
    if (label == m_label) {
        return;
    }
    prepareGeometryChange();
    m_label = label;
    m_labelWidth = QFontMetricsF(canvasFont(CanvasFont::Small)).horizontalAdvance(label) + 10;
    update();
}

void WireItem::setFaded(bool faded)
{
    if (faded != m_faded) {
        m_faded = faded;
        update();
    }
}

void WireItem::follow(const std::vector<QRectF>& boxes)
{
    const QPainterPath path =
        wirePathAround(m_from.outputPoint(m_wire.from.port), m_to.inputPoint(m_wire.to.port), boxes, m_wire.from.port);
    if (path != m_path) {
        prepareGeometryChange();
        m_path = path;
        update();
    }
}

bool WireItem::isNear(QPointF scenePoint, double reach) const
{
    if (!m_path.controlPointRect().adjusted(-reach, -reach, reach, reach).contains(scenePoint)) {
        return false;
    }
    QPainterPathStroker stroker;
    stroker.setWidth(2 * reach);
    return stroker.createStroke(m_path).contains(scenePoint);
}

bool WireItem::crosses(const QRectF& area) const
{
    if (!m_path.controlPointRect().adjusted(-1, -1, 1, 1).intersects(area)) {
        return false;
    }
    const QLineF diagonals[] = {{area.topLeft(), area.bottomRight()}, {area.bottomLeft(), area.topRight()}};
    for (const QPolygonF& line : m_path.toSubpathPolygons()) {
        for (qsizetype end = 1; end < line.size(); ++end) {
            const QLineF piece(line[end - 1], line[end]);
            const auto meets = [&](const QLineF& diagonal) {
                return piece.intersects(diagonal, nullptr) == QLineF::BoundedIntersection;
            };
            if (area.contains(piece.p1()) || area.contains(piece.p2()) || std::ranges::any_of(diagonals, meets)) {
                return true;
            }
        }
    }
    return false;
}

QRectF WireItem::boundingRect() const
{
    const double side = std::max(8.0, m_labelWidth + 2); // where the label stands beside it
    return m_path.controlPointRect().adjusted(-side, -8, side, 8);
}

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const bool insertion = m_state.insertionWire == m_wire;
    const bool lit = insertion || m_state.hoveredWire == m_wire || m_state.selectedWires.contains(m_wire);
    const double width = std::max(insertion ? 5.0 : lit ? 3.0 : 2.0, 1 / zoom);
    painter->setOpacity(m_faded ? fadedOpacity : 1);
    painter->setPen(QPen(lit ? theme().accent : theme().wire, width));
    painter->setBrush(Qt::NoBrush);
    if (zoom < minZoomForText / 2 && !lit && m_path.elementCount() == 4) {
        painter->drawLine(m_path.elementAt(0), m_path.currentPosition());
        return;
    }
    painter->drawPath(m_path);
}

void WireItem::placeLabel(const std::vector<QRectF>& taken)
{
    const double beside = m_labelWidth / 2 + 2;
    const QRectF reach = boundingRect(); // few of the taken areas are near: only those are compared
    std::vector<QRectF> near;
    std::ranges::copy_if(taken, std::back_inserter(near), [&](const QRectF& area) { return area.intersects(reach); });
    const auto freeArea = [&]() -> QRectF {
        for (const double aside : {0.0, beside, -beside}) {
            for (const double part : {0.5, 0.45, 0.55, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.04, 0.96}) {
                const QPointF middle = m_path.pointAtPercent(part) + QPointF(aside, 0);
                const QRectF area(middle - QPointF(m_labelWidth, labelHeight) / 2, QSizeF(m_labelWidth, labelHeight));
                if (std::ranges::none_of(near, [&](const QRectF& other) { return other.intersects(area); })) {
                    return area;
                }
            }
        }
        return {};
    };
    const QRectF area = m_label.isEmpty() ? QRectF() : freeArea();
    if (area != m_labelArea) {
        m_labelArea = area;
        update();
    }
}

void WireItem::paintLabel(QPainter& painter) const
{
    if (!showsLabel()) {
        return;
    }
    painter.setOpacity(m_faded ? fadedOpacity : 1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().canvas);
    painter.drawRoundedRect(m_labelArea, labelHeight / 2, labelHeight / 2);
    painter.setFont(canvasFont(CanvasFont::Small));
    painter.setPen(m_state.hoveredWire == m_wire ? theme().text : theme().mutedText);
    painter.drawText(m_labelArea, Qt::AlignCenter | Qt::TextSingleLine, m_label);
}

WireLabels::WireLabels(const std::map<Wire, WireItem*>& wires) : m_wires(wires)
{
    setZValue(1);                         // above the wires, below notes and nodes
    setFlag(ItemUsesExtendedStyleOption); // tells what is exposed
    setAcceptedMouseButtons(Qt::NoButton);
}

void WireLabels::follow()
{
    QRectF area;
    for (const auto& [wire, item] : m_wires) {
        area |= item->boundingRect(); // has room for the label
    }
    if (area != m_area) {
        prepareGeometryChange();
        m_area = area;
    }
}

void WireLabels::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    if (QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform()) < minZoomForWireText) {
        return;
    }
    for (const auto& [wire, item] : m_wires) {
        if (item->boundingRect().intersects(option->exposedRect)) {
            item->paintLabel(*painter);
        }
    }
}

} // namespace editor

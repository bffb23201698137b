// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/wire_route.h"

#include "engine/drawing/wire_curve.h"

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

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/wire_route.h"

#include <algorithm>
#include <cmath>

namespace editor {
namespace {

constexpr double turn = 30;      ///< height of the bend into a lane
constexpr double clearance = 18; ///< between a box and the first lane
constexpr double laneWidth = 14;
/// So much longer may the way on the right be: first ports lie on the left, and their wires go straight.
constexpr double toTheRight = 100;

bool runsThrough(const QPainterPath& path, const std::vector<QRectF>& boxes)
{
    constexpr int pieces = 24;
    const QRectF all = path.controlPointRect().adjusted(-1, -1, 1, 1);
    return std::any_of(boxes.begin(), boxes.end(), [&](const QRectF& box) {
        const QRectF inner = box.adjusted(3, 3, -3, -3);
        for (int piece = 1; piece < pieces && all.intersects(inner); ++piece) {
            if (inner.contains(path.pointAtPercent(piece / double(pieces)))) {
                return true;
            }
        }
        return false;
    });
}

/// An upright line beside the boxes that hinder it, pushed on until none does.
double freeLane(double x, double top, double bottom, const std::vector<QRectF>& boxes, int side, std::size_t lane)
{
    const double away = clearance + laneWidth * double(lane);
    for (std::size_t round = 0; round < boxes.size(); ++round) {
        const auto hinders = std::find_if(boxes.begin(), boxes.end(), [&](const QRectF& box) {
            return box.top() < bottom && box.bottom() > top && x > box.left() - away && x < box.right() + away;
        });
        if (hinders == boxes.end()) {
            break;
        }
        x = side > 0 ? hinders->right() + away : hinders->left() - away;
    }
    return x;
}

QPainterPath throughLane(QPointF from, QPointF to, double x)
{
    const double top = from.y() + turn, bottom = to.y() - turn;
    QPainterPath path(from);
    path.cubicTo({from.x(), from.y() + turn * 0.8}, {x, top - turn * 0.8}, {x, top});
    path.lineTo(x, bottom);
    path.cubicTo({x, bottom + turn * 0.8}, {to.x(), to.y() - turn * 0.8}, to);
    return path;
}

} // namespace

QPainterPath wirePath(QPointF from, QPointF to)
{
    const double drop = to.y() - from.y();
    const double reach = drop >= 0 ? std::max(drop / 2, 18.0) : std::min(-drop / 2 + 40, 160.0);
    QPainterPath path(from);
    path.cubicTo(from + QPointF(0, reach), to - QPointF(0, reach), to);
    return path;
}

QPainterPath wirePathAround(QPointF from, QPointF to, const std::vector<QRectF>& boxes, std::size_t lane)
{
    const QPainterPath direct = wirePath(from, to);
    if (to.y() - from.y() <= 2 * turn || !runsThrough(direct, boxes)) {
        return direct;
    }
    const double top = from.y() + turn, bottom = to.y() - turn, middle = (from.x() + to.x()) / 2;
    const double left = freeLane(middle, top, bottom, boxes, -1, lane);
    const double right = freeLane(middle, top, bottom, boxes, 1, lane);
    const auto detour = [&](double x) { return std::abs(x - from.x()) + std::abs(x - to.x()); };
    return throughLane(from, to, detour(left) + toTheRight < detour(right) ? left : right);
}

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/drawing/wire_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace engine {
namespace {

constexpr double turn = 30;      ///< height of the bend into a lane
constexpr double clearance = 18; ///< between a box and the first lane
constexpr double laneWidth = 14;
/// So much longer may the way on the right be: first ports lie on the left, and their wires go straight.
constexpr double toTheRight = 100;

bool contains(const DrawingArea& area, DrawingPoint point)
{
    return point.x > area.x && point.x < area.right() && point.y > area.y && point.y < area.bottom();
}

/// What a wire keeps out of: a box and its ports; of the boxes at its ends the inside alone.
DrawingArea closedArea(const DrawingArea& box, DrawingPoint from, DrawingPoint to)
{
    constexpr double edge = 3, portReach = 6;
    const auto holds = [&](DrawingPoint end) {
        return contains({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, end);
    };
    const double above = holds(from) || holds(to) ? -edge : portReach;
    return {box.x + edge, box.y - above, box.width - 2 * edge, box.height + 2 * above};
}

using Piece = std::array<DrawingPoint, 4>; ///< of a curve: start, two points that it is pulled to, end

DrawingPoint middle(DrawingPoint a, DrawingPoint b)
{
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/// A piece lies within the bounds of its points: it is halved, so many times at most, until these are out of the area
/// or too small to matter.
bool meets(const Piece& piece, const DrawingArea& area, int halvings = 24)
{
    constexpr double fine = 1;
    const auto [left, right] = std::ranges::minmax(piece, {}, &DrawingPoint::x);
    const auto [top, bottom] = std::ranges::minmax(piece, {}, &DrawingPoint::y);
    if (right.x <= area.x || left.x >= area.right() || bottom.y <= area.y || top.y >= area.bottom()) {
        return false;
    }
    if (halvings == 0 || contains(area, piece.front()) || (right.x - left.x < fine && bottom.y - top.y < fine)) {
        return true;
    }
    const auto& [a, b, c, d] = piece; // de Casteljau's construction
    const DrawingPoint ab = middle(a, b), bc = middle(b, c), cd = middle(c, d);
    const DrawingPoint abc = middle(ab, bc), bcd = middle(bc, cd), half = middle(abc, bcd);
    return meets({a, ab, abc, half}, area, halvings - 1) || meets({half, bcd, cd, d}, area, halvings - 1);
}

bool runsThrough(const DrawnCurve& curve, const std::vector<DrawingArea>& boxes)
{
    return std::ranges::any_of(boxes, [&](const DrawingArea& box) {
        const DrawingArea closed = closedArea(box, curve.start, curve.pieces.back().back());
        DrawingPoint start = curve.start;
        return std::ranges::any_of(curve.pieces, [&](const std::array<DrawingPoint, 3>& piece) {
            const auto& [first, second, end] = piece;
            return meets({std::exchange(start, end), first, second, end}, closed);
        });
    });
}

/// An upright line beside the boxes that hinder it, pushed on until none does.
double freeLane(double x, double top, double bottom, const std::vector<DrawingArea>& boxes, int side, std::size_t lane)
{
    const double away = clearance + laneWidth * static_cast<double>(lane);
    for (std::size_t round = 0; round < boxes.size(); ++round) {
        const auto hinders = std::find_if(boxes.begin(), boxes.end(), [&](const DrawingArea& box) {
            return box.y < bottom && box.bottom() > top && x > box.x - away && x < box.right() + away;
        });
        if (hinders == boxes.end()) {
            break;
        }
        x = side > 0 ? hinders->right() + away : hinders->x - away;
    }
    return x;
}

DrawnCurve throughLane(DrawingPoint from, DrawingPoint to, double x)
{
    const double top = from.y + turn, bottom = to.y - turn;
    return {.start = from,
            .pieces = {{{{from.x, from.y + turn * 0.8}, {x, top - turn * 0.8}, {x, top}}},
                       {{{x, top + (bottom - top) / 3}, {x, bottom - (bottom - top) / 3}, {x, bottom}}},
                       {{{x, bottom + turn * 0.8}, {to.x, to.y - turn * 0.8}, to}}}};
}

/// To a box further up: down out of the one, up beside both, and down into the other.
DrawnCurve upwards(DrawingPoint from, DrawingPoint to, double x)
{
    const double bend = turn * 1.2;
    return {.start = from,
            .pieces = {{{{from.x, from.y + bend}, {x, from.y + bend}, {x, from.y}}},
                       {{{x, from.y + (to.y - from.y) / 3}, {x, to.y - (to.y - from.y) / 3}, {x, to.y}}},
                       {{{x, to.y - bend}, {to.x, to.y - bend}, to}}}};
}

} // namespace

DrawnCurve wireCurve(DrawingPoint from, DrawingPoint to)
{
    const double drop = to.y - from.y;
    const double reach = drop >= 0 ? std::max(drop / 2, 18.0) : std::min(-drop / 2 + 40, 160.0);
    return {.start = from, .pieces = {{{{from.x, from.y + reach}, {to.x, to.y - reach}, to}}}};
}

DrawnCurve wireCurveAround(DrawingPoint from, DrawingPoint to, const std::vector<DrawingArea>& boxes, std::size_t lane)
{
    const DrawnCurve direct = wireCurve(from, to);
    const bool up = to.y < from.y; // as from a column's end to the next one's head
    if ((!up && to.y - from.y <= 2 * turn) || !runsThrough(direct, boxes)) {
        return direct;
    }
    const double top = up ? to.y - turn : from.y + turn, bottom = up ? from.y + turn : to.y - turn;
    const double middle = (from.x + to.x) / 2;
    const double left = freeLane(middle, top, bottom, boxes, -1, lane);
    const double right = freeLane(middle, top, bottom, boxes, 1, lane);
    const auto detour = [&](double x) { return std::abs(x - from.x) + std::abs(x - to.x); };
    const auto through = [&](double x) { return up ? upwards(from, to, x) : throughLane(from, to, x); };
    const bool leftFirst = detour(left) + toTheRight < detour(right);
    const DrawnCurve wished = through(leftFirst ? left : right);
    const DrawnCurve other = through(leftFirst ? right : left);
    return runsThrough(wished, boxes) && !runsThrough(other, boxes) ? other : wished;
}

} // namespace engine

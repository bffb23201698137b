// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/bubble_place.h"

#include <algorithm>
#include <limits>

namespace studio {
namespace {

constexpr int gap = 14;          ///< from the mark to the bubble: the arrow's length
constexpr int edge = 6;          ///< to the window's edge
constexpr double ofMarks = 1000; ///< how much worse it is to cover a mark than what should be clear
constexpr double ofLayers = 4;   ///< the same of layers: a covered one, just added, seems not to be there
constexpr double onLayer =
    100'000;                      ///< for each of them besides, however small it is shown: all other places come first
constexpr double farOff = 25'000; ///< pixels² that being away from the mark is worth: then no arrow shows the way
constexpr double outOfRoom = 60'000; ///< the same, for lying on what the room has around it
constexpr double beyond = 1e9;

double overlap(const QRect& a, const QRect& b)
{
    const QRect both = a.intersected(b);
    return both.isEmpty() ? 0 : double(both.width()) * both.height();
}

double cost(const BubblePlace& place, const GuideSight& sight, const QRect& window)
{
    double sum = place.arrow == ArrowAt::Nowhere ? farOff : 0;
    if (place.arrow == ArrowAt::Nowhere && !sight.room.contains(place.area)) {
        sum += outOfRoom;
    }
    for (const QRect& mark : sight.marks) {
        sum += ofMarks * overlap(place.area, mark);
    }
    for (const QRect& layer : sight.layers) {
        sum += place.area.intersects(layer) ? onLayer + ofLayers * overlap(place.area, layer) : 0;
    }
    for (const QRect& rect : sight.clear) {
        sum += overlap(place.area, rect);
    }
    return window.contains(place.area) ? sum : sum + beyond;
}

/// Slid along the edge as far as the window needs it.
QRect inside(QRect area, const QRect& window)
{
    area.moveLeft(std::clamp(area.left(), window.left(), std::max(window.left(), window.right() + 1 - area.width())));
    area.moveTop(std::clamp(area.top(), window.top(), std::max(window.top(), window.bottom() + 1 - area.height())));
    return area;
}

std::vector<BubblePlace> beside(QSize size, const QRect& mark, const QRect& window)
{
    std::vector<BubblePlace> places;
    for (const double along : {0.5, 0.2, 0.8, 0.06, 0.94}) {
        const QPoint top(mark.center().x() - int(along * size.width()), mark.center().y() - int(along * size.height()));
        const auto slid = [&](QPoint corner, bool across) {
            const QRect kept = inside(QRect(corner, size), window);
            QRect area(corner, size);
            across ? area.moveLeft(kept.left()) : area.moveTop(kept.top());
            return area;
        };
        places.push_back(
            {slid({mark.right() + gap, top.y()}, false), ArrowAt::Left, {mark.right() + 1, mark.center().y()}});
        places.push_back(
            {slid({top.x(), mark.bottom() + gap}, true), ArrowAt::Top, {mark.center().x(), mark.bottom() + 1}});
        places.push_back({slid({top.x(), mark.top() - gap - size.height()}, true),
                          ArrowAt::Bottom,
                          {mark.center().x(), mark.top()}});
        places.push_back({slid({mark.left() - gap - size.width(), top.y()}, false),
                          ArrowAt::Right,
                          {mark.left(), mark.center().y()}});
    }
    return places;
}

/// Over the room, its corners first.
std::vector<BubblePlace> within(QSize size, const QRect& room)
{
    const int left = room.left() + gap, right = room.right() - gap - size.width();
    const int top = room.top() + gap, bottom = room.bottom() - gap - size.height();
    std::vector<BubblePlace> places;
    for (const QPoint corner : {QPoint(left, bottom), QPoint(left, top), QPoint(right, top), QPoint(right, bottom)}) {
        places.push_back({.area = QRect(corner, size)});
    }
    for (const double down : {1.0, 0.5, 0.0}) {
        for (const double across : {0.0, 0.25, 0.5, 0.75, 1.0}) {
            const QPoint corner(left + int(across * (right - left)), top + int(down * (bottom - top)));
            places.push_back({.area = QRect(corner, size)});
        }
    }
    return places;
}

} // namespace

BubblePlace placeBubble(QSize bubble, const GuideSight& sight, const QRect& window)
{
    const QRect inner = window.adjusted(edge, edge, -edge, -edge);
    std::vector<BubblePlace> places;
    if (!sight.marks.empty()) {
        places = beside(bubble, sight.marks.front(), inner);
    }
    for (const QRect& room : {sight.room, inner}) {
        const std::vector<BubblePlace> more = within(bubble, room);
        places.insert(places.end(), more.begin(), more.end());
    }
    BubblePlace best = {.area = inside(QRect(inner.topLeft(), bubble), inner)};
    double least = std::numeric_limits<double>::infinity();
    for (const BubblePlace& place : places) {
        const double price = cost(place, sight, inner);
        if (price < least) {
            least = price;
            best = place;
        }
    }
    return best;
}

} // namespace studio

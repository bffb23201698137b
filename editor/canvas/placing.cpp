// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/placing.h"

#include "editor/document/edits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace editor {
namespace {

constexpr double nodeGap = 2 * gridStep;

bool isFree(const Content& content, QPointF place)
{
    const QRectF wanted = QRectF(place, nodeSize).adjusted(-nodeGap / 2, -nodeGap / 2, nodeGap / 2, nodeGap / 2);
    return std::none_of(content.nodes.begin(), content.nodes.end(),
                        [&](const Node& node) { return wanted.intersects(QRectF(node.position, nodeSize)); });
}

/// Moves what depends on the node down, and the lower edges of frames around it.
void pushDown(Content& content, Id id, double by)
{
    std::set<Id> moved = downstream(content, {id});
    moved.erase(id);
    for (Note& note : content.notes) {
        const bool grows = std::any_of(content.nodes.begin(), content.nodes.end(), [&](const Node& node) {
            return moved.contains(node.id) && note.area.contains(QRectF(node.position, nodeSize));
        });
        note.area.setBottom(note.area.bottom() + (grows ? by : 0));
    }
    for (Node& node : content.nodes) {
        node.position.ry() += moved.contains(node.id) ? by : 0;
    }
}

} // namespace

QPointF onGrid(QPointF point)
{
    return {std::round(point.x() / gridStep) * gridStep, std::round(point.y() / gridStep) * gridStep};
}

QPointF freePlace(const Content& content, QPointF wish)
{
    QPointF place = onGrid(wish);
    for (std::size_t tries = 0; tries < content.nodes.size() && !isFree(content, place); ++tries) {
        place.rx() += onGrid({nodeSize.width() + nodeGap, 0}).x();
    }
    return place;
}

QPointF placeBelow(const Content& content, Id id)
{
    return freePlace(content, content.find(id)->position + QPointF(0, nodeSize.height() + rowGap));
}

void makeRoom(Content& content, Id id)
{
    Node& node = *content.find(id);
    const std::vector<Wire> all = wires(content);
    const auto fed = std::find_if(all.begin(), all.end(), [id](const Wire& wire) { return wire.to == Input{id, 0}; });
    if (fed != all.end()) {
        const QPointF above = content.find(fed->from.node)->position;
        const bool below = std::abs(node.position.x() - above.x()) < nodeSize.width() / 2;
        node.position = {below ? above.x() : node.position.x(),
                         std::max(node.position.y(), above.y() + nodeSize.height() + rowGap)};
    }
    double push = 0;
    for (const Wire& wire : all) {
        if (wire.from.node == id) {
            push = std::max(push,
                            node.position.y() + nodeSize.height() + rowGap - content.find(wire.to.node)->position.y());
        }
    }
    if (push > 0) {
        pushDown(content, id, std::ceil(push / gridStep) * gridStep);
    }
}

std::vector<Id> walkOrder(const Content& content)
{
    std::vector<Id> ids;
    for (const Node& node : content.nodes) {
        ids.push_back(node.id);
    }
    for (const Note& note : content.notes) {
        ids.push_back(note.id);
    }
    return ids;
}

Id neighbour(const Content& content, Id id, int side)
{
    const Node* from = content.find(id);
    Id nearest = 0;
    double minCost = std::numeric_limits<double>::max();
    for (const Node& node : content.nodes) {
        const QPointF way = from ? node.position - from->position : QPointF();
        const double ahead = way.x() * side;
        const double cost = ahead + 3 * std::abs(way.y());
        if (ahead > 1 && cost < minCost) {
            nearest = node.id;
            minCost = cost;
        }
    }
    return nearest;
}

Id alongWire(const Content& content, Id id, int direction)
{
    std::vector<Wire> all = wires(content);
    std::sort(all.begin(), all.end(), [](const Wire& a, const Wire& b) {
        return std::pair(a.from.port, a.to.port) < std::pair(b.from.port, b.to.port);
    });
    for (const Wire& wire : all) {
        if (direction < 0 && wire.to.node == id) {
            return wire.from.node;
        }
        if (direction > 0 && wire.from.node == id) {
            return wire.to.node;
        }
    }
    return 0;
}

} // namespace editor

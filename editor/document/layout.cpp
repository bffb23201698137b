// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/layout.h"

#include "editor/document/edits.h"
#include "engine/drawing/layered_layout.h"
#include "engine/graph/catalog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <QSettings>

namespace editor {
namespace {

constexpr double rowStep = 12 * gridStep;   ///< as engine::layeredLayout() leaves it
constexpr double columnGap = 12 * gridStep; ///< for the wires from a column's end to the next one's head
constexpr auto columnsKey = "canvas/columns";

static_assert(nodeSize.width() == engine::boxWidth && nodeSize.height() == engine::boxHeight &&
              gridStep == engine::drawingGrid);

/// Upper left corners of those nodes, as if there were no others.
std::map<Id, QPointF> placesOf(const Content& content, const std::vector<const Node*>& nodes)
{
    std::map<Id, int> numbers;
    std::vector<engine::LayoutBox> boxes;
    for (const Node* node : nodes) {
        const engine::LayerType* type = engine::findLayerType(node->layer.type);
        numbers.emplace(node->id, static_cast<int>(numbers.size()));
        boxes.push_back({.inputs = inputPorts(*node).size(),
                         .outputs = outputPorts(*node).size(),
                         .loss = type != nullptr && type->loss});
    }
    std::vector<engine::LayoutWire> joins;
    for (const Wire& wire : wires(content)) {
        const auto from = numbers.find(wire.from.node), to = numbers.find(wire.to.node);
        if (from != numbers.end() && to != numbers.end()) {
            joins.push_back({.from = from->second, .to = to->second, .output = wire.from.port, .input = wire.to.port});
        }
    }
    const std::vector<engine::DrawingPoint> corners = engine::layeredLayout(boxes, joins);
    std::map<Id, QPointF> places;
    for (std::size_t index = 0; index < nodes.size(); ++index) {
        places[nodes[index]->id] = {corners[index].x, corners[index].y};
    }
    return places;
}

QRectF boundsOf(const std::map<Id, QPointF>& places)
{
    QRectF bounds;
    for (const auto& [id, place] : places) {
        bounds |= QRectF(place, nodeSize);
    }
    return bounds;
}

double snapped(double value)
{
    return std::ceil(value / gridStep) * gridStep;
}

bool isFinite(QPointF point)
{
    return std::isfinite(point.x()) && std::isfinite(point.y());
}

/// The shift nearest to the wished one with which no box of the block comes near a wall.
QPointF freeShift(const std::map<Id, QPointF>& block, const std::vector<QRectF>& walls, QPointF wished)
{
    constexpr double air = 2 * gridStep;
    const auto isFree = [&](QPointF shift) {
        return std::none_of(block.begin(), block.end(), [&](const auto& entry) {
            const QRectF box = QRectF(entry.second + shift, nodeSize).adjusted(-air, -air, air, air);
            return std::any_of(walls.begin(), walls.end(), [&](const QRectF& wall) { return box.intersects(wall); });
        });
    };
    const QPointF start(std::round(wished.x() / gridStep) * gridStep, std::round(wished.y() / gridStep) * gridStep);
    // Rings of steps of a row's height; the first free place of the nearest ring. Beyond all walls there is always one.
    constexpr std::array<QPointF, 8> ways{QPointF{0, 1}, {1, 0}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    for (int ring = 0; ring < 400; ++ring) {
        for (const QPointF& way : ways) {
            const QPointF shift = start + way * (ring * 4 * gridStep);
            if (isFree(shift)) {
                return shift;
            }
        }
    }
    QRectF all;
    for (const QRectF& wall : walls) {
        all |= wall;
    }
    return {start.x(), snapped(all.bottom() + air)};
}

/// Frames go around the nodes that they were around; a comment stays beside the node that it was nearest to.
void moveNotes(Content& after, const Content& before)
{
    for (Note& note : after.notes) {
        QRectF around;
        const Node* nearest = nullptr;
        double distance = 0;
        for (const Node& node : before.nodes) {
            const QRectF box(node.position, nodeSize);
            if (note.kind == Note::Kind::Frame && note.area.contains(box.center())) {
                around |= QRectF(after.find(node.id)->position, nodeSize);
            }
            const QPointF way = box.center() - note.area.center();
            const double length = std::hypot(way.x(), way.y());
            if (nearest == nullptr || length < distance) {
                nearest = &node;
                distance = length;
            }
        }
        if (note.kind == Note::Kind::Frame && !around.isNull()) {
            note.area = around.adjusted(-2 * gridStep, -4 * gridStep, 2 * gridStep, 2 * gridStep);
        } else if (nearest != nullptr && std::isfinite(distance)) {
            note.area.translate(after.find(nearest->id)->position - nearest->position);
        }
    }
}

using Places = std::map<Id, QPointF>;

/// The rows of each column: `count` columns of about the same number of rows.
std::vector<QRectF> columnBounds(const Places& places, int rowsOfColumn)
{
    std::vector<QRectF> columns;
    for (const auto& [id, place] : places) {
        const auto column = static_cast<std::size_t>(std::lround(place.y() / rowStep) / rowsOfColumn);
        columns.resize(std::max(columns.size(), column + 1));
        columns[column] |= QRectF(place, nodeSize);
    }
    return columns;
}

/// The size of the drawing with that many rows a column.
QSizeF sizeOf(const std::vector<QRectF>& columns, int rowsOfColumn)
{
    double width = columnGap * static_cast<double>(columns.size() - 1);
    for (const QRectF& column : columns) {
        width += column.width();
    }
    return {width, rowsOfColumn * rowStep};
}

/// The same rows in columns side by side, so that the drawing is as large in the room as it can be.
Places inColumns(const Places& places, QSizeF room)
{
    const QRectF all = boundsOf(places);
    const auto rows = static_cast<int>(std::lround((all.bottom() - nodeSize.height()) / rowStep)) + 1;
    int best = rows;
    double largest = 0;
    for (int columns = 1; columns <= rows; ++columns) {
        const int height = (rows + columns - 1) / columns;
        const QSizeF size = sizeOf(columnBounds(places, height), height);
        const double zoom = std::min({room.width() / size.width(), room.height() / size.height(), 1.0});
        if (zoom > largest * 1.01) { // not for a trifle: each further column cuts wires
            largest = zoom;
            best = height;
        }
    }
    const std::vector<QRectF> columns = columnBounds(places, best);
    Places after;
    for (const auto& [id, place] : places) {
        const long row = std::lround(place.y() / rowStep), column = row / best;
        double left = 0;
        for (long before = 0; before < column; ++before) {
            left += columns[static_cast<std::size_t>(before)].width() + columnGap;
        }
        after[id] = {snapped(left) + place.x() - columns[static_cast<std::size_t>(column)].left(),
                     static_cast<double>(row % best) * rowStep};
    }
    return after;
}

} // namespace

Columns chosenColumns()
{
    return QSettings().value(columnsKey).toString() == QLatin1String("one") ? Columns::One : Columns::Several;
}

void chooseColumns(Columns columns)
{
    QSettings().setValue(columnsKey, columns == Columns::Several ? QStringLiteral("several") : QStringLiteral("one"));
}

std::optional<QSizeF> roomByChoice(QSizeF room)
{
    return chosenColumns() == Columns::Several ? std::optional(room) : std::nullopt;
}

Content arranged(const Content& content, const std::set<Id>& only, std::optional<QSizeF> room)
{
    std::vector<const Node*> moving;
    std::vector<QRectF> walls;
    QRectF before;
    for (const Node& node : content.nodes) {
        const bool moves = only.empty() || only.contains(node.id);
        if (moves) {
            moving.push_back(&node);
        }
        if (isFinite(node.position)) {
            if (!moves) {
                walls.emplace_back(node.position, nodeSize);
            } else {
                before |= QRectF(node.position, nodeSize);
            }
        }
    }
    std::map<Id, QPointF> places = placesOf(content, moving);
    if (room && only.empty() && !places.empty() && !room->isEmpty()) {
        places = inColumns(places, *room);
    }
    const QPointF middle = before.center() - boundsOf(places).center();
    const QPointF shift = only.empty() ? QPointF() : freeShift(places, walls, middle);

    Content after = content;
    for (Node& node : after.nodes) {
        const auto place = places.find(node.id);
        if (place != places.end()) {
            node.position = place->second + shift;
        }
    }
    moveNotes(after, content);
    return after;
}

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

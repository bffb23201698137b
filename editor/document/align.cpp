// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/align.h"

#include <algorithm>
#include <cmath>

namespace editor {
namespace {

/// A node or a note that can be moved.
struct Box {
    Node* node = nullptr;
    Note* note = nullptr;

    QRectF area() const { return node ? QRectF(node->position, nodeSize) : note->area; }
    void moveTo(QPointF corner)
    {
        const QPointF whole(std::round(corner.x()), std::round(corner.y()));
        if (node) {
            node->position = whole;
        } else {
            note->area.moveTopLeft(whole);
        }
    }
};

std::vector<Box> boxes(Content& content, const std::set<Id>& ids)
{
    std::vector<Box> found;
    for (Node& node : content.nodes) {
        if (ids.contains(node.id)) {
            found.push_back({.node = &node});
        }
    }
    for (Note& note : content.notes) {
        if (ids.contains(note.id)) {
            found.push_back({.note = &note});
        }
    }
    return found;
}

QPointF aligned(const QRectF& box, const QRectF& all, Alignment alignment)
{
    switch (alignment) {
    case Alignment::Left:
        return {all.left(), box.top()};
    case Alignment::Center:
        return {all.center().x() - box.width() / 2, box.top()};
    case Alignment::Right:
        return {all.right() - box.width(), box.top()};
    case Alignment::Top:
        return {box.left(), all.top()};
    case Alignment::Middle:
        return {box.left(), all.center().y() - box.height() / 2};
    case Alignment::Bottom:
        return {box.left(), all.bottom() - box.height()};
    }
    return box.topLeft();
}

} // namespace

void align(Content& content, const std::set<Id>& ids, Alignment alignment)
{
    std::vector<Box> found = boxes(content, ids);
    QRectF all;
    for (const Box& box : found) {
        all |= box.area();
    }
    for (Box& box : found) {
        box.moveTo(aligned(box.area(), all, alignment));
    }
}

void distribute(Content& content, const std::set<Id>& ids, Qt::Orientation orientation)
{
    std::vector<Box> found = boxes(content, ids);
    if (found.size() < 3) {
        return;
    }
    const bool across = orientation == Qt::Horizontal;
    const auto start = [across](const Box& box) { return across ? box.area().left() : box.area().top(); };
    const auto length = [across](const Box& box) { return across ? box.area().width() : box.area().height(); };
    std::stable_sort(found.begin(), found.end(), [&](const Box& a, const Box& b) { return start(a) < start(b); });
    double taken = 0;
    for (const Box& box : found) {
        taken += length(box);
    }
    const double room = start(found.back()) + length(found.back()) - start(found.front());
    const double gap = (room - taken) / double(found.size() - 1);
    double at = start(found.front());
    for (std::size_t index = 0; index + 1 < found.size(); ++index) {
        Box& box = found[index];
        if (index > 0) {
            box.moveTo(across ? QPointF(at, box.area().top()) : QPointF(box.area().left(), at));
        }
        at += length(box) + gap;
    }
}

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/gesture.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/node_item.h"
#include "editor/canvas/note_item.h"
#include "editor/canvas/placing.h"
#include "editor/canvas/snapping.h"
#include "editor/canvas/wire_item.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <QPolygonF>

namespace editor {
namespace {

QPointF rounded(QPointF point)
{
    return {std::round(point.x()), std::round(point.y())};
}

/// A node without wires can be put into one; one that has wires is only moved across.
bool isFree(const Content& content, Id id)
{
    const Node* node = content.find(id);
    if (!node || inputPorts(*node).empty() || outputPorts(*node).empty()) {
        return false;
    }
    const std::vector<Wire> all = wires(content);
    return std::none_of(all.begin(), all.end(),
                        [&](const Wire& wire) { return wire.from.node == id || wire.to.node == id; });
}

void paintGuides(QPainter& painter, const std::vector<Guide>& guides, double zoom)
{
    painter.setPen(QPen(theme().accent, 1 / zoom, Qt::DashLine));
    for (const Guide& guide : guides) {
        if (guide.orientation == Qt::Vertical) {
            painter.drawLine(QPointF(guide.at, guide.from), QPointF(guide.at, guide.to));
        } else {
            painter.drawLine(QPointF(guide.from, guide.at), QPointF(guide.to, guide.at));
        }
    }
}

class MoveGesture : public Gesture {
public:
    MoveGesture(CanvasView& view, Id pressed, QPointF from)
        : m_view(view), m_scene(view.canvas()), m_pressed(pressed), m_from(from)
    {}

    void move(const Pointer& pointer) override
    {
        if (m_starts.empty()) {
            start();
        }
        const bool free = pointer.modifiers.testFlag(Qt::AltModifier);
        m_offset = pointer.scene - m_from;
        m_guides.clear();
        if (!free) {
            const Snapped pulled = snapped(
                m_scene.area(m_pressed).translated(startOf(m_pressed) + m_offset - m_scene.area(m_pressed).topLeft()),
                m_others, m_view.snapOptions());
            m_offset += pulled.offset;
            m_guides = pulled.guides;
        }
        m_offset = rounded(startOf(m_pressed) + m_offset) - startOf(m_pressed);
        show(m_offset);
        lookForWire(free);
        m_view.viewport()->update();
    }

    void finish(const Pointer&) override
    {
        const std::optional<Wire> wire = m_scene.state().insertionWire;
        m_scene.state().insertionWire.reset();
        std::set<Id> ids;
        for (const auto& [id, place] : m_starts) {
            ids.insert(id);
        }
        const QString label = wire ? CanvasView::tr("Insert into wire") : CanvasView::tr("Move");
        const bool done = m_view.change(label, [&](Content& content) {
            moveBy(content, ids, m_offset);
            if (wire) {
                moveOntoWire(content, m_pressed, *wire);
                makeRoom(content, m_pressed);
            }
        });
        if (!done) {
            cancel();
        }
    }

    void click(const Pointer& pointer) override
    {
        if (!(pointer.modifiers & (Qt::ControlModifier | Qt::ShiftModifier))) {
            m_view.document().select({m_pressed});
        }
    }

    void cancel() override
    {
        m_scene.state().insertionWire.reset();
        show({});
    }

    void paint(QPainter& painter, double zoom) const override { paintGuides(painter, m_guides, zoom); }
    Qt::CursorShape cursor() const override { return m_starts.empty() ? Qt::ArrowCursor : Qt::SizeAllCursor; }

private:
    void start()
    {
        for (const Id id : movingTogether(m_view.document().content(), m_view.document().selection())) {
            m_starts[id] = m_scene.area(id).topLeft();
        }
        for (const auto& [id, item] : m_scene.nodes()) {
            if (!m_starts.contains(id) && item->box().intersects(m_view.camera().shownArea())) {
                m_others.push_back(item->box());
            }
        }
        m_mayInsert = m_starts.size() == 1 && isFree(m_view.document().content(), m_pressed);
    }

    QPointF startOf(Id id) const
    {
        const auto found = m_starts.find(id);
        return found == m_starts.end() ? m_scene.area(id).topLeft() : found->second;
    }

    void show(QPointF offset)
    {
        std::map<Id, QPointF> corners = m_starts;
        for (auto& [id, corner] : corners) {
            corner += offset;
        }
        m_scene.moveItems(corners);
    }

    void lookForWire(bool free)
    {
        const QRectF box = m_scene.area(m_pressed);
        const WireItem* wire = m_mayInsert && !free ? m_scene.wireThrough(box.adjusted(40, 24, -40, -24)) : nullptr;
        m_scene.state().insertionWire = wire ? std::optional(wire->wire()) : std::nullopt;
    }

    CanvasView& m_view;
    CanvasScene& m_scene;
    const Id m_pressed;
    const QPointF m_from;
    std::map<Id, QPointF> m_starts;
    std::vector<QRectF> m_others;
    std::vector<Guide> m_guides;
    QPointF m_offset;
    bool m_mayInsert = false;
};

class ResizeGesture : public Gesture {
public:
    ResizeGesture(CanvasView& view, Id note, Qt::Edges edges)
        : m_view(view), m_note(note), m_edges(edges), m_start(view.canvas().area(note)), m_area(m_start)
    {}

    void move(const Pointer& pointer) override
    {
        const double grid = pointer.modifiers.testFlag(Qt::AltModifier) ? 1 : std::max(1.0, m_view.snapOptions().grid);
        const QPointF at(std::round(pointer.scene.x() / grid) * grid, std::round(pointer.scene.y() / grid) * grid);
        m_area = m_start;
        if (m_edges.testFlag(Qt::LeftEdge)) {
            m_area.setLeft(std::min(at.x(), m_start.right() - minNoteSize.width()));
        }
        if (m_edges.testFlag(Qt::RightEdge)) {
            m_area.setRight(std::max(at.x(), m_start.left() + minNoteSize.width()));
        }
        if (m_edges.testFlag(Qt::TopEdge)) {
            m_area.setTop(std::min(at.y(), m_start.bottom() - minNoteSize.height()));
        }
        if (m_edges.testFlag(Qt::BottomEdge)) {
            m_area.setBottom(std::max(at.y(), m_start.top() + minNoteSize.height()));
        }
        m_view.canvas().note(m_note)->setArea(m_area);
    }

    void finish(const Pointer&) override
    {
        m_view.change(CanvasView::tr("Resize"), [this](Content& content) { content.findNote(m_note)->area = m_area; });
    }

    void click(const Pointer&) override { m_view.document().select({m_note}); }
    void cancel() override
    {
        if (NoteItem* note = m_view.canvas().note(m_note)) {
            note->setArea(m_start);
        }
    }

private:
    CanvasView& m_view;
    const Id m_note;
    const Qt::Edges m_edges;
    const QRectF m_start;
    QRectF m_area;
};

class PanGesture : public Gesture {
public:
    PanGesture(CanvasView& view, QPoint from) : m_view(view), m_last(from) {}

    void move(const Pointer& pointer) override
    {
        m_view.camera().panBy(pointer.window - m_last);
        m_last = pointer.window;
    }
    void finish(const Pointer&) override {}
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }
    bool startsAtOnce() const override { return true; }
    bool pushesAtEdges() const override { return false; }

private:
    CanvasView& m_view;
    QPoint m_last;
};

class BandGesture : public Gesture {
public:
    BandGesture(CanvasView& view, const Pointer& from)
        : m_view(view),
          m_from(from.scene),
          m_keeps(from.modifiers & (Qt::ControlModifier | Qt::ShiftModifier)),
          m_before(view.document().selection())
    {}

    void move(const Pointer& pointer) override
    {
        m_band = QRectF(m_from, pointer.scene).normalized();
        std::set<Id> ids = m_keeps ? m_before : std::set<Id>();
        for (const auto& [id, item] : m_view.canvas().nodes()) {
            if (item->box().intersects(m_band)) {
                ids.insert(id);
            }
        }
        for (const auto& [id, item] : m_view.canvas().notes()) {
            const bool frame = item->note().kind == Note::Kind::Frame;
            if (frame ? m_band.contains(item->area()) : item->area().intersects(m_band)) {
                ids.insert(id);
            }
        }
        m_view.canvas().selectWires({});
        m_view.document().select(ids);
        m_view.viewport()->update();
    }

    void finish(const Pointer&) override {}

    void click(const Pointer&) override
    {
        if (!m_keeps) {
            m_view.document().select({});
            m_view.canvas().selectWires({});
            m_view.canvas().state().current = 0;
        }
    }

    void cancel() override { m_view.document().select(m_before); }

    void paint(QPainter& painter, double zoom) const override
    {
        QColor ground = theme().accent;
        ground.setAlphaF(0.12f);
        painter.setPen(QPen(theme().accent, 1 / zoom));
        painter.setBrush(ground);
        painter.drawRect(m_band);
    }

private:
    CanvasView& m_view;
    const QPointF m_from;
    const bool m_keeps;
    const std::set<Id> m_before;
    QRectF m_band;
};

class CutGesture : public Gesture {
public:
    CutGesture(CanvasView& view, QPointF from) : m_view(view) { m_way << from; }

    void move(const Pointer& pointer) override
    {
        const QLineF stroke(m_way.back(), pointer.scene);
        m_way << pointer.scene;
        for (const auto& [wire, item] : m_view.canvas().wires()) {
            if (crosses(*item, stroke)) {
                m_cut.insert(wire);
            }
        }
        m_view.canvas().selectWires(m_cut);
        m_view.viewport()->update();
    }

    void finish(const Pointer&) override
    {
        m_view.canvas().selectWires({});
        if (!m_cut.empty()) {
            m_view.change(CanvasView::tr("Cut wires"), [this](Content& content) {
                for (const Wire& wire : m_cut) {
                    removeWire(content, wire.to);
                }
            });
        }
    }

    void cancel() override { m_view.canvas().selectWires({}); }

    void paint(QPainter& painter, double zoom) const override
    {
        painter.setPen(QPen(theme().error, 2 / zoom, Qt::DashLine));
        painter.drawPolyline(m_way);
    }

private:
    /// The curve as 24 straight pieces against one stroke of the knife.
    static bool crosses(const WireItem& item, const QLineF& stroke)
    {
        if (!item.boundingRect().intersects(QRectF(stroke.p1(), stroke.p2()).normalized().adjusted(-1, -1, 1, 1))) {
            return false;
        }
        QPointF last = item.path().pointAtPercent(0);
        for (int piece = 1; piece <= 24; ++piece) {
            const QPointF next = item.path().pointAtPercent(piece / 24.0);
            if (QLineF(last, next).intersects(stroke, nullptr) == QLineF::BoundedIntersection) {
                return true;
            }
            last = next;
        }
        return false;
    }

    CanvasView& m_view;
    QPolygonF m_way;
    std::set<Wire> m_cut;
};

} // namespace

std::unique_ptr<Gesture> moveGesture(CanvasView& view, Id pressed, QPointF from)
{
    return std::make_unique<MoveGesture>(view, pressed, from);
}

std::unique_ptr<Gesture> resizeGesture(CanvasView& view, Id note, Qt::Edges edges)
{
    return std::make_unique<ResizeGesture>(view, note, edges);
}

std::set<Id> movingTogether(const Content& content, const std::set<Id>& ids)
{
    std::set<Id> all = ids;
    for (const Note& frame : content.notes) {
        if (frame.kind != Note::Kind::Frame || !ids.contains(frame.id)) {
            continue;
        }
        for (const Node& node : content.nodes) {
            if (frame.area.contains(QRectF(node.position, nodeSize))) {
                all.insert(node.id);
            }
        }
        for (const Note& note : content.notes) {
            if (frame.area.contains(note.area)) {
                all.insert(note.id);
            }
        }
    }
    return all;
}

void moveBy(Content& content, const std::set<Id>& ids, QPointF offset)
{
    for (Node& node : content.nodes) {
        if (ids.contains(node.id)) {
            node.position += offset;
        }
    }
    for (Note& note : content.notes) {
        if (ids.contains(note.id)) {
            note.area.translate(offset);
        }
    }
}

std::unique_ptr<Gesture> panGesture(CanvasView& view, QPoint from)
{
    return std::make_unique<PanGesture>(view, from);
}

std::unique_ptr<Gesture> bandGesture(CanvasView& view, const Pointer& from)
{
    return std::make_unique<BandGesture>(view, from);
}

std::unique_ptr<Gesture> cutGesture(CanvasView& view, QPointF from)
{
    return std::make_unique<CutGesture>(view, from);
}

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/sweeping.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/node_item.h"
#include "editor/canvas/note_item.h"
#include "editor/canvas/wire_item.h"
#include "editor/document/document.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QPainter>
#include <QPolygonF>

namespace editor {
namespace {

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

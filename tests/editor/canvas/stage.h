// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/canvas_actions.h"
#include "editor/canvas/canvas_adding.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/items.h"
#include "editor/document/layout.h"
#include "editor/looks/theme.h"
#include "tests/editor/samples.h"
#include "tests/support/qt_patience.h"

#include <QApplication>
#include <QTest>

namespace editor {

/// A document on a canvas in a window, worked on by mouse and keys.
struct Stage {
    Document document;
    CanvasView view{document};

    explicit Stage(const Content& content = {})
    {
        document.load(content);
        view.resize(1000, 800);
        activate(view);
        view.setFocus();
        view.camera().fitAll();
    }

    Id named(const std::string& layer) const { return document.nodeNamed(layer); }
    QPoint at(QPointF scene) const { return view.mapFromScene(scene); }
    QPoint middle(Id id) { return at(view.canvas().area(id).center()); }
    QPoint input(Id id, std::size_t port) { return at(view.canvas().node(id)->inputPoint(port)); }
    QPoint output(Id id, std::size_t port) { return at(view.canvas().node(id)->outputPoint(port)); }

    /// In three moves, as a hand would.
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {})
    {
        hold(from, to, button, modifiers);
        QTest::mouseRelease(view.viewport(), button, modifiers, to);
    }
    void hold(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(view.viewport(), button, modifiers, from);
        for (const double part : {0.3, 0.7, 1.0}) {
            const QPoint there = from + ((to - from) * part);
            QMouseEvent move(QEvent::MouseMove, there, view.viewport()->mapToGlobal(there), Qt::NoButton, button,
                             modifiers);
            QApplication::sendEvent(view.viewport(), &move);
        }
    }
    void click(QPoint point, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, point);
    }
    bool hasWire(const std::string& from, const std::string& to) const
    {
        for (const Wire& wire : document.derived().wires) {
            if (document.content().find(wire.from.node)->layer.name == from &&
                document.content().find(wire.to.node)->layer.name == to) {
                return true;
            }
        }
        return false;
    }
};

/// drawnFromNothing(), one below the other.
inline Content charRnn()
{
    return arranged(drawnFromNothing());
}

} // namespace editor

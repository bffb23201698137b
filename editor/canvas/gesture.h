// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QPointF>
#include <Qt>

class QPainter;

namespace editor {

/// Where the pointer is, in the scene and in the window.
struct Pointer {
    QPointF scene;
    QPoint window;
    Qt::KeyboardModifiers modifiers;
};

/// What a pressed button does until it is let go: one object a press. Nothing of the document changes before finish().
class Gesture {
public:
    Gesture() = default;
    Gesture(const Gesture&) = delete;
    Gesture& operator=(const Gesture&) = delete;
    virtual ~Gesture() = default;

    virtual void move(const Pointer& pointer) = 0;   ///< first when the pointer has left the place of the press
    virtual void finish(const Pointer& pointer) = 0; ///< after a move
    virtual void click(const Pointer&) {}            ///< let go where it was pressed
    virtual void cancel() {}
    virtual void paint(QPainter&, double /*zoom*/) const {} ///< above everything, in scene coordinates
    virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }
    virtual bool pushesAtEdges() const { return true; } ///< the canvas moves on when the pointer comes to its edge
    virtual bool startsAtOnce() const { return false; } ///< without the distance that tells a drag from a click
};

} // namespace editor

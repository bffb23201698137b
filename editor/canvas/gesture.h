// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <memory>
#include <QPoint>
#include <QPointF>
#include <Qt>

class QPainter;

namespace editor {

class CanvasView;

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

/// Moves the selection; a frame takes along what lies in it. A single free node that is let go on a wire goes into it.
/// Alt: without snapping and without going into wires.
std::unique_ptr<Gesture> moveGesture(CanvasView& view, Id pressed, QPointF from);

/// Moves some of a note's edges.
std::unique_ptr<Gesture> resizeGesture(CanvasView& view, Id note, Qt::Edges edges);

/// The nodes and notes that move when these do: a frame's contents with it.
std::set<Id> movingTogether(const Content& content, const std::set<Id>& ids);

/// Places of nodes and notes, moved by so much.
void moveBy(Content& content, const std::set<Id>& ids, QPointF offset);

class CanvasView;

std::unique_ptr<Gesture> panGesture(CanvasView& view, QPoint from);
/// Selects what a rectangle touches; of frames, those that lie in it. Ctrl and Shift keep what was selected.
std::unique_ptr<Gesture> bandGesture(CanvasView& view, const Pointer& from);
/// Cuts the wires that the pointer's way crosses.
std::unique_ptr<Gesture> cutGesture(CanvasView& view, QPointF from);

} // namespace editor

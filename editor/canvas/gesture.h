// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/items.h"
#include "editor/document/content.h"

#include <map>
#include <memory>
#include <QPoint>
#include <QPointF>
#include <QRectF>
#include <Qt>
#include <variant>
#include <vector>

class QPainter;

namespace editor {

class CanvasView;
class Document;

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

/// The nodes and notes that move when these do: a frame's contents with it.
std::set<Id> movingTogether(const Content& content, const std::set<Id>& ids);

/// Places of nodes and notes, moved by so much.
void moveBy(Content& content, const std::set<Id>& ids, QPointF offset);

/// What a press of the button starts there; null: nothing. The middle one pushes. `reach`: see CanvasScene::hitAt().
std::unique_ptr<Gesture> gestureFor(CanvasView& view, const Pointer& pointer, Qt::MouseButton button, double reach);

/// A line that shows what a dragged box has been aligned with.
struct Guide {
    Qt::Orientation orientation;
    double at;       ///< x of a vertical line, y of a horizontal one
    double from, to; ///< its ends on the other axis
    bool operator==(const Guide&) const = default;
};

struct SnapOptions {
    double reach = 6; ///< how near an edge must be to count, in canvas units
    double grid = 0;  ///< 0: none
};

struct Snapped {
    QPointF offset; ///< to add to the box
    std::vector<Guide> guides = {};
};

/// Edges and middles of the others pull first, one for each axis; where none is near, the grid pulls the upper left
/// corner.
Snapped snapped(const QRectF& moving, const std::vector<QRectF>& others, const SnapOptions& options);

/// A wire of which one end is fixed and the other being looked for. Answers for every port whether it fits, working
/// each answer out once, on request.
class Wiring {
public:
    /// `original`: the wire that is led elsewhere; it no longer counts.
    Wiring(const Document& document, const End& fixed, std::optional<Wire> original = {});

    const End& fixed() const { return m_fixed; }
    const std::optional<Wire>& original() const { return m_original; }
    Wire wireTo(const End& end) const;

    /// Why the wire cannot end there; empty: it can, or it is no port of the kind that is looked for.
    const QString& refusal(const End& end);

    /// The node's port where the wire would end: the first that fits and has no wire yet, or else the first that fits,
    /// or else the first. Nothing where the node has none.
    std::optional<End> endAt(Id node);

    PortHint hint(const End& port, const std::optional<End>& target);

private:
    bool isForward() const { return std::holds_alternative<Output>(m_fixed); }

    const Document& m_document;
    Content m_content; ///< without the original wire
    const End m_fixed;
    const std::optional<Wire> m_original;
    std::map<End, QString> m_refusals;
};

/// Leading a wire without a mouse: it starts at a node's output, arrows go through the inputs that take it, Tab goes to
/// the node's next output, Enter connects, Escape gives up.
class KeyboardWiring {
public:
    KeyboardWiring(CanvasView& view, Id from);
    ~KeyboardWiring();
    KeyboardWiring(const KeyboardWiring&) = delete;
    KeyboardWiring& operator=(const KeyboardWiring&) = delete;

    bool hasTarget() const { return !m_targets.empty(); }
    Wire wire() const { return {m_from, m_targets[m_at]}; } ///< that Enter would lead
    QString sentence() const;                               ///< what it leads where, and the keys

    void step(int by);
    void nextOutput();
    void paint(QPainter& painter, double zoom) const;

private:
    void findTargets();
    void show();

    CanvasView& m_view;
    Output m_from;
    std::unique_ptr<Wiring> m_wiring;
    std::vector<Input> m_targets; ///< that take the wire, those without a wire first
    std::size_t m_at = 0;
};

} // namespace editor

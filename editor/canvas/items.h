// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "editor/document/warnings.h"
#include "editor/words/symbols.h"
#include "engine/graph/layer_type.h"
#include "engine/graph/shape.h"

#include <functional>
#include <map>
#include <optional>
#include <QFont>
#include <QGraphicsItem>
#include <QPainterPath>
#include <QString>
#include <set>
#include <vector>

namespace editor {

class Document;

/// What a port shows while a wire is being led.
/// Target: the wire would end there; Refused: it is there and does not fit; Fixed: its other end; Dimmed: of the other
/// kind than what is looked for.
enum class PortHint { Plain, Fits, Unfit, Target, Refused, Fixed, Dimmed };

/// What the items need to know besides themselves when they are painted. The scene keeps it, the items look.
struct PaintState {
    std::set<Id> selection;
    std::set<Wire> selectedWires;
    std::optional<Wire> hoveredWire;
    std::optional<Wire> insertionWire; ///< what is dragged would be put in here
    Id hovered = 0;
    Id current = 0; ///< where the keyboard is
    bool keyboardFocus = false;
    std::optional<End> hoveredPort;
    std::function<PortHint(const End&)> hint; ///< empty while no wire is being led
};

/// Below this zoom there are no words, only shapes and colours.
inline constexpr double minZoomForText = 0.3;
inline constexpr double minZoomForWireText = 0.6;
/// From this zoom on all ports have their names; below it those of the layer under the pointer.
inline constexpr double minZoomForPortNames = 1.25;

enum class CanvasFont { Title, Body, Small };

/// The program's font in canvas units. Without hinting, so that words are as wide at every zoom as they were measured.
const QFont& canvasFont(CanvasFont font);

/// What stands in a layer's box and on wires. Empty where there is nothing to say.
QString settingsText(const Document& document, Id node);                           ///< "512 units × 2, dropout 0.3"
QString sizeText(const Document& document, const Symbols& symbols, Output output); ///< "T × N × H = 75×25×512"
QString parametersText(const Document& document, Id node);                         ///< "3.2 M", the badge

QString drawnShape(const engine::Shape& shape); ///< "75×25×512", or "scalar" in the window's language

struct PortFace {
    QString name = {};
    bool connected = false;
    bool required = true;
    bool operator==(const PortFace&) const = default;
};

/// All that a node's box shows: two nodes with the same face look the same, so an edit repaints what it changed.
struct NodeFace {
    QString name, type, settings, output, parameters;
    QString problem;                         ///< what keeps a run from starting; empty where all is well
    QString problemOf;                       ///< the layer that it is said of: a later one where this one causes it
    bool follows = false;                    ///< the problem is that of a layer before it
    QString doubt;                           ///< what is probably not meant so; empty where nothing is
    std::optional<engine::LayerGroup> group; ///< none: an unknown type
    bool frozen = false, outsidePhase = false;
    std::optional<double> heat; ///< 0 .. 1
    std::vector<PortFace> inputs, outputs;
    bool operator==(const NodeFace&) const = default;
};

struct FaceSources {
    const Document& document;
    const Symbols& symbols;
    const std::map<Id, ShownProblem>& problems;
    const std::map<Id, std::vector<Warning>>& doubts;
    const std::function<std::optional<double>(Id)>& heat;
};
NodeFace faceOf(const Node& node, const FaceSources& sources);

inline constexpr double portRadius = 5;

/// A layer's box.
class NodeItem : public QGraphicsItem {
public:
    NodeItem(Id id, const PaintState& state);

    Id id() const { return m_id; }
    const NodeFace& face() const { return m_face; }
    void setFace(NodeFace face); ///< repaints where it differs

    QRectF box() const { return {pos(), nodeSize}; }
    QPointF inputPoint(std::size_t port) const; ///< in the scene
    QPointF outputPoint(std::size_t port) const;
    QPointF portPoint(const End& port) const; ///< of this node's

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    struct Lines {
        QString name, type, settings, bottom;
        double badgeWidth = 0;
    };
    bool selected() const { return m_state.selection.contains(m_id); }
    QColor ground() const;
    void layOut();
    void paintBox(QPainter& painter, double zoom) const;
    void paintWords(QPainter& painter, double zoom) const;
    void paintBadge(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintPorts(QPainter& painter) const;
    bool namesPorts(double zoom) const;
    void paintPortNames(QPainter& painter) const;
    void paintPort(QPainter& painter, QPointF place, const PortFace& port, PortHint hint, bool hovered) const;

    const Id m_id;
    const PaintState& m_state;
    NodeFace m_face;
    Lines m_lines;           ///< the face's words, as long as there is room
    bool m_twoLines = false; ///< the problem takes the settings' line too
};

inline constexpr double frameTitleHeight = 3 * gridStep;
inline constexpr QSizeF minNoteSize{72, 48};

/// A comment, or a frame with its title.
class NoteItem : public QGraphicsItem {
public:
    NoteItem(const Note& note, const PaintState& state);

    Id id() const { return m_note.id; }
    const Note& note() const { return m_note; }
    void setNote(const Note& note);
    void setArea(const QRectF& area); ///< while it is dragged; the document follows when it is let go

    QRectF area() const { return {pos(), m_note.area.size()}; }
    QRectF grip() const; ///< what it is moved by: a frame's title, all of a comment
    Qt::Edges edgesAt(QPointF scenePoint, double reach) const; ///< what a press there would resize

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void place();

    Note m_note;
    const PaintState& m_state;
};

/// From an output down to an input: leaves and arrives vertically.
QPainterPath wirePath(QPointF from, QPointF to);

/// The same where boxes lie in between: around them, on the right unless the way on the left is much shorter or
/// alone free. `lane` keeps wires apart that go round the same boxes: 0, 1, 2, ...
QPainterPath wirePathAround(QPointF from, QPointF to, const std::vector<QRectF>& boxes, std::size_t lane);

class WireItem : public QGraphicsItem {
public:
    WireItem(const Wire& wire, const NodeItem& from, const NodeItem& to, const PaintState& state);

    const Wire& wire() const { return m_wire; }
    const QPainterPath& path() const { return m_path; }
    const QString& label() const { return m_label; }
    void setLabel(const QString& label);
    bool showsLabel() const { return !m_labelArea.isEmpty(); } ///< it has one, and there was room for it
    const QRectF& labelArea() const { return m_labelArea; }    ///< of the scene; empty: none is shown
    void placeLabel(const std::vector<QRectF>& taken); ///< on the wire or beside it, where it covers none of those
    void setFaded(bool faded);
    void follow(const std::vector<QRectF>& boxes); ///< nodes have moved; `boxes` are all of them

    bool isNear(QPointF scenePoint, double reach) const;
    bool crosses(const QPainterPath& area) const; ///< of the scene

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override; ///< no label
    void paintLabel(QPainter& painter) const;

private:
    QPainterPath around(double reach) const;

    const Wire m_wire;
    const NodeItem& m_from; ///< the scene takes the wire away before its nodes
    const NodeItem& m_to;
    const PaintState& m_state;
    QPainterPath m_path;
    QString m_label;
    double m_labelWidth = 0;
    QRectF m_labelArea;
    bool m_faded = false;
};

/// The labels of all wires, above the wires, so that none is crossed out by one.
class WireLabels : public QGraphicsItem {
public:
    explicit WireLabels(const std::map<Wire, WireItem*>& wires);

    void follow(); ///< wires have moved, come or gone

    QRectF boundingRect() const override { return m_area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const std::map<Wire, WireItem*>& m_wires;
    QRectF m_area;
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/canvas_words.h"
#include "editor/canvas/paint_state.h"
#include "editor/document/warnings.h"
#include "engine/graph/layer_type.h"

#include <map>
#include <optional>
#include <QGraphicsItem>
#include <QString>
#include <vector>

namespace editor {
class Document;

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

/// Where a node's ports are, from its upper left corner: inputs on the upper edge, outputs on the lower one.
QPointF inputPlace(std::size_t port, std::size_t ports);
QPointF outputPlace(std::size_t port, std::size_t ports);

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

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/paint_state.h"

#include <map>
#include <QGraphicsItem>
#include <QPainterPath>
#include <QString>
#include <vector>

namespace editor {

class NodeItem;

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
    bool crosses(const QRectF& area) const; ///< of the scene

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override; ///< no label
    void paintLabel(QPainter& painter) const;

private:
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

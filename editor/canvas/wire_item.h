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

/// Where a wire's label stands: on it, or beside it, away from another wire between the same layers.
enum class LabelPlace { On, Left, Right };

class WireItem : public QGraphicsItem {
public:
    WireItem(const Wire& wire, const NodeItem& from, const NodeItem& to, const PaintState& state);

    const Wire& wire() const { return m_wire; }
    const QPainterPath& path() const { return m_path; }
    const QString& label() const { return m_label; }
    void setLabel(const QString& label);
    void setLabelPlace(LabelPlace place);
    QRectF labelArea() const;                            ///< of the scene
    void keepLabelOff(const std::vector<QRectF>& areas); ///< moves it along the wire, where there is room for it
    void setFaded(bool faded);
    void follow(const std::vector<QRectF>& boxes); ///< nodes have moved; `boxes` are all of them

    bool isNear(QPointF scenePoint, double reach) const;

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override; ///< no label
    void paintLabel(QPainter& painter) const; ///< where there is room for it

private:
    bool hasRoomForLabel() const;

    const Wire m_wire;
    const NodeItem& m_from; ///< the scene takes the wire away before its nodes
    const NodeItem& m_to;
    const PaintState& m_state;
    QPainterPath m_path;
    QString m_label;
    double m_labelWidth = 0;
    LabelPlace m_labelPlace = LabelPlace::On;
    double m_labelPart = 0.5; ///< of the wire's length
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

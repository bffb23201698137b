// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/minimap.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/heat_legend.h"
#include "editor/looks/theme.h"

#include <array>
#include <cmath>
#include <QMouseEvent>
#include <QPainter>

namespace editor {

std::optional<QPoint> calmCorner(CanvasView& view, QSize size, const QWidget* other, std::size_t maxLayers)
{
    constexpr int gap = 12; // to the canvas's corner
    const int right = view.width() - size.width() - gap, bottom = view.height() - size.height() - gap;
    std::optional<QPoint> calmest;
    for (const QPoint corner :
         std::array{QPoint(right, bottom), QPoint(gap, bottom), QPoint(right, gap), QPoint(gap, gap)}) {
        const QRect area(corner, size);
        const std::size_t layers = view.canvas().layersIn(view.mapToScene(area).boundingRect());
        const bool isTaken = other && other->isVisibleTo(&view) && other->geometry().intersects(area);
        if (!isTaken && layers <= maxLayers) {
            calmest = corner;
            if (layers == 0) {
                break;
            }
            maxLayers = layers - 1;
        }
    }
    return calmest;
}

Minimap::Minimap(CanvasView& view) : QGraphicsView(&view.canvas(), &view), m_view(view)
{
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview of the drawing"));
    setToolTip(tr("Drag to move the canvas"));
    setInteractive(false);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(FullViewportUpdate);
    viewport()->setCursor(Qt::OpenHandCursor);
    setFixedSize(180, 132);
    connect(&view.canvas(), &QGraphicsScene::changed, this, &Minimap::place);
    connect(&view.canvas(), &CanvasScene::synced, this, &Minimap::place);
    connect(&view, &CanvasView::viewportMoved, this, &Minimap::place);
}

void Minimap::setWanted(bool wanted)
{
    m_wanted = wanted;
    place();
}

void Minimap::place()
{
    const QSize room = m_view.size();
    const QRectF shown = m_view.camera().shownArea(), drawing = m_view.canvas().drawing();
    const bool wanted =
        m_wanted && !shown.contains(drawing) && room.width() > 3 * width() && room.height() > 2 * height();
    const auto corner =
        wanted ? calmCorner(m_view, size(), m_view.findChild<HeatLegend*>(), 0) : std::optional<QPoint>();
    setVisible(corner.has_value());
    if (corner) {
        move(*corner);
        raise();
        setBackgroundBrush(theme().node);
        fitInView(drawing | shown, Qt::KeepAspectRatio);
        viewport()->update();
    }
}

void Minimap::drawForeground(QPainter* painter, const QRectF&)
{
    QPen pen(theme().accent, 1.5);
    pen.setCosmetic(true);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(m_view.camera().shownArea());
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    m_view.centerOn(mapToScene(event->position().toPoint()));
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton)) {
        m_view.centerOn(mapToScene(event->position().toPoint()));
    }
}

void Minimap::wheelEvent(QWheelEvent* event)
{
    m_view.camera().zoomBy(std::pow(1.0015, event->angleDelta().y()), m_view.viewport()->rect().center());
    event->accept();
}

} // namespace editor

#include "moc_minimap.cpp"

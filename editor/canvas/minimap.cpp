// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/minimap.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/heat_legend.h"
#include "editor/canvas/node_item.h"
#include "editor/canvas/note_item.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QMouseEvent>
#include <QPainter>

namespace editor {
namespace {

constexpr QSize mapSize{180, 132};
constexpr int minimapGap = 12;     ///< to the canvas's corner
constexpr double minimapInset = 8; ///< of the drawing in the map

} // namespace

Minimap::Minimap(CanvasView& view) : QWidget(&view), m_view(view)
{
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview of the drawing"));
    setToolTip(tr("Drag to move the canvas"));
    setCursor(Qt::OpenHandCursor);
    setFixedSize(mapSize);
    const auto again = qOverload<>(&QWidget::update);
    connect(&view.canvas(), &QGraphicsScene::changed, this, &Minimap::place);
    connect(&view.canvas(), &CanvasScene::synced, this, &Minimap::place);
    connect(&view, &CanvasView::viewportMoved, this, &Minimap::place);
    connect(&Looks::instance(), &Looks::changed, this, again);
}

void Minimap::setWanted(bool wanted)
{
    m_wanted = wanted;
    place();
}

void Minimap::place()
{
    const QSize room = m_view.size();
    const bool allInView = m_view.camera().shownArea().contains(m_view.canvas().drawing());
    const bool wanted = m_wanted && !allInView && room.width() > 3 * width() && room.height() > 2 * height();
    const std::optional<QPoint> corner = wanted ? freeCorner() : std::nullopt;
    setVisible(corner.has_value());
    if (corner) {
        move(*corner);
        raise();
        update();
    }
}

std::optional<QPoint> Minimap::freeCorner() const
{
    const auto* legend = m_view.findChild<HeatLegend*>();
    const int right = m_view.width() - width() - minimapGap, bottom = m_view.height() - height() - minimapGap;
    for (const QPoint corner : {QPoint(right, bottom), QPoint(right, minimapGap), QPoint(minimapGap, bottom),
                                QPoint(minimapGap, minimapGap)}) {
        const QRect area(corner, size());
        const bool taken = legend && legend->isVisibleTo(&m_view) && legend->geometry().intersects(area);
        if (!taken && m_view.canvas().layersIn(m_view.mapToScene(area).boundingRect()) == 0) {
            return corner;
        }
    }
    return std::nullopt;
}

QTransform Minimap::fromScene() const
{
    const QRectF all = m_view.canvas().drawing() | m_view.camera().shownArea();
    const QRectF room = QRectF(rect()).adjusted(minimapInset, minimapInset, -minimapInset, -minimapInset);
    const double scale =
        std::min(room.width() / std::max(all.width(), 1.0), room.height() / std::max(all.height(), 1.0));
    QTransform transform;
    transform.translate(room.center().x(), room.center().y());
    transform.scale(scale, scale);
    transform.translate(-all.center().x(), -all.center().y());
    return transform;
}

void Minimap::paintEvent(QPaintEvent*)
{
    const Theme& colours = theme();
    CanvasScene& scene = m_view.canvas();
    const QTransform transform = fromScene();
    QPainter painter(this);
    QColor ground = colours.node;
    ground.setAlphaF(0.92f);
    painter.fillRect(rect(), ground);
    for (const auto& [id, note] : scene.notes()) {
        painter.fillRect(transform.mapRect(note->area()),
                         note->note().kind == Note::Kind::Frame ? colours.frame : colours.note);
    }
    for (const auto& [id, node] : scene.nodes()) {
        const NodeFace& face = node->face();
        const bool bad = !face.problem.isEmpty() && !face.follows;
        const QColor ink = scene.state().selection.contains(id) ? colours.accent
                           : bad                                ? colours.error
                           : face.heat                          ? colours.heat(*face.heat)
                           : face.group                         ? colours.group(*face.group)
                                                                : colours.mutedText;
        QRectF box = transform.mapRect(node->box());
        box.setSize(box.size().expandedTo(QSizeF(2, 2)));
        painter.fillRect(box, ink);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(transform.mapRect(m_view.camera().shownArea()));
    painter.setPen(QPen(colours.nodeBorder, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    go(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton)) {
        go(event->position());
    }
}

void Minimap::wheelEvent(QWheelEvent* event)
{
    m_view.camera().zoomBy(std::pow(1.0015, event->angleDelta().y()), m_view.viewport()->rect().center());
    event->accept();
}

void Minimap::go(QPointF point)
{
    m_view.centerOn(fromScene().inverted().map(point));
}

} // namespace editor

#include "moc_minimap.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/net_picture.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/node_item.h"
#include "editor/canvas/value_marks.h"
#include "editor/canvas/wire_item.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QMouseEvent>

namespace editor {
namespace {

constexpr double pictureEdge = 16; ///< around the drawing, in canvas units

} // namespace

NetPicture::NetPicture(CanvasScene& scene, QWidget* parent) : QGraphicsView(&scene, parent), m_scene(scene)
{
    setObjectName(QStringLiteral("netPicture"));
    setAccessibleName(tr("Picture of the net"));
    setToolTip(tr("A double click shows a layer in the drawing."));
    setFrameShape(QFrame::NoFrame);
    setInteractive(false);
    setFocusPolicy(Qt::NoFocus);
    setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&scene, &CanvasScene::synced, this, &NetPicture::fit);
    connect(&Looks::instance(), &Looks::changed, viewport(), qOverload<>(&QWidget::update));
}

/// With wires, their labels, and the histograms beside the layers.
void NetPicture::fit()
{
    if (!isVisible()) {
        return;
    }
    QRectF all = m_scene.drawing();
    for (const auto& [wire, item] : m_scene.wires()) {
        all |= item->path().boundingRect() | item->labelArea();
    }
    for (const auto& [id, node] : m_scene.nodes()) {
        if (const ValueMarks* marks = ValueMarks::of(*node)) {
            for (const QRectF& plate : marks->sceneAreas()) {
                all |= plate;
            }
        }
    }
    all.adjust(-pictureEdge, -pictureEdge, pictureEdge, pictureEdge);
    const QSizeF room = viewport()->size();
    const double zoom = std::min({room.width() / all.width(), room.height() / all.height(), 1.0});
    setTransform(QTransform::fromScale(zoom, zoom));
    setSceneRect(all);
    centerOn(all.center());
}

void NetPicture::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    fit();
}

void NetPicture::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    fit();
}

void NetPicture::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Hit hit = m_scene.hitAt(mapToScene(event->pos()), 1);
    if (hit.kind == Hit::Kind::Node) {
        emit layerChosen(hit.id);
    }
}

void NetPicture::wheelEvent(QWheelEvent* event)
{
    event->ignore(); // all of it is in view
}

void NetPicture::drawBackground(QPainter* painter, const QRectF& area)
{
    painter->fillRect(area, theme().canvas);
}

} // namespace editor

#include "moc_net_picture.cpp"

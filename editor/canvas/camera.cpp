// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/camera.h"

#include "editor/canvas/canvas_scene.h"

#include <algorithm>
#include <cmath>
#include <QScrollBar>

namespace editor {
namespace {

constexpr double fitMargin = 40;

} // namespace

void Camera::applyZoom(double zoom)
{
    if (!std::isfinite(zoom)) {
        return;
    }
    const double kept = std::clamp(zoom, minZoom, maxZoom);
    if (kept != this->zoom()) {
        m_view.setTransform(QTransform::fromScale(kept, kept));
        emit zoomChanged(kept);
    }
}

void Camera::setZoom(double zoom)
{
    m_fitsWhenReady = false; // the caller has chosen a view
    zoomBy(zoom / this->zoom(), m_view.viewport()->rect().center());
}

void Camera::zoomBy(double factor, QPoint about)
{
    const QPointF kept = m_view.mapToScene(about);
    applyZoom(zoom() * factor);
    panBy(about - m_view.mapFromScene(kept));
}

void Camera::panBy(QPoint pixels)
{
    m_view.horizontalScrollBar()->setValue(m_view.horizontalScrollBar()->value() - pixels.x());
    m_view.verticalScrollBar()->setValue(m_view.verticalScrollBar()->value() - pixels.y());
}

void Camera::showArea(const QRectF& area)
{
    const QSize window = m_view.viewport()->size();
    const double margin = std::min(fitMargin, 0.05 * std::min(window.width(), window.height()));
    if (area.isEmpty() || margin < 1) {
        return;
    }
    const double across = (window.width() - 2 * margin) / area.width();
    const double down = (window.height() - 2 * margin) / area.height();
    applyZoom(std::min({across, down, 1.0}));
    m_view.centerOn(area.center());
}

void Camera::fitAll()
{
    showArea(m_scene.drawing());
}

void Camera::ready()
{
    if (m_fitsWhenReady) {
        m_fitsWhenReady = false;
        fitAll();
    }
}

void Camera::reveal(Id id)
{
    const QRectF area = m_scene.area(id);
    if (!area.isEmpty()) {
        m_view.ensureVisible(area, int(fitMargin), int(fitMargin));
    }
}

QRectF Camera::shownArea() const
{
    return m_view.mapToScene(m_view.viewport()->rect()).boundingRect();
}

} // namespace editor

#include "moc_camera.cpp"

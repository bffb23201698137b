// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <QGraphicsView>
#include <QObject>

namespace editor {

class CanvasScene;

inline constexpr double minZoom = 0.01, maxZoom = 4;

/// Which part of the drawing a canvas shows, and how large. Areas are in the scene, places in the window in pixels.
class Camera : public QObject {
    Q_OBJECT

public:
    Camera(QGraphicsView& view, const CanvasScene& scene) : m_view(view), m_scene(scene) {}

    double zoom() const { return m_view.transform().m11(); }
    void setZoom(double zoom);                ///< about the middle
    void zoomBy(double factor, QPoint about); ///< the point stays where it is in the window
    void panBy(QPoint pixels);                ///< the drawing moves with them
    void showArea(const QRectF& area);        ///< as large as it fits, at most 1:1
    void fitAll();
    void fitWhenReady() { m_fitsWhenReady = true; } ///< at the next ready(), where no zoom is chosen before
    void ready();                                   ///< the drawing is complete and the window has a size
    void reveal(Id id);                             ///< scrolls as little as needed
    QRectF shownArea() const;

signals:
    void zoomChanged(double zoom);

private:
    void applyZoom(double zoom);

    QGraphicsView& m_view;
    const CanvasScene& m_scene;
    bool m_fitsWhenReady = true;
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QGraphicsView>

namespace editor {

class CanvasView;

/// The corner of the canvas where a widget of that size covers the fewest layers and not the other widget; nothing
/// where it would cover more than `maxLayers` of them in each.
std::optional<QPoint> calmCorner(CanvasView& view, QSize size, const QWidget* other, std::size_t maxLayers);

/// The whole drawing in a corner of the canvas that has no layer, with what is shown of it; not shown where there is no
/// such corner. Dragging pushes the canvas.
class Minimap : public QGraphicsView {
    Q_OBJECT

public:
    explicit Minimap(CanvasView& view);

    void setWanted(bool wanted); ///< shown while a part of the drawing is out of view
    void place();

private:
    void drawForeground(QPainter* painter, const QRectF& area) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

    CanvasView& m_view;
    bool m_wanted = true;
};

} // namespace editor

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTransform>
#include <QWidget>

namespace editor {

class CanvasView;

/// The whole drawing in a corner of the canvas, with what is shown of it. Dragging pushes the canvas.
class Minimap : public QWidget {
    Q_OBJECT

public:
    explicit Minimap(CanvasView& view);

    void setWanted(bool wanted); ///< shown while a part of the drawing is out of view
    void place();
    QTransform fromScene() const; ///< to this widget

private:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void go(QPointF point);

    CanvasView& m_view;
    bool m_wanted = true;
};

} // namespace editor

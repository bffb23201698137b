// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QTransform>
#include <QWidget>

namespace editor {

class CanvasView;

/// The whole drawing in a corner of the canvas that has no layer, with what is shown of it; not shown where there is no
/// such corner. Dragging pushes the canvas.
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
    std::optional<QPoint> freeCorner() const;

    CanvasView& m_view;
    bool m_wanted = true;
};

} // namespace editor

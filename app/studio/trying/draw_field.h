// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/trying/drawn_image.h"

#include <QWidget>

namespace studio {

/// An image to draw on with the mouse: the left button draws, the right one or the eraser takes away. Pixels are shown
/// as they are, each as a square.
class DrawField : public QWidget {
    Q_OBJECT

public:
    explicit DrawField(QWidget* parent = nullptr);

    const DrawnImage& drawing() const { return m_drawing; }
    void setSize(QSize size);          ///< another size begins with an empty image
    void setBase(const QImage& image); ///< an image to draw over; light on dark
    void setInverted(bool inverted);   ///< what is drawn is shown dark on light, as the data have it
    void setErasing(bool erases) { m_erases = erases; }
    void setRadius(double pixels) { m_radius = pixels; } ///< of the brush

    void undo(); ///< the last stroke
    void clear();

    QRect field() const; ///< where the image is shown

    QSize sizeHint() const override { return {336, 336}; }
    QSize minimumSizeHint() const override { return {168, 168}; }

signals:
    void drawn(); ///< the image has changed

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QPointF pixelAt(QPointF point) const;
    void changed();

    DrawnImage m_drawing;
    QImage m_shown; ///< of m_drawing
    bool m_inverted = false, m_erases = false, m_isDrawing = false;
    double m_radius = 1.2;
};

} // namespace studio

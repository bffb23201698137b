// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPointF>
#include <QWidget>
#include <vector>

namespace studio {

/// One stroke of a round brush, in pixels of the image.
struct Stroke {
    std::vector<QPointF> points;
    double radius = 1.2;
    bool erases = false;
};

/// An image that is drawn by hand, light on dark: an image to begin from, and strokes over it.
class DrawnImage {
public:
    explicit DrawnImage(QSize size = {28, 28});

    QSize size() const { return m_size; }
    bool isEmpty() const { return m_base.isNull() && m_strokes.empty(); }
    bool isOwn() const { return m_base.isNull(); } ///< nothing but strokes
    bool hasStrokes() const { return !m_strokes.empty(); }

    void begin(double radius, bool erases); ///< a stroke
    void lead(QPointF to);                  ///< the newest stroke
    void undo();                            ///< the newest stroke, or the image to begin from
    void clear();
    void setBase(const QImage& image); ///< brought to size(); its strokes go

    /// In 256 shades of grey, each pixel by its distance from the line of the brush.
    QImage image() const;

private:
    QSize m_size;
    QImage m_base; ///< null: black
    std::vector<Stroke> m_strokes;
};

/// As the images of MNIST were made (LeCun et al. 1998): what is drawn is scaled to fit into 20 of 28 pixels, and its
/// centre of mass is put into the middle. An empty image stays as it is.
QImage centred(const QImage& image);

/// An image to draw on with the mouse: the left button draws, the right one or the eraser takes away. By keys: Space
/// lowers the brush and lifts it, arrows move it. Pixels are shown as they are, each as a square.
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
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QPointF pixelAt(QPointF point) const;
    void begin(QPointF pixel, bool erases);
    void lead(QPointF pixel);
    void replaced();
    void changed();

    DrawnImage m_drawing;
    QImage m_shown; ///< of m_drawing
    bool m_inverted = false, m_erases = false;
    bool m_isDrawing = false; ///< a stroke is under way, by the mouse or by keys
    double m_radius = 1.2;
    QPointF m_brush{14, 14}; ///< where keys have it, in pixels of the image
};

} // namespace studio

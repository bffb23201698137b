// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/trying/try_page.h"

#include <QImage>
#include <QList>
#include <QMouseEvent>
#include <QPointF>
#include <QWidget>
#include <string>
#include <vector>

class QCheckBox;
class QSlider;
class QSpinBox;

namespace studio {

/// As the images of MNIST were made (LeCun et al. 1998): what is drawn is scaled to fit into 20 of 28 pixels, and its
/// centre of mass is put into the middle. An empty image stays as it is.
QImage centred(const QImage& image);

/// An image to draw on with the mouse: the left button draws, the right one or the eraser takes away. By keys: Space
/// lowers the brush and lifts it, arrows move it. Pixels are shown as they are, each as a square.
class DrawField : public QWidget {
    Q_OBJECT

public:
    explicit DrawField(QWidget* parent = nullptr);

    /// In 256 shades of grey, light on dark, each pixel by how much of it the brush has covered.
    const QImage& image() const { return m_image; }
    bool isEmpty() const { return isOwn() && !hasStrokes(); }
    bool isOwn() const { return !m_hasBase; } ///< nothing but strokes
    bool hasStrokes() const { return !m_past.empty(); }

    void setSize(QSize size);          ///< another size begins with an empty image
    void setBase(const QImage& image); ///< an image to draw over; light on dark; brought to the size
    void setInverted(bool inverted);   ///< what is drawn is shown dark on light, as the data have it
    void setErasing(bool erases) { m_erases = erases; }
    void setRadius(double pixels) { m_radius = pixels; } ///< of the brush

    void undo(); ///< the last stroke, or the image to draw over
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
    void replace(const QImage& image);

    QImage m_image;
    std::vector<QImage> m_past; ///< before each stroke
    QList<QPointF> m_stroke;    ///< the newest one, in pixels of the image
    bool m_hasBase = false;     ///< the strokes are over another image
    bool m_inverted = false, m_erases = false;
    bool m_isDrawing = false; ///< a stroke is under way, by the mouse or by keys
    bool m_takesAway = false; ///< it does
    double m_radius = 1.2;
    QPointF m_brush{14, 14}; ///< where keys have it, in pixels of the image
};

/// An image as the net reads it, with the verdict's marker behind the last step that was read; what follows is dimmed.
/// Beside each row, or below each column, the chances of the classes after it fill a bar, half as long as the image.
/// The mouse moves the marker.
class ReadPicture : public QWidget {
    Q_OBJECT

public:
    explicit ReadPicture(VerdictView& verdict, QWidget* parent = nullptr); ///< which outlives it

    void setImage(const QImage& image, bool byColumns); ///< a step is a row, or a column
    const QImage& image() const { return m_image; }

    QRect field() const;          ///< of the image
    QRect barOf(int steps) const; ///< of the chances after so many steps
    QSize sizeHint() const override { return {288, 140}; }
    QSize minimumSizeHint() const override { return {176, 84}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { moveTo(event->pos()); }
    void mouseMoveEvent(QMouseEvent* event) override { moveTo(event->pos()); }

private:
    int steps() const { return m_byColumns ? m_image.width() : m_image.height(); }
    void moveTo(QPoint to);
    void paintChances(QPainter& painter) const;

    VerdictView& m_verdict;
    QImage m_image;
    bool m_byColumns = false;
};

/// An image of the user's own, drawn with the mouse, and what the net says of it after each row or column.
class ImagePage : public TryPage {
    Q_OBJECT

public:
    explicit ImagePage(QWidget* parent = nullptr);

    void setNet(const TrialNet& net) override;
    void setSamples(const engine::NamedSamples* samples) override;
    void setAnswer(const TrialAnswer& answer) override;
    bool take(const std::filesystem::path& file) override;
    std::string made() const override; ///< a PNG
    void makeAgain(const std::string& made) override;
    void ask() override;

    QImage imageRead() const; ///< as the net reads it, dark and light as in the data
    void save(const std::filesystem::path& folder, const std::string& ofClass);

private:
    QWidget* makeTools();
    void takeSample(int number);
    QImage imageCentred() const; ///< light on dark; as it is, where that is not wanted
    void setBrush();

    bool m_darkOnLight = false; ///< as the data are
    std::string m_wanted;       ///< to make again once the size of the net's images is known
    DrawField* m_field;
    ReadPicture* m_read;
    QLabel* m_truth; ///< the class of a sample of the data, as long as nothing is drawn over it
    QCheckBox* m_centre;
    QSlider* m_brush;
    QToolButton *m_eraser, *m_undo, *m_clear, *m_random, *m_save;
    QSpinBox* m_sample;
};

} // namespace studio

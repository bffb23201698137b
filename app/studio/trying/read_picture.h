// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/step_reading.h"

#include <QImage>
#include <QWidget>
#include <string>
#include <vector>

namespace studio {

/// An image as the net reads it, with a marker behind the last step that was read; what follows is dimmed. Beside each
/// row, or below each column, the chances of the classes after it fill a bar. The mouse moves the marker.
class ReadPicture : public QWidget {
    Q_OBJECT

public:
    explicit ReadPicture(QWidget* parent = nullptr);

    void setImage(const QImage& image, bool byColumns); ///< a step is a row, or a column
    const QImage& image() const { return m_image; }
    void setRead(int steps); ///< how many steps were read; all where none is asked about
    void setReading(const engine::StepReading& reading, const std::vector<std::string>& classes);

    QRect field() const;          ///< of the image
    QRect barOf(int steps) const; ///< of the chances after so many steps
    QSize sizeHint() const override { return {288, 140}; }
    QSize minimumSizeHint() const override { return {176, 84}; }

signals:
    void moved(int steps);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    int steps() const { return m_byColumns ? m_image.width() : m_image.height(); }
    void moveTo(QPoint to);
    void paintChances(QPainter& painter) const;

    engine::StepReading m_reading;
    std::vector<std::string> m_classes;
    QImage m_image;
    bool m_byColumns = false;
    int m_read = 0;
};

} // namespace studio

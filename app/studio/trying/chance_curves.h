// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/step_reading.h"

#include <QWidget>
#include <string>
#include <vector>

namespace studio {

/// The chance of each class after each step of a sequence, as curves, with a marker that the mouse and the arrow keys
/// move.
class ChanceCurves : public QWidget {
    Q_OBJECT

public:
    explicit ChanceCurves(QWidget* parent = nullptr);

    void setClasses(const std::vector<std::string>& classes);
    void setReading(const engine::StepReading& reading);
    const engine::StepReading& reading() const { return m_reading; }

    int marker() const { return m_marker; } ///< the place among the reading's ends; -1: there is none
    void setMarker(int end);                ///< kept within the reading
    int placeOf(int end) const;             ///< where it is across the widget

    QSize sizeHint() const override { return {360, 150}; }
    QSize minimumSizeHint() const override { return {160, 80}; }

signals:
    void markerMoved(int end);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRect plot() const;
    void moveTo(int x);
    void paintNames(QPainter& painter, const QRect& area) const;
    void paintTops(QPainter& painter, const QRect& area) const;

    int m_nameWidth = 0; ///< of the longest class's name
    std::vector<std::string> m_classes;
    engine::StepReading m_reading;
    int m_marker = -1;
};

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QSlider;

namespace studio {

/// Asks how strongly curves are smoothed, as the number of points that are averaged.
class SmoothingSlider : public QWidget {
    Q_OBJECT

public:
    explicit SmoothingSlider(QWidget* parent = nullptr);

    void setPoints(int points); ///< see CurveOptions::smoothing; sends no pointsChosen()

signals:
    void pointsChosen(int points);

private:
    QSlider* m_slider;
    QLabel* m_points;
};

} // namespace studio

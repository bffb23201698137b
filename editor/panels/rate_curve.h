// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QWidget>
#include <vector>

namespace editor {

/// The learning rate over a run as a small curve: iterations to the right, the rate upwards, by powers of ten or
/// evenly.
class RateCurve : public QWidget {
    Q_OBJECT

public:
    explicit RateCurve(QWidget* parent = nullptr);

    void show(std::vector<QPointF> points);
    void setLogScale(bool on);

    QSize sizeHint() const override { return {280, 150}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double least() const; ///< of what is shown upwards
    double most() const;
    double height(double rate) const; ///< 0 at the bottom, 1 at the top
    void paintAxes(QPainter& painter, const QRectF& area) const;

    std::vector<QPointF> m_points;
    bool m_logScale = true;
};

} // namespace editor

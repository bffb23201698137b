// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/series_plot.h"

#include <optional>

namespace studio {

/// A plot of series, one curve of which has points that the mouse drags up and down.
class DraggedSeries : public SeriesPlot {
    Q_OBJECT

public:
    using SeriesPlot::SeriesPlot;

    /// Curve number `held` has the points; -1: none has. The ranges stay while a point is dragged.
    void setCurves(std::vector<Curve> curves, int held);

    QPoint placeOf(int point) const; ///< of the held curve, in the widget

signals:
    void dragged(int point, double value);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    std::optional<int> pointAt(QPoint at) const;

    int m_held = -1;
    std::optional<int> m_point; ///< that is dragged
};

} // namespace studio

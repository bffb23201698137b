// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/dragged_series.h"

#include <cmath>
#include <QMouseEvent>
#include <utility>

namespace studio {

void DraggedSeries::setCurves(std::vector<Curve> curves, int held)
{
    const QCPRange across = xAxis->range(), upwards = yAxis->range();
    m_held = held;
    setInteraction(QCP::iRangeDrag, held < 0); // who misses a point moves nothing
    SeriesPlot::setCurves(std::move(curves));
    if (m_point) {
        xAxis->setRange(across);
        yAxis->setRange(upwards);
    }
}

QPoint DraggedSeries::placeOf(int point) const
{
    const Curve& held = curves()[static_cast<std::size_t>(m_held)];
    return QPointF(xAxis->coordToPixel(held.places[point]), yAxis->coordToPixel(held.values[point])).toPoint();
}

std::optional<int> DraggedSeries::pointAt(QPoint at) const
{
    constexpr int reach = 10;
    std::optional<int> found;
    int least = reach;
    const int count = m_held < 0 ? 0 : static_cast<int>(curves()[static_cast<std::size_t>(m_held)].places.size());
    for (int point = 0; point < count; ++point) {
        const int away = (placeOf(point) - at).manhattanLength();
        if (away <= least) {
            least = away;
            found = point;
        }
    }
    return found;
}

void DraggedSeries::mousePressEvent(QMouseEvent* event)
{
    m_point = event->button() == Qt::LeftButton ? pointAt(event->pos()) : std::nullopt;
    if (!m_point) {
        SeriesPlot::mousePressEvent(event);
    }
}

void DraggedSeries::mouseMoveEvent(QMouseEvent* event)
{
    if (m_point) {
        emit dragged(*m_point, yAxis->pixelToCoord(event->position().y()));
        return;
    }
    setCursor(pointAt(event->pos()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    SeriesPlot::mouseMoveEvent(event);
}

void DraggedSeries::mouseReleaseEvent(QMouseEvent* event)
{
    if (!std::exchange(m_point, std::nullopt)) {
        SeriesPlot::mouseReleaseEvent(event);
    }
}

} // namespace studio

#include "moc_dragged_series.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/rate_curve.h"

#include "editor/looks/theme.h"
#include "editor/words/numbers.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <QPainterPath>

namespace editor {
namespace {

constexpr double decadesShown = 6; ///< a rate that falls lower lies at the bottom

/// "20 k" for 20,000: there is little room under the curve.
QString shortCount(double number)
{
    if (number < 10'000) {
        return countText(static_cast<std::int64_t>(number));
    }
    const double thousands = number / 1000;
    return thousands < 10'000 ? RateCurve::tr("%1 k").arg(shownLocale().toString(thousands, 'g', 4))
                              : RateCurve::tr("%1 M").arg(shownLocale().toString(thousands / 1000, 'g', 4));
}

} // namespace

RateCurve::RateCurve(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Learning rate over the run"));
    connect(&Looks::instance(), &Looks::changed, this, qOverload<>(&QWidget::update));
}

void RateCurve::show(std::vector<QPointF> points)
{
    m_points = std::move(points);
    setAccessibleDescription(m_points.empty() ? QString()
                                              : tr("From %1 to %2 after %3 iterations")
                                                    .arg(realText(m_points.front().y()), realText(m_points.back().y()),
                                                         countText(static_cast<std::int64_t>(m_points.back().x()))));
    setToolTip(accessibleDescription());
    update();
}

void RateCurve::setLogScale(bool on)
{
    m_logScale = on;
    update();
}

double RateCurve::most() const
{
    double most = 0;
    for (const QPointF& point : m_points) {
        most = std::max(most, point.y());
    }
    if (!m_logScale || most <= 0) {
        return most > 0 ? most : 1;
    }
    return std::pow(10, std::ceil(std::log10(most) - 1e-9));
}

double RateCurve::least() const
{
    if (!m_logScale) {
        return 0;
    }
    double least = most() / 10;
    for (const QPointF& point : m_points) {
        least = point.y() > 0 ? std::min(least, point.y()) : least;
    }
    return std::max(std::pow(10, std::floor(std::log10(least) + 1e-9)), most() / std::pow(10, decadesShown));
}

double RateCurve::height(double rate) const
{
    if (!m_logScale) {
        return rate / most();
    }
    const double low = std::log10(least());
    return rate <= least() ? 0 : (std::log10(rate) - low) / (std::log10(most()) - low);
}

void RateCurve::paintAxes(QPainter& painter, const QRectF& area) const
{
    const int line = fontMetrics().height();
    std::vector<double> marks = {0, most() / 2, most()};
    if (m_logScale) {
        marks.clear();
        for (double mark = least(); mark <= most() * 1.001; mark *= 10) {
            marks.push_back(mark);
        }
    }
    for (const double mark : marks) {
        const double y = area.bottom() - height(mark) * area.height();
        painter.setPen(theme().grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme().mutedText);
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - 5, line), Qt::AlignRight | Qt::AlignVCenter,
                         realText(QString::number(mark, 'g', 3).toDouble()));
    }
    const QRectF below(area.left(), area.bottom() + 3, area.width(), line);
    painter.drawText(below, Qt::AlignLeft, QStringLiteral("0"));
    painter.drawText(below, Qt::AlignHCenter, tr("iterations"));
    painter.drawText(below, Qt::AlignRight, shortCount(m_points.back().x()));
}

void RateCurve::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_points.empty()) {
        painter.setPen(theme().mutedText);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("The settings give no learning rate."));
        return;
    }
    const int line = fontMetrics().height();
    const int labels = fontMetrics().horizontalAdvance(QStringLiteral("0.00008")) + 6;
    const QRectF area = QRectF(rect()).adjusted(labels, line / 2.0 + 1, -6, -line - 4);
    paintAxes(painter, area);
    QPainterPath path;
    const double last = std::max(1.0, m_points.back().x());
    for (const QPointF& point : m_points) {
        const QPointF place(area.left() + point.x() / last * area.width(),
                            area.bottom() - height(point.y()) * area.height());
        if (path.elementCount() == 0) {
            path.moveTo(place);
        } else {
            path.lineTo(place);
        }
    }
    painter.setPen(QPen(theme().accent, 1.6));
    painter.drawPath(path);
}

} // namespace editor

#include "moc_rate_curve.cpp"

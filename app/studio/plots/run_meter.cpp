// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_meter.h"

#include "app/studio/plots/curve_view.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>
#include <vector>

namespace studio {
namespace {

constexpr double readingGap = 2.5; ///< seconds without a reading that leave a hole; readings come twice a second

MeterTrack::Point sumOf(const MeterTrack::Point& a, const MeterTrack::Point& b)
{
    return {.seconds = a.seconds + b.seconds,
            .clock = a.clock + b.clock,
            .utilisation = a.utilisation + b.utilisation,
            .memoryShare = a.memoryShare + b.memoryShare};
}

MeterTrack::Point part(const MeterTrack::Point& sum, std::size_t count)
{
    const auto share = 1 / static_cast<double>(count);
    return {.seconds = sum.seconds * share,
            .clock = sum.clock * share,
            .utilisation = sum.utilisation * static_cast<float>(share),
            .memoryShare = sum.memoryShare * static_cast<float>(share)};
}

} // namespace

void MeterTrack::add(const Point& point)
{
    if (!m_points.empty() && point.seconds < m_points.back().seconds) {
        std::erase_if(m_points, [&](const Point& old) { return old.seconds >= point.seconds; });
        m_inSum = 0;
    }
    m_sum = m_inSum == 0 ? point : sumOf(m_sum, point);
    if (++m_inSum < m_perPoint) {
        return;
    }
    m_points.push_back(part(m_sum, m_inSum));
    m_inSum = 0;
    if (m_points.size() >= maxPoints) {
        halve();
    }
}

double MeterTrack::gap() const
{
    return readingGap * static_cast<double>(m_perPoint);
}

void MeterTrack::halve()
{
    for (std::size_t pair = 0; 2 * pair + 1 < m_points.size(); ++pair) {
        m_points[pair] = part(sumOf(m_points[2 * pair], m_points[2 * pair + 1]), 2);
    }
    m_points.resize(m_points.size() / 2);
    m_perPoint *= 2;
}

namespace {

constexpr int bottom = 3; ///< pixels

QString percent(float value)
{
    return std::isnan(value) ? RunMeter::tr("n/a")
                             : RunMeter::tr("%1 %").arg(QLocale().toString(std::round(value), 'f', 0));
}

} // namespace

RunMeter::RunMeter(CurveView& view, QWidget* parent) : QWidget(parent), m_view(view)
{
    setObjectName(QStringLiteral("runMeter"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&m_view, &QCustomPlot::afterReplot, this, &RunMeter::refresh);
    connect(&m_view.readout(), &CurveReadout::iterationHovered, this, &RunMeter::refresh);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
    m_view.installEventFilter(this);
    hide();
}

void RunMeter::add(int runId, const QString& device, const MeterTrack::Point& point)
{
    Meters& meters = m_runs[runId];
    meters.device = device;
    meters.track.add(point);
    if (runId == m_view.runs().current().curves.id()) {
        refresh();
    }
}

void RunMeter::clear()
{
    m_runs.clear();
    refresh();
}

void RunMeter::refresh()
{
    setVisible(shown() != nullptr && m_view.runs().current().shown && !m_view.runs().isEmpty());
    if (isVisible()) {
        setAccessibleName(words());
        update();
    }
}

const RunMeter::Meters* RunMeter::shown() const
{
    const auto found = m_runs.find(m_view.runs().current().curves.id());
    return found == m_runs.end() || found->second.track.points().empty() ? nullptr : &found->second;
}

/// The first pane of the curves; empty before there are any.
QRect RunMeter::paneAbove() const
{
    const QList<QCPAxisRect*> panes = m_view.axisRects();
    return panes.isEmpty() ? QRect() : panes.first()->rect();
}

QRect RunMeter::area() const
{
    const QRect pane = paneAbove();
    const int top = fontMetrics().height() + 1;
    return {pane.left(), top, pane.width(), height() - top - bottom};
}

double RunMeter::pixelOf(double place) const
{
    const QCPRange range = m_view.zoom().places();
    const QRect all = area();
    return all.left() + (place - range.lower) / std::max(range.size(), 1e-12) * all.width();
}

double RunMeter::placeOf(const MeterTrack::Point& point) const
{
    const RunCurves& curves = m_view.runs().current().curves;
    const Along along = m_view.runs().options().along;
    if (along == Along::Time || curves.points().empty()) {
        return point.seconds;
    }
    const std::size_t index =
        std::min(curves.places(Along::Time).firstAtOrAfter(point.seconds), curves.points().size() - 1);
    return curves.places(along).at(index);
}

const MeterTrack::Point* RunMeter::pointNow() const
{
    const Meters* meters = shown();
    if (!meters) {
        return nullptr;
    }
    const std::vector<MeterTrack::Point>& points = meters->track.points();
    const std::optional<std::int64_t> cursor = m_view.readout().iteration();
    if (!cursor) {
        return &points.back();
    }
    const double seconds = m_view.runs().current().curves.places(Along::Time).of(*cursor);
    return &*std::ranges::min_element(
        points, {}, [seconds](const MeterTrack::Point& point) { return std::abs(point.seconds - seconds); });
}

QString RunMeter::words() const
{
    const MeterTrack::Point* point = pointNow();
    return point ? tr("%1: utilisation %2, memory %3")
                       .arg(shown()->device, percent(point->utilisation), percent(point->memoryShare))
                 : QString();
}

QSize RunMeter::sizeHint() const
{
    return {240, 3 * fontMetrics().height() + bottom};
}

QSize RunMeter::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

/// Mouse and wheel go to the curves, as if they were in the pane above this place.
bool RunMeter::event(QEvent* event)
{
    const int above = paneAbove().center().y();
    switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        QMouseEvent moved(mouse->type(), QPointF(mouse->position().x(), above), mouse->globalPosition(),
                          mouse->button(), mouse->buttons(), mouse->modifiers());
        QCoreApplication::sendEvent(&m_view, &moved);
        return true;
    }
    case QEvent::Wheel: {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        QWheelEvent moved(QPointF(wheel->position().x(), above), wheel->globalPosition(), wheel->pixelDelta(),
                          wheel->angleDelta(), wheel->buttons(), wheel->modifiers(), wheel->phase(), wheel->inverted());
        QCoreApplication::sendEvent(&m_view, &moved);
        return true;
    }
    case QEvent::Leave: {
        QEvent left(QEvent::Leave);
        QCoreApplication::sendEvent(&m_view, &left);
        break;
    }
    default:
        break;
    }
    return QWidget::event(event);
}

/// The curves' cursor is drawn here, too.
bool RunMeter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove || event->type() == QEvent::Leave) {
        QMetaObject::invokeMethod(this, &RunMeter::refresh, Qt::QueuedConnection); // after it was moved
    }
    return QWidget::eventFilter(watched, event);
}

void RunMeter::paintEvent(QPaintEvent*)
{
    const Meters* meters = shown();
    if (!meters) {
        return;
    }
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect all = area();
    painter.fillRect(rect(), theme.canvas);
    const MeterTrack::Point* now = pointNow();
    const QRect line(all.left(), 0, all.width(), fontMetrics().height());
    const QString busy = tr("%1: utilisation %2").arg(meters->device, percent(now->utilisation));
    painter.setPen(theme.smoothed);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, busy);
    painter.setPen(theme.validation);
    painter.drawText(line.adjusted(fontMetrics().horizontalAdvance(busy), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral(" · ") + tr("memory %1").arg(percent(now->memoryShare)));
    painter.setPen(theme.grid);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(all).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setClipRect(all);
    paintTrack(painter, meters->track);
    if (const std::optional<std::int64_t> cursor = m_view.readout().iteration()) {
        const double x = pixelOf(m_view.runs().current().curves.places(m_view.runs().options().along).of(*cursor));
        painter.setPen(QPen(theme.mutedText, 1));
        painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    }
}

/// One point for each column of pixels that is seen: a long run costs no more than a short one.
std::vector<RunMeter::Column> RunMeter::columns(const MeterTrack& track) const
{
    const QRect all = area();
    std::vector<Column> seen;
    for (const MeterTrack::Point& point : track.points()) {
        const double x = pixelOf(placeOf(point));
        if (x < all.left() - all.width() || x > all.right() + all.width()) {
            continue;
        }
        if (seen.empty() || std::floor(x) != std::floor(seen.back().x)) {
            seen.push_back({.x = x, .first = point.clock, .point = point, .count = 1});
            continue;
        }
        Column& column = seen.back();
        const float share = 1 / static_cast<float>(++column.count);
        column.point.seconds = point.seconds;
        column.point.clock = point.clock;
        column.point.utilisation += (point.utilisation - column.point.utilisation) * share;
        column.point.memoryShare += (point.memoryShare - column.point.memoryShare) * share;
    }
    return seen;
}

void RunMeter::paintTrack(QPainter& painter, const MeterTrack& track) const
{
    const editor::Theme& theme = editor::theme();
    const QRect all = area();
    const double ground = all.bottom() + 1;
    const auto height = [&](float value) {
        return all.bottom() - static_cast<double>(std::clamp(value, 0.0F, 100.0F)) / 100 * (all.height() - 2);
    };
    QPainterPath busy, under, memory;
    const Column* before = nullptr;
    const std::vector<Column> seen = columns(track);
    for (const Column& column : seen) {
        const bool goesOn = before && column.first - before->point.clock <= track.gap();
        const auto lead = [&](QPainterPath& path, float value) {
            if (!std::isnan(value)) {
                goesOn ? path.lineTo(column.x, height(value)) : path.moveTo(column.x, height(value));
            }
        };
        if (goesOn) {
            under.addPolygon(QPolygonF({{before->x, height(before->point.utilisation)},
                                        {column.x, height(column.point.utilisation)},
                                        {column.x, ground},
                                        {before->x, ground}}));
        }
        lead(busy, column.point.utilisation);
        lead(memory, column.point.memoryShare);
        before = &column;
    }
    QColor fill = theme.smoothed;
    fill.setAlphaF(0.2f);
    painter.setRenderHint(QPainter::Antialiasing, false); // no seams between the pieces
    painter.fillPath(under, fill);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.smoothed, 1));
    painter.drawPath(busy);
    painter.setPen(QPen(theme.validation, 1, Qt::DashLine));
    painter.drawPath(memory);
}

} // namespace studio

#include "moc_run_meter.cpp"

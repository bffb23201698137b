// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_zoom.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace studio {

namespace {

QCPRange placesOfAll(const PlottedRuns& runs)
{
    std::optional<QCPRange> range;
    for (const PlottedRun* run : runs.shown()) {
        const engine::Curve& points = run->curves.points();
        if (points.empty()) {
            continue;
        }
        const RunPlaces places = run->curves.places(runs.options().along);
        const QCPRange own(places.at(0), places.at(points.size() - 1));
        range = range ? range->expanded(own) : own;
    }
    return range.value_or(QCPRange(0, 1));
}

/// Of the run under way; nothing where it is not shown.
std::optional<double> newestPlace(const PlottedRuns& runs)
{
    const PlottedRun& run = runs.current();
    if (!run.shown || run.curves.points().empty()) {
        return std::nullopt;
    }
    return run.curves.places(runs.options().along).at(run.curves.points().size() - 1);
}

/// The shortest stretch that can be zoomed to.
double minSpan(Along along)
{
    switch (along) {
    case Along::Iteration:
        return 5;
    case Along::LogIteration:
        return 0.01;
    case Along::Epoch:
        return 0.001;
    case Along::Time:
        return 5;
    case Along::Characters:
        return 100;
    }
    return 1;
}

} // namespace

CurveZoom::CurveZoom(const PlottedRuns& runs, CurvePanes& panes)
    : m_runs(runs), m_panes(panes), m_along(runs.options().along)
{}

// Following -----------------------------------------------------------------------------------------------------------

void CurveZoom::update()
{
    const Along before = std::exchange(m_along, m_runs.options().along);
    const RunCurves& curves = m_runs.current().curves;
    if (before != m_along) {
        m_span = 0;
    }
    if (m_following) {
        follow();
    } else if (before != m_along && !curves.points().empty()) {
        // What was seen stays in sight.
        const auto convert = [&](double place) {
            return curves.places(m_along).at(curves.places(before).nearest(place));
        };
        m_places = QCPRange(convert(m_places.lower), convert(m_places.upper));
    }
}

void CurveZoom::follow()
{
    const QCPRange all = placesOfAll(m_runs);
    const double room = 0.02;
    const std::optional<double> newest = newestPlace(m_runs);
    if (m_span <= 0 || !newest || m_span >= all.size()) {
        const double span = std::max(all.size(), minSpan(m_along));
        m_places = QCPRange(all.lower, all.lower + span * (1 + room));
        return;
    }
    m_places = QCPRange(*newest - m_span * (1 - room), *newest + m_span * room);
}

void CurveZoom::setFollowing(bool following)
{
    if (following == m_following) {
        return;
    }
    m_following = following;
    if (following) {
        m_span = m_places.size() < placesOfAll(m_runs).size() ? m_places.size() : 0;
        m_panes.fitValues(CurvePanes::Fit::WithoutDiverged);
        follow();
        emit jumped();
    }
    emit followingChanged(following);
}

/// Where nothing is zoomed it is the user's second wish, for what diverged too; a third takes that back.
void CurveZoom::fit()
{
    using Fit = CurvePanes::Fit;
    const bool isZoomed = !m_following || m_span > 0 || m_panes.hasChosenValues();
    m_panes.fitValues(isZoomed || m_panes.fitted() == Fit::All ? Fit::WithoutDiverged : Fit::All);
    m_span = 0;
    const bool before = std::exchange(m_following, true);
    follow();
    emit jumped();
    if (!before) {
        emit followingChanged(true);
    }
}

// Zooming and moving --------------------------------------------------------------------------------------------------

/// Stays at the data, with a little room; zoomed out all the way it is all of them.
void CurveZoom::setPlaces(const QCPRange& range)
{
    const QCPRange all = placesOfAll(m_runs);
    const double maxSpan = std::max(all.size() * 1.1, minSpan(m_along));
    const double span = std::clamp(range.size(), minSpan(m_along), maxSpan);
    double lower = range.center() - span / 2;
    lower = std::clamp(lower, all.lower - 0.05 * maxSpan, std::max(all.lower, all.upper + 0.05 * maxSpan - span));
    m_places = QCPRange(lower, lower + span);
}

void CurveZoom::zoomPlaces(double factor, double around)
{
    setPlaces({around - (around - m_places.lower) * factor, around + (m_places.upper - around) * factor});
    const std::optional<double> newest = newestPlace(m_runs);
    m_span = m_places.size();
    if (!newest || !m_places.contains(*newest)) {
        setFollowing(false);
    }
    emit moved();
}

void CurveZoom::zoomValues(CurvePane& pane, double factor, double around)
{
    pane.byHand = true;
    pane.values()->scaleRange(factor, around);
    emit moved();
}

void CurveZoom::zoomTo(const QRect& box, CurvePane& pane)
{
    const QRect inside = box.intersected(pane.rect->rect());
    const QCPAxis& places = *pane.places();
    QCPAxis& values = *pane.values();
    setPlaces({places.pixelToCoord(inside.left()), places.pixelToCoord(inside.right())});
    values.setRange(values.pixelToCoord(inside.bottom()), values.pixelToCoord(inside.top()));
    pane.byHand = true;
    setFollowing(false);
    emit jumped();
}

void CurveZoom::centreOn(double place)
{
    setPlaces({place - m_places.size() / 2, place + m_places.size() / 2});
    setFollowing(false);
    emit moved();
}

void CurveZoom::panPlaces(int pixels)
{
    if (m_panes.empty()) {
        return;
    }
    const double perPixel = m_places.size() / std::max(m_panes.all().front().rect->width(), 1);
    setPlaces({m_places.lower - pixels * perPixel, m_places.upper - pixels * perPixel});
    setFollowing(false);
    emit moved();
}

void CurveZoom::panValues(CurvePane& pane, int pixels)
{
    if (pane.byHand && pixels != 0) {
        QCPAxis& axis = *pane.values();
        axis.setRange(axis.pixelToCoord(pane.rect->bottom() - pixels), axis.pixelToCoord(pane.rect->top() - pixels));
        emit moved();
    }
}

} // namespace studio

#include "moc_curve_zoom.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
// What part of the runs a CurveView shows: all, what follows the newest point, or where the user zoomed.
#include "app/studio/plots/curve_view.h"

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

QCPRange placesOfAll(const std::vector<const PlottedRun*>& runs, Along along)
{
    QCPRange range;
    bool any = false;
    for (const PlottedRun* run : runs) {
        const RunCurves& curves = run->curves;
        if (curves.points().empty()) {
            continue;
        }
        const QCPRange own(curves.places(along).at(0), curves.places(along).at(curves.points().size() - 1));
        range = any ? range.expanded(own) : own;
        any = true;
    }
    return any ? range : QCPRange(0, 1);
}

std::optional<double> newest(const PlottedRun& run, Along along)
{
    if (!run.shown || run.curves.points().empty()) {
        return std::nullopt;
    }
    return run.curves.places(along).at(run.curves.points().size() - 1);
}

/// As near as one may zoom.
double leastSpan(Along along)
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

void CurveView::follow()
{
    const QCPRange all = placesOfAll(shownRuns(), m_options.along);
    const double room = 0.02;
    const std::optional<double> last = newest(m_current, m_options.along);
    if (m_span <= 0 || !last || m_span >= all.size()) {
        const double span = std::max(all.size(), leastSpan(m_options.along));
        m_range = QCPRange(all.lower, all.lower + span * (1 + room));
        return;
    }
    m_range = QCPRange(*last - m_span * (1 - room), *last + m_span * room);
}

void CurveView::setFollowing(bool following)
{
    if (following == m_following) {
        return;
    }
    m_following = following;
    if (following) {
        const QCPRange all = placesOfAll(shownRuns(), m_options.along);
        m_span = m_range.size() < all.size() ? m_range.size() : 0;
        for (CurvePane& pane : m_panes) {
            pane.byHand = false;
        }
        refresh();
    }
    emit followingChanged(following);
}

void CurveView::fit()
{
    m_span = 0;
    for (CurvePane& pane : m_panes) {
        pane.byHand = false;
    }
    const bool before = std::exchange(m_following, true);
    refresh();
    if (!before) {
        emit followingChanged(true);
    }
}

QCPRange CurveView::valuesShown(Measure measure) const
{
    for (const CurvePane& pane : m_panes) {
        if (pane.measure == measure) {
            return pane.rect->axis(QCPAxis::atLeft)->range();
        }
    }
    return {};
}

/// Stays at the data, with a little room; zoomed out all the way it is all of them.
void CurveView::setPlaces(QCPRange range)
{
    const QCPRange all = placesOfAll(shownRuns(), m_options.along);
    const double most = std::max(all.size() * 1.1, leastSpan(m_options.along));
    const double span = std::clamp(range.size(), leastSpan(m_options.along), most);
    double lower = range.center() - span / 2;
    lower = std::clamp(lower, all.lower - 0.05 * most, std::max(all.lower, all.upper + 0.05 * most - span));
    m_range = QCPRange(lower, lower + span);
}

void CurveView::zoomPlaces(double factor, double around)
{
    setPlaces({around - (around - m_range.lower) * factor, around + (m_range.upper - around) * factor});
    const std::optional<double> last = newest(m_current, m_options.along);
    const bool stays = m_following && last && m_range.contains(*last);
    m_span = m_range.size();
    if (!stays) {
        setFollowing(false);
    }
    schedule(Hurry::ByHand);
}

void CurveView::zoomValues(CurvePane& pane, double factor, double around)
{
    pane.byHand = true;
    pane.rect->axis(QCPAxis::atLeft)->scaleRange(factor, around);
    schedule(Hurry::ByHand);
}

void CurveView::pan(const QPoint& pixels)
{
    if (m_panes.empty()) {
        return;
    }
    const double perPixel = m_range.size() / std::max(m_panes.front().rect->width(), 1);
    setPlaces({m_range.lower - pixels.x() * perPixel, m_range.upper - pixels.x() * perPixel});
    if (CurvePane* pane = paneAt(m_pressed); pane != nullptr && pane->byHand && pixels.y() != 0) {
        QCPAxis* axis = pane->rect->axis(QCPAxis::atLeft);
        const double lower = axis->pixelToCoord(pane->rect->bottom() - pixels.y());
        const double upper = axis->pixelToCoord(pane->rect->top() - pixels.y());
        axis->setRange(lower, upper);
    }
    setFollowing(false);
    schedule(Hurry::ByHand);
}

void CurveView::zoomTo(const QRect& box)
{
    CurvePane* pane = paneAt(m_pressed);
    if (pane == nullptr || box.width() < 4 || box.height() < 4) {
        return;
    }
    const QRect inside = box.intersected(pane->rect->rect());
    const QCPAxis* places = pane->rect->axis(QCPAxis::atBottom);
    QCPAxis* values = pane->rect->axis(QCPAxis::atLeft);
    setPlaces({places->pixelToCoord(inside.left()), places->pixelToCoord(inside.right())});
    values->setRange(values->pixelToCoord(inside.bottom()), values->pixelToCoord(inside.top()));
    pane->byHand = true;
    setFollowing(false);
    refresh();
}

CurvePane* CurveView::paneAt(const QPoint& position)
{
    for (CurvePane& pane : m_panes) {
        if (pane.rect->outerRect().contains(position)) {
            return &pane;
        }
    }
    return nullptr;
}

} // namespace studio

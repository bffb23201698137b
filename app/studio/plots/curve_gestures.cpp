// SPDX-License-Identifier: GPL-3.0-or-later
// How a CurveView answers mouse and keys: zoom, pan, follow, cursor.
#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QToolTip>

namespace studio {

namespace {

constexpr double zoomStep = 0.8; ///< what is left of a range after one notch of the wheel
constexpr int clickSlack = 10;   ///< pixels beside a mark that still hit it

} // namespace

// What is seen --------------------------------------------------------------------------------------------------------

QCPRange CurveView::placesOfAll() const
{
    QCPRange range;
    bool any = false;
    for (const Run* run : shownRuns()) {
        const RunCurves& curves = run->curves;
        if (curves.size() == 0) {
            continue;
        }
        const QCPRange own(curves.place(0, m_options.along), curves.place(curves.size() - 1, m_options.along));
        range = any ? range.expanded(own) : own;
        any = true;
    }
    return any ? range : QCPRange(0, 1);
}

std::optional<double> CurveView::newest() const
{
    if (!m_current.shown || m_current.curves.size() == 0) {
        return std::nullopt;
    }
    return m_current.curves.place(m_current.curves.size() - 1, m_options.along);
}

double CurveView::leastSpan() const
{
    switch (m_options.along) {
    case Along::Iteration:
        return 5;
    case Along::Time:
        return 5;
    case Along::Characters:
        return 100;
    }
    return 1;
}

void CurveView::follow()
{
    const QCPRange all = placesOfAll();
    const double room = 0.02;
    if (m_span <= 0 || !newest() || m_span >= all.size()) {
        const double span = std::max(all.size(), leastSpan());
        m_range = QCPRange(all.lower, all.lower + span * (1 + room));
        return;
    }
    m_range = QCPRange(*newest() - m_span * (1 - room), *newest() + m_span * room);
}

void CurveView::setFollowing(bool following)
{
    if (following == m_following) {
        return;
    }
    m_following = following;
    if (following) {
        const QCPRange all = placesOfAll();
        m_span = m_range.size() < all.size() ? m_range.size() : 0;
        for (Pane& pane : m_panes) {
            pane.byHand = false;
        }
        refresh();
    }
    emit followingChanged(following);
}

void CurveView::fit()
{
    m_span = 0;
    for (Pane& pane : m_panes) {
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
    for (const Pane& pane : m_panes) {
        if (pane.measure == measure) {
            return pane.rect->axis(QCPAxis::atLeft)->range();
        }
    }
    return {};
}

/// Stays at the data, with a little room; zoomed out all the way it is all of them.
void CurveView::setPlaces(QCPRange range)
{
    const QCPRange all = placesOfAll();
    const double most = std::max(all.size() * 1.1, leastSpan());
    const double span = std::clamp(range.size(), leastSpan(), most);
    double lower = range.center() - span / 2;
    lower = std::clamp(lower, all.lower - 0.05 * most, std::max(all.lower, all.upper + 0.05 * most - span));
    m_range = QCPRange(lower, lower + span);
}

void CurveView::zoomPlaces(double factor, double around)
{
    setPlaces({around - (around - m_range.lower) * factor, around + (m_range.upper - around) * factor});
    const bool stays = m_following && newest() && m_range.contains(*newest());
    m_span = m_range.size();
    if (!stays) {
        setFollowing(false);
    }
    schedule(Hurry::ByHand);
}

void CurveView::zoomValues(Pane& pane, double factor, double around)
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
    if (Pane* pane = paneAt(m_pressed); pane != nullptr && pane->byHand && pixels.y() != 0) {
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
    Pane* pane = paneAt(m_pressed);
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

CurveView::Pane* CurveView::paneAt(const QPoint& position)
{
    for (Pane& pane : m_panes) {
        if (pane.rect->outerRect().contains(position)) {
            return &pane;
        }
    }
    return nullptr;
}

// Mouse ---------------------------------------------------------------------------------------------------------------

void CurveView::wheelEvent(QWheelEvent* event)
{
    Pane* pane = paneAt(event->position().toPoint());
    if (pane == nullptr || isEmpty()) {
        event->ignore();
        return;
    }
    event->accept();
    const QPoint angle = event->angleDelta();
    if (std::abs(angle.x()) > std::abs(angle.y()) || event->modifiers() == Qt::ShiftModifier) {
        pan({(angle.x() != 0 ? angle.x() : angle.y()) / 2, 0});
        return;
    }
    const double factor = std::pow(zoomStep, angle.y() / 120.0);
    if (event->modifiers() == Qt::ControlModifier) {
        zoomValues(*pane, factor, pane->rect->axis(QCPAxis::atLeft)->pixelToCoord(event->position().y()));
    } else {
        zoomPlaces(factor, pane->rect->axis(QCPAxis::atBottom)->pixelToCoord(event->position().x()));
    }
}

void CurveView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || isEmpty()) {
        event->ignore(); // the context menu's
        return;
    }
    m_pressed = m_last = event->position().toPoint();
    m_moved = false;
    m_gesture = event->modifiers() == Qt::ShiftModifier ? Gesture::Box : Gesture::Pan;
}

void CurveView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    if (m_gesture != Gesture::None && (position - m_pressed).manhattanLength() > 3) {
        m_moved = true;
    }
    if (m_gesture == Gesture::Pan && m_moved) {
        setCursor(Qt::ClosedHandCursor);
        pan(position - m_last);
        m_last = position;
        hideCursor();
        return;
    }
    if (m_gesture == Gesture::Box) {
        m_overlay->setBox(QRect(m_pressed, position).normalized());
        return;
    }
    const std::optional<Hit> hit = checkpointAt(position);
    setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit) {
        const QString text = hit->mark->best ? tr("Best checkpoint, iteration %1. Click to write with it.")
                                             : tr("Checkpoint, iteration %1. Click to write with it.");
        QToolTip::showText(mapToGlobal(position), text.arg(locale().toString(qint64{hit->mark->iteration})), this);
    } else if (QToolTip::isVisible()) {
        QToolTip::hideText();
    }
    if (Pane* pane = paneAt(position); pane != nullptr) {
        placeCursor(pane->rect->axis(QCPAxis::atBottom)->pixelToCoord(position.x()));
    } else {
        hideCursor();
    }
}

void CurveView::mouseReleaseEvent(QMouseEvent* event)
{
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    if (event->button() != Qt::LeftButton || gesture == Gesture::None) {
        event->ignore();
        return;
    }
    const QPoint position = event->position().toPoint();
    setCursor(Qt::ArrowCursor);
    m_overlay->setBox({});
    if (gesture == Gesture::Box && m_moved) {
        zoomTo(QRect(m_pressed, position).normalized());
        return;
    }
    if (const std::optional<Hit> hit = checkpointAt(position); hit && !m_moved) {
        emit checkpointActivated(QString::fromStdString(hit->mark->file), hit->mark->iteration);
    }
}

void CurveView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !checkpointAt(event->position().toPoint())) {
        fit();
    }
}

void CurveView::leaveEvent(QEvent* event)
{
    QCustomPlot::leaveEvent(event);
    hideCursor();
}

std::optional<CurveView::Hit> CurveView::checkpointAt(const QPoint& position) const
{
    std::optional<Hit> nearest;
    double distance = clickSlack;
    for (const Line& line : m_lines) {
        if (line.checkpoints == nullptr) {
            continue;
        }
        for (const CheckpointMark& mark : line.run->curves.checkpoints()) {
            const QPointF there =
                line.checkpoints->coordsToPixels(line.run->curves.placeOf(mark.iteration, m_options.along), 8);
            const double away = QLineF(there, QPointF(position)).length();
            // Where the best is also the newest, the best is meant.
            if (away < distance || (nearest && away == distance && mark.best)) {
                distance = away;
                nearest = Hit{&mark, there};
            }
        }
    }
    return nearest;
}

// Cursor --------------------------------------------------------------------------------------------------------------

/// Snaps to a point of the run under way, or of the last that is shown.
void CurveView::placeCursor(double place)
{
    const std::vector<const Run*> runs = shownRuns();
    const auto run = std::find_if(runs.rbegin(), runs.rend(), [](const Run* one) { return one->curves.size() > 0; });
    if (run == runs.rend()) {
        hideCursor();
        return;
    }
    const RunCurves& curves = (*run)->curves;
    const std::int64_t iteration = curves.iteration(curves.nearest(place, m_options.along));
    if (m_cursor != iteration) {
        m_cursor = iteration;
        emit iterationHovered(iteration);
    }
    updateOverlay();
}

void CurveView::hideCursor()
{
    m_cursor.reset();
    updateOverlay();
}

void CurveView::setMark(std::optional<std::int64_t> iteration)
{
    m_mark = iteration;
    updateOverlay();
}

void CurveView::updateOverlay()
{
    if (isEmpty() || m_panes.empty()) {
        m_overlay->setSentence(isEmpty() ? m_emptySentence : tr("Choose a pane to show."));
        m_overlay->setCursorLine(std::nullopt, {});
        m_overlay->setMark(std::nullopt, {});
        return;
    }
    m_overlay->setSentence({});
    const QCPAxis* places = m_panes.front().rect->axis(QCPAxis::atBottom);
    const auto pixel = [&](std::int64_t iteration) {
        const std::vector<const Run*> runs = shownRuns();
        return places->coordToPixel(runs.back()->curves.placeOf(iteration, m_options.along));
    };
    m_overlay->setMark(m_mark ? std::optional<double>(pixel(*m_mark)) : std::nullopt,
                       m_panes.front().rect->rect().united(m_panes.back().rect->rect()));
    if (!m_cursor) {
        m_overlay->setCursorLine(std::nullopt, {});
        return;
    }
    const double place = places->pixelToCoord(pixel(*m_cursor));
    std::vector<PaneReadout> readouts;
    for (const Pane& pane : m_panes) {
        readouts.push_back(readoutOf(pane, place));
    }
    m_overlay->setCursorLine(pixel(*m_cursor), std::move(readouts));
    setAccessibleDescription(readoutText());
}

QString CurveView::headingOf(std::size_t index) const
{
    const RunCurves& curves = shownRuns().back()->curves;
    const QString words =
        curves.readsText() ? tr("Iteration %1 · %2 · %3 characters") : tr("Iteration %1 · %2 · %3 sequences");
    return words.arg(locale().toString(qint64{curves.iteration(index)}), durationOf(curves.place(index, Along::Time)),
                     locale().toString(curves.place(index, Along::Characters), 'f', 0));
}

PaneReadout::Row CurveView::metricRow(const Line& line, const ValidationPoint& point) const
{
    const double value = engine::valueOf(point.metrics, line.metric);
    const QString metric = metricName(line.metric);
    return {line.main->pen().color(),
            shownRuns().size() > 1 ? QStringLiteral("%1, %2").arg(nameOf(line), metric) : metric,
            tr("%1 at %2").arg(valueOf(value), locale().toString(qint64{point.iteration})),
            line.main->coordsToPixels(line.run->curves.place(point, m_options.along), value)};
}

PaneReadout CurveView::readoutOf(const Pane& pane, double place) const
{
    PaneReadout readout{.pane = pane.rect->rect(), .heading = {}, .rows = {}};
    const std::vector<const Run*> runs = shownRuns();
    if (&pane == &m_panes.front() && runs.back()->curves.size() > 0) {
        readout.heading = headingOf(runs.back()->curves.nearest(place, m_options.along));
    }
    for (const Line& line : m_lines) {
        const RunCurves& curves = line.run->curves;
        if (&m_panes[line.pane] != &pane || curves.size() == 0) {
            continue;
        }
        const std::size_t index = curves.nearest(place, m_options.along);
        const ValidationPoint* before = nullptr;
        for (const ValidationPoint& point : curves.validations()) {
            before = point.iteration <= curves.iteration(index) ? &point : before;
        }
        if (!line.metric.empty()) {
            if (before != nullptr) {
                readout.rows.push_back(metricRow(line, *before));
            }
            continue;
        }
        const double main = shownValue(pane.measure, curves.smoothed(pane.measure).at(index));
        const double raw = shownValue(pane.measure, curves.raw(pane.measure).at(index));
        const QString value =
            line.raw != nullptr ? tr("%1 (point: %2)").arg(valueOf(main), valueOf(raw)) : valueOf(raw);
        const QString name = runs.size() > 1 ? nameOf(line) : studio::nameOf(pane.measure);
        readout.rows.push_back({line.main->pen().color(), name, value,
                                line.main->coordsToPixels(curves.place(index, m_options.along), main)});
        if (line.validation == nullptr) {
            continue;
        }
        if (before != nullptr) {
            const double loss = shownValue(Measure::Loss, before->loss);
            readout.rows.push_back({line.validation->pen().color(),
                                    runs.size() > 1 ? tr("%1, validation").arg(nameOf(line)) : tr("Validation"),
                                    tr("%1 at %2").arg(valueOf(loss), locale().toString(qint64{before->iteration})),
                                    line.validation->coordsToPixels(curves.place(*before, m_options.along), loss)});
        }
    }
    return readout;
}

QString CurveView::readoutText() const
{
    if (!m_cursor || m_panes.empty() || isEmpty()) {
        return {};
    }
    const RunCurves& curves = shownRuns().back()->curves;
    const double place = curves.placeOf(*m_cursor, m_options.along);
    QStringList parts;
    for (const Pane& pane : m_panes) {
        const PaneReadout readout = readoutOf(pane, place);
        if (!readout.heading.isEmpty()) {
            parts << readout.heading;
        }
        for (const PaneReadout::Row& row : readout.rows) {
            parts << row.name + QStringLiteral(": ") + row.value;
        }
    }
    return parts.join(QStringLiteral("; "));
}

// Keys ----------------------------------------------------------------------------------------------------------------

/// To the next point in that direction that lies in another pixel column.
void CurveView::moveCursor(int columns)
{
    const std::vector<const Run*> runs = shownRuns();
    if (isEmpty() || m_panes.empty() || runs.back()->curves.size() == 0) {
        return;
    }
    const RunCurves& curves = runs.back()->curves;
    const double pixel = m_range.size() / std::max(m_panes.front().rect->width(), 1);
    const double from = m_cursor ? curves.placeOf(*m_cursor, m_options.along) : m_range.center();
    const std::size_t at = curves.nearest(from, m_options.along);
    std::size_t next = curves.nearest(from + columns * pixel, m_options.along);
    if (next == at && columns > 0) {
        next = std::min(at + 1, curves.size() - 1);
    } else if (next == at && at > 0) {
        next = at - 1;
    }
    const double place = curves.place(next, m_options.along);
    if (!m_range.contains(place)) {
        setPlaces({place - m_range.size() / 2, place + m_range.size() / 2});
        setFollowing(false);
        schedule(Hurry::ByHand);
    }
    placeCursor(place);
}

void CurveView::keyPressEvent(QKeyEvent* event)
{
    if (isEmpty() || m_panes.empty()) {
        QCustomPlot::keyPressEvent(event);
        return;
    }
    const int page = m_panes.front().rect->width() * 4 / 5;
    const double middle = m_cursor ? shownRuns().back()->curves.placeOf(*m_cursor, m_options.along) : m_range.center();
    const int columns = event->modifiers() == Qt::ControlModifier ? 20 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-columns);
    case Qt::Key_Right:
        return moveCursor(columns);
    case Qt::Key_Home:
        return placeCursor(-HUGE_VAL);
    case Qt::Key_End:
        return placeCursor(HUGE_VAL);
    case Qt::Key_PageUp:
        return pan({page, 0});
    case Qt::Key_PageDown:
        return pan({-page, 0});
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomPlaces(zoomStep, middle);
    case Qt::Key_Minus:
        return zoomPlaces(1 / zoomStep, middle);
    case Qt::Key_0:
        return fit();
    case Qt::Key_F:
        return setFollowing(!m_following);
    case Qt::Key_Escape:
        return hideCursor();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        for (const CheckpointMark& mark : m_current.curves.checkpoints()) {
            if (mark.iteration == m_cursor) {
                emit checkpointActivated(QString::fromStdString(mark.file), mark.iteration);
                return;
            }
        }
        break;
    default:
        break;
    }
    QCustomPlot::keyPressEvent(event);
}

} // namespace studio

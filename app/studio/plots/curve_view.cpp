// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/run_curves.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QLineF>
#include <QLocale>
#include <QScopeGuard>
#include <QToolTip>
#include <utility>

namespace studio {

namespace {

constexpr qint64 frame = 33;        ///< milliseconds: no more than 30 replots a second
constexpr qint64 share = 80;        ///< a replot of c ms is followed by 80 c ms without one: 1.25 % of one core at most
constexpr qint64 longestWait = 300; ///< milliseconds: however busy the machine is, the curves are seen to move
constexpr qint64 slowReplot = 24;   ///< milliseconds: above, the next ones are drawn without smooth edges

} // namespace

ReplotSchedule::ReplotSchedule(QObject* parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.callOnTimeout(this, &ReplotSchedule::due);
}

void ReplotSchedule::request(Hurry hurry)
{
    const qint64 wait = hurry == Hurry::ByHand ? frame : std::clamp(m_cost * share, frame, longestWait);
    const qint64 passed = m_sinceEnd.isValid() ? m_sinceEnd.elapsed() : wait;
    const auto left = static_cast<int>(std::max<qint64>(wait - passed, 0));
    if (!m_timer.isActive() || left < m_timer.remainingTime()) {
        m_timer.start(left);
    }
}

void ReplotSchedule::begin()
{
    m_timer.stop();
    m_sinceBegin.start();
}

void ReplotSchedule::end()
{
    m_cost = m_sinceBegin.elapsed();
    m_slow = m_cost > (m_slow ? slowReplot / 4 : slowReplot);
    m_sinceEnd.start();
    ++m_replots;
}

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
    constexpr double spans[] = {5, 5, 100, 0.01, 0.001}; // by the value of the axis
    return spans[static_cast<int>(along)];
}

} // namespace

using Hurry = ReplotSchedule::Hurry;

// Following -----------------------------------------------------------------------------------------------------------

void CurveView::updatePlaces()
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

void CurveView::follow()
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

void CurveView::setFollowing(bool following)
{
    if (following == m_following) {
        return;
    }
    m_following = following;
    if (following) {
        m_span = m_places.size() < placesOfAll(m_runs).size() ? m_places.size() : 0;
        m_panes.fitValues(CurvePanes::Fit::WithoutDiverged);
        follow();
        refresh();
    }
    emit followingChanged(following);
}

/// Where nothing is zoomed it is the user's second wish, for what diverged too; a third takes that back.
void CurveView::fit()
{
    using Fit = CurvePanes::Fit;
    const bool isZoomed = !m_following || m_span > 0 || m_panes.hasChosenValues();
    m_panes.fitValues(isZoomed || m_panes.fitted() == Fit::All ? Fit::WithoutDiverged : Fit::All);
    m_span = 0;
    const bool before = std::exchange(m_following, true);
    follow();
    refresh();
    if (!before) {
        emit followingChanged(true);
    }
}

// Zooming and moving --------------------------------------------------------------------------------------------------

/// Stays at the data, with a little room; zoomed out all the way it is all of them.
void CurveView::showPlaces(const QCPRange& range)
{
    const QCPRange all = placesOfAll(m_runs);
    const double maxSpan = std::max(all.size() * 1.1, minSpan(m_along));
    const double span = std::clamp(range.size(), minSpan(m_along), maxSpan);
    double lower = range.center() - span / 2;
    lower = std::clamp(lower, all.lower - 0.05 * maxSpan, std::max(all.lower, all.upper + 0.05 * maxSpan - span));
    m_places = QCPRange(lower, lower + span);
}

void CurveView::zoomPlaces(double factor, double around)
{
    showPlaces({around - (around - m_places.lower) * factor, around + (m_places.upper - around) * factor});
    const std::optional<double> newest = newestPlace(m_runs);
    m_span = m_places.size();
    if (!newest || !m_places.contains(*newest)) {
        setFollowing(false);
    }
    schedule(Hurry::ByHand);
}

void CurveView::centreOn(double place)
{
    showPlaces({place - m_places.size() / 2, place + m_places.size() / 2});
    setFollowing(false);
    schedule(Hurry::ByHand);
}

void CurveView::panPlaces(int pixels)
{
    if (m_panes.empty()) {
        return;
    }
    const double perPixel = m_places.size() / std::max(m_panes.all().front().rect->width(), 1);
    showPlaces({m_places.lower - pixels * perPixel, m_places.upper - pixels * perPixel});
    setFollowing(false);
    schedule(Hurry::ByHand);
}

namespace {

constexpr double zoomStep = 0.8; ///< what is left of a range after one notch of the wheel
constexpr int clickSlack = 10;   ///< pixels beside a mark that still hit it
constexpr int smallestBox = 4;   ///< pixels of width or height: below, a box is no wish to zoom

} // namespace

// Mouse ---------------------------------------------------------------------------------------------------------------

void CurveView::wheelEvent(QWheelEvent* event)
{
    const QPointF at = event->position();
    const QCPAxis* places = m_panes.placesAt(at.toPoint());
    if (places == nullptr || m_runs.isEmpty()) {
        event->ignore();
        return;
    }
    event->accept();
    const QPoint angle = event->angleDelta();
    const double factor = std::pow(zoomStep, angle.y() / 120.0);
    if (std::abs(angle.x()) > std::abs(angle.y()) || event->modifiers() == Qt::ShiftModifier) {
        panPlaces((angle.x() != 0 ? angle.x() : angle.y()) / 2);
    } else if (event->modifiers() != Qt::ControlModifier) {
        zoomPlaces(factor, places->pixelToCoord(at.x()));
    } else if (CurvePane* pane = m_panes.at(at.toPoint())) {
        pane->byHand = true;
        pane->values()->scaleRange(factor, pane->values()->pixelToCoord(at.y()));
        schedule(Hurry::ByHand);
    }
}

void CurveView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_runs.isEmpty()) {
        event->ignore(); // the context menu's
        return;
    }
    m_pressed = m_last = event->position().toPoint();
    m_moved = false;
    if (event->modifiers() == Qt::ShiftModifier) {
        QCustomPlot::mousePressEvent(event); // the selection rectangle begins
    }
    m_isPanning = !selectionRect()->isActive();
}

void CurveView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    m_moved = m_moved || (position - m_pressed).manhattanLength() > 3;
    if (selectionRect()->isActive()) {
        QCustomPlot::mouseMoveEvent(event);
    } else if (m_isPanning && m_moved) {
        pan(position);
    } else {
        hover(position);
    }
}

void CurveView::pan(const QPoint& to)
{
    const QPoint pixels = to - std::exchange(m_last, to);
    setCursor(Qt::ClosedHandCursor);
    panPlaces(pixels.x());
    if (const CurvePane* pane = m_panes.at(m_pressed); pane && pane->byHand) {
        QCPAxis& axis = *pane->values();
        axis.setRange(axis.pixelToCoord(pane->rect->bottom() - pixels.y()),
                      axis.pixelToCoord(pane->rect->top() - pixels.y()));
    }
    m_readout->clear();
}

void CurveView::hover(const QPoint& position)
{
    const engine::CheckpointEvent* mark = checkpointAt(position);
    setCursor(mark != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (mark != nullptr) {
        const QString text = mark->best ? tr("Best checkpoint, iteration %1. Click to generate text with it.")
                                        : tr("Checkpoint, iteration %1. Click to generate text with it.");
        QToolTip::showText(mapToGlobal(position), text.arg(QLocale().toString(qint64{mark->iteration})), this);
    } else if (QToolTip::isVisible()) {
        QToolTip::hideText();
    }
    if (const QCPAxis* places = m_panes.placesAt(position)) {
        m_readout->moveTo(places->pixelToCoord(position.x()));
    } else {
        m_readout->clear();
    }
}

void CurveView::mouseReleaseEvent(QMouseEvent* event)
{
    if (selectionRect()->isActive()) {
        QCustomPlot::mouseReleaseEvent(event);
        return;
    }
    if (!std::exchange(m_isPanning, false) || event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    setCursor(Qt::ArrowCursor);
    const engine::CheckpointEvent* const mark = checkpointAt(event->position().toPoint());
    if (mark != nullptr && !m_moved) {
        emit checkpointActivated(QString::fromStdString(mark->file), mark->iteration);
    }
}

void CurveView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && checkpointAt(event->position().toPoint()) == nullptr) {
        fit();
    }
}

void CurveView::leaveEvent(QEvent*)
{
    m_readout->clear();
}

void CurveView::zoomTo(const QRect& box)
{
    CurvePane* const pane = m_panes.at(m_pressed);
    const QRect wide = box.normalized();
    if (pane != nullptr && wide.width() >= smallestBox && wide.height() >= smallestBox) {
        const QRect inside = wide.intersected(pane->rect->rect());
        QCPAxis& values = *pane->values();
        showPlaces({pane->places()->pixelToCoord(inside.left()), pane->places()->pixelToCoord(inside.right())});
        values.setRange(values.pixelToCoord(inside.bottom()), values.pixelToCoord(inside.top()));
        pane->byHand = true;
        setFollowing(false);
    }
    refresh(); // the rectangle goes
}

const engine::CheckpointEvent* CurveView::checkpointAt(const QPoint& position) const
{
    const engine::CheckpointEvent* nearest = nullptr;
    double distance = clickSlack;
    for (const RunLine& line : m_panes.lines()) {
        if (line.checkpoints == nullptr) {
            continue;
        }
        const RunPlaces places = line.run->curves.places(m_runs.options().along);
        for (const engine::CheckpointEvent& mark : line.run->curves.checkpoints()) {
            const QPointF there = line.checkpoints->coordsToPixels(places.of(mark.iteration), 8);
            const double away = QLineF(there, QPointF(position)).length();
            // Where the best is also the newest, the best is meant.
            if (away < distance || (nearest != nullptr && away == distance && mark.best)) {
                distance = away;
                nearest = &mark;
            }
        }
    }
    return nearest;
}

// Keys ----------------------------------------------------------------------------------------------------------------

void CurveView::keyPressEvent(QKeyEvent* event)
{
    if (m_runs.isEmpty() || m_panes.empty()) {
        QCustomPlot::keyPressEvent(event);
        return;
    }
    const int page = m_panes.all().front().rect->width() * 4 / 5;
    const double middle = m_readout->place().value_or(m_places.center());
    const int columns = event->modifiers() == Qt::ControlModifier ? 20 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        moveCursor(event->key() == Qt::Key_Left ? -columns : columns);
        break;
    case Qt::Key_Home:
    case Qt::Key_End:
        m_readout->moveTo(event->key() == Qt::Key_Home ? -HUGE_VAL : HUGE_VAL);
        break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        panPlaces(event->key() == Qt::Key_PageUp ? page : -page);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        zoomPlaces(event->key() == Qt::Key_Minus ? 1 / zoomStep : zoomStep, middle);
        break;
    case Qt::Key_0:
        fit();
        break;
    case Qt::Key_F:
        setFollowing(!m_following);
        break;
    case Qt::Key_Escape:
        m_readout->clear();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        event->setAccepted(openCheckpoint());
        break;
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

/// To the next point in that direction that lies in another pixel column.
void CurveView::moveCursor(int columns)
{
    const RunCurves& curves = m_runs.shown().back()->curves;
    const RunPlaces places = curves.places(m_runs.options().along);
    const std::size_t size = curves.points().size();
    if (size == 0) {
        return;
    }
    const double pixel = m_places.size() / std::max(m_panes.all().front().rect->width(), 1);
    const double from = m_readout->place().value_or(m_places.center());
    const std::size_t at = places.nearest(from);
    std::size_t next = places.nearest(from + columns * pixel);
    if (next == at && columns > 0) {
        next = std::min(at + 1, size - 1);
    } else if (next == at && at > 0) {
        next = at - 1;
    }
    if (!m_places.contains(places.at(next))) {
        centreOn(places.at(next));
    }
    m_readout->moveTo(places.at(next));
}

/// The one at the cursor; false where there is none.
bool CurveView::openCheckpoint()
{
    for (const engine::CheckpointEvent& mark : m_runs.current().curves.checkpoints()) {
        if (mark.iteration == m_readout->iteration()) {
            emit checkpointActivated(QString::fromStdString(mark.file), mark.iteration);
            return true;
        }
    }
    return false;
}

namespace {

/// How finely lines are drawn.
struct LineDetail {
    int pictureColumns = 0; ///< columns of pixels in a picture; 0: on the screen, as wide as the panes are there
    bool quick = false;     ///< for a slow machine: without smooth edges, in whole units of the screen
};

constexpr int minNamedHeight = 240; ///< units of the screen: a lower plot shows no name of the horizontal axis
constexpr double markHeight = 8;    ///< pixels from a pane's edge to the marks along it

/// What holds for all lines that are filled.
struct Filling {
    const CurveOptions& options;
    Window window;
    LineDetail detail;

    bool sees(double place) const { return place >= window.from && place <= window.to; }
};

/// The values of a pane that are seen.
struct Seen {
    double limit = HUGE_VAL;            ///< what is above it has diverged
    std::optional<QCPRange> all, below; ///< nothing: none is
    bool isMostlyBelow = false;         ///< one line at least is

    void include(double value)
    {
        const auto grow = [value](std::optional<QCPRange>& range) {
            range = range.value_or(QCPRange(value, value)).expanded({value, value});
        };
        if (std::isfinite(value)) {
            grow(all);
        }
        if (std::isfinite(value) && value <= limit) {
            grow(below);
        }
    }
};

/// A loss has diverged where it is above twice the highest one that a shown run began with.
double limitOf(const CurvePanes& panes, const CurveOptions& options)
{
    double highest = 0;
    for (const RunLine& line : panes.lines()) {
        if (panes.all()[line.pane].measure == Measure::Loss && !line.run->curves.points().empty()) {
            const double first = options.shownValue(Measure::Loss, line.run->curves.smoothed(Measure::Loss).at(0));
            highest = first > highest ? first : highest; // not where it is no number
        }
    }
    return highest > 0 ? 2 * highest : HUGE_VAL;
}

// Lines ---------------------------------------------------------------------------------------------------------------

void fillLossMarks(const RunLine& line, const Filling& filling, Seen& seen)
{
    const RunCurves& marks = line.run->curves;
    const RunPlaces places = line.run->curves.places(filling.options.along);
    const auto point = [&](const engine::ValidationEvent& validation) {
        return QCPGraphData(places.of(validation.iteration),
                            filling.options.shownValue(Measure::Loss, validation.loss));
    };
    QVector<QCPGraphData> validations, best, checkpoints, bestCheckpoints;
    for (const engine::ValidationEvent& validation : marks.validations()) {
        validations.push_back(point(validation));
        if (filling.sees(validations.back().key)) {
            seen.include(validations.back().value);
        }
    }
    if (marks.lowestLoss() != nullptr) {
        best.push_back(point(*marks.lowestLoss()));
    }
    for (const engine::CheckpointEvent& mark : marks.checkpoints()) {
        (mark.best ? bestCheckpoints : checkpoints).push_back({places.of(mark.iteration), markHeight});
    }
    line.validation->data()->set(validations, true);
    line.best->data()->set(best, true);
    line.checkpoints->data()->set(checkpoints, true);
    line.bestCheckpoints->data()->set(bestCheckpoints, true);
}

void fillLine(const RunLine& line, const CurvePane& pane, const Filling& filling, Seen& seen)
{
    const RunCurves& curves = line.run->curves;
    const auto put = [&](QCPGraph* graph, const Series& column, const Window& window) {
        QVector<QCPGraphData> shown;
        std::ptrdiff_t above = 0;
        for (const PlotPoint& point : thinned(curves.places(filling.options.along), column, window)) {
            const double value = filling.options.shownValue(pane.measure, point.value);
            shown.push_back({point.place, value});
            if (filling.sees(point.place)) {
                seen.include(value);
            }
            above += value > seen.limit ? 1 : 0;
        }
        seen.isMostlyBelow = seen.isMostlyBelow || (line.main == graph && 2 * above < shown.size());
        // Where noise fills the columns there are no edges to smooth, and its strokes are the plot's most expensive
        // part.
        graph->setAntialiased(!filling.detail.quick && (line.main == graph || shown.size() <= window.columns));
        graph->data()->set(shown, true);
    };
    if (line.raw != nullptr) {
        Window coarse = filling.window; // the screen's finest pixels are for the line that is read
        coarse.columns = filling.detail.pictureColumns > 0 ? filling.detail.pictureColumns : pane.rect->width();
        put(line.raw, curves.raw(pane.measure), coarse);
    }
    put(line.main, curves.smoothed(pane.measure), filling.window);
    if (line.validation != nullptr) {
        fillLossMarks(line, filling, seen);
    }
}

void fillMetric(const RunLine& line, const CurvePane& pane, const Filling& filling, Seen& seen)
{
    const RunPlaces places = line.run->curves.places(filling.options.along);
    QVector<QCPGraphData> points;
    for (const engine::ValidationEvent& validation : line.run->curves.validations()) {
        const double value = filling.options.shownValue(pane.measure, engine::valueOf(validation.metrics, line.metric));
        if (!std::isfinite(value)) {
            continue;
        }
        points.push_back({places.of(validation.iteration), value});
        if (filling.sees(points.back().key)) {
            seen.include(value);
        }
    }
    line.main->data()->set(points, true);
}

/// Crosses along the upper edge, where values are no numbers.
void markNotFinite(const CurvePanes& panes, std::size_t index, const Filling& filling)
{
    const CurvePane& pane = panes.all()[index];
    QVector<QCPGraphData> marks;
    const double height = pane.rect->height() - markHeight;
    for (const RunLine& line : panes.lines()) {
        if (line.pane != index) {
            continue;
        }
        const RunCurves& curves = line.run->curves;
        for (const double place :
             placesNotFinite(curves.places(filling.options.along), curves.raw(pane.measure), filling.window)) {
            marks.push_back({place, height});
        }
    }
    pane.notFinite->data()->set(marks);
}

// Axes ----------------------------------------------------------------------------------------------------------------

/// Room for these values, unless the user chose the pane's range.
void setValues(const CurvePane& pane, const CurveOptions& options, const std::optional<QCPRange>& seen)
{
    if (pane.byHand) {
        return;
    }
    const bool isLogarithmic = options.isLogarithmic(pane.measure);
    const QCPRange values = seen.value_or(isLogarithmic ? QCPRange(0.1, 10) : QCPRange(0, 1));
    if (isLogarithmic) {
        const double room = values.upper > values.lower ? std::pow(values.upper / values.lower, 0.06) : 1.1;
        pane.values()->setRange(values.lower / room, values.upper * room);
        return;
    }
    const double room =
        values.upper > values.lower ? 0.06 * values.size() : std::max(std::abs(values.upper) * 0.1, 1e-6);
    pane.values()->setRange(values.lower - room, values.upper + room);
}

/// `name`: under the lowest pane, which alone has ticks with numbers.
void setPlaces(const CurvePanes& panes, const QCPRange& range, const QString& name)
{
    for (const CurvePane& pane : panes.all()) {
        const bool last = &pane == &panes.all().back();
        pane.places()->setRange(range);
        pane.places()->setTickLabels(last);
        pane.places()->setLabel(last ? name : QString());
        pane.places()->ticker()->setTickCount(std::clamp(pane.rect->width() / 110, 2, 8));
        pane.values()->ticker()->setTickCount(std::clamp(pane.rect->height() / 28, 2, 6));
        pane.rect->axis(QCPAxis::atRight)->setRange(0, std::max(pane.rect->height(), 1));
    }
}

int columnsOf(const CurvePane& pane, const LineDetail& detail)
{
    if (detail.pictureColumns > 0) {
        return detail.pictureColumns;
    }
    const int pixels = pane.rect->width();
    return detail.quick ? pixels : static_cast<int>(pixels * pane.rect->parentPlot()->devicePixelRatioF());
}

/// Puts what is seen of the runs at these places into the lines of the panes, and scales the axes. Costs by the columns
/// of pixels, not by the points.
void fillPanes(const CurvePanes& panes, const PlottedRuns& runs, const QCPRange& places, const LineDetail& detail)
{
    if (panes.empty()) {
        return;
    }
    const CurvePane& first = panes.all().front();
    const Filling filling{.options = runs.options(),
                          .window = {.from = places.lower, .to = places.upper, .columns = columnsOf(first, detail)},
                          .detail = detail};
    std::vector<Seen> seen(panes.all().size());
    for (std::size_t pane = 0; pane < seen.size(); ++pane) {
        seen[pane].limit = panes.all()[pane].measure == Measure::Loss ? limitOf(panes, filling.options) : HUGE_VAL;
    }
    for (const RunLine& line : panes.lines()) {
        const CurvePane& pane = panes.all()[line.pane];
        if (isOfSteps(pane.measure)) {
            fillLine(line, pane, filling, seen[line.pane]);
        } else {
            fillMetric(line, pane, filling, seen[line.pane]);
        }
    }
    // The control above says it too: a low plot keeps the room for its curves.
    const bool room = detail.pictureColumns > 0 || first.rect->parentPlot()->height() >= minNamedHeight;
    setPlaces(panes, places, room ? titleOf(filling.options.along, runs.kind()) : QString());
    for (std::size_t pane = 0; pane < panes.all().size(); ++pane) {
        const bool isWhole = panes.fitted() == CurvePanes::Fit::All || !seen[pane].isMostlyBelow || !seen[pane].below;
        setValues(panes.all()[pane], filling.options, isWhole ? seen[pane].all : seen[pane].below);
        if (isOfSteps(panes.all()[pane].measure)) {
            markNotFinite(panes, pane, filling);
        }
    }
}

} // namespace

CurveView::CurveView(QWidget* parent)
    : QCustomPlot(parent),
      m_panes(*this),
      m_meter(*this, m_runs),
      m_readout(new CurveReadout(m_runs, m_panes, m_meter, this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAutoAddPlottableToLegend(false);
    setInteractions(QCP::Interactions());
    setSelectionRectMode(QCP::srmCustom);
    setLocale(QLocale());
    connect(&m_runs, &PlottedRuns::changed, this, &CurveView::rebuild);
    connect(&m_runs, &PlottedRuns::grew, this, [this] { schedule(Hurry::Live); });
    connect(&m_schedule, &ReplotSchedule::due, this, &CurveView::refresh);
    connect(selectionRect(), &QCPSelectionRect::accepted, this, &CurveView::zoomTo);
    editor::onNewLooks(this, &CurveView::rebuild);
    rebuild();
}

/// Makes the panes and their lines again. They hold only the points that are seen, so this costs no more than a replot.
void CurveView::rebuild()
{
    const bool light = m_picture && m_picture->ground == Ground::Light;
    const editor::Theme& theme = light ? editor::lightTheme() : editor::theme();
    setBackground(theme.canvas);
    selectionRect()->setPen(theme.accent);
    selectionRect()->setBrush(withAlpha(theme.accent, 0.15));
    m_empty = m_runs.isEmpty();
    const PaneLooks looks{.theme = theme, .font = font()};
    m_panes.make(m_runs, looks);
    if (wantsMeter()) {
        m_meter.make(m_panes.margins(), looks);
    }
    m_panes.placeLegends(m_picture ? m_picture->width : width());
    if (const int front = m_runs.current().curves.id(); front != std::exchange(m_front, front)) {
        m_readout->clear();
    }
    refresh();
}

void CurveView::schedule(Hurry hurry)
{
    if (isVisible()) {
        m_schedule.request(hurry);
    }
}

bool CurveView::wantsMeter() const
{
    return !m_picture && !m_panes.empty() && m_meter.hasReadings();
}

void CurveView::addReading(int runId, const QString& device, const MeterTrack::Point& point)
{
    m_meter.add(runId, device, point);
    schedule(Hurry::Live);
}

void CurveView::refresh()
{
    if (m_empty != m_runs.isEmpty() || wantsMeter() != m_meter.isMade()) {
        rebuild();
        return;
    }
    if (!m_picture && size().isEmpty()) {
        return; // a page that was never shown has no room to draw on
    }
    m_schedule.begin();
    updatePlaces();
    // A first layout tells how wide the panes are.
    plotLayout()->update(QCPLayoutElement::upPreparation);
    plotLayout()->update(QCPLayoutElement::upMargins);
    plotLayout()->update(QCPLayoutElement::upLayout);
    fillPanes(m_panes, m_runs, m_places,
              m_picture ? LineDetail{.pictureColumns = m_picture->width} : LineDetail{.quick = m_schedule.isSlow()});
    m_meter.fill(m_places);
    replot(QCustomPlot::rpQueuedRefresh);
    showSentence();
    m_readout->follow();
    if (!m_picture) {
        m_schedule.end();
    }
}

void CurveView::setEmptySentence(const QString& sentence)
{
    m_emptySentence = sentence;
    showSentence();
}

void CurveView::showSentence()
{
    if (m_runs.isEmpty()) {
        const bool noEpochs = m_runs.options().along == Along::Epoch && !m_runs.current().curves.empty();
        m_readout->setSentence(
            noEpochs
                ? tr("The number of iterations per epoch of this run is not known. Choose another horizontal axis.")
                : m_emptySentence);
    } else {
        m_readout->setSentence(m_panes.empty() ? tr("Choose a pane to show.") : QString());
    }
}

void CurveView::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    refresh();
}

void CurveView::resizeEvent(QResizeEvent* event)
{
    if (size().isEmpty()) {
        return; // it would have nothing to draw on
    }
    QCustomPlot::resizeEvent(event);
    m_readout->setGeometry(rect());
    m_panes.placeLegends(width());
    refresh();
}

bool CurveView::event(QEvent* event)
{
    if (event->type() == QEvent::LocaleChange || event->type() == QEvent::LanguageChange ||
        event->type() == QEvent::FontChange) {
        setLocale(QLocale());
        rebuild();
    }
    return QCustomPlot::event(event);
}

void CurveView::drawFor(int width, Ground ground, const std::function<void()>& draw)
{
    m_picture = Picture{.width = width, .ground = ground};
    const auto back = qScopeGuard([this] {
        m_picture.reset();
        rebuild();
    });
    rebuild();
    draw();
}

} // namespace studio

#include "moc_curve_view.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"

#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_legends.h"
#include "app/studio/plots/curve_panes.h"
#include "app/studio/plots/thinning.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <cmath>

namespace studio {
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

QCPRange nothing()
{
    QCPRange range;
    range.lower = HUGE_VAL;
    range.upper = -HUGE_VAL;
    return range;
}

/// The values of a pane that are seen.
struct Seen {
    double limit = HUGE_VAL; ///< what is above it has diverged
    QCPRange all = nothing(), below = nothing();
    bool isMostlyBelow = false; ///< one line at least is

    void include(double value)
    {
        if (std::isfinite(value)) {
            all.lower = std::min(all.lower, value);
            all.upper = std::max(all.upper, value);
        }
        if (std::isfinite(value) && value <= limit) {
            below.lower = std::min(below.lower, value);
            below.upper = std::max(below.upper, value);
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
    const RunMarks& marks = line.run->curves.marks();
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
    if (marks.best() != nullptr) {
        best.push_back(point(*marks.best()));
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
    const auto put = [&](QCPGraph* graph, const Column& column, const Window& window) {
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
    for (const engine::ValidationEvent& validation : line.run->curves.marks().validations()) {
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
void setValues(const CurvePane& pane, const CurveOptions& options, QCPRange values)
{
    if (pane.byHand) {
        return;
    }
    if (values.lower > values.upper) {
        values = options.isLogarithmic(pane.measure) ? QCPRange(0.1, 10) : QCPRange(0, 1);
    }
    if (options.isLogarithmic(pane.measure)) {
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
        const bool isWhole = panes.fitted() == CurvePanes::Fit::All || !seen[pane].isMostlyBelow ||
                             seen[pane].below.lower > seen[pane].below.upper;
        setValues(panes.all()[pane], filling.options, isWhole ? seen[pane].all : seen[pane].below);
        if (isOfSteps(panes.all()[pane].measure)) {
            markNotFinite(panes, pane, filling);
        }
    }
}

} // namespace

using Hurry = ReplotSchedule::Hurry;

CurveView::CurveView(QWidget* parent)
    : QCustomPlot(parent),
      m_panes(*this),
      m_meter(*this, m_runs),
      m_zoom(m_runs, m_panes),
      m_overlay(new CursorOverlay(this)),
      m_readout(m_runs, m_panes, m_meter, *m_overlay),
      m_gestures(*this, *m_overlay)
{
    setAutoAddPlottableToLegend(false);
    setInteractions(QCP::Interactions());
    setLocale(QLocale());
    connect(&m_runs, &PlottedRuns::currentChanged, &m_readout, &CurveReadout::hide);
    connect(&m_runs, &PlottedRuns::changed, this, &CurveView::rebuild);
    connect(&m_runs, &PlottedRuns::grew, this, [this] { schedule(Hurry::Live); });
    connect(&m_zoom, &CurveZoom::moved, this, [this] { schedule(Hurry::ByHand); });
    connect(&m_zoom, &CurveZoom::jumped, this, &CurveView::refresh);
    connect(&m_readout, &CurveReadout::valuesChanged, this, [this] { setAccessibleDescription(m_readout.words()); });
    connect(&m_gestures, &CurveGestures::checkpointActivated, this, &CurveView::checkpointActivated);
    connect(&m_schedule, &ReplotSchedule::due, this, &CurveView::refresh);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &CurveView::rebuild);
    rebuild();
}

/// Makes the panes and their lines again. They hold only the points that are seen, so this costs no more than a replot.
void CurveView::rebuild()
{
    const bool light = m_picture && m_picture->ground == Ground::Light;
    const editor::Theme& theme = light ? editor::lightTheme() : editor::theme();
    setBackground(theme.canvas);
    m_empty = m_runs.isEmpty();
    const PaneLooks looks{.theme = theme, .font = font()};
    m_panes.make(m_runs, looks);
    if (wantsMeter()) {
        m_meter.make(m_panes.margins(), looks);
    }
    CurveLegends::place(m_panes.all(), m_picture ? m_picture->width : width());
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
    m_zoom.update();
    // A first layout tells how wide the panes are.
    plotLayout()->update(QCPLayoutElement::upPreparation);
    plotLayout()->update(QCPLayoutElement::upMargins);
    plotLayout()->update(QCPLayoutElement::upLayout);
    fillPanes(m_panes, m_runs, m_zoom.places(),
              m_picture ? LineDetail{.pictureColumns = m_picture->width} : LineDetail{.quick = m_schedule.isSlow()});
    m_meter.fill(m_zoom.places());
    replot(QCustomPlot::rpQueuedRefresh);
    showSentence();
    m_readout.update();
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
        m_overlay->setSentence(
            noEpochs
                ? tr("The number of iterations per epoch of this run is not known. Choose another horizontal axis.")
                : m_emptySentence);
    } else {
        m_overlay->setSentence(m_panes.empty() ? tr("Choose a pane to show.") : QString());
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
    m_overlay->setGeometry(rect());
    CurveLegends::place(m_panes.all(), width());
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
    rebuild();
    draw();
    m_picture.reset();
    rebuild();
}

} // namespace studio

#include "moc_curve_view.cpp"

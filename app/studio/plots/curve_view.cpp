// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"

#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_legends.h"
#include "editor/looks/theme.h"
#include "editor/looks/themes.h"

#include <algorithm>
#include <functional>

namespace studio {

namespace {

constexpr int frame = 33;    ///< milliseconds: no more than 30 replots a second
constexpr int share = 80;    ///< a replot of c ms is followed by 80 c ms without one: 1.25 % of one core at most
constexpr int slowest = 300; ///< milliseconds: however busy the machine is, the curves are seen to move
constexpr qint64 dear = 24;  ///< milliseconds of a replot: above, the next ones are drawn without smooth edges

/// The names of all its metrics, whatever their pane.
std::vector<std::string> metricsOf(const RunCurves& run)
{
    std::vector<std::string> names;
    for (const Measure measure : measures) {
        const std::vector<std::string> some = run.marks().metrics(measure);
        names.insert(names.end(), some.begin(), some.end());
    }
    return names;
}

} // namespace

CurveView::CurveView(QWidget* parent)
    : QCustomPlot(parent), m_margins(new QCPMarginGroup(this)), m_overlay(new CursorOverlay(this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAutoAddPlottableToLegend(false);
    setInteractions(QCP::Interactions());
    addLayer(QStringLiteral("curves"), layer(QStringLiteral("main")));
    addLayer(QStringLiteral("marks"), layer(QStringLiteral("curves")));
    plotLayout()->setRowSpacing(2);
    setLocale(QLocale());
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &CurveView::rebuild);
    rebuild();
}

// What is drawn -------------------------------------------------------------------------------------------------------

void CurveView::setCurrent(RunCurves run)
{
    m_current.shown = m_current.shown || run.id() != m_current.curves.id();
    m_current.colour = run.id();
    m_current.curves = std::move(run);
    hideCursor();
    rebuild();
}

void CurveView::setEarlier(std::vector<PlottedRun> runs)
{
    for (PlottedRun& run : runs) {
        const auto known = std::find_if(m_earlier.begin(), m_earlier.end(),
                                        [&](const PlottedRun& before) { return before.curves.shows(run.curves); });
        if (known != m_earlier.end()) {
            run.curves = std::move(known->curves); // ready to be drawn
        }
    }
    m_earlier = std::move(runs);
    rebuild();
}

void CurveView::setShown(int runId, bool shown)
{
    for (PlottedRun& run : m_earlier) {
        run.shown = run.curves.id() == runId ? shown : run.shown;
    }
    m_current.shown = m_current.curves.id() == runId ? shown : m_current.shown;
    rebuild();
}

void CurveView::append(std::span<const CurvePoint> points)
{
    m_current.curves.append(points);
    schedule(Hurry::Live);
}

void CurveView::setCurve(const RunCurve& curve)
{
    const bool hadPlaces = m_current.curves.places(m_options.along).areKnown();
    m_current.curves.follow(curve);
    if (m_current.curves.places(m_options.along).areKnown() != hadPlaces) {
        rebuild();
    } else {
        schedule(Hurry::Live);
    }
}

void CurveView::append(const ValidationPoint& point)
{
    const bool first = m_current.curves.marks().validations().empty();
    const std::vector<std::string> before = metricsOf(m_current.curves);
    m_current.curves.marks().append(point);
    if (first || metricsOf(m_current.curves) != before) {
        rebuild(); // the legend has one more, or a pane comes up
    } else {
        schedule(Hurry::Live);
    }
}

void CurveView::append(const CheckpointMark& mark)
{
    m_current.curves.marks().append(mark);
    schedule(Hurry::Live);
}

std::vector<const PlottedRun*> CurveView::shownRuns() const
{
    std::vector<const PlottedRun*> runs;
    for (const PlottedRun& run : m_earlier) {
        if (run.shown && run.curves.places(m_options.along).areKnown()) {
            runs.push_back(&run);
        }
    }
    if (m_current.shown && m_current.curves.places(m_options.along).areKnown()) {
        runs.push_back(&m_current);
    }
    return runs;
}

std::vector<const RunCurves*> CurveView::shownCurves() const
{
    std::vector<const RunCurves*> curves;
    for (const PlottedRun* run : shownRuns()) {
        if (!run->curves.empty()) {
            curves.push_back(&run->curves);
        }
    }
    return curves;
}

bool CurveView::isEmpty() const
{
    const std::vector<const PlottedRun*> runs = shownRuns();
    return std::all_of(runs.begin(), runs.end(), [](const PlottedRun* run) { return run->curves.empty(); });
}

void CurveView::setOptions(const CurveOptions& options)
{
    if (options == m_options) {
        return;
    }
    const CurveOptions before = std::exchange(m_options, options);
    const RunCurves& curves = m_current.curves;
    if (before.along != options.along && !m_following && !curves.points().empty()) {
        // What was seen stays in sight.
        const auto convert = [&](double place) {
            return curves.places(options.along).at(curves.places(before.along).nearest(place));
        };
        m_range = QCPRange(convert(m_range.lower), convert(m_range.upper));
    }
    if (before.along != options.along) {
        m_span = 0;
    }
    rebuild();
}

const editor::Theme& CurveView::look() const
{
    return m_ground == Ground::Light ? editor::lightTheme() : editor::theme();
}

/// Of the run in front; a comparison with runs of another kind is by its words.
Units CurveView::units() const
{
    const std::vector<const RunCurves*> curves = shownCurves();
    return curves.empty() || curves.back()->readsText() ? Units::Characters : Units::Sequences;
}

/// Metrics have a pane where a run over sequences tells some: of a text the loss says it all.
bool CurveView::isDrawn(Measure measure) const
{
    if (!m_options.panes[static_cast<std::size_t>(measure)]) {
        return false;
    }
    const std::vector<const RunCurves*> curves = shownCurves();
    return isOfSteps(measure) || std::any_of(curves.begin(), curves.end(), [&](const RunCurves* run) {
               return !run->readsText() && !run->marks().metrics(measure).empty();
           });
}

/// What is not shown waits: a project may have many long runs.
void CurveView::updateShown()
{
    const auto update = [&](PlottedRun& run) {
        if (run.shown) {
            run.curves.setSmoothing(m_options.smoothing);
            run.curves.setDrawn(m_options.panes);
            run.curves.update();
        }
    };
    std::for_each(m_earlier.begin(), m_earlier.end(), update);
    update(m_current);
}

/// Makes panes and graphs anew. They hold only the points that are seen, so this costs no more than a replot.
void CurveView::rebuild()
{
    std::array<std::optional<QCPRange>, measures.size()> byHand;
    for (const CurvePane& pane : m_panes) {
        if (pane.byHand) {
            byHand[static_cast<std::size_t>(pane.measure)] = pane.rect->axis(QCPAxis::atLeft)->range();
        }
    }
    updateShown();
    m_empty = isEmpty();
    clearPlottables();
    m_panes.clear();
    m_lines.clear();
    plotLayout()->clear();
    plotLayout()->simplify();

    const editor::Theme& theme = look();
    setBackground(theme.canvas);
    for (const Measure measure : measures) {
        if (isDrawn(measure) && !m_empty) {
            addPane(measure);
        }
    }
    for (const PlottedRun* run : shownRuns()) {
        for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
            if (isOfSteps(m_panes[pane].measure)) {
                addLine(*run, pane);
            } else {
                addMetrics(*run, pane);
            }
        }
    }
    for (CurvePane& pane : m_panes) {
        if (const std::optional<QCPRange>& range = byHand[static_cast<std::size_t>(pane.measure)]) {
            pane.byHand = true;
            pane.rect->axis(QCPAxis::atLeft)->setRange(*range);
        }
    }
    addLegends();
    CurveLegends::place(m_panes, m_columns > 0 ? m_columns : width());
    refresh();
}

void CurveView::addLegends()
{
    CurveLegends legends(m_panes, m_lines, {.theme = look(), .font = font()});
    if (!m_panes.empty() && !m_lines.empty()) {
        if (shownRuns().size() <= 1) {
            legends.addOfOneRun(m_current);
        } else if (m_columns > 0) {
            legends.addOfSeveral(m_current);
        }
    }
    legends.addOfMetrics(m_current);
}

// When it is drawn ----------------------------------------------------------------------------------------------------

void CurveView::schedule(Hurry hurry)
{
    if (!isVisible()) {
        return;
    }
    const qint64 wait = hurry == Hurry::ByHand ? frame : std::clamp<qint64>(m_cost * share, frame, slowest);
    const qint64 passed = m_sinceReplot.isValid() ? m_sinceReplot.elapsed() : wait;
    const auto due = static_cast<int>(std::max<qint64>(wait - passed, 0));
    if (!m_timer.isActive() || due < m_due.remainingTime()) {
        m_due.setRemainingTime(due);
        m_timer.start(due, Qt::PreciseTimer, this);
    }
}

void CurveView::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId()) {
        QCustomPlot::timerEvent(event);
        return;
    }
    refresh();
}

void CurveView::refresh()
{
    m_timer.stop();
    if (m_empty != isEmpty()) {
        rebuild();
        return;
    }
    QElapsedTimer took;
    took.start();
    if (m_following) {
        follow();
    }
    // A first layout tells how wide the panes are.
    plotLayout()->update(QCPLayoutElement::upPreparation);
    plotLayout()->update(QCPLayoutElement::upMargins);
    plotLayout()->update(QCPLayoutElement::upLayout);
    fill();
    replot(QCustomPlot::rpQueuedRefresh);
    updateOverlay();
    m_cost = took.elapsed();
    m_quick = m_columns == 0 && (m_quick ? m_cost > dear / 4 : m_cost > dear);
    m_sinceReplot.start();
    ++m_replots;
}

void CurveView::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    refresh();
}

void CurveView::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event);
    m_overlay->setGeometry(rect());
    CurveLegends::place(m_panes, width());
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
    m_columns = width;
    m_ground = ground;
    m_quick = false;
    rebuild();
    draw();
    m_columns = 0;
    m_ground = Ground::AsShown;
    rebuild();
}

} // namespace studio

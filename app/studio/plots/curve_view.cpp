// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_line.h"
#include "app/studio/plots/tickers.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "editor/looks/themes.h"
#include "engine/training/metrics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace studio {

namespace {

constexpr int frame = 33;        ///< milliseconds: no more than 30 replots a second
constexpr int share = 80;        ///< a replot of c ms is followed by 80 c ms without one: 1.25 % of one core at most
constexpr int slowest = 300;     ///< milliseconds: however busy the machine is, the curves are seen to move
constexpr qint64 dear = 24;      ///< milliseconds of a replot: above, the next ones are drawn without smooth edges
constexpr int lowest = 240;      ///< units: below, the horizontal axis goes without its name
constexpr double markHeight = 8; ///< pixels from a pane's edge to the marks along it

QColor withAlpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

void include(QCPRange& range, double value)
{
    if (std::isfinite(value)) {
        range.lower = std::min(range.lower, value);
        range.upper = std::max(range.upper, value);
    }
}

QCPRange nothing()
{
    QCPRange range;
    range.lower = HUGE_VAL;
    range.upper = -HUGE_VAL;
    return range;
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
    m_current.curves = std::move(run);
    m_current.curves.setSmoothing(m_options.smoothing);
    hideCursor();
    rebuild();
}

void CurveView::setEarlier(std::vector<Run> runs)
{
    m_earlier = std::move(runs);
    for (Run& run : m_earlier) {
        run.curves.setSmoothing(m_options.smoothing);
    }
    rebuild();
}

void CurveView::setShown(int runId, bool shown)
{
    for (Run& run : m_earlier) {
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

void CurveView::append(const ValidationPoint& point)
{
    const bool first = m_current.curves.validations().empty();
    const std::vector<std::string> before = metricsShown();
    m_current.curves.append(point);
    if (first || metricsShown() != before) {
        rebuild(); // the legend has one more, or a pane comes up
    } else {
        schedule(Hurry::Live);
    }
}

void CurveView::append(const CheckpointMark& mark)
{
    m_current.curves.append(mark);
    schedule(Hurry::Live);
}

std::vector<const CurveView::Run*> CurveView::shownRuns() const
{
    std::vector<const Run*> runs;
    for (const Run& run : m_earlier) {
        if (run.shown) {
            runs.push_back(&run);
        }
    }
    if (m_current.shown) {
        runs.push_back(&m_current);
    }
    return runs;
}

std::vector<const RunCurves*> CurveView::shownCurves() const
{
    std::vector<const RunCurves*> curves;
    for (const Run* run : shownRuns()) {
        if (!run->curves.empty()) {
            curves.push_back(&run->curves);
        }
    }
    return curves;
}

bool CurveView::isEmpty() const
{
    const std::vector<const Run*> runs = shownRuns();
    return std::all_of(runs.begin(), runs.end(), [](const Run* run) { return run->curves.empty(); });
}

void CurveView::setOptions(const CurveOptions& options)
{
    if (options == m_options) {
        return;
    }
    const CurveOptions before = std::exchange(m_options, options);
    for (Run& run : m_earlier) {
        run.curves.setSmoothing(options.smoothing);
    }
    const RunCurves& curves = m_current.curves;
    if (before.along != options.along && !m_following && curves.size() > 0) {
        // What was seen stays in sight.
        const auto convert = [&](double place) {
            return curves.place(curves.nearest(place, before.along), options.along);
        };
        m_range = QCPRange(convert(m_range.lower), convert(m_range.upper));
    }
    if (before.along != options.along) {
        m_span = 0;
    }
    m_current.curves.setSmoothing(options.smoothing);
    rebuild();
}

const editor::Theme& CurveView::look() const
{
    return m_ground == Ground::Light ? editor::lightTheme() : editor::theme();
}

bool CurveView::isLogarithmic(Measure measure) const
{
    return m_options.scale == Scale::Logarithmic && measure != Measure::Speed && measure != Measure::Accuracy;
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
               return !run->readsText() && !run->metrics(measure).empty();
           });
}

/// Of all panes, by name.
std::vector<std::string> CurveView::metricsShown() const
{
    std::vector<std::string> names;
    for (const Measure measure : measures) {
        const std::vector<std::string> some = m_current.curves.metrics(measure);
        names.insert(names.end(), some.begin(), some.end());
    }
    return names;
}

/// Makes panes and graphs anew. They hold only the points that are seen, so this costs no more than a replot.
void CurveView::rebuild()
{
    std::array<std::optional<QCPRange>, measures.size()> byHand;
    for (const Pane& pane : m_panes) {
        if (pane.byHand) {
            byHand[static_cast<std::size_t>(pane.measure)] = pane.rect->axis(QCPAxis::atLeft)->range();
        }
    }
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
    for (const Run* run : shownRuns()) {
        for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
            if (isOfSteps(m_panes[pane].measure)) {
                addLine(*run, pane);
            } else {
                addMetrics(*run, pane);
            }
        }
    }
    for (Pane& pane : m_panes) {
        if (const std::optional<QCPRange>& range = byHand[static_cast<std::size_t>(pane.measure)]) {
            pane.byHand = true;
            pane.rect->axis(QCPAxis::atLeft)->setRange(*range);
        }
    }
    addLegend();
    fillMetricLegends();
    placeLegends(m_columns > 0 ? m_columns : width());
    refresh();
}

void CurveView::addPane(Measure measure)
{
    const int row = plotLayout()->rowCount();
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.92);
    auto* title = new QCPTextElement(this, titleOf(measure, m_options.unit, units()), small);
    title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    title->setTextColor(look().text);
    title->setMargins(QMargins(6, row == 0 ? 4 : 0, 0, 0));
    auto* head = new QCPLayoutGrid;
    plotLayout()->addElement(row, 0, head);
    head->addElement(0, 0, title);

    auto* rect = new QCPAxisRect(this, true);
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, m_margins);
    rect->setMinimumSize(80, 30);
    rect->setMinimumMargins(QMargins(4, 4, 12, 4));
    plotLayout()->addElement(row + 1, 0, rect);
    plotLayout()->setRowStretchFactor(row, 0.001);
    plotLayout()->setRowStretchFactor(row + 1, measure == Measure::Loss ? 2 : 1);

    QCPAxis* values = rect->axis(QCPAxis::atLeft);
    if (isLogarithmic(measure)) {
        values->setScaleType(QCPAxis::stLogarithmic);
        values->setTicker(QSharedPointer<LogarithmicTicker>::create());
    } else {
        values->setTicker(QSharedPointer<NumberTicker>::create());
    }
    QCPAxis* places = rect->axis(QCPAxis::atBottom);
    if (m_options.along == Along::Time) {
        places->setTicker(QSharedPointer<DurationTicker>::create());
    } else {
        places->setTicker(QSharedPointer<NumberTicker>::create());
    }
    // Marks along the pane's edges: its height in pixels, so that they stay where they are at any zoom.
    rect->axis(QCPAxis::atRight)->setVisible(false);
    rect->axis(QCPAxis::atTop)->setVisible(false);
    m_panes.push_back({.measure = measure, .head = head, .rect = rect, .notFinite = nullptr});
    m_panes.back().notFinite = addMarks(m_panes.back(), QCPScatterStyle::ssCross, 8, look().error);
    colourAxes(m_panes.back());
}

void CurveView::colourAxes(const Pane& pane)
{
    const editor::Theme& theme = look();
    const QFont small = smallOf(font());
    for (const QCPAxis::AxisType side : {QCPAxis::atLeft, QCPAxis::atBottom}) {
        dressAxis(*pane.rect->axis(side), theme, small);
    }
}

QCPGraph* CurveView::addCurve(const Pane& pane, const QPen& pen, const QString& layerName)
{
    auto* graph = new CurveLine(pane.rect->axis(QCPAxis::atBottom), pane.rect->axis(QCPAxis::atLeft));
    graph->setPen(pen);
    graph->setLayer(layerName);
    graph->setAdaptiveSampling(false); // thinned() did it
    return graph;
}

QCPGraph* CurveView::addMarks(const Pane& pane, QCPScatterStyle::ScatterShape shape, double size, const QColor& colour)
{
    QCPGraph* graph = addGraph(pane.rect->axis(QCPAxis::atBottom), pane.rect->axis(QCPAxis::atRight));
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 1), colour, size));
    graph->setLayer(QStringLiteral("marks"));
    return graph;
}

/// The theme's colours for earlier runs without those that could be taken for the run under way.
QColor CurveView::colourOf(const Run& run) const
{
    const editor::Theme& theme = look();
    const auto alike = [](const QColor& one, const QColor& other) {
        return std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
                   std::abs(one.blue() - other.blue()) <
               120;
    };
    std::vector<QColor> apart;
    for (int index = 0; index < 8; ++index) {
        const QColor colour = theme.curve(index);
        if (!alike(colour, theme.smoothed) && !alike(colour, theme.validation)) {
            apart.push_back(colour);
        }
    }
    return apart.empty() ? theme.curve(run.colour) : apart[static_cast<std::size_t>(run.colour) % apart.size()];
}

void CurveView::addLine(const Run& run, std::size_t paneIndex)
{
    const editor::Theme& theme = look();
    const Pane& pane = m_panes[paneIndex];
    const bool current = &run == &m_current;
    const QColor main = current ? theme.smoothed : colourOf(run);
    Line line{.run = &run, .pane = paneIndex};
    if (m_options.smoothing > 0 && RunCurves::isSmoothed(pane.measure)) {
        const QColor raw = current ? withAlpha(theme.raw, 0.55) : withAlpha(main, 0.3);
        line.raw = addCurve(pane, QPen(raw, 0), QStringLiteral("main"));
    }
    line.main = addCurve(pane, QPen(main, current && line.raw != nullptr ? 2 : 1), QStringLiteral("curves"));
    if (pane.measure == Measure::Loss) {
        addLossMarks(line);
    }
    m_lines.push_back(line);
}

/// A curve for each metric of the pane, through its validations.
void CurveView::addMetrics(const Run& run, std::size_t paneIndex)
{
    const editor::Theme& theme = look();
    const bool current = &run == &m_current;
    int index = 0;
    for (const std::string& metric : run.curves.metrics(m_panes[paneIndex].measure)) {
        const QColor colour = !current ? colourOf(run) : index == 0 ? theme.validation : theme.curve(index + 2);
        Line line{.run = &run, .pane = paneIndex, .metric = metric};
        line.main =
            addCurve(m_panes[paneIndex], QPen(colour, current ? 2 : 1, index == 0 ? Qt::SolidLine : Qt::DashLine),
                     QStringLiteral("curves"));
        line.main->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colour, 1), colour, 5));
        m_lines.push_back(line);
        ++index;
    }
}

void CurveView::addLossMarks(Line& line)
{
    const editor::Theme& theme = look();
    const Pane& pane = m_panes[line.pane];
    const bool current = line.run == &m_current;
    const QColor validation = current ? theme.validation : colourOf(*line.run);
    line.validation =
        addCurve(pane, QPen(validation, 1, current ? Qt::SolidLine : Qt::DotLine), QStringLiteral("main"));
    line.validation->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(validation, 1), validation, 5));
    line.best = addCurve(pane, QPen(Qt::NoPen), QStringLiteral("marks"));
    line.best->setLineStyle(QCPGraph::lsNone);
    line.best->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(validation, 2), QBrush(theme.canvas), 10));
    const QColor mark = current ? theme.mutedText : colourOf(*line.run);
    line.checkpoints = addMarks(pane, QCPScatterStyle::ssTriangle, 8, mark);
    line.bestCheckpoints = addMarks(pane, QCPScatterStyle::ssTriangle, 10, current ? theme.success : mark);
}

/// Beside the first pane's title. Several runs are told apart by the list beside the plot; only a picture, which goes
/// without it, names them, in the pane.
void CurveView::addLegend()
{
    const bool several = shownRuns().size() > 1;
    if (m_panes.empty() || m_lines.empty() || (several && m_columns == 0)) {
        return;
    }
    QCPLegend* key = nullptr;
    if (several) {
        key = new QCPLegend;
        m_panes.front().rect->insetLayout()->addElement(key, Qt::AlignTop | Qt::AlignRight);
        dress(*key);
    } else {
        key = legendOver(m_panes.front());
    }
    fillLegend(*key, several);
}

/// Beside the pane's title or below it, see placeLegends().
QCPLegend* CurveView::legendOver(Pane& pane)
{
    auto* key = new QCPLegend;
    pane.legend = key;
    pane.head->addElement(0, 1, key);
    pane.head->setColumnStretchFactor(1, 0.001);
    key->setFillOrder(QCPLegend::foColumnsFirst);
    key->setMargins(QMargins(6, 0, 12, 0));
    dress(*key);
    return key;
}

/// In a row beside the title where there is room for it, else below it, in as many rows as are needed.
void CurveView::placeLegends(int width)
{
    for (const Pane& pane : m_panes) {
        QCPLegend* const key = pane.legend;
        if (!key || width <= 0) {
            continue;
        }
        const auto fits = [&](int items, int room) {
            key->setWrap(items);
            key->setFillOrder(QCPLegend::foColumnsFirst, true);
            key->simplify();
            return key->minimumOuterSizeHint().width() <= room;
        };
        const int all = std::max(key->itemCount(), 1);
        const bool beside = fits(all, width - pane.head->element(0, 0)->minimumOuterSizeHint().width());
        for (int items = all; !beside && items > 1 && !fits(items, width);) {
            --items;
        }
        pane.head->take(key);
        pane.head->simplify();
        pane.head->addElement(beside ? 0 : 1, beside ? 1 : 0, key);
        if (beside) {
            pane.head->setColumnStretchFactor(1, 0.001);
        }
    }
}

void CurveView::dress(QCPLegend& key) const
{
    const editor::Theme& theme = look();
    key.setLayer(QStringLiteral("legend"));
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    key.setFont(small);
    key.setTextColor(theme.text);
    key.setBrush(withAlpha(theme.canvas, 0.85));
    key.setBorderPen(Qt::NoPen);
    key.setIconSize(18, QFontMetrics(small).height());
    key.setRowSpacing(0);
    key.setColumnSpacing(10);
}

/// The metrics of the run in front, over their panes: which curve is which.
void CurveView::fillMetricLegends()
{
    for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
        if (isOfSteps(m_panes[pane].measure)) {
            continue;
        }
        QCPLegend* const key = legendOver(m_panes[pane]);
        for (const Line& line : m_lines) {
            if (line.pane == pane && line.run == &m_current) {
                line.main->setName(line.metric.starts_with(engine::trainingPrefix)
                                       ? metricName(line.metric)
                                       : tr("%1, validation").arg(metricName(line.metric)));
                line.main->addToLegend(key);
            }
        }
    }
}

void CurveView::fillLegend(QCPLegend& key, bool several)
{
    for (const Line& line : m_lines) {
        if (line.pane != 0) {
            continue;
        }
        line.main->setName(several ? nameOf(line) : tr("Training"));
        line.main->addToLegend(&key);
        if (line.raw != nullptr && line.run == &m_current) {
            line.main->setName(several ? tr("%1, smoothed").arg(nameOf(line)) : tr("Training, smoothed"));
            line.raw->setName(tr("Each point"));
            line.raw->addToLegend(&key);
        }
        if (line.validation != nullptr && line.run == &m_current && !line.run->curves.validations().empty()) {
            line.validation->setName(tr("Validation"));
            line.validation->addToLegend(&key);
        }
    }
}

QString CurveView::nameOf(const Line& line) const
{
    const std::string& name = line.run->curves.name();
    return name.empty() ? tr("This run") : QString::fromStdString(name);
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
    placeLegends(width());
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

// Filling the graphs --------------------------------------------------------------------------------------------------

double CurveView::shownValue(Measure measure, double value) const
{
    if (isLogarithmic(measure) && value <= 0) {
        return std::nan("");
    }
    return measure == Measure::Loss && m_options.unit == LossUnit::Bits ? value / std::numbers::ln2 : value;
}

void CurveView::fill()
{
    if (m_panes.empty()) {
        return;
    }
    const int pixels = m_panes.front().rect->width();
    const Window window{.along = m_options.along,
                        .from = m_range.lower,
                        .to = m_range.upper,
                        .columns = m_columns > 0 ? m_columns
                                   : m_quick     ? pixels
                                                 : static_cast<int>(pixels * devicePixelRatioF())};
    std::vector<QCPRange> values(m_panes.size(), nothing());
    for (Line& line : m_lines) {
        fillLine(line, window, values[line.pane]);
    }
    for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
        setValues(m_panes[pane], values[pane]);
        QCPAxisRect* rect = m_panes[pane].rect;
        QCPAxis* places = rect->axis(QCPAxis::atBottom);
        const bool last = pane + 1 == m_panes.size();
        places->setRange(m_range);
        places->setTickLabels(last);
        // The control above says it too: a low plot keeps the room for its curves.
        const bool room = m_columns > 0 || height() >= lowest;
        places->setLabel(last && room ? titleOf(m_options.along, units()) : QString());
        rect->axis(QCPAxis::atLeft)->ticker()->setTickCount(std::clamp(rect->height() / 28, 2, 6));
        places->ticker()->setTickCount(std::clamp(pixels / 110, 2, 8));
        rect->axis(QCPAxis::atRight)->setRange(0, std::max(rect->height(), 1));
    }
    fillNotFinite(window);
}

void CurveView::fillLine(Line& line, const Window& window, QCPRange& values)
{
    const Measure measure = m_panes[line.pane].measure;
    if (!isOfSteps(measure)) {
        fillMetric(line, window, values);
        return;
    }
    const RunCurves& curves = line.run->curves;
    const auto put = [&](QCPGraph* graph, const Series& series, const Window& seen) {
        QVector<QCPGraphData> shown;
        for (const PlotPoint& point : thinned(curves, series, seen)) {
            const double value = shownValue(measure, point.value);
            shown.push_back({point.place, value});
            if (point.place >= window.from && point.place <= window.to) {
                include(values, value);
            }
        }
        // Where noise fills the columns there are no edges to smooth, and its strokes are the plot's dearest part.
        graph->setAntialiased(!m_quick && (line.main == graph || shown.size() <= seen.columns));
        graph->data()->set(shown, true);
    };
    if (line.raw != nullptr) {
        Window coarse = window; // the screen's finest pixels are for the line that is read
        coarse.columns = m_columns > 0 ? m_columns : m_panes[line.pane].rect->width();
        put(line.raw, curves.raw(measure), coarse);
    }
    put(line.main, curves.smoothed(measure), window);
    if (line.validation != nullptr) {
        fillLossMarks(line, window, values);
    }
}

void CurveView::fillLossMarks(Line& line, const Window& window, QCPRange& values)
{
    const RunCurves& curves = line.run->curves;
    const auto point = [&](const ValidationPoint& validation) {
        return QCPGraphData(curves.place(validation, window.along), shownValue(Measure::Loss, validation.loss));
    };
    QVector<QCPGraphData> validations, best, checkpoints, bestCheckpoints;
    for (const ValidationPoint& validation : curves.validations()) {
        validations.push_back(point(validation));
        if (validations.back().key >= window.from && validations.back().key <= window.to) {
            include(values, validations.back().value);
        }
    }
    if (curves.best() != nullptr) {
        best.push_back(point(*curves.best()));
    }
    for (const CheckpointMark& mark : curves.checkpoints()) {
        (mark.best ? bestCheckpoints : checkpoints)
            .push_back({curves.placeOf(mark.iteration, window.along), markHeight});
    }
    line.validation->data()->set(validations, true);
    line.best->data()->set(best, true);
    line.checkpoints->data()->set(checkpoints, true);
    line.bestCheckpoints->data()->set(bestCheckpoints, true);
}

void CurveView::fillMetric(Line& line, const Window& window, QCPRange& values)
{
    QVector<QCPGraphData> points;
    for (const ValidationPoint& validation : line.run->curves.validations()) {
        const double value = shownValue(m_panes[line.pane].measure, engine::valueOf(validation.metrics, line.metric));
        if (!std::isfinite(value)) {
            continue;
        }
        points.push_back({line.run->curves.place(validation, window.along), value});
        if (points.back().key >= window.from && points.back().key <= window.to) {
            include(values, value);
        }
    }
    line.main->data()->set(points, true);
}

void CurveView::fillNotFinite(const Window& window)
{
    for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
        if (!isOfSteps(m_panes[pane].measure)) {
            continue;
        }
        QVector<QCPGraphData> marks;
        const double height = m_panes[pane].rect->height() - markHeight;
        for (const Line& line : m_lines) {
            if (line.pane != pane) {
                continue;
            }
            for (const double place :
                 placesNotFinite(line.run->curves, line.run->curves.raw(m_panes[pane].measure), window)) {
                marks.push_back({place, height});
            }
        }
        m_panes[pane].notFinite->data()->set(marks);
    }
}

void CurveView::setValues(Pane& pane, QCPRange values)
{
    if (pane.byHand) {
        return;
    }
    if (values.lower > values.upper) {
        values = isLogarithmic(pane.measure) ? QCPRange(0.1, 10) : QCPRange(0, 1);
    }
    QCPAxis* axis = pane.rect->axis(QCPAxis::atLeft);
    if (isLogarithmic(pane.measure)) {
        const double room = values.upper > values.lower ? std::pow(values.upper / values.lower, 0.06) : 1.1;
        axis->setRange(values.lower / room, values.upper * room);
        return;
    }
    const double room =
        values.upper > values.lower ? 0.06 * values.size() : std::max(std::abs(values.upper) * 0.1, 1e-6);
    axis->setRange(values.lower - room, values.upper + room);
}

} // namespace studio

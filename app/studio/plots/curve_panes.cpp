// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_panes.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace studio {

namespace {

constexpr int maxNameWidth = 180; ///< units of the screen: a longer name loses its middle

/// Beside the pane's title or below it, see placeLegends().
QCPLegend* legendOver(CurvePane& pane, const PaneLooks& looks)
{
    auto* key = new QCPLegend;
    pane.legend = key;
    pane.head->addElement(0, 1, key);
    pane.head->setColumnStretchFactor(1, 0.001);
    key->setFillOrder(QCPLegend::foColumnsFirst);
    key->setMargins(QMargins(6, 0, 12, 0));
    key->setLayer(QStringLiteral("legend"));
    const QFont small = smallOf(looks.font);
    key->setFont(small);
    key->setTextColor(looks.theme.text);
    key->setBrush(withAlpha(looks.theme.canvas, 0.85));
    key->setBorderPen(Qt::NoPen);
    key->setIconSize(18, QFontMetrics(small).height());
    key->setRowSpacing(0);
    key->setColumnSpacing(10);
    return key;
}

} // namespace

/// Over the first pane which line is which run, the front one first, or how the one run is drawn; over those of metrics
/// which curve is which.
void CurvePanes::addLegends(const PlottedRuns& runs, const PaneLooks& looks)
{
    const bool isOne = runs.shown().size() <= 1;
    for (std::size_t pane = 0; pane < m_panes.size() && !m_lines.empty(); ++pane) {
        const bool ofMetrics = !isOfSteps(m_panes[pane].measure);
        if (pane > 0 && !ofMetrics) {
            continue;
        }
        QCPLegend& key = *legendOver(m_panes[pane], looks);
        const QFontMetrics metrics(key.font());
        std::set<QString> named; // each once: how points and validations are drawn is alike for all runs
        const auto add = [&](QCPGraph* graph, const QString& name) {
            if (graph != nullptr && named.insert(name).second) {
                graph->setName(name);
                graph->addToLegend(&key);
            }
        };
        const auto eachLine = [&](const auto& take) {
            for (auto line = m_lines.rbegin(); line != m_lines.rend(); ++line) {
                if (line->pane == pane) {
                    take(*line);
                }
            }
        };
        eachLine([&](const RunLine& line) {
            if (ofMetrics) {
                const QString name = metricName(line.metric);
                const bool isMeasured = engine::withoutTraining(line.metric) == line.metric;
                add(line.main, isMeasured ? tr("%1, validation").arg(name) : name);
                return;
            }
            named.clear(); // two runs may have one name
            add(line.main, !isOne     ? metrics.elidedText(nameOf(*line.run), Qt::ElideMiddle, maxNameWidth)
                           : line.raw ? tr("Training, mean of %1").arg(runs.options().smoothing)
                                      : tr("Training, each iteration"));
        });
        eachLine([&](const RunLine& line) { add(line.raw, tr("Each iteration")); });
        eachLine([&](const RunLine& line) {
            const bool isKnown = !line.run->curves.validations().empty();
            add(isKnown ? line.validation : nullptr, isOne ? tr("Validation") : tr("Dashed: validation"));
        });
    }
}

void CurvePanes::placeLegends(int width) const
{
    for (const CurvePane& pane : m_panes) {
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
        const int title = pane.head->element(0, 0)->minimumOuterSizeHint().width() + pane.head->columnSpacing();
        const bool beside = fits(all, width - title);
        for (int items = all; !beside && !fits(items, width) && items > 1;) {
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

QString CurvePanes::nameOf(const PlottedRun& run)
{
    const std::string& name = run.curves.shortName();
    return name.empty() ? tr("This run") : QString::fromStdString(name);
}

namespace {

/// A graph that stays quick with a wide pen: on the screen, two lines of one pixel beside each other. As one
/// antialiased line of two pixels it takes a hundred times as long, since Qt then makes an outline of it.
class CurveLine : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override
    {
        const bool picture =
            painter->modes().testFlag(QCPPainter::pmVectorized) || painter->modes().testFlag(QCPPainter::pmNonCosmetic);
        if (picture) {
            QCPGraph::drawLinePlot(painter, lines);
            return;
        }
        const double ratio = painter->device()->devicePixelRatioF();
        QPen thin = painter->pen();
        const int count = std::max(1, qRound(thin.widthF() * ratio));
        thin.setWidth(0); // one pixel of the screen, whatever its ratio
        painter->setPen(thin);
        for (int line = 0; line < count; ++line) {
            // Mostly beneath each other, a little beside each other: so that a steep fall is not thinner than a plain.
            const double shift = (line - (count - 1) / 2.0) / ratio;
            painter->save();
            painter->translate(-shift / 2, shift);
            QCPGraph::drawLinePlot(painter, lines);
            painter->restore();
        }
    }
};

/// Metrics have a pane where a run over sequences tells some: of a text the loss says it all.
bool hasPane(const PlottedRuns& runs, Measure measure)
{
    if (!runs.options().panes[static_cast<std::size_t>(measure)] || runs.isEmpty()) {
        return false;
    }
    const std::vector<const RunCurves*> curves = runs.shownCurves();
    return isOfSteps(measure) || std::any_of(curves.begin(), curves.end(), [&](const RunCurves* run) {
               return !run->kind().lossPerUnit && !run->metrics(measure).empty();
           });
}

// Lines and marks -----------------------------------------------------------------------------------------------------

QCPGraph* addCurve(const CurvePane& pane, const QPen& pen, const QString& layerName)
{
    auto* graph = new CurveLine(pane.places(), pane.values());
    graph->setPen(pen);
    graph->setLayer(layerName);
    graph->setAdaptiveSampling(false); // thinned() did it
    return graph;
}

QCPGraph* addMarks(const CurvePane& pane, QCPScatterStyle::ScatterShape shape, double size, const QColor& colour)
{
    QCPGraph* graph = pane.rect->parentPlot()->addGraph(pane.places(), pane.rect->axis(QCPAxis::atRight));
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 1), colour, size));
    graph->setLayer(QStringLiteral("marks"));
    return graph;
}

/// A curve through values of validations: dashed, with a mark at each, so that it is not taken for training.
QCPGraph* addMeasured(const CurvePane& pane, const QColor& colour, QCPScatterStyle::ScatterShape shape)
{
    QCPGraph* graph = addCurve(pane, QPen(colour, 1, Qt::DashLine), QStringLiteral("main"));
    graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 1), colour, 5));
    return graph;
}

void addLossMarks(RunLine& line, const CurvePane& pane, const editor::Theme& theme, bool current)
{
    const QColor own = colourOf(line.run->curves.id(), theme);
    line.validation = addMeasured(pane, own, QCPScatterStyle::ssDisc);
    line.best = addCurve(pane, QPen(Qt::NoPen), QStringLiteral("marks"));
    line.best->setLineStyle(QCPGraph::lsNone);
    line.best->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(own, 2), QBrush(theme.canvas), 10));
    const QColor mark = current ? theme.mutedText : own;
    line.checkpoints = addMarks(pane, QCPScatterStyle::ssTriangle, 8, mark);
    line.bestCheckpoints = addMarks(pane, QCPScatterStyle::ssTriangle, 10, current ? theme.success : mark);
}

void dress(const CurvePane& pane, const CurveOptions& options, const PaneLooks& looks)
{
    const bool isLogarithmic = options.isLogarithmic(pane.measure);
    pane.values()->setScaleType(isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    pane.values()->setTicker(isLogarithmic ? QSharedPointer<LogarithmicTicker>::create().staticCast<QCPAxisTicker>()
                                           : QSharedPointer<NumberTicker>::create());
    pane.places()->setTicker(
        options.along == Along::Time           ? QSharedPointer<DurationTicker>::create().staticCast<QCPAxisTicker>()
        : options.along == Along::LogIteration ? QSharedPointer<ExponentTicker>::create().staticCast<QCPAxisTicker>()
                                               : QSharedPointer<NumberTicker>::create());
    // Marks along the pane's edges: its height in pixels, so that they stay where they are at any zoom.
    pane.rect->axis(QCPAxis::atRight)->setVisible(false);
    pane.rect->axis(QCPAxis::atTop)->setVisible(false);
    const QFont small = smallOf(looks.font);
    dressAxis(*pane.values(), looks.theme, small);
    dressAxis(*pane.places(), looks.theme, small);
}

CurvePane makePane(QCustomPlot& plot, const PlottedRuns& runs, const PaneLooks& looks, Measure measure,
                   QCPMarginGroup* margins)
{
    QCPLayoutGrid& grid = *plot.plotLayout();
    const int row = grid.rowCount();
    QFont small = looks.font;
    small.setPointSizeF(small.pointSizeF() * 0.92);
    auto* title = new QCPTextElement(&plot, titleOf(measure, runs.options().unit, runs.kind()), small);
    title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    title->setTextColor(looks.theme.text);
    title->setMargins(QMargins(6, row == 0 ? 4 : 0, 0, 0));
    auto* head = new QCPLayoutGrid;
    grid.addElement(row, 0, head);
    head->addElement(0, 0, title);

    auto* rect = new QCPAxisRect(&plot, true);
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    rect->setMinimumSize(80, 30);
    rect->setMinimumMargins(QMargins(4, 4, 12, 4));
    grid.addElement(row + 1, 0, rect);
    grid.setRowStretchFactor(row, 0.001);
    grid.setRowStretchFactor(row + 1, measure == Measure::Loss ? 2 : 1);

    CurvePane pane{.measure = measure, .head = head, .rect = rect};
    dress(pane, runs.options(), looks);
    pane.notFinite = addMarks(pane, QCPScatterStyle::ssCross, 8, looks.theme.error);
    return pane;
}

/// Of what each iteration tells.
RunLine makeLine(const PlottedRun& run, const PlottedRuns& runs, const CurvePane& pane, const PaneLooks& looks)
{
    const bool current = &run == &runs.current();
    const QColor main = colourOf(run.curves.id(), looks.theme);
    RunLine line{.run = &run};
    if (runs.options().smoothing > 0 && isNoisy(pane.measure)) {
        line.raw = addCurve(pane, QPen(withAlpha(main, current ? 0.65 : 0.5), 0), QStringLiteral("main"));
    }
    const double width = current && line.raw != nullptr ? 2 : 1;
    const bool needsNoDots = width > 1 || runs.shown().size() <= 1;
    const Qt::PenStyle style = needsNoDots ? Qt::SolidLine : lineOf(run.curves.id());
    line.main = addCurve(pane, QPen(main, width, style), QStringLiteral("curves"));
    if (pane.measure == Measure::Loss) {
        addLossMarks(line, pane, looks.theme, current);
    }
    return line;
}

/// Curves through the run's validations: what they measure on the training part is solid, as training is; a metric has
/// one mark in all runs.
std::vector<RunLine> makeMetrics(const PlottedRun& run, const CurvePane& pane, const PaneLooks& looks)
{
    const QColor colour = colourOf(run.curves.id(), looks.theme);
    std::vector<RunLine> lines;
    for (const std::string& metric : run.curves.metrics(pane.measure)) {
        const std::string_view measured = engine::withoutTraining(metric);
        RunLine line{.run = &run, .metric = metric};
        line.main = addMeasured(pane, colour, measured == "mae" ? QCPScatterStyle::ssSquare : QCPScatterStyle::ssDisc);
        if (measured != metric) {
            line.main->setPen(QPen(colour, 1));
        }
        lines.push_back(line);
    }
    return lines;
}

} // namespace

// The panes -----------------------------------------------------------------------------------------------------------

CurvePanes::CurvePanes(QCustomPlot& plot) : m_plot(plot), m_margins(new QCPMarginGroup(&plot))
{
    plot.addLayer(QStringLiteral("curves"), plot.layer(QStringLiteral("main")));
    plot.addLayer(QStringLiteral("marks"), plot.layer(QStringLiteral("curves")));
    plot.plotLayout()->setRowSpacing(2);
}

void CurvePanes::make(const PlottedRuns& runs, const PaneLooks& looks)
{
    std::array<std::optional<QCPRange>, measures.size()> byHand;
    for (const CurvePane& pane : m_panes) {
        if (pane.byHand) {
            byHand[static_cast<std::size_t>(pane.measure)] = pane.values()->range();
        }
    }
    m_plot.clearPlottables();
    m_panes.clear();
    m_lines.clear();
    m_plot.plotLayout()->clear();
    m_plot.plotLayout()->simplify();

    for (const Measure measure : measures) {
        if (hasPane(runs, measure)) {
            m_panes.push_back(makePane(m_plot, runs, looks, measure, m_margins));
        }
    }
    for (const PlottedRun* run : runs.shown()) {
        for (std::size_t index = 0; index < m_panes.size(); ++index) {
            const CurvePane& pane = m_panes[index];
            for (RunLine& line : isOfSteps(pane.measure) ? std::vector{makeLine(*run, runs, pane, looks)}
                                                         : makeMetrics(*run, pane, looks)) {
                line.pane = index;
                m_lines.push_back(std::move(line));
            }
        }
    }
    for (CurvePane& pane : m_panes) {
        if (const std::optional<QCPRange>& range = byHand[static_cast<std::size_t>(pane.measure)]) {
            pane.byHand = true;
            pane.values()->setRange(*range);
        }
    }
    addLegends(runs, looks);
}

CurvePane* CurvePanes::at(const QPoint& position)
{
    const auto found = std::find_if(m_panes.begin(), m_panes.end(),
                                    [&](const CurvePane& pane) { return pane.rect->outerRect().contains(position); });
    return found == m_panes.end() ? nullptr : &*found;
}

const QCPAxis* CurvePanes::placesAt(const QPoint& position) const
{
    for (const QCPAxisRect* rect : m_plot.axisRects()) {
        if (rect->outerRect().contains(position)) {
            return rect->axis(QCPAxis::atBottom);
        }
    }
    return nullptr;
}

QCPRange CurvePanes::valuesOf(Measure measure) const
{
    const auto found =
        std::find_if(m_panes.begin(), m_panes.end(), [&](const CurvePane& pane) { return pane.measure == measure; });
    return found == m_panes.end() ? QCPRange() : found->values()->range();
}

bool CurvePanes::hasChosenValues() const
{
    return std::ranges::any_of(m_panes, &CurvePane::byHand);
}

void CurvePanes::fitValues(Fit fit)
{
    m_fit = fit;
    for (CurvePane& pane : m_panes) {
        pane.byHand = false;
    }
}

} // namespace studio

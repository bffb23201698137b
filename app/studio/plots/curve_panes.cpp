// SPDX-License-Identifier: GPL-3.0-or-later
// The panes of a CurveView with their axes, lines and marks.
#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/curve_line.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/tickers.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

QCPGraph* addCurve(const CurvePane& pane, const QPen& pen, const QString& layerName)
{
    auto* graph = new CurveLine(pane.rect->axis(QCPAxis::atBottom), pane.rect->axis(QCPAxis::atLeft));
    graph->setPen(pen);
    graph->setLayer(layerName);
    graph->setAdaptiveSampling(false); // thinned() did it
    return graph;
}

QCPGraph* addMarks(const CurvePane& pane, QCPScatterStyle::ScatterShape shape, double size, const QColor& colour)
{
    QCPGraph* graph =
        pane.rect->parentPlot()->addGraph(pane.rect->axis(QCPAxis::atBottom), pane.rect->axis(QCPAxis::atRight));
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 1), colour, size));
    graph->setLayer(QStringLiteral("marks"));
    return graph;
}

} // namespace

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
    if (m_options.isLogarithmic(measure)) {
        values->setScaleType(QCPAxis::stLogarithmic);
        values->setTicker(QSharedPointer<LogarithmicTicker>::create());
    } else {
        values->setTicker(QSharedPointer<NumberTicker>::create());
    }
    QCPAxis* places = rect->axis(QCPAxis::atBottom);
    if (m_options.along == Along::Time) {
        places->setTicker(QSharedPointer<DurationTicker>::create());
    } else if (m_options.along == Along::LogIteration) {
        places->setTicker(QSharedPointer<ExponentTicker>::create());
    } else {
        places->setTicker(QSharedPointer<NumberTicker>::create());
    }
    // Marks along the pane's edges: its height in pixels, so that they stay where they are at any zoom.
    rect->axis(QCPAxis::atRight)->setVisible(false);
    rect->axis(QCPAxis::atTop)->setVisible(false);
    m_panes.push_back({.measure = measure, .head = head, .rect = rect, .notFinite = nullptr});
    m_panes.back().notFinite = addMarks(m_panes.back(), QCPScatterStyle::ssCross, 8, look().error);
    const QFont smallOfAxes = smallOf(font());
    for (const QCPAxis::AxisType side : {QCPAxis::atLeft, QCPAxis::atBottom}) {
        dressAxis(*rect->axis(side), look(), smallOfAxes);
    }
}

/// By its number, so that a run keeps its colour for life. None could be taken for a validation of the run under way.
QColor CurveView::colourOf(const PlottedRun& run) const
{
    const editor::Theme& theme = look();
    const auto alike = [](const QColor& one, const QColor& other) {
        return std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
                   std::abs(one.blue() - other.blue()) <
               120;
    };
    std::vector<QColor> apart = {theme.smoothed};
    for (int index = 0; index < 8; ++index) {
        const QColor colour = theme.curve(index);
        if (!alike(colour, theme.smoothed) && !alike(colour, theme.validation)) {
            apart.push_back(colour);
        }
    }
    return apart[static_cast<std::size_t>(std::max(run.colour - 1, 0)) % apart.size()];
}

void CurveView::addLine(const PlottedRun& run, std::size_t paneIndex)
{
    const CurvePane& pane = m_panes[paneIndex];
    const bool current = &run == &m_current;
    const QColor main = colourOf(run);
    RunLine line{.run = &run, .pane = paneIndex};
    if (m_options.smoothing > 0 && isNoisy(pane.measure)) {
        const QColor raw = withAlpha(main, current ? 0.45 : 0.3);
        line.raw = addCurve(pane, QPen(raw, 0), QStringLiteral("main"));
    }
    line.main = addCurve(pane, QPen(main, current && line.raw != nullptr ? 2 : 1), QStringLiteral("curves"));
    if (pane.measure == Measure::Loss) {
        addLossMarks(line);
    }
    m_lines.push_back(line);
}

/// A curve for each metric of the pane, through its validations.
void CurveView::addMetrics(const PlottedRun& run, std::size_t paneIndex)
{
    const editor::Theme& theme = look();
    const bool current = &run == &m_current;
    int index = 0;
    for (const std::string& metric : run.curves.marks().metrics(m_panes[paneIndex].measure)) {
        const QColor colour = !current ? colourOf(run) : index == 0 ? theme.validation : theme.curve(index + 2);
        RunLine line{.run = &run, .pane = paneIndex, .metric = metric};
        line.main =
            addCurve(m_panes[paneIndex], QPen(colour, current ? 2 : 1, index == 0 ? Qt::SolidLine : Qt::DashLine),
                     QStringLiteral("curves"));
        line.main->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colour, 1), colour, 5));
        m_lines.push_back(line);
        ++index;
    }
}

void CurveView::addLossMarks(RunLine& line)
{
    const editor::Theme& theme = look();
    const CurvePane& pane = m_panes[line.pane];
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

} // namespace studio

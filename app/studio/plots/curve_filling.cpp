// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the graphs of a CurveView with what is seen of the runs, and scales its axes.
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/words.h"
#include "engine/training/metrics.h"

#include <algorithm>
#include <cmath>

namespace studio {

namespace {

constexpr int lowest = 240;      ///< units: below, the horizontal axis goes without its name
constexpr double markHeight = 8; ///< pixels from a pane's edge to the marks along it

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

void fillLossMarks(const RunLine& line, const CurveOptions& options, const Window& window, QCPRange& values)
{
    const RunMarks& marks = line.run->curves.marks();
    const RunPlaces places = line.run->curves.places(options.along);
    const auto point = [&](const ValidationPoint& validation) {
        return QCPGraphData(places.of(validation), options.shownValue(Measure::Loss, validation.loss));
    };
    QVector<QCPGraphData> validations, best, checkpoints, bestCheckpoints;
    for (const ValidationPoint& validation : marks.validations()) {
        validations.push_back(point(validation));
        if (validations.back().key >= window.from && validations.back().key <= window.to) {
            include(values, validations.back().value);
        }
    }
    if (marks.best() != nullptr) {
        best.push_back(point(*marks.best()));
    }
    for (const CheckpointMark& mark : marks.checkpoints()) {
        (mark.best ? bestCheckpoints : checkpoints).push_back({places.of(mark.iteration), markHeight});
    }
    line.validation->data()->set(validations, true);
    line.best->data()->set(best, true);
    line.checkpoints->data()->set(checkpoints, true);
    line.bestCheckpoints->data()->set(bestCheckpoints, true);
}

/// Room for these values, unless the user chose the pane's range.
void setValues(const CurvePane& pane, const CurveOptions& options, QCPRange values)
{
    if (pane.byHand) {
        return;
    }
    if (values.lower > values.upper) {
        values = options.isLogarithmic(pane.measure) ? QCPRange(0.1, 10) : QCPRange(0, 1);
    }
    QCPAxis* axis = pane.rect->axis(QCPAxis::atLeft);
    if (options.isLogarithmic(pane.measure)) {
        const double room = values.upper > values.lower ? std::pow(values.upper / values.lower, 0.06) : 1.1;
        axis->setRange(values.lower / room, values.upper * room);
        return;
    }
    const double room =
        values.upper > values.lower ? 0.06 * values.size() : std::max(std::abs(values.upper) * 0.1, 1e-6);
    axis->setRange(values.lower - room, values.upper + room);
}

} // namespace

void CurveView::fill()
{
    if (m_panes.empty()) {
        return;
    }
    const int pixels = m_panes.front().rect->width();
    const Window window{.from = m_range.lower,
                        .to = m_range.upper,
                        .columns = m_columns > 0 ? m_columns
                                   : m_quick     ? pixels
                                                 : static_cast<int>(pixels * devicePixelRatioF())};
    std::vector<QCPRange> values(m_panes.size(), nothing());
    for (RunLine& line : m_lines) {
        fillLine(line, window, values[line.pane]);
    }
    for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
        setValues(m_panes[pane], m_options, values[pane]);
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

void CurveView::fillLine(RunLine& line, const Window& window, QCPRange& values)
{
    const Measure measure = m_panes[line.pane].measure;
    if (!isOfSteps(measure)) {
        fillMetric(line, window, values);
        return;
    }
    const RunCurves& curves = line.run->curves;
    const auto put = [&](QCPGraph* graph, const Column& column, const Window& seen) {
        QVector<QCPGraphData> shown;
        for (const PlotPoint& point : thinned(curves.places(m_options.along), column, seen)) {
            const double value = m_options.shownValue(measure, point.value);
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
        fillLossMarks(line, m_options, window, values);
    }
}

void CurveView::fillMetric(RunLine& line, const Window& window, QCPRange& values)
{
    QVector<QCPGraphData> points;
    for (const ValidationPoint& validation : line.run->curves.marks().validations()) {
        const double value =
            m_options.shownValue(m_panes[line.pane].measure, engine::valueOf(validation.metrics, line.metric));
        if (!std::isfinite(value)) {
            continue;
        }
        points.push_back({line.run->curves.places(m_options.along).of(validation), value});
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
        for (const RunLine& line : m_lines) {
            if (line.pane != pane) {
                continue;
            }
            for (const double place : placesNotFinite(line.run->curves.places(m_options.along),
                                                      line.run->curves.raw(m_panes[pane].measure), window)) {
                marks.push_back({place, height});
            }
        }
        m_panes[pane].notFinite->data()->set(marks);
    }
}

} // namespace studio

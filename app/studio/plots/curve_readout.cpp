// SPDX-License-Identifier: GPL-3.0-or-later
// The cursor of a CurveView and what it says of the values under it.
#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_legends.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/words.h"
#include "engine/training/metrics.h"

#include <algorithm>

namespace studio {

namespace {

QString headingOf(const RunCurves& curves, std::size_t index, const QLocale& locale)
{
    const QString words = curves.readsText() ? CurveView::tr("Iteration %1 · %2 · %3 characters")
                                             : CurveView::tr("Iteration %1 · %2 · %3 sequences");
    return words.arg(locale.toString(qint64{curves.iteration(index)}), durationOf(curves.place(index, Along::Time)),
                     locale.toString(curves.place(index, Along::Characters), 'f', 0));
}

} // namespace

/// Snaps to a point of the run under way, or of the last that is shown.
void CurveView::placeCursor(double place)
{
    const std::vector<const PlottedRun*> runs = shownRuns();
    const auto run =
        std::find_if(runs.rbegin(), runs.rend(), [](const PlottedRun* one) { return one->curves.size() > 0; });
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
        const bool noEpochs = m_options.along == Along::Epoch && !m_current.curves.empty();
        m_overlay->setSentence(
            noEpochs
                ? tr("The number of iterations per epoch of this run is not known. Choose another horizontal axis.")
            : isEmpty() ? m_emptySentence
                        : tr("Choose a pane to show."));
        m_overlay->setCursorLine(std::nullopt, {});
        m_overlay->setMark(std::nullopt, {});
        return;
    }
    m_overlay->setSentence({});
    const QCPAxis* places = m_panes.front().rect->axis(QCPAxis::atBottom);
    const auto pixel = [&](std::int64_t iteration) {
        const std::vector<const PlottedRun*> runs = shownRuns();
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
    for (const CurvePane& pane : m_panes) {
        readouts.push_back(readoutOf(pane, place));
    }
    m_overlay->setCursorLine(pixel(*m_cursor), std::move(readouts));
    setAccessibleDescription(readoutText());
}

PaneReadout::Row CurveView::metricRow(const RunLine& line, const ValidationPoint& point) const
{
    const double value = engine::valueOf(point.metrics, line.metric);
    const QString metric = metricName(line.metric);
    return {line.main->pen().color(),
            shownRuns().size() > 1 ? QStringLiteral("%1, %2").arg(CurveLegends::nameOf(*line.run), metric) : metric,
            tr("%1 at %2").arg(valueOf(value), locale().toString(qint64{point.iteration})),
            line.main->coordsToPixels(line.run->curves.place(point, m_options.along), value)};
}

PaneReadout CurveView::readoutOf(const CurvePane& pane, double place) const
{
    PaneReadout readout{.pane = pane.rect->rect(), .heading = {}, .rows = {}};
    const std::vector<const PlottedRun*> runs = shownRuns();
    if (&pane == &m_panes.front() && runs.back()->curves.size() > 0) {
        const RunCurves& front = runs.back()->curves;
        readout.heading = headingOf(front, front.nearest(place, m_options.along), locale());
    }
    for (const RunLine& line : m_lines) {
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
        const double main = m_options.shownValue(pane.measure, curves.smoothed(pane.measure).at(index));
        const double raw = m_options.shownValue(pane.measure, curves.raw(pane.measure).at(index));
        const QString value =
            line.raw != nullptr ? tr("%1 (point: %2)").arg(valueOf(main), valueOf(raw)) : valueOf(raw);
        const QString name = runs.size() > 1 ? CurveLegends::nameOf(*line.run) : studio::nameOf(pane.measure);
        readout.rows.push_back({line.main->pen().color(), name, value,
                                line.main->coordsToPixels(curves.place(index, m_options.along), main)});
        if (line.validation == nullptr) {
            continue;
        }
        if (before != nullptr) {
            const double loss = m_options.shownValue(Measure::Loss, before->loss);
            readout.rows.push_back(
                {line.validation->pen().color(),
                 runs.size() > 1 ? tr("%1, validation").arg(CurveLegends::nameOf(*line.run)) : tr("Validation"),
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
    for (const CurvePane& pane : m_panes) {
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

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_readout.h"

#include "app/studio/plots/curve_legends.h"
#include "app/studio/plots/words.h"
#include "editor/words/numbers.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <QLocale>
#include <QStringList>

namespace studio {

namespace {

using Row = PaneReadout::Row;

QString headingOf(const RunCurves& curves, std::size_t index)
{
    const QLocale locale;
    return CurveReadout::tr("Iteration %1 · %2 · %3 %4")
        .arg(locale.toString(qint64{curves.points().iteration(index)}),
             durationOf(curves.places(Along::Time).at(index)),
             locale.toString(curves.places(Along::Characters).at(index), 'f', 0),
             editor::engineText("Data", curves.kind().unit));
}

/// "1.35 at 4,000"
QString valueAt(double value, const engine::ValidationEvent& point)
{
    return CurveReadout::tr("%1 at %2").arg(valueOf(value), QLocale().toString(qint64{point.iteration}));
}

const engine::ValidationEvent* lastValidation(const RunMarks& marks, std::int64_t until)
{
    const engine::ValidationEvent* last = nullptr;
    for (const engine::ValidationEvent& point : marks.validations()) {
        last = point.iteration <= until ? &point : last;
    }
    return last;
}

/// Enough of a curve's points on the screen to see where it runs.
std::vector<QPointF> outlineOf(const QCPGraph& graph)
{
    constexpr int count = 60;
    std::vector<QPointF> points;
    const int size = graph.data()->size();
    for (int index = 0; index < size; index += std::max(size / count, 1)) {
        const QCPGraphData& point = *graph.data()->at(index);
        points.push_back(graph.coordsToPixels(point.key, point.value));
    }
    return points;
}

/// The rows of one line of a pane.
class LineReader {
public:
    LineReader(const PlottedRuns& runs, const RunLine& line, Measure measure)
        : m_options(runs.options()),
          m_line(line),
          m_measure(measure),
          m_runName(runs.shown().size() > 1 ? CurveLegends::nameOf(*line.run) : QString())
    {}

    Row point(std::size_t index) const;
    Row validation(const engine::ValidationEvent& point) const;
    Row metric(const engine::ValidationEvent& point) const;

private:
    const CurveOptions& m_options;
    const RunLine& m_line;
    Measure m_measure;
    QString m_runName; ///< empty: there is no other run
};

Row LineReader::point(std::size_t index) const
{
    const RunCurves& curves = m_line.run->curves;
    const double main = m_options.shownValue(m_measure, curves.smoothed(m_measure).at(index));
    const double raw = m_options.shownValue(m_measure, curves.raw(m_measure).at(index));
    return {m_line.main->pen().color(), m_runName.isEmpty() ? studio::nameOf(m_measure) : m_runName,
            m_line.raw != nullptr ? CurveReadout::tr("%1 (point: %2)").arg(valueOf(main), valueOf(raw)) : valueOf(raw),
            m_line.main->coordsToPixels(curves.places(m_options.along).at(index), main), outlineOf(*m_line.main)};
}

Row LineReader::validation(const engine::ValidationEvent& point) const
{
    const double loss = m_options.shownValue(Measure::Loss, point.loss);
    return {m_line.validation->pen().color(),
            m_runName.isEmpty() ? CurveReadout::tr("Validation") : CurveReadout::tr("%1, validation").arg(m_runName),
            valueAt(loss, point),
            m_line.validation->coordsToPixels(m_line.run->curves.places(m_options.along).of(point.iteration), loss),
            outlineOf(*m_line.validation)};
}

Row LineReader::metric(const engine::ValidationEvent& point) const
{
    const double value = engine::valueOf(point.metrics, m_line.metric);
    const QString name = metricName(m_line.metric);
    return {m_line.main->pen().color(), m_runName.isEmpty() ? name : QStringLiteral("%1, %2").arg(m_runName, name),
            valueAt(value, point),
            m_line.main->coordsToPixels(m_line.run->curves.places(m_options.along).of(point.iteration), value),
            outlineOf(*m_line.main)};
}

void addRows(std::vector<Row>& rows, const PlottedRuns& runs, const RunLine& line, const CurvePane& pane, double place)
{
    const RunCurves& curves = line.run->curves;
    if (curves.points().empty()) {
        return;
    }
    const LineReader reader(runs, line, pane.measure);
    const std::size_t index = curves.places(runs.options().along).nearest(place);
    const engine::ValidationEvent* before = lastValidation(curves.marks(), curves.points().iteration(index));
    if (line.metric.empty()) {
        rows.push_back(reader.point(index));
    }
    if (before != nullptr && !line.metric.empty()) {
        rows.push_back(reader.metric(*before));
    } else if (before != nullptr && line.validation != nullptr) {
        rows.push_back(reader.validation(*before));
    }
}

} // namespace

CurveReadout::CurveReadout(const PlottedRuns& runs, const CurvePanes& panes, const RunMeter& meter,
                           CursorOverlay& overlay)
    : m_runs(runs), m_panes(panes), m_meter(meter), m_overlay(overlay)
{}

void CurveReadout::moveTo(double place)
{
    const std::vector<const PlottedRun*> runs = m_runs.shown();
    const auto run =
        std::find_if(runs.rbegin(), runs.rend(), [](const PlottedRun* one) { return !one->curves.points().empty(); });
    if (run == runs.rend()) {
        hide();
        return;
    }
    const RunCurves& curves = (*run)->curves;
    const std::int64_t iteration = curves.points().iteration(curves.places(m_runs.options().along).nearest(place));
    if (m_iteration != iteration) {
        m_iteration = iteration;
        emit iterationHovered(iteration);
    }
    update();
}

void CurveReadout::hide()
{
    m_iteration.reset();
    update();
}

void CurveReadout::setMark(std::optional<std::int64_t> iteration)
{
    m_mark = iteration;
    update();
}

void CurveReadout::update()
{
    if (m_runs.isEmpty() || m_panes.empty()) {
        m_overlay.setCursorLine(std::nullopt, {});
        m_overlay.setMark(std::nullopt, {});
        return;
    }
    const CurvePane& first = m_panes.all().front();
    const RunPlaces places = m_runs.shown().back()->curves.places(m_runs.options().along);
    const auto pixel = [&](std::int64_t iteration) { return first.places()->coordToPixel(places.of(iteration)); };
    m_overlay.setMark(m_mark ? std::optional(pixel(*m_mark)) : std::nullopt,
                      first.rect->rect().united(m_panes.all().back().rect->rect()));
    if (!m_iteration) {
        m_overlay.setCursorLine(std::nullopt, {});
        return;
    }
    m_overlay.setCursorLine(pixel(*m_iteration), values());
    emit valuesChanged();
}

std::optional<double> CurveReadout::place() const
{
    const std::vector<const PlottedRun*> runs = m_runs.shown();
    if (!m_iteration || runs.empty()) {
        return std::nullopt;
    }
    return runs.back()->curves.places(m_runs.options().along).of(*m_iteration);
}

std::vector<PaneReadout> CurveReadout::values() const
{
    std::vector<PaneReadout> all;
    const std::optional<double> at = place();
    for (std::size_t index = 0; at && index < m_panes.all().size(); ++index) {
        const CurvePane& pane = m_panes.all()[index];
        PaneReadout& readout = all.emplace_back(PaneReadout{.pane = pane.rect->rect(), .heading = {}, .rows = {}});
        const RunCurves& front = m_runs.shown().back()->curves;
        if (index == 0 && !front.points().empty()) {
            readout.heading = headingOf(front, front.places(m_runs.options().along).nearest(*at));
        } else if (m_runs.shown().size() > 1) { // the rows name runs
            readout.heading = studio::nameOf(pane.measure);
        }
        for (const RunLine& line : m_panes.lines()) {
            if (line.pane == index) {
                addRows(readout.rows, m_runs, line, pane, *at);
            }
        }
    }
    if (const std::optional<PaneReadout> meter = at ? m_meter.at(*m_iteration) : std::nullopt) {
        all.push_back(*meter);
    }
    return all;
}

QString CurveReadout::words() const
{
    QStringList parts;
    if (m_runs.isEmpty()) {
        return {};
    }
    for (const PaneReadout& readout : values()) {
        if (!readout.heading.isEmpty()) {
            parts << readout.heading;
        }
        for (const Row& row : readout.rows) {
            parts << row.name + QStringLiteral(": ") + row.value;
        }
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace studio

#include "moc_curve_readout.cpp"

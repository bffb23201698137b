// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_readout.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <cmath>
#include <QLocale>
#include <QPainter>
#include <QStringList>
#include <utility>

namespace studio {

namespace {

constexpr int padding = 6;
constexpr int swatch = 10;

} // namespace

CurveReadout::CurveReadout(const PlottedRuns& runs, const CurvePanes& panes, const RunMeter& meter, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_panes(panes), m_meter(meter)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
}

QSize CurveReadout::sizeOf(const PaneReadout& readout) const
{
    const QFontMetrics metrics = fontMetrics();
    int names = 0, values = 0;
    for (const PaneReadout::Row& row : readout.rows) {
        names = std::max(names, metrics.horizontalAdvance(row.name));
        values = std::max(values, metrics.horizontalAdvance(row.value));
    }
    const int words =
        std::max(swatch + padding + names + 2 * padding + values, metrics.horizontalAdvance(readout.heading));
    const int lines = static_cast<int>(readout.rows.size()) + (readout.heading.isEmpty() ? 0 : 1);
    return {words + 2 * padding, lines * metrics.height() + 2 * padding};
}

/// As near to the front run's point as it can be: right or left of the line, over no other box and over no point, and
/// over the curves only where there is no room beside them.
QRect CurveReadout::boxBeside(const PaneReadout& readout) const
{
    constexpr int gap = 10, step = 4;
    constexpr double left = 5, outside = 100, overCurve = 3, overLine = 1e3, overPoint = 1e4, overBox = 1e6;
    const QSize size = sizeOf(readout);
    const QRectF pane = readout.pane;
    const double anchor =
        readout.rows.empty() ? pane.center().y() : std::clamp(readout.rows.back().dot.y(), pane.top(), pane.bottom());
    const int x = static_cast<int>(*m_x);
    std::vector<int> edges = {x + gap, x - gap - size.width()};
    for (const QRect& other : m_boxes) {
        edges.insert(edges.end(), {other.right() + gap, other.left() - gap - size.width()});
    }
    QRect best;
    double lowest = HUGE_VAL;
    for (const int wished : edges) {
        const int edge = std::clamp(wished, 0, std::max(width() - size.width(), 0));
        std::vector<double> points, curves; // their heights, of those between the box's sides
        const auto note = [&](std::vector<double>& heights, const QPointF& point) {
            if (point.x() >= edge && point.x() <= edge + size.width()) {
                heights.push_back(point.y());
            }
        };
        for (const PaneReadout& shown : m_readouts) {
            for (const PaneReadout::Row& row : shown.rows) {
                note(points, row.dot);
                std::ranges::for_each(row.curve, [&](const QPointF& point) { note(curves, point); });
            }
        }
        for (int top = 0; top == 0 || top + size.height() <= height(); top += step) {
            const QRect box({edge, top}, size);
            const double away = std::max({edge - x - gap, x - gap - edge - size.width(), 0});
            double cost = std::abs(box.center().y() - anchor) + away + (edge < x ? left : 0);
            cost += edge == wished ? 0 : overLine;
            cost += readout.pane.contains(box) ? 0 : outside;
            cost += overBox * static_cast<double>(std::ranges::count_if(
                                  m_boxes, [&](const QRect& other) { return other.intersects(box); }));
            const auto covered = [&](const std::vector<double>& heights) {
                return static_cast<double>(
                    std::ranges::count_if(heights, [&](double y) { return y >= box.top() && y <= box.bottom() + 1; }));
            };
            cost += overPoint * covered(points) + overCurve * covered(curves);
            if (cost < lowest) {
                lowest = cost;
                best = box;
            }
        }
    }
    return best;
}

void CurveReadout::setSentence(const QString& sentence)
{
    if (m_sentence != sentence) {
        m_sentence = sentence;
        update();
    }
}

void CurveReadout::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_sentence.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect().adjusted(padding * 4, padding, -padding * 4, -padding),
                         Qt::AlignCenter | Qt::TextWordWrap, m_sentence);
        return;
    }
    if (m_markX && *m_markX >= m_over.left() && *m_markX <= m_over.right()) {
        painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
        painter.drawLine(QPointF(*m_markX, m_over.top()), QPointF(*m_markX, m_over.bottom()));
    }
    if (m_x) {
        painter.setPen(QPen(theme.mutedText, 1));
        for (const PaneReadout& readout : m_readouts) {
            painter.drawLine(QPointF(*m_x, readout.pane.top()), QPointF(*m_x, readout.pane.bottom()));
        }
        painter.setPen(QPen(theme.canvas, 1));
        for (const PaneReadout& readout : m_readouts) {
            for (const PaneReadout::Row& row : readout.rows) {
                if (QRectF(readout.pane).contains(row.dot)) {
                    painter.setBrush(row.colour);
                    painter.drawEllipse(row.dot, 4, 4);
                }
            }
        }
        for (std::size_t index = 0; index < m_boxes.size(); ++index) {
            paintBox(painter, m_readouts[index], m_boxes[index]);
        }
    }
}

void CurveReadout::paintBox(QPainter& painter, const PaneReadout& readout, const QRect& box) const
{
    const editor::Theme& theme = editor::theme();
    const int line = fontMetrics().height();
    painter.setPen(QPen(theme.nodeBorder, 1));
    painter.setBrush(withAlpha(theme.node, 0.93));
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    QRect place(box.left() + padding, box.top() + padding, box.width() - 2 * padding, line);
    if (!readout.heading.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, readout.heading);
        place.translate(0, line);
    }
    for (const PaneReadout::Row& row : readout.rows) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(row.colour);
        painter.drawRoundedRect(QRectF(place.left(), place.center().y() - 2, swatch, 5), 2, 2);
        painter.setPen(theme.text);
        painter.drawText(place.adjusted(swatch + padding, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, row.name);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, row.value);
        place.translate(0, line);
    }
}

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

const engine::ValidationEvent* lastValidation(const RunCurves& run, std::int64_t until)
{
    const engine::ValidationEvent* last = nullptr;
    for (const engine::ValidationEvent& point : run.validations()) {
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

/// The rows of one line of a pane at a place.
void addRows(std::vector<Row>& rows, const PlottedRuns& runs, const RunLine& line, const CurvePane& pane, double place)
{
    const RunCurves& curves = line.run->curves;
    if (curves.points().empty()) {
        return;
    }
    const CurveOptions& options = runs.options();
    const RunPlaces places = curves.places(options.along);
    const QString run = runs.shown().size() > 1 ? CurvePanes::nameOf(*line.run) : QString(); // empty: there is no other
    const auto add = [&](const QCPGraph& graph, const QString& name, const QString& words, double at, double value) {
        rows.push_back({graph.pen().color(), name, words, graph.coordsToPixels(at, value), outlineOf(graph)});
    };
    const std::size_t index = places.nearest(place);
    const engine::ValidationEvent* before = lastValidation(curves, curves.points().iteration(index));
    if (line.metric.empty()) {
        const double main = options.shownValue(pane.measure, curves.smoothed(pane.measure).at(index));
        const double raw = options.shownValue(pane.measure, curves.raw(pane.measure).at(index));
        add(*line.main, run.isEmpty() ? studio::nameOf(pane.measure) : run,
            line.raw != nullptr ? CurveReadout::tr("%1 (point: %2)").arg(valueOf(main), valueOf(raw)) : valueOf(raw),
            places.at(index), main);
    }
    if (before != nullptr && !line.metric.empty()) {
        const double value = engine::valueOf(before->metrics, line.metric);
        const QString name = metricName(line.metric);
        add(*line.main, run.isEmpty() ? name : QStringLiteral("%1, %2").arg(run, name), valueAt(value, *before),
            places.of(before->iteration), value);
    } else if (before != nullptr && line.validation != nullptr) {
        const double loss = options.shownValue(Measure::Loss, before->loss);
        add(*line.validation,
            run.isEmpty() ? CurveReadout::tr("Validation") : CurveReadout::tr("%1, validation").arg(run),
            valueAt(loss, *before), places.of(before->iteration), loss);
    }
}

} // namespace

void CurveReadout::moveTo(double place)
{
    const std::vector<const PlottedRun*> runs = m_runs.shown();
    const auto run =
        std::find_if(runs.rbegin(), runs.rend(), [](const PlottedRun* one) { return !one->curves.points().empty(); });
    if (run == runs.rend()) {
        clear();
        return;
    }
    const RunCurves& curves = (*run)->curves;
    const std::int64_t iteration = curves.points().iteration(curves.places(m_runs.options().along).nearest(place));
    if (std::exchange(m_iteration, iteration) != iteration) {
        emit iterationHovered(iteration);
    }
    follow();
}

void CurveReadout::clear()
{
    m_iteration.reset();
    follow();
}

void CurveReadout::setMark(std::optional<std::int64_t> iteration)
{
    m_mark = iteration;
    follow();
}

QRegion CurveReadout::cursorRegion() const
{
    if (!m_x) {
        return {};
    }
    QRegion region(static_cast<int>(*m_x) - 2, 0, 5, height());
    for (const QRect& box : m_boxes) {
        region += box.adjusted(-1, -1, 2, 2);
    }
    for (const PaneReadout& readout : m_readouts) {
        for (const PaneReadout::Row& row : readout.rows) {
            region += QRectF(row.dot.x() - 6, row.dot.y() - 6, 12, 12).toAlignedRect();
        }
    }
    return region;
}

/// Only what changes is repainted: under it lie the curves, which are copied for each pixel.
void CurveReadout::follow()
{
    const QRegion cursor = cursorRegion();
    const auto before = std::pair(m_markX, m_over);
    m_x.reset();
    m_markX.reset();
    m_readouts.clear();
    m_boxes.clear();
    if (!m_runs.isEmpty() && !m_panes.empty()) {
        const CurvePane& first = m_panes.all().front();
        const RunPlaces places = m_runs.shown().back()->curves.places(m_runs.options().along);
        const auto pixel = [&](std::int64_t iteration) { return first.places()->coordToPixel(places.of(iteration)); };
        m_over = first.rect->rect().united(m_panes.all().back().rect->rect());
        m_markX = m_mark ? std::optional(pixel(*m_mark)) : std::nullopt;
        m_x = m_iteration ? std::optional(pixel(*m_iteration)) : std::nullopt;
        m_readouts = values();
    }
    if (std::pair(m_markX, m_over) != before) {
        update();
    }
    if (m_x) {
        for (const PaneReadout& readout : m_readouts) {
            m_boxes.push_back(boxBeside(readout));
        }
        parentWidget()->setAccessibleDescription(words());
    }
    update(cursor.united(cursorRegion()));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_meter.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/device_plot.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>

namespace studio {
namespace {

constexpr double readingGap = 2.5; ///< seconds without a reading that leave a hole; readings come twice a second

/// The mean of both where the second one has this share.
MeterTrack::Point mean(const MeterTrack::Point& a, const MeterTrack::Point& b, double share)
{
    const auto of = [share](double one, double other) { return one + share * (other - one); };
    const auto percent = [&](float one, float other) { return static_cast<float>(of(double{one}, double{other})); };
    return {.seconds = of(a.seconds, b.seconds),
            .clock = of(a.clock, b.clock),
            .utilisation = percent(a.utilisation, b.utilisation),
            .memoryShare = percent(a.memoryShare, b.memoryShare)};
}

} // namespace

void MeterTrack::add(const Point& point)
{
    if (!m_points.empty() && point.seconds < m_points.back().seconds) {
        std::erase_if(m_points, [&](const Point& old) { return old.seconds >= point.seconds; });
        m_gathered = 0;
    }
    m_next = m_gathered == 0 ? point : mean(m_next, point, 1 / static_cast<double>(m_gathered + 1));
    if (++m_gathered < m_perPoint) {
        return;
    }
    m_points.push_back(m_next);
    m_gathered = 0;
    if (m_points.size() >= maxPoints) {
        halve();
    }
}

double MeterTrack::gap() const
{
    return readingGap * static_cast<double>(m_perPoint);
}

void MeterTrack::halve()
{
    for (std::size_t pair = 0; 2 * pair + 1 < m_points.size(); ++pair) {
        m_points[pair] = mean(m_points[2 * pair], m_points[2 * pair + 1], 0.5);
    }
    m_points.resize(m_points.size() / 2);
    m_perPoint *= 2;
}

namespace {

constexpr int meterHeight = 26; ///< units of the screen

QString percent(float value)
{
    return std::isnan(value) ? RunMeter::tr("n/a") : readingOf(MeterUnit::Percent, double{value}, {});
}

} // namespace

void RunMeter::add(int runId, const QString& device, const MeterTrack::Point& point)
{
    Meters& meters = m_meters[runId];
    meters.device = device;
    meters.track.add(point);
}

bool RunMeter::hasReadings() const
{
    const auto found = m_meters.find(m_runs.current().curves.id());
    return m_runs.current().shown && found != m_meters.end() && !found->second.track.points().empty();
}

void RunMeter::make(QCPMarginGroup& margins, const PaneLooks& looks)
{
    QCPLayoutGrid& grid = *m_plot.plotLayout();
    const int row = grid.rowCount();
    auto* head = new QCPLayoutGrid;
    grid.addElement(row, 0, head);
    const auto addWords = [&](const QColor& colour) {
        auto* words = new QCPTextElement(&m_plot, QString(), smallOf(looks.font));
        words->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
        words->setTextColor(colour);
        words->setMargins(QMargins(6, 0, 0, 0));
        head->addElement(0, head->columnCount(), words);
        return words;
    };
    m_busyWords = addWords(looks.theme.smoothed);
    m_memoryWords = addWords(looks.theme.validation);
    head->setColumnStretchFactor(0, 0.001);

    m_rect = new QCPAxisRect(&m_plot);
    m_rect->setMarginGroup(QCP::msLeft | QCP::msRight, &margins);
    m_rect->setMinimumMargins(QMargins(4, 0, 12, 4));
    m_rect->setSizeConstraintRect(QCPLayoutElement::scrInnerRect);
    m_rect->setMinimumSize(80, meterHeight);
    m_rect->setMaximumSize(QWIDGETSIZE_MAX, meterHeight);
    grid.addElement(row + 1, 0, m_rect);
    grid.setRowStretchFactor(row, 0.001);
    grid.setRowStretchFactor(row + 1, 0.001);
    for (QCPAxis* axis : m_rect->axes()) {
        axis->setVisible(true);
        axis->setTicks(false);
        axis->setTickLabels(false);
        axis->setPadding(0);
        axis->setBasePen(QPen(looks.theme.grid, 1));
        axis->grid()->setVisible(false);
    }
    m_rect->axis(QCPAxis::atLeft)->setRange(0, 102); // percent; the line at 100 is seen whole
    m_busy = m_plot.addGraph(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    m_busy->setPen(QPen(looks.theme.smoothed, 1));
    m_busy->setBrush(withAlpha(looks.theme.smoothed, 0.2));
    m_memory = m_plot.addGraph(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    m_memory->setPen(QPen(looks.theme.validation, 1, Qt::DashLine));
}

void RunMeter::fill(const QCPRange& places)
{
    if (!m_rect) {
        return;
    }
    const Meters& meters = m_meters.at(m_runs.current().curves.id());
    const std::vector<MeterTrack::Point>& points = meters.track.points();
    QVector<QCPGraphData> busy, memory;
    for (std::size_t index = 0; index < points.size(); ++index) {
        const MeterTrack::Point& point = points[index];
        const double place = placeOf(point);
        if (index > 0 && point.clock - points[index - 1].clock > meters.track.gap()) { // a hole in the lines
            busy.push_back({place, std::nan("")});
            memory.push_back({place, std::nan("")});
        }
        busy.push_back({place, double{point.utilisation}});
        memory.push_back({place, double{point.memoryShare}});
    }
    m_busy->data()->set(busy, true);
    m_memory->data()->set(memory, true);
    m_rect->axis(QCPAxis::atBottom)->setRange(places);
    m_busyWords->setText(tr("%1: utilisation %2").arg(meters.device, percent(points.back().utilisation)));
    m_memoryWords->setText(tr("memory %1").arg(percent(points.back().memoryShare)));
}

double RunMeter::placeOf(const MeterTrack::Point& point) const
{
    const RunCurves& curves = m_runs.current().curves;
    const Along along = m_runs.options().along;
    if (along == Along::Time || curves.points().empty()) {
        return point.seconds;
    }
    const std::size_t index =
        std::min(curves.places(Along::Time).firstAtOrAfter(point.seconds), curves.points().size() - 1);
    return curves.places(along).at(index);
}

std::optional<PaneReadout> RunMeter::at(std::int64_t iteration) const
{
    if (!m_rect) {
        return std::nullopt;
    }
    const RunCurves& curves = m_runs.current().curves;
    const double seconds = curves.places(Along::Time).of(iteration);
    const MeterTrack::Point& point =
        *std::ranges::min_element(m_meters.at(curves.id()).track.points(), {},
                                  [seconds](const MeterTrack::Point& one) { return std::abs(one.seconds - seconds); });
    const auto row = [&](const QCPGraph& graph, const QString& name, float value) {
        return PaneReadout::Row{
            graph.pen().color(), name, percent(value), graph.coordsToPixels(placeOf(point), double{value}), {}};
    };
    return PaneReadout{
        .pane = m_rect->rect(),
        .heading = {},
        .rows = {row(*m_busy, tr("Utilisation"), point.utilisation), row(*m_memory, tr("Memory"), point.memoryShare)}};
}

} // namespace studio

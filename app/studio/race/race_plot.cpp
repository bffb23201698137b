// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_plot.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/curve_line.h"
#include "app/studio/plots/tickers.h"
#include "app/studio/plots/words.h"
#include "app/studio/race/race.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QLabel>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr std::size_t mostPoints = 400; ///< of a curve: a mean of neighbours reads better than what wobbles

std::optional<double> placeOf(const CurvePoint& point, const RaceMeter& meter, RaceAxis axis)
{
    switch (axis) {
    case RaceAxis::Seconds:
        return point.seconds;
    case RaceAxis::Iterations:
        return static_cast<double>(point.iteration);
    case RaceAxis::Joules:
        return meter.joulesAt(point.seconds);
    }
    return std::nullopt;
}

/// Room for curves that are flat, or that have no point yet.
QCPRange widened(QCPRange range)
{
    if (!(range.upper > range.lower)) {
        return {range.lower - 0.5, range.lower + 0.5};
    }
    const double margin = 0.04 * range.size();
    return {range.lower - margin, range.upper + margin};
}

} // namespace

std::vector<RacePoint> pointsOf(std::span<const CurvePoint> curve, const RaceMeter& meter, RaceAxis axis,
                                std::size_t most)
{
    const std::size_t stride = (curve.size() + most - 1) / most;
    std::vector<RacePoint> points;
    for (std::size_t first = 0; first < curve.size();) {
        const std::size_t count = first == 0 ? 1 : std::min(stride, curve.size() - first);
        double sum = 0;
        for (const CurvePoint& point : curve.subspan(first, count)) {
            sum += static_cast<double>(point.loss);
        }
        const std::optional<double> place = placeOf(curve[first + count / 2], meter, axis);
        if (place) {
            points.push_back({*place, sum / static_cast<double>(count)});
        }
        first += count;
    }
    return points;
}

RacePlot::RacePlot(const Race& race, QWidget* parent) : QCustomPlot(parent), m_race(race), m_empty(new QLabel)
{
    setObjectName(QStringLiteral("racePlot"));
    setLocale(QLocale());
    setAutoAddPlottableToLegend(false);
    xAxis->setTicker(QSharedPointer<NumberTicker>::create());
    yAxis->setTicker(QSharedPointer<NumberTicker>::create());
    axisRect()->setMinimumMargins(QMargins(4, 8, 12, 4));
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    setMinimumSize(320, 200);
    m_empty->setText(tr("Press Start to draw the loss of each chosen engine here."));
    m_empty->setObjectName(QStringLiteral("raceEmpty"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    (new QVBoxLayout(this))->addWidget(m_empty);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &RacePlot::refresh);
    refresh();
}

QColor RacePlot::colourOf(std::size_t contestant)
{
    return editor::theme().curve(static_cast<int>(contestant));
}

void RacePlot::setAxis(RaceAxis axis)
{
    m_axis = axis;
    refresh();
}

void RacePlot::dress()
{
    const editor::Theme& theme = editor::theme();
    const QFont small = smallOf(font());
    setBackground(theme.canvas);
    dressAxis(*xAxis, theme, small);
    dressAxis(*yAxis, theme, small);
    const bool ofSequences = !m_race.contestants().empty() && !m_race.contestants().front()->begun().readsText;
    const Units units = ofSequences ? Units::Sequences : Units::Characters;
    yAxis->setLabel(titleOf(Measure::Loss, LossUnit::Nats, units));
    const QString names[] = {tr("Seconds of training"), tr("Iteration"), tr("Energy of the device, joules")};
    xAxis->setLabel(names[static_cast<int>(m_axis)]);
    legend->setFont(small);
    legend->setTextColor(theme.text);
    legend->setBrush(theme.canvas);
    legend->setBorderPen(Qt::NoPen);
}

/// Axes without a curve look like a plot that is broken: until a race has begun a sentence stands there.
void RacePlot::showWhatIsMissing()
{
    const bool begun = !m_race.contestants().empty();
    axisRect()->setVisible(begun);
    m_empty->setVisible(!begun);
}

void RacePlot::refresh()
{
    dress();
    legend->clearItems();
    showWhatIsMissing();
    clearPlottables();
    QCPRange places(0, 0), losses;
    losses.lower = HUGE_VAL; // not by the constructor, which puts its ends in order
    losses.upper = -HUGE_VAL;
    for (std::size_t index = 0; index < m_race.contestants().size(); ++index) {
        const Contestant& one = *m_race.contestants()[index];
        QVector<double> x, y;
        for (const RacePoint& point : pointsOf(one.curve(), one.meter(), m_axis, mostPoints)) {
            x.append(point.place);
            y.append(point.loss);
            places.upper = std::max(places.upper, point.place);
            losses.lower = std::min(losses.lower, point.loss);
            losses.upper = std::max(losses.upper, point.loss);
        }
        auto* line = new CurveLine(xAxis, yAxis);
        line->setPen(QPen(colourOf(index), 2));
        line->setName(QString::fromStdString(one.contender().name));
        line->setData(x, y, true);
        line->addToLegend();
    }
    const bool any = losses.upper >= losses.lower;
    xAxis->setRange(QCPRange(0, places.upper > 0 ? places.upper * 1.02 : 1));
    yAxis->setRange(any ? widened(losses) : QCPRange(0, 1));
    legend->setVisible(legend->itemCount() > 0);
    replot(QCustomPlot::rpQueuedReplot);
}

} // namespace studio

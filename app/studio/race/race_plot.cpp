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

std::optional<double> placeOf(const engine::Curve& curve, std::size_t index, const RaceMeter& meter, RaceAxis axis)
{
    switch (axis) {
    case RaceAxis::Seconds:
        return curve.seconds(index);
    case RaceAxis::Iterations:
        return static_cast<double>(curve.iteration(index));
    case RaceAxis::Joules:
        return meter.joulesAt(curve.seconds(index));
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

std::vector<RacePoint> pointsOf(const engine::Curve& curve, const LossMeans& means, const RaceMeter& meter,
                                RaceAxis axis)
{
    std::vector<RacePoint> points;
    for (const LossMeans::Piece& piece : means.pieces()) {
        if (const std::optional<double> place = placeOf(curve, piece.middle, meter, axis)) {
            points.push_back({*place, piece.loss});
        }
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
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, [this] {
        dress();
        refresh();
    });
    dress();
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
    legend->setFont(small);
    legend->setTextColor(theme.text);
    legend->setBrush(theme.canvas);
    legend->setBorderPen(Qt::NoPen);
    for (std::size_t index = 0; index < m_lines.size(); ++index) {
        m_lines[index]->setPen(QPen(colourOf(index), 2));
    }
}

void RacePlot::showTitles()
{
    const Units units = m_race.readsText() ? Units::Characters : Units::Sequences;
    yAxis->setLabel(titleOf(Measure::Loss, LossUnit::Nats, units));
    const QString names[] = {tr("Seconds of training"), tr("Iteration"), tr("Energy of the device, joules")};
    xAxis->setLabel(names[static_cast<int>(m_axis)]);
}

/// Axes without a curve look like a plot that is broken: until a race has begun a sentence stands there.
void RacePlot::showWhatIsMissing()
{
    const bool begun = !m_race.contestants().empty();
    axisRect()->setVisible(begun);
    m_empty->setVisible(!begun);
}

/// One for each contestant. One that failed has none, as it has no figures.
void RacePlot::makeLines()
{
    while (m_lines.size() > m_race.contestants().size()) {
        removePlottable(m_lines.back());
        m_lines.pop_back();
    }
    while (m_lines.size() < m_race.contestants().size()) {
        auto* line = new CurveLine(xAxis, yAxis);
        line->setPen(QPen(colourOf(m_lines.size()), 2));
        m_lines.push_back(line);
    }
    for (std::size_t index = 0; index < m_lines.size(); ++index) {
        const Contestant& one = *m_race.contestants()[index];
        const bool isShown = one.state() != Contestant::State::Failed;
        m_lines[index]->setName(QString::fromStdString(one.contender().name));
        m_lines[index]->setVisible(isShown);
        if (isShown && !legend->hasItemWithPlottable(m_lines[index])) {
            m_lines[index]->addToLegend();
        } else if (!isShown) {
            m_lines[index]->removeFromLegend();
        }
    }
    legend->setVisible(legend->itemCount() > 0);
}

void RacePlot::refresh()
{
    showTitles();
    showWhatIsMissing();
    makeLines();
    QCPRange places(0, 0), losses;
    losses.lower = HUGE_VAL; // not by the constructor, which puts its ends in order
    losses.upper = -HUGE_VAL;
    for (std::size_t index = 0; index < m_lines.size(); ++index) {
        if (!m_lines[index]->visible()) {
            continue;
        }
        const Contestant& one = *m_race.contestants()[index];
        QVector<double> x, y;
        for (const RacePoint& point : pointsOf(one.curve(), one.means(), one.meter(), m_axis)) {
            x.append(point.place);
            y.append(point.loss);
            places.upper = std::max(places.upper, point.place);
            losses.lower = std::min(losses.lower, point.loss);
            losses.upper = std::max(losses.upper, point.loss);
        }
        m_lines[index]->setData(x, y, true);
    }
    const bool any = losses.upper >= losses.lower;
    xAxis->setRange(QCPRange(0, places.upper > 0 ? places.upper * 1.02 : 1));
    yAxis->setRange(any ? widened(losses) : QCPRange(0, 1));
    replot(QCustomPlot::rpQueuedReplot);
}

} // namespace studio

#include "moc_race_plot.cpp"

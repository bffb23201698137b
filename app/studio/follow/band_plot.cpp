// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/band_plot.h"

#include "app/studio/plots/axis_looks.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QEvent>
#include <QLocale>

namespace studio {
namespace {

constexpr qsizetype maxDiscs = 12; ///< a line of one point would not be seen

} // namespace

BandPlot::BandPlot(const std::vector<Look>& looks, QWidget* parent) : QCustomPlot(parent)
{
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setLocale(QLocale());
    setMinimumHeight(120);
    xAxis->setLabel(tr("Iteration"));
    yAxis->setLabel(tr("Loss"));
    for (QCPAxis* const axis : {xAxis, yAxis}) {
        axis->setTicker(QSharedPointer<NumberTicker>::create());
    }
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, [this] { dress(); });
    setLooks(looks);
}

void BandPlot::setLooks(const std::vector<Look>& looks)
{
    const auto nameOf = [](const Band& band) { return band.look.name; };
    if (!m_bands.empty() && std::ranges::equal(m_bands, looks, {}, nameOf, &Look::name)) {
        for (std::size_t index = 0; index < looks.size(); ++index) {
            m_bands[index].look = looks[index]; // its colour may be another
        }
        dress();
        return;
    }
    clearGraphs();
    m_drawn.clear();
    m_bands.clear();
    for (const Look& look : looks) {
        m_bands.push_back(addBand(look));
    }
    legend->setVisible(!m_bands.empty());
    dress();
}

BandPlot::Band BandPlot::addBand(const Look& look)
{
    Band band{.lower = addGraph(), .upper = addGraph(), .mean = addGraph(), .look = look};
    band.mean->setName(look.name);
    band.upper->setChannelFillGraph(band.lower);
    for (QCPGraph* const edge : {band.lower, band.upper}) {
        edge->setPen(Qt::NoPen);
        edge->removeFromLegend();
    }
    return band;
}

void BandPlot::setPoints(const std::vector<std::vector<SpreadPoint>>& points)
{
    if (points == m_drawn) {
        return;
    }
    m_drawn = points;
    for (std::size_t index = 0; index < m_bands.size(); ++index) {
        fill(m_bands[index], points[index]);
    }
    rescaleAxes();
    xAxis->scaleRange(1.02);
    yAxis->scaleRange(1.06);
    replot(QCustomPlot::rpQueuedReplot);
}

void BandPlot::fill(const Band& band, const std::vector<SpreadPoint>& points)
{
    QVector<double> at, lower, mean, upper;
    for (const SpreadPoint& point : points) {
        at.push_back(point.place);
        lower.push_back(point.mean - point.deviation);
        mean.push_back(point.mean);
        upper.push_back(point.mean + point.deviation);
    }
    band.mean->setData(at, mean, true);
    const bool isBand = lower != upper; // else an empty one would be painted along the mean
    band.lower->setData(isBand ? at : QVector<double>(), isBand ? lower : QVector<double>(), true);
    band.upper->setData(isBand ? at : QVector<double>(), isBand ? upper : QVector<double>(), true);
    const bool areSeenAsDiscs = band.look.hasDiscs || at.size() <= maxDiscs;
    band.mean->setScatterStyle(areSeenAsDiscs ? QCPScatterStyle(QCPScatterStyle::ssDisc, 5) : QCPScatterStyle());
}

void BandPlot::dress()
{
    constexpr double faint = 0.25;
    const editor::Theme& theme = editor::theme();
    const QFont small = smallOf(font());
    setBackground(theme.canvas);
    for (QCPAxis* const axis : {xAxis, yAxis}) {
        dressAxis(*axis, theme, small);
    }
    for (const Band& band : m_bands) {
        const QColor colour = band.look.colour(theme);
        band.mean->setPen(QPen(colour, 2));
        band.upper->setBrush(withAlpha(colour, faint));
    }
    legend->setFont(small);
    legend->setTextColor(theme.text);
    legend->setBrush(withAlpha(theme.canvas, 0.8));
    legend->setBorderPen(Qt::NoPen);
    replot(QCustomPlot::rpQueuedReplot);
}

bool BandPlot::event(QEvent* event)
{
    if (event->type() == QEvent::LocaleChange || event->type() == QEvent::FontChange) {
        setLocale(QLocale());
        dress();
    }
    return QCustomPlot::event(event);
}

} // namespace studio

#include "moc_band_plot.cpp"

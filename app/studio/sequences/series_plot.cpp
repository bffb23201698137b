// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/series_plot.h"

#include "app/studio/plots/axis_looks.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>

namespace studio {
namespace {

constexpr qsizetype wideBelow = 1000; ///< points: a line through more is thin
constexpr qsizetype fewPoints = 20;   ///< less are drawn larger

} // namespace

SeriesPlot::SeriesPlot(QWidget* parent) : QCustomPlot(parent)
{
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setToolTip(tr("Ctrl+wheel zooms, dragging moves, a double click shows all again"));
    setLocale(QLocale());
    axisRect()->setMinimumMargins(QMargins(4, 4, 12, 4));
    legend->setVisible(true);
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    plotLayout()->insertRow(0);
    axisRect()->insetLayout()->take(legend);
    plotLayout()->addElement(0, 0, legend);
    plotLayout()->setRowStretchFactor(0, 0.001);
    editor::onNewLooks(this, &SeriesPlot::draw);
    connect(this, &QCustomPlot::beforeReplot, this, &SeriesPlot::formatPlaces);
    connect(this, &QCustomPlot::mouseDoubleClick, this, &SeriesPlot::draw); // shows all again
    draw();
}

void SeriesPlot::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        QCustomPlot::wheelEvent(event);
    } else {
        event->ignore();
    }
}

void SeriesPlot::setAxes(const QString& across, const QString& upwards, Across places, const NameOf& nameOf)
{
    if (nameOf) {
        xAxis->setTicker(QSharedPointer<NameTicker>::create(nameOf));
    } else if (places == Across::Times) {
        const auto ticker = QSharedPointer<QCPAxisTickerDateTime>::create();
        ticker->setDateTimeSpec(Qt::UTC);
        xAxis->setTicker(ticker);
    } else {
        xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    }
    m_across = places;
    m_nameOf = nameOf;
    xAxis->setLabel(across);
    yAxis->setLabel(upwards);
}

void SeriesPlot::setCurves(std::vector<Curve> curves)
{
    m_curves = std::move(curves);
    draw();
}

void SeriesPlot::draw()
{
    const editor::Theme& theme = editor::theme();
    clearPlottables();
    clearItems();
    setBackground(theme.canvas);
    const QFont small = smallOf(font());
    for (QCPAxis* axis : {xAxis, yAxis}) {
        dressAxis(*axis, theme, small);
    }
    legend->setFont(small);
    legend->setTextColor(theme.text);
    legend->setBrush(Qt::NoBrush);
    legend->setBorderPen(Qt::NoPen);
    legend->setVisible(!m_curves.empty());
    const QColor colours[] = {theme.mutedText, theme.accent, theme.validation, theme.curve(4)}; // as Colour has them
    bool hasFew = false;
    for (const Curve& curve : m_curves) {
        QCPGraph* const graph = addGraph();
        const QColor colour = colours[static_cast<int>(curve.colour)];
        graph->setName(curve.name);
        const bool isDashed = curve.kind == Kind::Dashes || curve.colour == Colour::Test;
        const bool isWide = curve.colour == Colour::Said && curve.places.size() < wideBelow;
        graph->setPen(QPen(colour, isWide ? 2 : isDashed ? 1.5 : 1, isDashed ? Qt::DashLine : Qt::SolidLine));
        if (curve.kind == Kind::Points) {
            const bool isFew = curve.places.size() < fewPoints;
            hasFew = hasFew || isFew;
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colour, 1), colour, isFew ? 8 : 4));
        }
        graph->setData(curve.places, curve.values);
    }
    rescaleAxes();
    if (hasFew) { // the points at the edges stay whole
        xAxis->scaleRange(1.03);
        yAxis->scaleRange(1.06);
    }
    if (m_diagonal && !m_curves.empty()) {
        const QCPRange both(std::min(xAxis->range().lower, yAxis->range().lower),
                            std::max(xAxis->range().upper, yAxis->range().upper));
        xAxis->setRange(both);
        yAxis->setRange(both);
        auto* line = new QCPItemStraightLine(this);
        line->setPen(QPen(theme.mutedText, 1, Qt::DashLine));
        line->point1->setCoords(both.lower, both.lower);
        line->point2->setCoords(both.upper, both.upper);
    }
    yAxis->scaleRange(1.08);
    replot(QCustomPlot::rpQueuedReplot);
}

/// Names as many as stand side by side; dates, with hours where a part of few days is seen.
void SeriesPlot::formatPlaces()
{
    if (m_nameOf) {
        const QCPRange seen = xAxis->range();
        const QFontMetrics metrics(xAxis->tickLabelFont());
        const int wide = metrics.horizontalAdvance(m_nameOf(std::llround(seen.lower))) + 2 * metrics.height();
        xAxis->ticker()->setTickCount(std::clamp(width() / wide, 2, 8));
    }
    constexpr double day = 24 * 3600;
    if (m_across == Across::Times) {
        const double seen = xAxis->range().size();
        const auto ticker = xAxis->ticker().staticCast<QCPAxisTickerDateTime>();
        ticker->setDateTimeFormat(seen > 6 * day    ? QStringLiteral("yyyy-MM-dd")
                                  : seen > day / 24 ? QStringLiteral("MM-dd HH:mm")
                                                    : QStringLiteral("HH:mm:ss"));
        ticker->setTickCount(std::clamp(width() / 110, 2, 8));
    }
}

namespace {

/// Whether the part's last sequence is the file's, so that a forecast follows it.
bool endsWithTheFile(const Evaluation& evaluation)
{
    const auto& parts = evaluation.samples.parts;
    const bool behind = std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(evaluation.part) + 1, parts.end(),
                                    [](const auto& part) { return !part.empty(); });
    return evaluation.part != engine::Split::All && !behind &&
           std::ranges::all_of(evaluation.forecasts, [](const Forecast& one) { return one.group.empty(); });
}

double secondsOf(const Evaluation& evaluation, const Guess& guess)
{
    return static_cast<double>(evaluation.samples.times[static_cast<std::size_t>(guess.sample)]) / 1e6;
}

/// Several series come one behind the other, so their times fall.
bool isOneSeries(const Evaluation& evaluation)
{
    return !evaluation.samples.times.empty() && !evaluation.guesses.empty() &&
           std::ranges::is_sorted(evaluation.guesses, {},
                                  [&](const Guess& guess) { return secondsOf(evaluation, guess); });
}

} // namespace

SeriesCurves curvesOf(const Evaluation& evaluation)
{
    using Plot = SeriesPlot;
    const auto words = [](const char* text) { return QCoreApplication::translate("studio::SeriesCurves", text); };
    Plot::Curve truth{.name = words(QT_TRANSLATE_NOOP("studio::SeriesCurves", "Truth")), .colour = Plot::Colour::Truth};
    Plot::Curve said{.name = words(QT_TRANSLATE_NOOP("studio::SeriesCurves", "Prediction")),
                     .colour = Plot::Colour::Said};
    SeriesCurves series{.curves = {}, .byTime = isOneSeries(evaluation)};
    for (const Guess& guess : evaluation.guesses) {
        const double place =
            series.byTime ? secondsOf(evaluation, guess) : static_cast<double>(truth.places.size() + 1);
        truth.places.push_back(place);
        truth.values.push_back(guess.target);
        said.places.push_back(place);
        said.values.push_back(guess.predicted);
    }
    const auto count = static_cast<double>(truth.places.size());
    series.curves = {std::move(truth), std::move(said)};
    if (endsWithTheFile(evaluation) && !evaluation.forecasts.empty()) {
        Plot::Curve next{.name = words(QT_TRANSLATE_NOOP("studio::SeriesCurves", "After the last row")),
                         .colour = Plot::Colour::Held,
                         .kind = Plot::Kind::Points};
        for (const Forecast& forecast : evaluation.forecasts) {
            const double place =
                series.byTime ? forecast.time.value_or(0) : count + static_cast<double>(next.places.size()) + 1;
            next.places.push_back(place);
            next.values.push_back(forecast.predicted);
        }
        series.curves.push_back(std::move(next));
    }
    return series;
}

} // namespace studio

#include "moc_series_plot.cpp"

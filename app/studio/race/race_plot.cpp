// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_plot.h"

#include "app/studio/plots/axis_looks.h"
#include "editor/looks/theme.h"

#include <QEvent>
#include <QLocale>

namespace studio {

RacePlot::RacePlot(QWidget* parent) : QCustomPlot(parent)
{
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setLocale(QLocale());
    setMinimumHeight(120);
    for (QCPAxis* const axis : {xAxis, yAxis}) {
        axis->setTicker(QSharedPointer<NumberTicker>::create());
    }
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, [this] { dress(); });
    dress();
}

void RacePlot::show(const std::vector<Line>& lines)
{
    constexpr qsizetype maxDiscs = 12; // a line of one point would not be seen
    if (lines == m_lines) {
        return;
    }
    m_lines = lines;
    clearGraphs();
    for (const Line& line : m_lines) {
        QVector<double> places, means;
        for (const MeanPoint& point : line.points) {
            places.push_back(point.place);
            means.push_back(point.mean);
        }
        QCPGraph& graph = *addGraph();
        graph.setName(line.name);
        graph.setData(places, means, true);
        graph.setScatterStyle(places.size() <= maxDiscs ? QCPScatterStyle(QCPScatterStyle::ssDisc, 5)
                                                        : QCPScatterStyle());
    }
    legend->setVisible(!m_lines.empty());
    rescaleAxes();
    xAxis->scaleRange(1.02);
    yAxis->scaleRange(1.06);
    dress();
}

void RacePlot::dress()
{
    const editor::Theme& theme = editor::theme();
    const QFont small = smallOf(font());
    setBackground(theme.canvas);
    for (QCPAxis* const axis : {xAxis, yAxis}) {
        dressAxis(*axis, theme, small);
    }
    for (int index = 0; index < graphCount(); ++index) {
        graph(index)->setPen(QPen(theme.curve(m_lines[static_cast<std::size_t>(index)].colour), 2));
    }
    legend->setFont(small);
    legend->setTextColor(theme.text);
    legend->setBrush(withAlpha(theme.canvas, 0.8));
    legend->setBorderPen(Qt::NoPen);
    replot(QCustomPlot::rpQueuedReplot);
}

bool RacePlot::event(QEvent* event)
{
    if (event->type() == QEvent::LocaleChange || event->type() == QEvent::FontChange) {
        setLocale(QLocale());
        dress();
    }
    return QCustomPlot::event(event);
}

} // namespace studio

#include "moc_race_plot.cpp"

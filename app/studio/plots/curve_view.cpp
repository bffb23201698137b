// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_view.h"

#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_filling.h"
#include "app/studio/plots/curve_legends.h"
#include "editor/looks/theme.h"
#include "editor/looks/themes.h"

namespace studio {

using Hurry = ReplotSchedule::Hurry;

CurveView::CurveView(QWidget* parent)
    : QCustomPlot(parent),
      m_panes(*this),
      m_zoom(m_runs, m_panes),
      m_overlay(new CursorOverlay(this)),
      m_readout(m_runs, m_panes, *m_overlay),
      m_gestures(*this, *m_overlay)
{
    setAutoAddPlottableToLegend(false);
    setInteractions(QCP::Interactions());
    setLocale(QLocale());
    connect(&m_runs, &PlottedRuns::currentChanged, &m_readout, &CurveReadout::hide);
    connect(&m_runs, &PlottedRuns::changed, this, &CurveView::rebuild);
    connect(&m_runs, &PlottedRuns::grew, this, [this] { schedule(Hurry::Live); });
    connect(&m_zoom, &CurveZoom::moved, this, [this] { schedule(Hurry::ByHand); });
    connect(&m_zoom, &CurveZoom::jumped, this, &CurveView::refresh);
    connect(&m_readout, &CurveReadout::valuesChanged, this, [this] { setAccessibleDescription(m_readout.words()); });
    connect(&m_gestures, &CurveGestures::checkpointActivated, this, &CurveView::checkpointActivated);
    connect(&m_schedule, &ReplotSchedule::due, this, &CurveView::refresh);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &CurveView::rebuild);
    rebuild();
}

/// Makes the panes and their lines again. They hold only the points that are seen, so this costs no more than a replot.
void CurveView::rebuild()
{
    const bool light = m_picture && m_picture->ground == Ground::Light;
    const editor::Theme& theme = light ? editor::lightTheme() : editor::theme();
    setBackground(theme.canvas);
    m_empty = m_runs.isEmpty();
    m_panes.make(m_runs, {.theme = theme, .font = font()});
    CurveLegends::place(m_panes.all(), m_picture ? m_picture->width : width());
    refresh();
}

void CurveView::schedule(Hurry hurry)
{
    if (isVisible()) {
        m_schedule.request(hurry);
    }
}

void CurveView::refresh()
{
    if (m_empty != m_runs.isEmpty()) {
        rebuild();
        return;
    }
    if (!m_picture && size().isEmpty()) {
        return; // a page that was never shown has no room to draw on
    }
    m_schedule.begin();
    m_zoom.update();
    // A first layout tells how wide the panes are.
    plotLayout()->update(QCPLayoutElement::upPreparation);
    plotLayout()->update(QCPLayoutElement::upMargins);
    plotLayout()->update(QCPLayoutElement::upLayout);
    fillPanes(m_panes, m_runs, m_zoom.places(),
              m_picture ? LineDetail{.pictureColumns = m_picture->width} : LineDetail{.quick = m_schedule.isSlow()});
    replot(QCustomPlot::rpQueuedRefresh);
    showSentence();
    m_readout.update();
    if (!m_picture) {
        m_schedule.end();
    }
}

void CurveView::setEmptySentence(const QString& sentence)
{
    m_emptySentence = sentence;
    showSentence();
}

void CurveView::showSentence()
{
    if (m_runs.isEmpty()) {
        const bool noEpochs = m_runs.options().along == Along::Epoch && !m_runs.current().curves.empty();
        m_overlay->setSentence(
            noEpochs
                ? tr("The number of iterations per epoch of this run is not known. Choose another horizontal axis.")
                : m_emptySentence);
    } else {
        m_overlay->setSentence(m_panes.empty() ? tr("Choose a pane to show.") : QString());
    }
}

void CurveView::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    refresh();
}

void CurveView::resizeEvent(QResizeEvent* event)
{
    if (size().isEmpty()) {
        return; // it would have nothing to draw on
    }
    QCustomPlot::resizeEvent(event);
    m_overlay->setGeometry(rect());
    CurveLegends::place(m_panes.all(), width());
    refresh();
}

bool CurveView::event(QEvent* event)
{
    if (event->type() == QEvent::LocaleChange || event->type() == QEvent::LanguageChange ||
        event->type() == QEvent::FontChange) {
        setLocale(QLocale());
        rebuild();
    }
    return QCustomPlot::event(event);
}

void CurveView::drawFor(int width, Ground ground, const std::function<void()>& draw)
{
    m_picture = Picture{.width = width, .ground = ground};
    rebuild();
    draw();
    m_picture.reset();
    rebuild();
}

} // namespace studio

#include "moc_curve_view.cpp"

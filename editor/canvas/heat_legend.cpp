// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/heat_legend.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/minimap.h"
#include "editor/looks/theme.h"

#include <limits>

namespace editor {

HeatLegend::HeatLegend(CanvasView& view) : QLabel(&view), m_view(view)
{
    setObjectName(QStringLiteral("heatLegend"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setMargin(8);
    hide();
    connect(&view, &CanvasView::viewportMoved, this, &HeatLegend::place);
    connect(&view.canvas(), &CanvasScene::synced, this, &HeatLegend::place);
    connect(&Looks::instance(), &Looks::changed, this, &HeatLegend::dress);
}

void HeatLegend::show(const QString& name, const QString& max)
{
    m_name = name;
    m_max = max;
    setAccessibleName(tr("Colours of the drawing: %1, from 0 to %2").arg(name, max));
    setVisible(!name.isEmpty() && !max.isEmpty());
    dress();
}

void HeatLegend::dress()
{
    constexpr int stops = 12;
    QString colours;
    for (int stop = 0; stop < stops; ++stop) {
        colours +=
            QStringLiteral("<td width='14' bgcolor='%1'>&nbsp;</td>").arg(theme().heat(stop / (stops - 1.0)).name());
    }
    setText(QStringLiteral("%1<table cellspacing='0' cellpadding='0'><tr>%2</tr><tr><td colspan='6'>0</td>"
                           "<td colspan='6' align='right'>%3</td></tr></table>")
                .arg(m_name.toHtmlEscaped(), colours, m_max.toHtmlEscaped()));
    resize(sizeHint());
    place();
}

void HeatLegend::place()
{
    if (isVisibleTo(&m_view)) {
        constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
        move(calmCorner(m_view, size(), m_view.findChild<Minimap*>(), any).value_or(QPoint()));
        raise();
    }
}

} // namespace editor

#include "moc_heat_legend.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/heat_legend.h"

#include "editor/canvas/canvas_scene.h"
#include "editor/canvas/canvas_view.h"
#include "editor/canvas/minimap.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <limits>
#include <QLinearGradient>
#include <QPainter>

namespace editor {
namespace {

constexpr int legendGap = 12, inset = 10; ///< to the canvas's corner; around the words
constexpr int barHeight = 12, minBar = 160;
constexpr int stops = 12;

} // namespace

HeatLegend::HeatLegend(CanvasView& view) : QWidget(&view), m_view(view)
{
    setObjectName(QStringLiteral("heatLegend"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    connect(&view, &CanvasView::viewportMoved, this, &HeatLegend::place);
    connect(&view.canvas(), &CanvasScene::synced, this, &HeatLegend::place);
    connect(&Looks::instance(), &Looks::changed, this, qOverload<>(&QWidget::update));
}

void HeatLegend::show(const QString& name, const QString& most)
{
    m_name = name;
    m_most = most;
    setAccessibleName(tr("Colours of the drawing: %1, from 0 to %2").arg(name, most));
    setVisible(!name.isEmpty() && !most.isEmpty());
    resize(sizeHint());
    place();
    update();
}

QSize HeatLegend::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int ends = metrics.horizontalAdvance(QStringLiteral("0")) + 2 * inset + metrics.horizontalAdvance(m_most);
    const int width = std::max({minBar, metrics.horizontalAdvance(m_name), ends});
    return {width + 2 * inset, 2 * metrics.height() + barHeight + 2 * inset + 8};
}

void HeatLegend::place()
{
    if (!isVisibleTo(&m_view)) {
        return;
    }
    const QSize room = m_view.size();
    const int right = room.width() - width() - legendGap, bottom = room.height() - height() - legendGap;
    const auto* map = m_view.findChild<Minimap*>();
    QPoint best;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const QPoint corner : {QPoint(legendGap, bottom), QPoint(legendGap, legendGap), QPoint(right, legendGap)}) {
        const QRect area(corner, size());
        const bool taken = map && map->isVisibleTo(&m_view) && map->geometry().intersects(area);
        const std::size_t layers = m_view.canvas().layersIn(m_view.mapToScene(area).boundingRect());
        if (!taken && layers < fewest) {
            fewest = layers;
            best = corner;
        }
    }
    move(best);
    raise();
}

void HeatLegend::paintEvent(QPaintEvent*)
{
    const Theme& colours = theme();
    QPainter painter(this);
    QColor ground = colours.node;
    ground.setAlphaF(0.94f);
    painter.fillRect(rect(), ground);
    painter.setPen(QPen(colours.nodeBorder, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    const QRect room = rect().adjusted(inset, inset, -inset, -inset);
    painter.setPen(colours.text);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, m_name);
    const QRect bar(room.left(), room.top() + fontMetrics().height() + 4, room.width(), barHeight);
    QLinearGradient colour(bar.topLeft(), bar.topRight());
    for (int stop = 0; stop <= stops; ++stop) {
        const double part = stop / double(stops);
        colour.setColorAt(part, colours.heat(part));
    }
    painter.fillRect(bar, colour);
    painter.setPen(QPen(colours.mutedText, 1));
    painter.drawRect(bar);
    painter.setPen(colours.text);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignBottom | Qt::TextSingleLine, QStringLiteral("0"));
    painter.drawText(room, Qt::AlignRight | Qt::AlignBottom | Qt::TextSingleLine, m_most);
}

} // namespace editor

#include "moc_heat_legend.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/colour_legend.h"

#include <QPainter>
#include <utility>

namespace studio {
namespace {

constexpr int bar = 120, gap = 6;

} // namespace

ColourLegend::ColourLegend(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ColourLegend::setColours(const QString& low, const QString& high, int steps,
                              std::function<QColor(int step)> colourOf)
{
    m_low = low;
    m_high = high;
    m_steps = steps;
    m_colourOf = std::move(colourOf);
    updateGeometry();
    update();
}

QSize ColourLegend::sizeHint() const
{
    const int words = fontMetrics().horizontalAdvance(m_low) + fontMetrics().horizontalAdvance(m_high);
    return {words + bar + 2 * gap, fontMetrics().height() + 4};
}

void ColourLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, m_low);
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, m_high);
    const int left = fontMetrics().horizontalAdvance(m_low) + gap, wide = bar / m_steps;
    for (int step = 0; step < m_steps; ++step) {
        painter.fillRect(left + step * wide, height() / 2 - 6, wide, 12, m_colourOf(step));
    }
}

} // namespace studio

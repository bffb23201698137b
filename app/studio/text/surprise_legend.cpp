// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/surprise_legend.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QPainter>

namespace studio {

namespace {
constexpr int cell = 14;
constexpr int gap = 6;
} // namespace

int surpriseLevel(float bits)
{
    return std::isnan(bits) ? -1 : static_cast<int>(std::clamp(bits, 0.0f, surpriseLevels - 1.0f));
}

QColor surpriseColour(int level)
{
    return editor::theme().heat(level / (surpriseLevels - 1.0));
}

SurpriseLegend::SurpriseLegend(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(tr("How much each character surprises the net: 0 bits: certain; 3 bits: a probability of 1 in 8"));
    setAccessibleName(tr("Colours of surprise, from 0 to %1 bits").arg(surpriseLevels - 1));
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
}

QSize SurpriseLegend::sizeHint() const
{
    const int words = fontMetrics().horizontalAdvance(tr("0")) + fontMetrics().horizontalAdvance(tr("%1+ bits").arg(9));
    return {words + surpriseLevels * cell + 2 * gap, fontMetrics().height() + 4};
}

void SurpriseLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QString low = tr("0");
    int x = fontMetrics().horizontalAdvance(low) + gap;
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, low);
    for (int level = 0; level < surpriseLevels; ++level) {
        painter.fillRect(x, height() / 2 - 6, cell, 12, surpriseColour(level));
        x += cell;
    }
    painter.drawText(rect().adjusted(x + gap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1+ bits").arg(surpriseLevels - 1));
}

} // namespace studio

#include "moc_surprise_legend.cpp"

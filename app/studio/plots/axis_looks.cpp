// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/axis_looks.h"

#include "app/studio/plots/custom_plot.h"
#include "editor/looks/theme.h"

namespace studio {

void dressAxis(QCPAxis& axis, const editor::Theme& theme, const QFont& small)
{
    axis.setBasePen(QPen(theme.mutedText, 0));
    axis.setTickPen(QPen(theme.mutedText, 0));
    axis.setSubTicks(false);
    axis.setTickLabelColor(theme.mutedText);
    axis.setTickLabelFont(small);
    axis.setLabelColor(theme.mutedText);
    axis.setLabelFont(small);
    axis.grid()->setPen(QPen(theme.grid, 0));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

QFont smallOf(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.88);
    return font;
}

QColor withAlpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

} // namespace studio

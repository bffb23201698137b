// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_line.h"

namespace studio {

void CurveLine::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const
{
    const bool picture = painter->modes().testFlag(QCPPainter::pmVectorized);
    if (picture || painter->pen().widthF() <= 1) {
        QCPGraph::drawLinePlot(painter, lines);
        return;
    }
    QPen thin = painter->pen();
    const double width = thin.widthF();
    thin.setWidth(1);
    painter->setPen(thin);
    for (double shift = -(width - 1) / 2; shift <= (width - 1) / 2; shift += 0.5) {
        painter->save();
        painter->translate(0, shift);
        QCPGraph::drawLinePlot(painter, lines);
        painter->restore();
    }
}

} // namespace studio

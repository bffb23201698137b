// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_line.h"

#include <algorithm>

namespace studio {

void CurveLine::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const
{
    const bool picture =
        painter->modes().testFlag(QCPPainter::pmVectorized) || painter->modes().testFlag(QCPPainter::pmNonCosmetic);
    if (picture) {
        QCPGraph::drawLinePlot(painter, lines);
        return;
    }
    const double ratio = painter->device()->devicePixelRatioF();
    QPen thin = painter->pen();
    const int count = std::max(1, qRound(thin.widthF() * ratio));
    thin.setWidth(0); // one pixel of the screen, whatever its ratio
    painter->setPen(thin);
    for (int line = 0; line < count; ++line) {
        // Mostly beneath each other, a little beside each other: so that a steep fall is not thinner than a plain.
        const double shift = (line - (count - 1) / 2.0) / ratio;
        painter->save();
        painter->translate(-shift / 2, shift);
        QCPGraph::drawLinePlot(painter, lines);
        painter->restore();
    }
}

} // namespace studio

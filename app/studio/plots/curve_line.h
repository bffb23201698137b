// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"

namespace studio {

/// A graph that stays quick with a wide pen: on the screen, two lines of one pixel beside each other. As one
/// antialiased line of two pixels it takes a hundred times as long, since Qt then makes an outline of it.
class CurveLine : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
};

} // namespace studio

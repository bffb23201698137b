// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <vector>

namespace editor {

/// A line that shows what a dragged box has been aligned with.
struct Guide {
    Qt::Orientation orientation;
    double at;       ///< x of a vertical line, y of a horizontal one
    double from, to; ///< its ends on the other axis
    bool operator==(const Guide&) const = default;
};

struct SnapOptions {
    double reach = 6; ///< how near an edge must be to count, in canvas units
    double grid = 0;  ///< 0: none
};

struct Snapped {
    QPointF offset; ///< to add to the box
    std::vector<Guide> guides = {};
};

/// Edges and middles of the others pull first, one for each axis; where none is near, the grid pulls the upper left
/// corner.
Snapped snapped(const QRectF& moving, const std::vector<QRectF>& others, const SnapOptions& options);

} // namespace editor

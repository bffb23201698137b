// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_panes.h"

namespace studio {

/// How finely lines are drawn.
struct LineDetail {
    int pictureColumns = 0; ///< columns of pixels in a picture; 0: on the screen, as wide as the panes are there
    bool quick = false;     ///< for a slow machine: without smooth edges, in whole units of the screen
};

/// Puts what is seen of the runs at these places into the lines of the panes, and scales the axes. Costs by the columns
/// of pixels, not by the points.
void fillPanes(const CurvePanes& panes, const PlottedRuns& runs, const QCPRange& places, const LineDetail& detail);

} // namespace studio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/sequences/series_plot.h"
#include "app/studio/session/evaluation.h"

#include <vector>

namespace studio {

/// Where the curves of a part lie: by their times where the table has a time column and is one series, else by their
/// numbers from 1.
struct SeriesCurves {
    std::vector<SeriesPlot::Curve> curves; ///< truth, prediction, and what follows the file's last row
    bool byTime = false;                   ///< places are seconds since 1970-01-01
};

/// All that a net says of a part, with the forecasts where the part ends with the file.
SeriesCurves curvesOf(const Evaluation& evaluation);

} // namespace studio
